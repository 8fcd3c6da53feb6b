"""Intervals for medians and other quantiles, read off the sorted values themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy import special

from assay.metrics.regression.order import median
from assay.stats.arithmetic import Numbers
from assay.summaries.made_values import MadeValues
from assay.summaries.moments import Worth
from assay.summaries.sketch import Sketch

WIDEST = 6.0
"""How many standard errors a window reaches to either side."""

GLANCE = 40_000
"""So many values tell where in the order a rank is to be looked for."""

ENOUGH = 50_000
"""So many errors tell densities well enough."""


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
class Window:
    """Neighbouring values in rising order, and how many values lie below them all."""

    below: int
    values: Numbers

    def holds(self, place: int) -> bool:
        """Say whether the value of a place (from 0) in the order of all values is among them."""
        return self.below <= place < self.below + len(self.values)


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Values of cases x outputs with weights, asked for their quantiles; sorted only around what is asked for."""

    values: MadeValues
    weight: Numbers | None = None
    windows: list[Window] = field(default_factory=list, repr=False)

    @property
    def plain(self) -> bool:
        """Whether each case has one value and counts once, so that ranks are exact."""
        return self.weight is None and self.values.shape[1] == 1

    @cached_property
    def _glance(self) -> Numbers:
        """Some of the values in order: they say roughly where a rank is to be looked for."""
        return np.sort(self.values.of(slice(None, None, max(self.values.size // GLANCE, 1))), axis=None)

    def _look(self, place: int) -> Window:
        """Sort the values around a place; all of them if a glance did not tell where it lies."""
        glance, size = self._glance, self.values.size
        share = place / size
        reach = WIDEST * math.sqrt(len(glance) * max(share * (1 - share), 1e-4)) + 2
        first, last = int(share * len(glance) - reach), int(share * len(glance) + reach)
        if len(glance) == size:
            return Window(0, glance)
        low = glance[first] if first > 0 else -np.inf
        high = glance[last] if last < len(glance) else np.inf
        below, near = 0, []
        for _, values in self.values.blocks():
            above = values >= low
            below += values.size - int(np.count_nonzero(above))
            near.append(values[above & (values <= high)])
        window = Window(below, np.sort(np.concatenate(near)))
        return window if window.holds(place) else Window(0, np.sort(self.values.whole(), axis=None))

    def at_ranks(self, ranks: Sequence[int]) -> list[float]:
        """Return the values of some ranks, counted from 1."""
        values = []
        for place in (rank - 1 for rank in ranks):
            window = next((window for window in self.windows if window.holds(place)), None)
            if window is None:
                window = self._look(place)
                self.windows.append(window)
            values.append(float(window.values[place - window.below]))
        return values

    def largest(self, count: int) -> Numbers:
        """Return the largest values, in no order."""
        least = self.at_ranks([self.values.size - count + 1])[0]
        return self.values.where(lambda values: values >= least)

    def median(self) -> float:
        """Return the median; with weights, the mean of the lower and the upper weighted median."""
        if self.weight is not None:
            return median(self.values.whole(), self.weight)
        n = self.values.size
        return sum(self.at_ranks([(n + 1) // 2, n // 2 + 1])) / 2

    def quantile(self, share: float) -> float:
        """Return the smallest value that at least this share of the weight does not exceed."""
        if self.weight is None:
            n = self.values.size
            return self.at_ranks([min(max(math.ceil(share * n * (1 - 1e-14)), 1), n)])[0]
        values, running = self._sorted
        place = np.searchsorted(running, share * running[-1] * (1 - 1e-14))
        return float(values[min(int(place), len(values) - 1)])

    @cached_property
    def _sorted(self) -> tuple[Numbers, Numbers]:
        values, (rows, width) = self.values.whole(), self.values.shape
        order = np.argsort(values, axis=None)
        weights = np.repeat(np.ones(rows) if self.weight is None else self.weight, width)
        return values.ravel()[order], np.cumsum(weights[order])

    def limits(self, share: float, level: float, ends: tuple[float, float]) -> tuple[float, float, str]:
        """Return an interval for a quantile: exact order statistics, or Woodruff's where cases are not all alike."""
        if self.plain:
            n = self.values.size
            ranks = rank_limits(n, share, level)
            low, high = self.at_ranks([min(max(rank, 1), n) for rank in ranks])
            return ends[0] if ranks[0] < 1 else low, ends[1] if ranks[1] > n else high, "order statistics"
        flags = (self.values.whole() <= self.quantile(share)).mean(axis=1) - share
        worth, pull = Worth.of(self.weight, len(flags)), flags if self.weight is None else flags * self.weight
        error = worth.error(float(pull @ pull))
        if not error > 0:
            return *ends, "none"
        return *self.woodruff(share, error, worth.mean_degrees, level, ends), "woodruff"

    def woodruff(
        self, share: float, error: float, degrees: float, level: float, ends: tuple[float, float]
    ) -> tuple[float, float]:
        """Return the quantiles at share ± t · error, the error that of the share itself (Woodruff 1952)."""
        if not np.isfinite(error):
            return ends
        half = float(special.stdtrit(degrees, (1 + level) / 2)) * error
        low = ends[0] if share - half <= 0 else self.quantile(share - half)
        high = ends[1] if share + half >= 1 else self.quantile(share + half)
        return low, high


def known_values(sketch: Sketch, rows: int) -> MadeValues | None:
    """Return the values behind a sketch that holds every one of them, each case once; None where it does not."""
    exact = (sketch.low == sketch.high).all() and (sketch.weight == np.rint(sketch.weight)).all()
    if not exact or sketch.weight.sum() != rows:
        return None
    return MadeValues((np.repeat(sketch.low, sketch.weight.astype(int))[:, None],))


def deviation_limits(
    errors: MadeValues, weight: Numbers | None, degrees: float, level: float
) -> tuple[float, float, float]:
    """Return the median absolute deviation of errors with its limits."""
    middle = Spectrum(errors, weight).median()
    away = Spectrum(MadeValues(errors.held, lambda *held: np.abs(errors.make(*held) - middle)), weight)
    value = away.median()
    doubt = deviation_error(errors, middle, value, weight)
    return value, *away.woodruff(0.5, doubt, degrees, level, (0.0, np.inf))


def sketch_limits(sketch: Sketch, share: float, n: float, level: float) -> tuple[float, float]:
    """Return an interval for a quantile of a sketch, wide enough for what the sketch does not know."""
    half = float(special.ndtri((1 + level) / 2)) * np.sqrt(share * (1 - share) / n)
    return sketch.quantile(max(share - half, 0.0))[0], sketch.quantile(min(share + half, 1.0))[1]


def deviation_error(error: MadeValues, middle: float, deviation: float, weight: Numbers | None) -> float:
    """Return the standard error of the share of errors within the median absolute deviation.

    The median's own error counts: moving it by d moves the share inside [median - mad, median + mad] by d times the
    difference of the densities at the two ends.
    """
    (n, width), every = error.shape, max(error.shape[0] // ENOUGH, 1)
    tilt = tilt_of(error.of(slice(None, None, every)), middle, deviation)
    if weight is None and width == 1:
        within, lower, both = _shares(error, middle, deviation)
        cross = both - (within + lower) / 2 + 0.25
        return math.sqrt(max(0.25 + tilt**2 / 4 - 2 * tilt * cross, 0.0) / (n - 1)) if n > 1 else math.nan
    values = error.whole()
    inside, below = np.abs(values - middle) <= deviation, values <= middle
    flags = inside.mean(axis=1) - 0.5 - tilt * (below.mean(axis=1) - 0.5)
    pull = flags if weight is None else flags * weight
    return Worth.of(weight, len(flags)).error(float(pull @ pull))


def _shares(error: MadeValues, middle: float, deviation: float) -> tuple[float, float, float]:
    """Return the shares of the errors within the deviation, below the middle, and both."""
    counts = np.zeros(3, dtype=int)
    for _, values in error.blocks():
        inside, below = np.abs(values - middle) <= deviation, values <= middle
        counts += [np.count_nonzero(flags) for flags in (inside, below, inside & below)]
    within, lower, both = (counts / error.size).tolist()
    return within, lower, both


SCOTT = 1.06
"""Of the normal law's best bandwidth, times its deviation and n^(-1/5) (Silverman 1986, eq. 3.28)."""
NORMAL_SCALE = 1.4826
"""A normal deviation is so many median absolute deviations."""


def tilt_of(error: Numbers, middle: float, deviation: float) -> float:
    """Return the difference of the densities at median ± mad as a multiple of that at the median."""
    width = SCOTT * NORMAL_SCALE * deviation * len(error) ** -0.2
    if not width > 0:
        return 0.0
    places = middle - deviation, middle, middle + deviation
    left, centre, right = (float(np.count_nonzero(np.abs(error - place) <= width)) for place in places)
    return (right - left) / centre if centre else 0.0
