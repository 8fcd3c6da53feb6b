"""Two models' labels on the same cases: McNemar where a case is right or wrong, permutation for everything else."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial

import numpy as np

from assay.comparisons.called_shares import score_test
from assay.comparisons.difference import (
    Difference,
    as_large,
    difference_of,
    nothing_differs,
    permuted,
    undefined,
    within,
    within_reach,
    z_difference,
)
from assay.comparisons.joint_draws import CellDraws, JointDraws, open_cells
from assay.comparisons.model_alone import ModelAlone, pooled
from assay.comparisons.situations import CALLED, MCNEMAR, SWAPPED, SWAPPED_LABELS, WEIGHTED_CELLS, Situation
from assay.comparisons.swapped_labels import BUDGET, both_measured, swapped_p
from assay.intervals.slopes import cell_slopes
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers
from assay.stats.paired_proportions import FEW, mcnemar_p, tango
from assay.stats.ranks import canonical_order
from assay.stats.streams import Stream
from assay.summaries.joint_cells import JointCells
from assay.summaries.joint_labels import Cells, JointLabels
from assay.summaries.label_counts import LabelCounts
from assay.summaries.view import View

REPLICATES = 2000
"""The standard error of a spread is 1.6% of it (1 / sqrt(2 draws))."""
PAIR = 2

CALLED_SHARES = ("called", "passed")
"""Denominators that each model decides for itself: the cases that it calls positive, and those that it does not."""

OF_TRUTH = ("cases", "total", "positives", "negatives")
"""Denominators that both models share, because only the truth decides who is counted."""

MOST_DISCORDANT = 1000
"""Beyond this many cases won by one model alone, p is below any level that anybody asks for."""

FEW_WEIGHTED, WEIGHTED_PERMUTATIONS = 2000, 999
"""Up to so many weighted cases, rows are swapped so often; with a weight each they do not fall into few cells."""


@dataclass(frozen=True)
class LabelPairs:
    """Pairs of models on the same labelled cases; `shared` says that all were judged over the classes of `joint`."""

    joint: JointLabels | JointCells
    level: float
    seed: int
    method: str | None = None
    shared: bool = False

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        cells = self.joint.cells(first, second)
        alone = self._alone(card, cells, (first, second))
        value = alone[0].value - alone[1].value
        if math.isnan(value):
            return undefined(self.joint.rows)
        if self.joint.weighted:
            return self._weighted(card, cells, [model.table for model in alone], value, (first, second))
        if card.share_of in OF_TRUTH and self.method in (None, *MCNEMAR.names):
            scored = [model.scored for model in alone]
            if not scored[0][1].any():
                return nothing_differs(MCNEMAR, self.joint.rows, "it depends on the truth alone")
            return self._mcnemar(cells, scored, value)
        return self._permuted(card, cells, value, (first, second))

    def _alone(self, card: Card, cells: Cells, pair: tuple[int, int]) -> list[ModelAlone]:
        """Return what a metric says of either model: once for all pairs, as counts are the same in each of them.

        Weights are added up in another order in every pair, so that there the tables differ in their last digits.
        """
        if self.joint.weighted or any((card.name, place) not in self._models for place in pair):
            made = [ModelAlone(card, self._counts(table), self.shared) for table in cells.tables()]
            self._models.update({(card.name, place): model for place, model in zip(pair, made, strict=True)})
        return [self._models[card.name, place] for place in pair]

    @cached_property
    def _cell_draws(self) -> CellDraws:
        return CellDraws(self.seed)

    @cached_property
    def _models(self) -> dict[tuple[str, int], ModelAlone]:
        return {}

    def _counts(self, table: Numbers) -> LabelCounts:
        return LabelCounts.of_counts(self.joint.labels, table, self.joint.positive)

    def _mcnemar(self, cells: Cells, scored: list[tuple[np.ndarray, np.ndarray]], value: float) -> Difference:
        """Count the cases that only one model gets right, among those that the metric is a share of."""
        inside = scored[0][1][cells.truth]
        left, right = scored[0][0][cells.truth, cells.first], scored[1][0][cells.truth, cells.second]
        b, c = (float(cells.weight[inside & flags].sum()) for flags in (left & ~right, right & ~left))
        method = self.method if self.method in MCNEMAR.names[1:] else "mid-p"
        situation = MCNEMAR if self.method is None else MCNEMAR.asked()
        return discordant(b, c, float(cells.weight[inside].sum()), value, self.level, method or "mid-p", situation)

    def _permuted(self, card: Card, cells: Cells, value: float, pair: tuple[int, int]) -> Difference:
        """Draw the joint cells for the interval; for p, swap the answers or take the score test of called shares."""
        rng = Stream.LABEL_PAIRS.of(self.seed, *pair)
        drawn = self._drawn(card, cells, value, rng)
        answer = self._called(card) if self.method is None else None
        situation = SWAPPED_LABELS if self.method is None else SWAPPED_LABELS.asked()
        if answer is not None:
            situation, (statistic, p) = CALLED, score_test(cells, answer)
        elif not cells.discordant.any():
            statistic, p = 0.0, 1.0
        else:
            statistic, p = value, swapped_p(partial(self._measured, card), cells, value, rng)
        limits = drawn.limits(self.level)
        difference = difference_of(situation, value, limits, statistic, p, self.joint.rows)
        difference = replace(difference, error=drawn.spread, limits=drawn.limits, counted=limits[1] > limits[0])
        made = permuted(statistic, within(difference, *card.bounds), p, self.level)
        if answer is not None or not cells.discordant.any():
            return made
        return within_reach(made, round(float(cells.weight[cells.discordant].sum())), self.level, "case")

    def _called(self, card: Card) -> int | None:
        """Return the answer of which a metric is a share, where each model's own answers decide who is counted."""
        positive = self.joint.positive
        if positive is None or card.share_of not in CALLED_SHARES or self.joint.size != PAIR:
            return None
        return positive if card.share_of == "called" else 1 - positive

    def _drawn(self, card: Card, cells: Cells, value: float, rng: np.random.Generator) -> JointDraws:
        """Draw what the cells leave open; with more than two labels it is also as wide as resampled cases make it."""
        error = self._bootstrap_error(card, cells, rng) if cells.size > PAIR and cells.discordant.any() else 0.0
        wider = open_cells(cells, rng)
        with np.errstate(invalid="ignore", divide="ignore"):
            tables = wider.tables(self._cell_draws.shares(wider, rng) * float(cells.weight.sum()))
            first, second = both_measured(partial(self._measured, card), tables)
            drawn = first - second
        if not cells.discordant.any():
            drawn = np.concatenate([drawn, -drawn])
        return JointDraws(value, drawn, error)

    def _weighted(
        self, card: Card, cells: Cells, tables: list[LabelCounts], value: float, pair: tuple[int, int]
    ) -> Difference:
        """Take the interval from what each case contributes; with few cases, the p-value from swapping answers."""
        joint = self.joint
        if not cells.discordant.any():
            return nothing_differs(WEIGHTED_CELLS, joint.rows)
        error = self._delta(card, cells, tables)
        difference = z_difference(value, error, self.level, WEIGHTED_CELLS, joint.rows, joint.worth.degrees)
        if joint.rows > FEW_WEIGHTED or not isinstance(joint, JointLabels):
            return within(difference, *card.bounds)
        weight = np.asarray(joint.weight)
        rng = Stream.LABEL_PAIRS.of(self.seed, *pair)
        order = canonical_order(joint.truth, joint.answers[pair[0]], joint.answers[pair[1]], weight)
        joint = replace(joint, truth=joint.truth[order], answers=tuple(answers[order] for answers in joint.answers),
                        weight=weight[order])  # fmt: skip
        left, right = joint.answers[pair[0]], joint.answers[pair[1]]
        beyond = 0
        for _ in range(WEIGHTED_PERMUTATIONS):
            swap = rng.random(joint.rows) < 0.5
            drawn = [self._table(joint, np.where(swap, right, left)), self._table(joint, np.where(swap, left, right))]
            first, second = (float(card(table)) for table in drawn)
            beyond += as_large(first - second, value, max(abs(first), abs(second)))
        p = (1 + beyond) / (WEIGHTED_PERMUTATIONS + 1)
        difference = replace(difference, test=SWAPPED.test, reason=SWAPPED.why, df=(), names=SWAPPED.names)
        telling = int(np.count_nonzero((left != right) & (np.asarray(joint.weight) > 0)))
        made = permuted(value, within(difference, *card.bounds), p, self.level)
        return within_reach(made, telling, self.level, "case")

    def _table(self, joint: JointLabels, answers: np.ndarray) -> View:
        size = joint.size
        cells = np.bincount(joint.truth * size + answers, joint.weight, size * size).astype(float)
        return pooled(self._counts(cells.reshape(size, size)).view(), self.shared)

    def _bootstrap_error(self, card: Card, cells: Cells, rng: np.random.Generator) -> float:
        total = round(float(cells.weight.sum()))
        draws = max(min(REPLICATES, BUDGET // (len(cells.weight) + cells.size**2)), 100)
        drawn = rng.multinomial(total, cells.weight / cells.weight.sum(), draws).astype(float)
        with np.errstate(invalid="ignore", divide="ignore"):
            first, second = (self._measured(card, tables) for tables in cells.tables(drawn))
        return float(np.nanstd(first - second, ddof=1))

    def _measured(self, card: Card, tables: Numbers) -> Numbers:
        """Return a metric on replicated confusion tables."""
        return np.asarray(card(pooled(self._shell.view(tables), self.shared)))

    @cached_property
    def _shell(self) -> LabelCounts:
        return self._counts(np.ones((self.joint.size, self.joint.size)))

    def _delta(self, card: Card, cells: Cells, tables: list[LabelCounts]) -> float:
        slopes = [cell_slopes(card, table, table.view()) for table in tables]
        pull = slopes[0][cells.truth, cells.first] - slopes[1][cells.truth, cells.second]
        return float(np.sqrt(np.sum(cells.square * pull**2)))


def discordant(
    b: float, c: float, n: float, value: float, level: float, method: str, situation: Situation
) -> Difference:
    """Return McNemar's test with Tango's interval, from the cases that only one of two models gets right."""
    notes = []
    fewest = _fewest_discordant(method, level)
    if b + c == 0:
        notes.append("both models are right on the same cases, so nothing tells them apart")
    elif b + c < FEW:
        cases = "1 case distinguishes" if b + c == 1 else f"{b + c:g} cases distinguish"
        hopeless = f"; fewer than {fewest} cannot show a difference at this level" if b + c < fewest else ""
        notes.append(f"only {cases} the models{hopeless}")
    error = math.sqrt(max(b + c - (b - c) ** 2 / n, 0.0)) / n
    sign = -1.0 if value * (b - c) < 0 else 1.0

    def limits(asked: float) -> tuple[float, float]:
        low, high = tango(b, c, n, level=asked)
        return (low, high) if sign > 0 else (-high, -low)

    low, high = limits(level)
    ends = min(low, value), max(high, value)
    p = mcnemar_p(b, c, method)
    made = difference_of(situation, value, ends, min(b, c), p, n)
    names = (*MCNEMAR.names[:1], method)
    return replace(
        made, test=f"McNemar {method}", error=error, notes=tuple(notes), limits=limits, least=fewest / n, names=names,
        counted=True,
    )  # fmt: skip


@lru_cache
def _fewest_discordant(method: str, level: float) -> int:
    """Return how many cases, all won by one model, are needed for p to fall to 1 - level.

    >>> _fewest_discordant("mid-p", 0.95), _fewest_discordant("exact", 0.95)
    (5, 6)
    """
    return next(
        (count for count in range(1, MOST_DISCORDANT) if mcnemar_p(count, 0, method) <= 1 - level), MOST_DISCORDANT
    )
