"""Two models' labels swapped case by case at random: how large a difference exchangeable models would show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assay.comparisons.difference import ROUNDING, is_as_large
from assay.stats.arithmetic import Numbers
from assay.summaries.joint_labels import Cells

PERMUTATIONS = 9999
"""The smallest p-value is 0.0001, which Holm over 100 pairs can still call significant."""
BUDGET = 20_000_000
"""Cells that are drawn at most, so that many classes take no longer than few."""
FEWEST_PERMUTATIONS = 199
"""Where thousands of labels make millions of cells, this many permutations still tell 0.005 from more."""

STUDENTISED = 100_000_000
"""Numbers that the slopes of all permutations may take (a second or two); that many for some eight labels."""

STEP = 1e-4
"""Cells are moved by this share of a case to see the slope of a metric: a compromise of rounding and curvature."""

TIED = 1e-7
"""Numerical slopes leave up to 1e-10 of a difference between permutations that are one another's mirror."""

Measure = Callable[[Numbers], Numbers]
"""A metric of replicated confusion tables, (..., K, K) to (...)."""


MOST_INVERTED = 60
"""Cases up to which numpy inverts the binomial distribution of one uniform number, and rejects none of them."""


@dataclass(frozen=True, eq=False)
class Swaps:
    """The cells with the discordant ones paired, (y, a, b) with (y, b, a), and their weights in every permutation.

    Permutations that swap as many cases of every kind are one row, and `chances` says how likely it is; where there
    are too many rows, some are drawn at random, and there are no chances.
    """

    cells: Cells
    weights: Numbers
    chances: Numbers | None
    seen: Numbers
    """The weights that were seen, in the order of `cells`."""

    @classmethod
    def of(cls, cells: Cells, rng: np.random.Generator) -> Swaps:
        """Swap the answers of every discordant case with probability 1/2; only counts matter."""
        low, high = _partners(cells)
        totals = np.rint(cells.weight[low]).astype(int)
        totals = totals + np.where(high >= 0, np.rint(cells.weight[np.maximum(high, 0)]).astype(int), 0)
        draws = max(min(PERMUTATIONS, BUDGET // (len(cells.weight) + cells.size**2)), FEWEST_PERMUTATIONS)
        few = math.prod((totals + 1).tolist()) <= draws
        stays, chances = _every(totals) if few else (_halves(totals, draws, rng).astype(float), None)
        same = np.flatnonzero(~cells.discordant)
        weights = np.concatenate(
            [np.broadcast_to(cells.weight[same], (len(stays), len(same))), stays, totals - stays], axis=1
        )
        swapped = Cells(
            cells.size,
            np.concatenate([cells.truth[same], cells.truth[low], cells.truth[low]]),
            np.concatenate([cells.first[same], cells.first[low], cells.second[low]]),
            np.concatenate([cells.second[same], cells.second[low], cells.first[low]]),
            weights[0],
            weights[0],
        )
        kept = cells.weight[low]
        return cls(swapped, weights, chances, np.concatenate([cells.weight[same], kept, totals - kept]))

    def share(self, large: NDArray[np.bool_]) -> float:
        """Return the p-value of those permutations: exact, or counted with the one that was seen among those drawn."""
        if self.chances is not None:
            return min(float(self.chances[large].sum()), 1.0)
        return (1 + int(np.count_nonzero(large))) / (len(large) + 1)


def _every(totals: NDArray[np.intp]) -> tuple[Numbers, Numbers]:
    """Return all ways to swap some of each kind of cases, and how likely each is."""
    ways = np.indices(tuple((totals + 1).tolist())).reshape(len(totals), -1)
    logs = (
        special.gammaln(totals[:, None] + 1) - special.gammaln(ways + 1) - special.gammaln(totals[:, None] - ways + 1)
    )
    return ways.T.astype(float), np.exp(logs.sum(axis=0) - totals.sum() * math.log(2))


def _halves(totals: NDArray[np.intp], draws: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return what `rng.binomial(totals, 0.5, (draws, len(totals)))` does, and where it can, ten times as fast.

    With so few cases numpy walks up the distribution until it passes one uniform number: the walk is a table here.
    """
    if len(totals) == 0 or totals.min() < 1 or totals.max() > MOST_INVERTED:
        return np.asarray(rng.binomial(totals, 0.5, (draws, len(totals))))
    uniform = rng.random((draws, len(totals)))
    halves = np.empty(uniform.shape, dtype=np.intp)
    for place, total in enumerate(totals.tolist()):
        halves[:, place] = np.searchsorted(_steps(total), uniform[:, place])
    return halves


@lru_cache(MOST_INVERTED)
def _steps(total: int) -> Numbers:
    """Return the distribution of a fair coin thrown so often, up to but without its last step."""
    chances = [math.comb(total, heads) / 2**total for heads in range(total)]
    return np.cumsum(chances)


def swapped_p(measure: Measure, cells: Cells, value: float, rng: np.random.Generator) -> float:
    """Return how often swapped answers give as large a difference, each measured by its own standard error.

    Without the standard errors it would test that the models are exchangeable, and not only equal in this metric
    (Janssen 1997; Chung & Romano 2013). Many labels make the errors cost too much; then plain differences are compared.
    """
    swaps = Swaps.of(cells, rng)
    weights = np.concatenate([swaps.weights, swaps.seen[None]])
    tables = swaps.cells.tables(weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        first, second = both_measured(measure, tables)
        shifts, size = first - second, np.fmax(np.abs(first), np.abs(second))
        shifts[-1] = value
        if 4 * cells.size**4 * len(swaps.weights) <= STUDENTISED:
            errors = standard_errors(measure, swaps.cells, weights, tables)
            shifts, size = _studentised(shifts, errors, size), np.ones(len(size))
    return swaps.share(is_as_large(shifts[:-1], float(shifts[-1]) * (1 - TIED), size[:-1]))


def standard_errors(measure: Measure, cells: Cells, weights: Numbers, tables: tuple[Numbers, Numbers]) -> Numbers:
    """Return standard errors of the difference for replicated weights of the cells, from the slopes of the metric."""
    first, second = np.split(_slopes(measure, np.concatenate(tables)), 2)
    pull = first[:, cells.truth, cells.first] - second[:, cells.truth, cells.second]
    total = weights.sum(axis=1, keepdims=True)
    pull = pull - (weights * pull).sum(axis=1, keepdims=True) / total
    return np.asarray(np.sqrt(np.sum(weights * pull**2, axis=1)))


def _studentised(differences: Numbers, errors: Numbers, size: Numbers) -> Numbers:
    """Divide differences by their errors; one without any spread is beyond all others, unless it is 0.

    `size` is how large the numbers are whose differences these are: less than a rounding of it is none.
    """
    sure = np.where(np.abs(differences) <= ROUNDING * size, 0.0, np.sign(differences) * np.inf)
    spread = errors > ROUNDING * size
    return np.where(spread, differences / np.where(spread, errors, 1.0), sure)


def both_measured(measure: Measure, tables: tuple[Numbers, Numbers]) -> tuple[Numbers, Numbers]:
    """Return a metric of the first model's tables and of the second's."""
    first, second = np.split(np.asarray(measure(np.concatenate(tables))), 2)
    return first, second


def _slopes(measure: Measure, tables: Numbers) -> Numbers:
    """Return the slopes of a metric along every cell, by central differences; 0 where a cell is empty."""
    size = tables.shape[-1]
    slopes = np.zeros_like(tables)
    for row in range(size):
        moved = np.broadcast_to(tables, (2, size, *tables.shape)).copy()
        for column in range(size):
            step = STEP * (tables[:, row, column] > 0)
            moved[0, column, :, row, column] += step
            moved[1, column, :, row, column] -= step
        up, down = measure(moved.reshape(-1, size, size)).reshape(2, size, len(tables))
        slopes[:, row] = ((up - down) / (2 * STEP)).T
    return slopes


def _partners(cells: Cells) -> tuple[np.ndarray, np.ndarray]:
    """Pair each discordant cell (y, a, b) with (y, b, a); -1 where that is empty."""
    size = cells.size
    code = (cells.truth * size + cells.first) * size + cells.second
    mirrored = (cells.truth * size + cells.second) * size + cells.first
    place = {int(key): index for index, key in enumerate(code)}
    low, high = [], []
    for index in np.flatnonzero(cells.discordant):
        other = place.get(int(mirrored[index]), -1)
        if other < 0 or cells.first[index] < cells.second[index]:
            low.append(index)
            high.append(other)
    return np.array(low, dtype=int), np.array(high, dtype=int)
