"""How large the binned calibration error would be on resampled cases, on average: worked out, not drawn.

The value that is reported is twice the error less this mean, and a value must not depend on a seed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assay.curves.calibration import CalibrationBins
from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable

MOST_COUNTED = 64
"""Up to this many cases a bin the distribution is counted; beyond, the normal law is as close (1e-4 of the error)."""

GRID = 2**14
"""A power of two, for the fast transform; a step is a small part of what one case adds."""
ROOM = 30
"""How many draws more than the cases of a bin the grid has room for: their chance is below 1e-12."""


def mean_resampled_error(table: ScoreTable, cut: CalibrationBins) -> float:
    """Return the mean of the binned error over all ways to draw the cases again with replacement."""
    sizes = np.add.reduceat(table.weights, cut.starts)
    sums = folded_normal(cut.residual, np.sqrt(np.maximum(residual_variance(table, cut), 0.0)))
    if not table.weighted and table.exact:
        ends = np.append(cut.starts[1:], len(table.score))
        for place in np.flatnonzero(sizes <= MOST_COUNTED):
            sums[place] = _mean_size(table, slice(int(cut.starts[place]), int(ends[place])))
    return float(sums.sum()) / float(table.total)


def residual_variance(table: ScoreTable, cut: CalibrationBins) -> Numbers:
    """Return the variance of each bin's summed residual when the cases are drawn again."""
    squares = table.positive_squares.sum() + table.negative_squares.sum()
    return np.asarray(residual_squares(table, cut) - cut.residual**2 * squares / float(table.total) ** 2)


def residual_squares(table: ScoreTable, cut: CalibrationBins) -> Numbers:
    """Return the sum of the squared residuals in each bin."""
    return np.asarray(np.add.reduceat(table.squared_residuals, cut.starts))


def folded_normal(mean: Numbers, spread: Numbers) -> Numbers:
    """Return the mean size of a normal number.

    >>> float(folded_normal(np.array(0.0), np.array(1.0)).round(6)), float(folded_normal(np.array(-2.0), np.array(0.0)))
    (0.797885, 2.0)
    """
    safe = np.where(spread > 0, spread, 1.0)
    z = mean / safe
    folded = safe * np.sqrt(2 / np.pi) * np.exp(-(z**2) / 2) + mean * special.erf(z / np.sqrt(2))
    return np.asarray(np.where(spread > 0, folded, np.abs(mean)))


SMALLEST = float(np.finfo(float).tiny)
"""Residuals below it lose digits when they are divided: whatever is added to them is as small as they are."""


def _power(numbers: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """Return numbers to a whole power by squaring: eight times as fast as the power of complex numbers.

    >>> _power(np.array([2.0 + 0j]), 10).real.tolist()
    [1024.0]
    """
    result = np.ones_like(numbers)
    while exponent:
        if exponent % 2:
            result = result * numbers
        exponent //= 2
        numbers = numbers * numbers if exponent else numbers
    return result


def _mean_size(table: ScoreTable, here: slice) -> float:
    """Return the mean size of a bin's summed residual over resampled cases.

    One draw gives the residual of a case of the bin, or 0 where it falls into another; its distribution on a grid, to
    the power of the number of draws under the Fourier transform, is that of the sum.
    """
    from scipy import fft

    rows = float(table.total)
    values = np.concatenate([1 - table.score[here], -table.score[here]])
    counts = np.concatenate([table.positives[here], table.negatives[here]])
    values, counts = values[counts > 0], counts[counts > 0]
    largest = float(np.max(np.abs(values)))
    if not largest > 0:
        return 0.0
    step = 2 * (min(counts.sum() + ROOM, rows) + 1) * largest / GRID
    if not step > SMALLEST:
        return largest
    chance = np.zeros(GRID)
    chance[0] = 1 - counts.sum() / rows
    place = values / step
    below = np.floor(place)
    share = place - below
    np.add.at(chance, below.astype(int) % GRID, counts / rows * (1 - share))
    np.add.at(chance, (below.astype(int) + 1) % GRID, counts / rows * share)
    of_sum = fft.irfft(_power(fft.rfft(chance), round(rows)), GRID)
    distance = np.minimum(np.arange(GRID), GRID - np.arange(GRID)) * step
    return float(np.sum(distance * of_sum))  # a product of BLAS adds in another order with more threads
