"""Two models' scores of several classes on the same cases, from sums alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatchmethod

import numpy as np

from assay.comparisons.difference import SAME_LOSS, Difference, nothing_differs, undecided, undefined, z_difference
from assay.comparisons.paired_labels import discordant
from assay.comparisons.situations import INFLUENCE, MCNEMAR, PAIRED_T
from assay.comparisons.summed_scores import NEEDS_CASES
from assay.intervals.class_influences import AVERAGES
from assay.metrics.cards import Card
from assay.metrics.families import ClassMean, Family, Loss, MeanLoss, PairAreas, TopShare
from assay.stats.arithmetic import Numbers
from assay.summaries.class_tables import ClassTables
from assay.summaries.joint_classes import JointClassScores
from assay.summaries.moments import slopes_against_first


@dataclass(frozen=True, eq=False)
class SummedClassPairs:
    """Pairs of models whose scores of every class were summed where the cases are; `tables` are those of each model."""

    joint: JointClassScores
    tables: tuple[ClassTables, ...]
    level: float

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models, by its family."""
        values = [float(card.measure(self.tables[model])) for model in (first, second)]
        if np.isnan(values[0] - values[1]):
            return undefined(self.joint.rows)
        return self._difference(card.family, card, (first, second), values[0] - values[1])

    @singledispatchmethod
    def _difference(self, family: Family, card: Card, pair: tuple[int, int], value: float) -> Difference:
        return undefined(self.joint.rows, NEEDS_CASES)

    @_difference.register
    def _(self, family: MeanLoss, card: Card, pair: tuple[int, int], value: float) -> Difference:
        losses = self.joint.losses
        if losses is None:
            return undefined(self.joint.rows, NEEDS_CASES)
        slopes = self._slopes(2, 0 if family.loss is Loss.LOG else 1, pair)
        value, error = float(slopes @ losses.mean), losses.error(slopes)
        if value == 0 and error == 0:
            return undecided(PAIRED_T, self.joint.rows, SAME_LOSS)
        return z_difference(value, error, self.level, PAIRED_T, self.joint.rows,
                            max(losses.worth.effective - 1, 1.0))  # fmt: skip

    @_difference.register
    def _(self, family: TopShare, card: Card, pair: tuple[int, int], value: float) -> Difference:
        if self.tables[0].weighted:
            return undefined(self.joint.rows, NEEDS_CASES)
        k, places = int(str(card.parameters.get("k", 1))), self.joint.places[pair]
        b, c = float(places[:k, k:].sum()), float(places[k:, :k].sum())
        return discordant(b, c, float(self.joint.rows), value, self.level, "mid-p", MCNEMAR)

    @_difference.register(ClassMean)
    @_difference.register(PairAreas)
    def _(self, family: Family, card: Card, pair: tuple[int, int], value: float) -> Difference:
        n = self.joint.rows
        if not self.joint.apart[pair]:
            return nothing_differs(INFLUENCE, n)
        slopes = self._slopes(len(AVERAGES), AVERAGES.index(family), pair)
        squared = float(slopes @ self.joint.pulled @ slopes)
        return z_difference(value, float(np.sqrt(max(squared, 0.0) * n / max(n - 1, 1))), self.level, INFLUENCE, n)

    def _slopes(self, width: int, column: int, pair: tuple[int, int]) -> Numbers:
        """Return the slopes of a difference along the columns that were summed."""
        slopes = np.zeros(len(self.tables) * width)
        slopes[width * pair[0] + column], slopes[width * pair[1] + column] = 1.0, -1.0
        return slopes_against_first(slopes, len(self.tables))
