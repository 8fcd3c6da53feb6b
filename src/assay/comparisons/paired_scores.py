"""Two models' scores on the same cases: DeLong for areas, t for losses, permutation or influences for the rest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, singledispatchmethod

import numpy as np

from assay.comparisons.difference import Difference, nothing_differs, undecided, undefined, within, z_difference
from assay.comparisons.paired_rows import FEW_CASES, PairedRows, compare_rows, from_influences, paired_t
from assay.comparisons.situations import DELONG, SAME_ORDER
from assay.intervals import average_precision
from assay.intervals.class_influences import area_influences
from assay.metrics.cards import Card
from assay.metrics.families import Area, AveragePrecision, Family, Loss, MeanLoss, Need
from assay.stats.arithmetic import Numbers
from assay.stats.delong import Placements, place, spread
from assay.stats.ranks import same_order
from assay.summaries.losses import log_losses
from assay.summaries.score_table import ScoreTable

ORDERED_ALIKE = "both scores order the cases alike"
SAME_PLACES = "both scores place every case alike among those of the other class"


@dataclass(frozen=True, eq=False)
class ScorePairs:
    """Pairs of models that score the same two-class cases."""

    positive: np.ndarray
    scores: tuple[Numbers, ...]
    weight: Numbers | None
    level: float
    seed: int
    epsilons: tuple[float, ...]
    placed: dict[int, Placements] = field(default_factory=dict, repr=False)
    ordered: dict[tuple[int, int], bool] = field(default_factory=dict, repr=False)

    @cached_property
    def _both_classes(self) -> bool:
        return bool(self.positive.any()) and not bool(self.positive.all())

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models, by its family."""
        if Need.PROBABILITIES not in card.requires and self._same_order(first, second):
            return nothing_differs(SAME_ORDER, len(self.positive), ORDERED_ALIKE)
        return self._difference(card.family, card, first, second)

    @property
    def _many(self) -> bool:
        """Whether there are cases of both classes, and too many to swap their scores at random."""
        return len(self.positive) > FEW_CASES and self._both_classes

    @singledispatchmethod
    def _difference(self, family: Family, card: Card, first: int, second: int) -> Difference:
        return compare_rows(self._rows(card, first, second), self.level, (self.seed, first, second))

    @_difference.register
    def _(self, family: Area, card: Card, first: int, second: int) -> Difference:
        if self.weight is None:
            return self._delong(card, family.scale, first, second)
        if self._many:
            return self._weighted_area(card, family.scale, first, second)
        return compare_rows(self._rows(card, first, second), self.level, (self.seed, first, second))

    @_difference.register
    def _(self, family: MeanLoss, card: Card, first: int, second: int) -> Difference:
        losses = []
        for model in (first, second):
            score = self.scores[model]
            if not ((score >= 0) & (score <= 1)).all():
                return undefined(len(score))
            given = np.where(self.positive, score, 1 - score)
            log = family.loss is Loss.LOG
            losses.append(log_losses(given, self.epsilons[model]) if log else (1 - given) ** 2)
        return paired_t(losses[0] - losses[1], self.weight, self.level)

    @_difference.register
    def _(self, family: AveragePrecision, card: Card, first: int, second: int) -> Difference:
        if self._many:
            return self._precision(card, first, second)
        return compare_rows(self._rows(card, first, second), self.level, (self.seed, first, second))

    def _same_order(self, first: int, second: int) -> bool:
        """Say whether both scores put all cases in one order, ties included; metrics of the order are then equal."""
        if (first, second) not in self.ordered:
            self.ordered[first, second] = same_order(self.scores[first], self.scores[second])
        return self.ordered[first, second]

    def _delong(self, card: Card, scale: float, first: int, second: int) -> Difference:
        n = len(self.positive)
        if not self._both_classes:
            return undefined(n)
        left, right = self._placements(first), self._placements(second)
        variance = spread(left.positive - right.positive) + spread(left.negative - right.negative)
        value, error = scale * (left.area - right.area), scale * float(np.sqrt(variance))
        if value == 0 and error == 0:
            return undecided(DELONG, n, SAME_PLACES)
        difference = z_difference(value, error, self.level, DELONG, n)
        if np.isnan(difference.p_value):
            rows = compare_rows(self._rows(card, first, second), self.level, (self.seed, first, second))
            return replace(rows, low=-scale, high=scale, notes=(*difference.notes, *rows.notes), limits=None)
        return within(difference, *card.bounds)

    def _placements(self, model: int) -> Placements:
        if model not in self.placed:
            self.placed[model] = place(self.positive, self.scores[model])
        return self.placed[model]

    def _weighted_area(self, card: Card, scale: float, first: int, second: int) -> Difference:
        """Compare areas of weighted cases by what each case contributes to them."""
        weight = np.asarray(self.weight)
        pulls, values = [], []
        for model in (first, second):
            table = self._table(self.positive, self.scores[model], self.weight)
            at = np.minimum(np.searchsorted(table.score, self.scores[model]), len(table.score) - 1)
            pulls.append(area_influences(self.positive, np.ones(len(at)), at, table) * weight.sum())
            values.append(float(card.measure(table)))
        pull = scale * (pulls[0] - pulls[1])
        return from_influences(values[0] - values[1], pull, self.weight, self.level)

    def _precision(self, card: Card, first: int, second: int) -> Difference:
        """Compare average precision by what each case contributes to it."""
        pulls, values = [], []
        for model in (first, second):
            table = self._table(self.positive, self.scores[model], self.weight)
            value = float(card.measure(table))
            of_positive, of_negative = average_precision.influences(table, value)
            at = np.minimum(np.searchsorted(table.score, self.scores[model]), len(table.score) - 1)
            whole = float(table.positive_total) / float(table.total)
            pulls.append(np.where(self.positive, of_positive[at], of_negative[at]) / whole)
            values.append(value)
        return from_influences(values[0] - values[1], pulls[0] - pulls[1], self.weight, self.level)

    def _rows(self, card: Card, first: int, second: int) -> PairedRows:
        if isinstance(card.family, AveragePrecision) and self.weight is None and not card.parameters:
            return PairedRows(self.positive, (self.scores[first], self.scores[second]), None, _average_precision)

        def measure(truth: np.ndarray, score: np.ndarray, weight: Numbers | None) -> float:
            return float(card.measure(self._table(truth, score, weight)))

        return PairedRows(self.positive, (self.scores[first], self.scores[second]), self.weight, measure)

    @staticmethod
    def _table(positive: np.ndarray, score: Numbers, weight: Numbers | None) -> ScoreTable:
        if weight is None:
            return ScoreTable.of_scores(score[positive], score[~positive])
        return ScoreTable.of_scores(score[positive], score[~positive], weight[positive], weight[~positive])


def _average_precision(positive: np.ndarray, score: np.ndarray, _: Numbers | None) -> float:
    """Return average precision without building a table, as it is asked for thousands of times."""
    order = np.argsort(-score)
    falling, hits = score[order], np.cumsum(positive[order])
    last = np.append(np.flatnonzero(falling[1:] != falling[:-1]), len(score) - 1)
    if not hits[-1]:
        return float("nan")
    gained = np.diff(hits[last], prepend=0)
    return float(np.sum(gained * hits[last] / (last + 1)) / hits[-1])
