"""Dirichlet draws of a large confusion table without touching its empty cells one by one.

With K classes there are K² cells, nearly all empty, each with a tiny prior. The empty cells together are a
Dirichlet process: a Gamma-distributed mass broken into ever smaller sticks that land on random empty cells.
Twenty-four sticks hold all but a few hundred-thousandths of that mass.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries import draws

Margins: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers]

STICKS = 24
"""They leave a few hundred-thousandths of the mass of the empty cells."""


def scattered_dirichlet(
    weights: Numbers, squares: Numbers, prior: float, rng: np.random.Generator, typical: float = 1.0
) -> Margins:
    """Draw replicates of a K x K table; return their diagonals, row sums, column sums and totals."""
    size = len(weights)
    truth, predicted = np.nonzero(weights)
    replicates = draws.affordable(len(truth))
    own = weights[truth, predicted]
    own_squares = own if squares is weights else squares[truth, predicted]
    hits, rows, columns = np.zeros((3, replicates, size))
    right = truth == predicted
    starts = np.flatnonzero(np.diff(truth, prepend=-1))
    by_column = np.argsort(predicted, kind="stable")
    column_starts = np.flatnonzero(np.diff(predicted[by_column], prepend=-1))
    for turns, filled in draws.dirichlet_blocks(own, own_squares, prior, replicates, rng, typical):
        hits[turns, truth[right]] += filled[:, right]
        rows[turns, truth[starts]] += np.add.reduceat(filled, starts, axis=1)
        gathered = np.take(filled, by_column, axis=1)
        columns[turns, predicted[by_column][column_starts]] += np.add.reduceat(gathered, column_starts, axis=1)

    empty = np.flatnonzero(weights.ravel() == 0)
    if len(empty):
        sticks = _sticks(prior * len(empty), replicates, rng) * typical
        landed = empty[rng.integers(len(empty), size=sticks.shape)]
        row, column = np.divmod(landed, size)
        rows += _gathered(row, sticks, size)
        columns += _gathered(column, sticks, size)
        hits += _gathered(row, np.where(row == column, sticks, 0.0), size)
    return hits, rows, columns, rows.sum(axis=1)


def _sticks(mass: float, replicates: int, rng: np.random.Generator) -> Numbers:
    """Break Gamma(mass) into sticks: each takes a Beta(1, mass) share of what is left (Sethuraman 1994)."""
    share = rng.beta(1.0, mass, (replicates, STICKS))
    left = np.cumprod(1 - share, axis=1)
    pieces = share * np.concatenate([np.ones((replicates, 1)), left[:, :-1]], axis=1)
    return np.asarray(pieces * rng.standard_gamma(mass, (replicates, 1)))


def _gathered(classes: np.ndarray[tuple[int, ...], np.dtype[np.intp]], sticks: Numbers, size: int) -> Numbers:
    """Add up the sticks of each replicate by the class they landed on."""
    replicates = len(sticks)
    places = classes + size * np.arange(replicates)[:, None]
    sums = np.bincount(places.ravel(), sticks.ravel(), replicates * size)
    return sums.reshape(replicates, size).astype(float)
