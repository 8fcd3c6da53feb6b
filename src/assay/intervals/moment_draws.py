"""Resampled means with their spread, for all columns and replicates at once: two matrix products."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.stats.ranks import Places
from assay.stats.streams import Stream

REPLICATES = 2000
"""A quantile of 2.5% is off by 0.35 points of probability."""
BUDGET = 250_000
"""How many resampling counts are held at a time."""
REMEMBERED = 1000
"""Up to so many cases the counts take 16 MB at most, and are kept for the next model that is judged on as many."""


@dataclass(frozen=True, eq=False)
class Replicates:
    """Columns x replicates: `means`, and `shifts`, how far they lie from those of all cases.

    `squares` are the mean products of two columns, each less its mean over all cases, by their places, lower first.
    """

    means: Numbers
    shifts: Numbers
    squares: Mapping[tuple[int, int], Numbers]

    def errors(self, slopes: Numbers, places: Places, cases: int) -> tuple[Numbers, Numbers]:
        """Return the standard error in each replicate of a function with these slopes along some of the columns.

        With it comes the same with everything added up that cancels: rounding is a share of that. A covariance is
        itself a difference, of products about the mean of all cases and of shifts from it, so both are added.
        """
        variance, apart = np.zeros(slopes.shape[1]), np.zeros(slopes.shape[1])
        with np.errstate(over="ignore", invalid="ignore"):
            for (slope, j), (other, k) in combinations_with_replacement(zip(slopes, places.tolist(), strict=True), 2):
                moved, both = self.shifts[j] * self.shifts[k], slope * other * (1 + (j < k))
                spread = self.squares[j, k] - moved
                variance += both * spread
                apart += np.abs(both) * (np.abs(spread) + 2 * np.abs(moved))
            return np.sqrt(np.maximum(variance, 0.0) / (cases - 1)), np.sqrt(apart / (cases - 1))


def resample(columns: Numbers, pairs: Sequence[tuple[int, int]], seed: int) -> Replicates:
    """Draw as many cases with replacement as there are, again and again; only how often each was drawn matters.

    `pairs` are the places of columns whose products are wanted, lower first.
    """
    size, n = columns.shape
    row, column = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    sums, done = np.empty((REPLICATES, size + len(pairs))), 0
    with np.errstate(over="ignore", invalid="ignore"):
        mean = columns.mean(axis=1)
        off = columns - mean[:, None]
        parts = np.concatenate([off, off[row] * off[column]]).T / n
        for counts in _counts(n, seed):
            here = slice(done, done := done + len(counts))
            np.matmul(counts, parts, out=sums[here])
        shifts, squares = np.split(np.ascontiguousarray(sums.T), [size])
        return Replicates(mean[:, None] + shifts, shifts, dict(zip(pairs, squares, strict=True)))


def weighted_means(columns: Numbers, weight: Numbers, seed: int) -> Numbers:
    """Return the weighted means of as many cases drawn with replacement, again and again: columns x replicates."""
    n = columns.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        centre = columns @ weight / weight.sum()
        off = (columns - centre[:, None]) * weight
        shifts = [counts @ off.T / (counts @ weight)[:, None] for counts in _counts(n, seed)]
    return np.asarray((centre + np.concatenate(shifts)).T)


def _counts(n: int, seed: int) -> Iterable[Numbers]:
    """Return how often each of n cases is drawn, in blocks of replicates."""
    return _remembered(n, seed) if n <= REMEMBERED else _drawn(n, seed)


@lru_cache(maxsize=1)
def _remembered(n: int, seed: int) -> list[Numbers]:
    return list(_drawn(n, seed))


def _drawn(n: int, seed: int) -> Iterator[Numbers]:
    rng = Stream.RESAMPLED_MEANS.of(seed)
    step = max(BUDGET // n, 1)
    for start in range(0, REPLICATES, step):
        yield draw_counts(n, min(step, REPLICATES - start), rng)


def draw_counts(n: int, replicates: int, rng: np.random.Generator) -> Numbers:
    """Return how often each of n cases is drawn in each replicate: much faster than multinomial draws."""
    drawn = rng.integers(0, n, (replicates, n))
    drawn += np.arange(replicates)[:, None] * n
    return np.bincount(drawn.ravel(), minlength=replicates * n).reshape(replicates, n).astype(float)
