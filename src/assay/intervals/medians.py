"""Intervals for medians and other quantiles, read off the sorted values themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from assay.metrics.regression.order import median
from assay.stats.arithmetic import Numbers
from assay.summaries.sketch import Sketch

USUAL = (0.5, 0.9, 0.95, 0.99)


def rank_limits(n: int, share: float, level: float) -> tuple[int, int]:
    """Return the ranks (from 1) of the order statistics that hold a quantile; 0 and n + 1 lie beyond all values.

    Exact for any distribution: how many of n values lie below a quantile is binomial.

    >>> rank_limits(10, 0.5, 0.95)
    (2, 9)
    """
    tail = (1 - level) / 2
    low = _rank(n, share, tail)
    high = n + 1 - _rank(n, 1 - share, tail)
    return low, high


def _rank(n: int, share: float, tail: float) -> int:
    """Return the largest r with P(fewer than r of n values lie below the quantile) <= tail."""
    guess = special.bdtrik(tail, n, share)
    rank = int(guess) if np.isfinite(guess) and guess > 0 else 0
    while rank < n and special.bdtr(rank, n, share) <= tail:
        rank += 1
    while rank > 0 and special.bdtr(rank - 1, n, share) > tail:
        rank -= 1
    return rank


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Values of cases x outputs with weights, asked for their quantiles; sorted only as far as needed."""

    values: Numbers
    weight: Numbers | None = None
    level: float = 0.95

    @property
    def plain(self) -> bool:
        """Whether each case has one value and counts once, so that ranks are exact."""
        return self.weight is None and self.values.shape[1] == 1

    @cached_property
    def _sorted(self) -> tuple[Numbers, Numbers]:
        order = np.argsort(self.values, axis=None)
        held = (
            np.ones(self.values.shape)
            if self.weight is None
            else np.repeat(self.weight[:, None], self.values.shape[1], axis=1)
        )
        return self.values.ravel()[order], np.cumsum(held.ravel()[order])

    @cached_property
    def partly_sorted(self) -> Numbers:
        """The values with every rank in its place that is usually asked for: median, its interval, the upper tail."""
        n = self.values.size
        places = {rank - 1 for share in USUAL for rank in (math.ceil(share * n), *rank_limits(n, share, self.level))}
        places |= {n // 2, (n - 1) // 2}
        return np.partition(self.values.ravel(), sorted(place for place in places if 0 <= place < n))

    def at_ranks(self, ranks: Sequence[int]) -> list[float]:
        """Return the values of some ranks, counted from 1."""
        places = [rank - 1 for rank in ranks]
        return [float(value) for value in np.partition(self.partly_sorted, sorted(set(places)))[places]]

    def median(self) -> float:
        """Return the median; with weights, the mean of the lower and the upper weighted median."""
        if self.weight is not None:
            return median(self.values, self.weight)
        n = self.values.size
        return float(np.mean([self.partly_sorted[place] for place in ((n - 1) // 2, n // 2)]))

    def quantile(self, share: float) -> float:
        """Return the smallest value that at least this share of the weight does not exceed."""
        if self.plain:
            n = len(self.values)
            return self.at_ranks([min(max(math.ceil(share * n * (1 - 1e-14)), 1), n)])[0]
        values, running = self._sorted
        place = np.searchsorted(running, share * running[-1] * (1 - 1e-14))
        return float(values[min(int(place), len(values) - 1)])

    def limits(self, share: float, level: float, ends: tuple[float, float]) -> tuple[float, float, str]:
        """Return an interval for a quantile: exact order statistics, or Woodruff's where cases are not all alike."""
        if self.plain:
            n = len(self.values)
            ranks = rank_limits(n, share, level)
            inside = [min(max(rank, 1), n) for rank in ranks]
            low, high = self.at_ranks(inside)
            return ends[0] if ranks[0] < 1 else low, ends[1] if ranks[1] > n else high, "order statistics"
        centre = self.quantile(share)
        flags = (self.values <= centre).mean(axis=1) - share
        return *self.woodruff(share, flags, level, ends), "woodruff"

    def woodruff(self, share: float, flags: Numbers, level: float, ends: tuple[float, float]) -> tuple[float, float]:
        """Return the quantiles at share ± t · error, the error that of the mean of `flags` (Woodruff 1952)."""
        weight = np.ones(len(flags)) if self.weight is None else self.weight
        total, squares = weight.sum(), np.sum(weight**2)
        n = total**2 / squares
        if n <= 1:
            return ends
        error = float(np.sqrt(np.sum((weight * flags) ** 2)) / total * np.sqrt(n / (n - 1)))
        degrees = max(min(n, squares**2 / np.sum(weight**4)) - 1, 1.0)
        half = float(special.stdtrit(degrees, (1 + level) / 2)) * error
        low = ends[0] if share - half <= 0 else self.quantile(share - half)
        high = ends[1] if share + half >= 1 else self.quantile(share + half)
        return low, high


def sketch_limits(sketch: Sketch, share: float, n: float, level: float) -> tuple[float, float]:
    """Return an interval for a quantile of a sketch, wide enough for what the sketch does not know."""
    half = float(special.ndtri((1 + level) / 2)) * np.sqrt(share * (1 - share) / n)
    return sketch.quantile(max(share - half, 0.0))[0], sketch.quantile(min(share + half, 1.0))[1]


def deviation_flags(error: Numbers, middle: float, deviation: float) -> Numbers:
    """Return each case's pull on the share within the median absolute deviation, the median's own error counted in.

    Moving the median by d moves the share inside [median - mad, median + mad] by d times the difference of the
    densities at the two ends.
    """
    inside = (np.abs(error - middle) <= deviation).mean(axis=1) - 0.5
    below = (error <= middle).mean(axis=1) - 0.5
    width = 1.06 * deviation * 1.4826 * len(error) ** -0.2
    if not width > 0:
        return np.asarray(inside)
    left, centre, right = (
        float(np.mean(np.abs(error - place) <= width)) for place in (middle - deviation, middle, middle + deviation)
    )
    return np.asarray(inside - (right - left) / centre * below if centre else inside)
