"""Quantiles of more values than fit in memory: neighbouring values share a bin, and every answer says how far off."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from assay.stats.arithmetic import Numbers

MOST_BINS = 65_536
"""A quantile is then known to 1/65,536 of the cases, in 1.5 MB."""


@dataclass(frozen=True, eq=False)
class Sketch:
    """Bins of neighbouring values in rising order, each with its lowest and highest value and the weight inside.

    >>> sketch = Sketch.of(np.array([3.0, 1.0, 2.0]))
    >>> sketch.quantile(0.5)
    (2.0, 2.0)
    """

    low: Numbers
    high: Numbers
    weight: Numbers

    @classmethod
    def of(cls, values: Numbers, weight: Numbers | None = None, most: int | None = None) -> Sketch:
        """Return the sketch of a batch of values, exact as long as they fit."""
        order = np.argsort(values)
        ordered = values[order]
        weights = np.ones(len(values)) if weight is None else weight[order]
        return cls(ordered, ordered, weights).compressed(most)

    def merge(self, *others: Sketch) -> Sketch:
        """Return the sketch of several sets of values together."""
        parts = (self, *others)
        low, high, weight = (np.concatenate([getattr(part, name) for part in parts]) for name in _FIELDS)
        order = np.lexsort((high, low))
        return Sketch(low[order], high[order], weight[order]).compressed()

    def compressed(self, most: int | None = None) -> Sketch:
        """Put neighbours together until at most so many bins are left, each with about the same weight."""
        most = most or MOST_BINS
        if len(self.low) <= most:
            return self
        running = np.cumsum(self.weight)
        edges = np.searchsorted(running, np.linspace(0, running[-1], most // 2 + 1)[1:-1], side="right")
        starts = np.unique(np.concatenate([[0], edges[edges < len(self.low)]]))
        return Sketch(
            np.minimum.reduceat(self.low, starts),
            np.maximum.reduceat(self.high, starts),
            np.add.reduceat(self.weight, starts),
        )

    def quantile(self, share: float) -> tuple[float, float]:
        """Return the range in which the smallest value lies that at least this share of the weight does not exceed.

        Both ends are reached by counting each bin at its lowest, and at its highest, value: the exact quantile of the
        values lies between them, whatever was merged.
        """
        return _quantile(self.low, self.weight, share), _quantile(self.high, self.weight, share)

    def median(self) -> tuple[float, float]:
        """Return the range in which the median lies: the mean of the lower and the upper one."""
        # The second asks for the value just above the middle; the factor is larger than rounding, smaller than a case.
        lower, upper = self.quantile(0.5), self.quantile(0.5 * (1 + 1e-12))
        return (lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2

    def away_from(self, value: float) -> Numbers:
        """Return how far the middle of each bin lies from a value."""
        return np.abs((self.low + self.high) / 2 - value)

    def share_below(self, value: float) -> tuple[float, float]:
        """Return the range in which the share of the weight at or below a value lies."""
        total = self.weight.sum()
        sure, possible = (float(self.weight[getattr(self, end) <= value].sum() / total) for end in ("high", "low"))
        return sure, possible


@singledispatch
def sketched(values: Numbers, weight: Numbers | None = None, most: int | None = None) -> Sketch:
    """Return the sketch of values; other kinds of arrays register their own way."""
    return Sketch.of(values, weight, most)


def folded(sketch: Sketch, middle: float) -> Sketch:
    """Return the sketch of the distances from a value."""
    ends = np.abs(sketch.low - middle), np.abs(sketch.high - middle)
    inside = (sketch.low <= middle) & (middle <= sketch.high)
    return Sketch(np.where(inside, 0.0, np.minimum(*ends)), np.maximum(*ends), sketch.weight)


_FIELDS = ("low", "high", "weight")


def _quantile(values: Numbers, weight: Numbers, share: float) -> float:
    order = np.argsort(values, kind="stable")
    running = np.cumsum(weight[order])
    # A share that falls on the end of a value means that value, whichever way its product was rounded.
    place = np.searchsorted(running, share * running[-1] * (1 - 1e-15))
    return float(values[order[min(int(place), len(values) - 1)]])
