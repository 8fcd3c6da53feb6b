"""One class's score of every case, placed among the scores of the class's own cases: all that areas need to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers, ratio


@dataclass(frozen=True, eq=False)
class ClassColumn(StoredByFields):
    """The distinct scores of a class's own cases in rising order, and where every case stands among them.

    Place 2i + 1 is at own score i, place 2i just below it. `own` is the weight at each own score, `others` that of the
    other cases at each place.

    >>> column = ClassColumn.of(np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False]))
    >>> column.places.tolist(), column.area, round(column.precision, 4)
    ([3, 1, 1, 0], 0.875, 0.8333)
    """

    truth: NDArray[np.bool_]
    places: NDArray[np.int32]
    own: Numbers
    others: Numbers

    @classmethod
    def of(cls, score: NDArray[np.floating], truth: NDArray[np.bool_], weight: Numbers | None = None) -> ClassColumn:
        """Sort the class's own scores, and look every score up among them."""
        counted = truth if weight is None else truth & (weight > 0)
        weights = None if weight is None else weight[counted]
        ends, run = np.unique(score[counted], return_inverse=True)
        own = np.bincount(run, weights, len(ends)).astype(float)
        places = np.searchsorted(ends, score)
        hit = ends[np.minimum(places, len(ends) - 1)] == score if len(ends) else np.zeros(len(score), dtype=bool)
        column = cls(truth, (2 * places + hit).astype(np.int32), own, np.empty(0))
        return replace(
            column, others=column.summed(np.asarray(~truth * (1.0 if weight is None else weight), dtype=float))
        )

    def summed(self, values: Numbers) -> Numbers:
        """Add up what the cases carry, place by place."""
        return np.bincount(self.places, values, 2 * len(self.own) + 1).astype(float)

    def below_own(self, values: Numbers) -> Numbers:
        """Add up what lies below each own score, half of what is at it; `values` are those of every place."""
        return np.asarray(np.cumsum(values)[:-1:2] + values[1::2] / 2)

    @cached_property
    def own_from(self) -> Numbers:
        """Weight of own cases at each own score or above."""
        return np.cumsum(self.own[::-1])[::-1]

    @cached_property
    def own_above(self) -> Numbers:
        """Weight of own cases above each place, half of what is at it."""
        above = np.append(np.repeat(self.own_from, 2), 0.0)
        above[1::2] -= self.own / 2
        return above

    @property
    def total(self) -> float:
        """Weight of the class's own cases."""
        return float(self.own.sum())

    @property
    def rest(self) -> float:
        """Weight of all other cases."""
        return float(self.others.sum())

    @cached_property
    def area(self) -> float:
        """The ROC AUC of the class against the rest, nan where either has no cases."""
        return float(ratio(np.sum(self.own * self.below_own(self.others)), self.total * self.rest))

    @cached_property
    def _precisions(self) -> Numbers:
        return np.asarray(self.own_from / (self.own_from + np.cumsum(self.others[::-1])[-2::-2]))

    @cached_property
    def precision(self) -> float:
        """The average precision of the class against the rest, nan where it has no cases."""
        return float(ratio(np.sum(self.own * self._precisions), self.total))

    def area_pulls(self) -> Numbers:
        """Return how much each case moves the area, for a weight of 1; the class must have cases, and the rest too."""
        of_own = np.repeat((self.below_own(self.others) / self.rest - self.area) / self.total, 2)
        of_others = (self.own_above / self.total - self.area) / self.rest
        return self._pulls(of_own, of_others)

    def precision_pulls(self) -> Numbers:
        """Return how much each case moves the average precision, for a weight of 1.

        A case raises or lowers the precision at every own case ranked at or below it, and an own one also brings its
        own precision.
        """
        each = self.own * self._precisions / self.own_from
        lowered = np.cumsum(each * self._precisions)
        raised = np.cumsum(each) + self._precisions - lowered - self.precision
        return self._pulls(np.repeat(raised, 2) / self.total, -np.repeat(np.append(0.0, lowered), 2)[1:] / self.total)

    def _pulls(self, of_own: Numbers, of_others: Numbers) -> Numbers:
        """Look up what every case adds: own cases at their scores, the others at their places."""
        return np.where(self.truth, np.append(of_own, 0.0)[self.places], of_others[self.places])
