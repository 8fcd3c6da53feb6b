"""Dirichlet draws of a large confusion table without touching its empty cells one by one.

With K classes there are K² cells, nearly all empty, each with a tiny prior. The priors of all cells together are a
Dirichlet process: a Gamma-distributed mass broken into ever smaller sticks that land on random cells. Twenty-four
sticks hold all but a few hundred-thousandths of that mass. Most of the other cells hold one, two or three cases, and
a Gamma number of so few is the sum of as many exponential ones, which are drawn much faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.stats.ranks import Places
from assay.summaries import draws

Margins: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers]

STICKS = 24
"""They leave a few hundred-thousandths of the mass of the priors."""

FEW = 4
"""Up to so many exponential numbers are drawn in the time of one of any other Gamma distribution (measured)."""

BLOCK = 1_000_000
"""Numbers of a block of draws, 8 MB."""


def scattered_dirichlet(
    weights: Numbers, squares: Numbers, prior: float, rng: np.random.Generator, typical: float = 1.0
) -> Margins:
    """Draw replicates of a K x K table; return their diagonals, row sums, column sums and totals."""
    size = len(weights)
    truth, predicted = np.nonzero(weights)
    replicates = draws.affordable(len(truth))
    counts, scale = draws.effective(weights[truth, predicted], squares[truth, predicted])
    few = (counts <= FEW) & (counts == np.rint(counts))
    pieces = np.where(few, counts, 1).astype(int)
    truth, predicted, few, counts, scale = (np.repeat(part, pieces) for part in (truth, predicted, few, counts, scale))

    hits, rows, columns = np.zeros((3, replicates, size))
    right = np.flatnonzero(truth == predicted)
    right_starts = np.flatnonzero(np.diff(truth[right], prepend=-1))
    starts = np.flatnonzero(np.diff(truth, prepend=-1))
    by_column = np.argsort(predicted, kind="stable")
    column_starts = np.flatnonzero(np.diff(predicted[by_column], prepend=-1))
    for turns, filled in _blocks(counts, few, replicates, rng):
        filled *= scale
        hits[turns, truth[right][right_starts]] = _added(filled[:, right], right_starts)
        rows[turns, truth[starts]] = _added(filled, starts)
        columns[turns, predicted[by_column][column_starts]] = _added(np.take(filled, by_column, axis=1), column_starts)

    sticks = _sticks(prior * size**2, replicates, rng) * typical
    row, column = rng.integers(size, size=(2, *sticks.shape))
    rows += _gathered(row, sticks, size)
    columns += _gathered(column, sticks, size)
    hits += _gathered(row, np.where(row == column, sticks, 0.0), size)
    return hits, rows, columns, rows.sum(axis=1)


def _blocks(
    counts: Numbers, single: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], replicates: int, rng: np.random.Generator
) -> Iterator[tuple[slice, Numbers]]:
    """Yield Gamma numbers, a block of replicates at a time; those of single cases are exponential."""
    large = np.flatnonzero(~single)
    step = max(BLOCK // max(len(counts), 1), 1)
    for start in range(0, replicates, step):
        turns = slice(start, min(start + step, replicates))
        drawn = rng.standard_exponential((turns.stop - start, len(counts)))
        drawn[:, large] = rng.standard_gamma(counts[large], (turns.stop - start, len(large)))
        yield turns, drawn


def _added(numbers: Numbers, starts: Places) -> Numbers:
    """Add up the numbers from each start to the next; there may be none."""
    return np.add.reduceat(numbers, starts, axis=1) if len(starts) else numbers


def _sticks(mass: float, replicates: int, rng: np.random.Generator) -> Numbers:
    """Break Gamma(mass) into sticks: each takes a Beta(1, mass) share of what is left (Sethuraman 1994)."""
    share = rng.beta(1.0, mass, (replicates, STICKS))
    left = np.cumprod(1 - share, axis=1)
    pieces = share * np.concatenate([np.ones((replicates, 1)), left[:, :-1]], axis=1)
    return np.asarray(pieces * rng.standard_gamma(mass, (replicates, 1)))


def _gathered(classes: Places, sticks: Numbers, size: int) -> Numbers:
    """Add up the sticks of each replicate by the class they landed on."""
    replicates = len(sticks)
    places = classes + size * np.arange(replicates)[:, None]
    sums = np.bincount(places.ravel(), sticks.ravel(), replicates * size)
    return sums.reshape(replicates, size).astype(float)
