"""Two models' scores on the same cases, from sums alone: DeLong for areas, t for losses, influences for precision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatchmethod

import numpy as np

from assay.comparisons.difference import (
    SAME_LOSS,
    Difference,
    nothing_differs,
    undecided,
    undefined,
    within,
    z_difference,
)
from assay.comparisons.paired_scores import ORDERED_ALIKE, SAME_PLACES
from assay.comparisons.situations import DELONG, INFLUENCE, PAIRED_T, SAME_ORDER
from assay.metrics.cards import Card
from assay.metrics.families import Area, AveragePrecision, Family, Loss, MeanLoss, Need
from assay.summaries.joint_scores import AREA, LOG, PRECISION, PULLS, SQUARED, JointScores
from assay.summaries.moments import Moments, slopes_against_first
from assay.summaries.score_table import ScoreTable

NEEDS_CASES = "its difference needs the cases themselves, and there are more than are held"


@dataclass(frozen=True, eq=False)
class SummedScorePairs:
    """Pairs of models whose scores were summed where the cases are; `tables` are those of each model."""

    joint: JointScores
    tables: tuple[ScoreTable, ...]
    level: float

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models, by its family."""
        if Need.PROBABILITIES not in card.requires and not self.joint.apart[first, second]:
            return nothing_differs(SAME_ORDER, self.joint.rows, ORDERED_ALIKE)
        return self._difference(card.family, card, first, second)

    @singledispatchmethod
    def _difference(self, family: Family, card: Card, first: int, second: int) -> Difference:
        return undefined(self.joint.rows, NEEDS_CASES)

    @_difference.register
    def _(self, family: Area, card: Card, first: int, second: int) -> Difference:
        value = self._value(card, first, second)
        if np.isnan(value):
            return undefined(self.joint.rows)
        if self.tables[0].weighted:
            return within(self._by_influence(value, AREA, first, second, family.scale), *card.bounds)
        parts = [part for part in (self.joint.positives, self.joint.negatives) if part is not None]
        error = family.scale * float(np.sqrt(sum(_variance(part, len(self.tables), first, second) for part in parts)))
        if value == 0 and error == 0:
            return undecided(DELONG, self.joint.rows, SAME_PLACES)
        return within(z_difference(value, error, self.level, DELONG, self.joint.rows), *card.bounds)

    @_difference.register
    def _(self, family: AveragePrecision, card: Card, first: int, second: int) -> Difference:
        value = self._value(card, first, second)
        return undefined(self.joint.rows) if np.isnan(value) else self._by_influence(value, PRECISION, first, second)

    @_difference.register
    def _(self, family: MeanLoss, card: Card, first: int, second: int) -> Difference:
        if not all(self.tables[model].probabilities for model in (first, second)):
            return undefined(self.joint.rows)
        column = LOG if family.loss is Loss.LOG else SQUARED
        pulls, contrast = self.joint.pulls, self._contrast(column, first, second)
        value, error = float(contrast @ pulls.mean), pulls.error(contrast)
        if value == 0 and error == 0:
            return undecided(PAIRED_T, self.joint.rows, SAME_LOSS)
        degrees = max(pulls.worth.effective - 1, 1.0)
        return z_difference(value, error, self.level, PAIRED_T, self.joint.rows, degrees)

    def _value(self, card: Card, first: int, second: int) -> float:
        left, right = (float(card.measure(self.tables[model])) for model in (first, second))
        return left - right

    def _by_influence(self, value: float, column: int, first: int, second: int, scale: float = 1.0) -> Difference:
        error = scale * self.joint.pulls.error(self._contrast(column, first, second))
        if value == 0 and error == 0:
            return undecided(INFLUENCE, self.joint.rows, SAME_LOSS)
        return z_difference(value, error, self.level, INFLUENCE, self.joint.rows)

    def _contrast(self, column: int, first: int, second: int) -> np.ndarray:
        """Return the slopes of a difference along the columns that were summed."""
        models = len(self.tables)
        return _apart(models, PULLS, PULLS * first + column, PULLS * second + column)


def _apart(models: int, width: int, first: int, second: int) -> np.ndarray:
    contrast = np.zeros(models * width)
    contrast[first], contrast[second] = 1.0, -1.0
    return slopes_against_first(contrast, models)


def _variance(placed: Moments, models: int, first: int, second: int) -> float:
    """Return the variance of the mean difference of two models' placements; nan for a single case."""
    count, contrast = placed.worth.weight, _apart(models, 1, first, second)
    return float(contrast @ placed.around @ contrast) / ((count - 1) * count) if count > 1 else float("nan")
