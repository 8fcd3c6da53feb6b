"""Two models' labels swapped case by case at random: how large a difference exchangeable models would show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from assay.comparisons.difference import as_large
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

Measure = Callable[[Numbers], Numbers]
"""A metric of replicated confusion tables, (..., K, K) to (...)."""


@dataclass(frozen=True, eq=False)
class Swaps:
    """The cells with the discordant ones paired, (y, a, b) with (y, b, a), and their weights in every permutation."""

    cells: Cells
    weights: Numbers

    @classmethod
    def of(cls, cells: Cells, rng: np.random.Generator) -> Swaps:
        """Swap the answers of every discordant case with probability 1/2; only counts matter."""
        low, high = _partners(cells)
        totals = np.rint(cells.weight[low]).astype(int)
        totals = totals + np.where(high >= 0, np.rint(cells.weight[np.maximum(high, 0)]).astype(int), 0)
        draws = max(min(PERMUTATIONS, BUDGET // (len(cells.weight) + cells.size**2)), FEWEST_PERMUTATIONS)
        stays = rng.binomial(totals, 0.5, (draws, len(low))).astype(float)
        same = np.flatnonzero(~cells.discordant)
        weights = np.concatenate(
            [np.broadcast_to(cells.weight[same], (draws, len(same))), stays, totals - stays], axis=1
        )
        swapped = Cells(
            cells.size,
            np.concatenate([cells.truth[same], cells.truth[low], cells.truth[low]]),
            np.concatenate([cells.first[same], cells.first[low], cells.second[low]]),
            np.concatenate([cells.second[same], cells.second[low], cells.first[low]]),
            weights[0],
            weights[0],
        )
        return cls(swapped, weights)


def swapped_p(measure: Measure, cells: Cells, value: float, rng: np.random.Generator) -> float:
    """Return how often swapped answers give as large a difference, each measured by its own standard error.

    Without the standard errors it would test that the models are exchangeable, and not only equal in this metric
    (Janssen 1997; Chung & Romano 2013). Many labels make the errors cost too much; then plain differences are compared.
    """
    swaps = Swaps.of(cells, rng)
    with np.errstate(invalid="ignore", divide="ignore"):
        shifts = _differences(measure, swaps.cells, swaps.weights)
        if 4 * cells.size**4 * len(shifts) <= STUDENTISED:
            errors = standard_errors(measure, swaps.cells, swaps.weights)
            error = float(standard_errors(measure, cells, cells.weight[None])[0])
            shifts, value = _studentised(shifts, errors), float(_studentised(np.array([value]), np.array([error]))[0])
    return (1 + as_large(shifts, value)) / (len(shifts) + 1)


def standard_errors(measure: Measure, cells: Cells, weights: Numbers) -> Numbers:
    """Return standard errors of the difference for replicated weights of the cells, from the slopes of the metric."""
    first, second = (_slopes(measure, table) for table in cells.tables(weights))
    pull = first[:, cells.truth, cells.first] - second[:, cells.truth, cells.second]
    total = weights.sum(axis=1, keepdims=True)
    pull = pull - (weights * pull).sum(axis=1, keepdims=True) / total
    return np.asarray(np.sqrt(np.sum(weights * pull**2, axis=1)))


def _studentised(differences: Numbers, errors: Numbers) -> Numbers:
    """Divide differences by their errors; one without any spread is beyond all others, unless it is 0."""
    sure = np.where(np.abs(differences) < 1e-12, 0.0, np.sign(differences) * np.inf)
    return np.where(errors > 1e-12, differences / np.where(errors > 1e-12, errors, 1.0), sure)


def _differences(measure: Measure, cells: Cells, weights: Numbers) -> Numbers:
    first, second = cells.tables(weights)
    return measure(first) - measure(second)


def _slopes(measure: Measure, tables: Numbers) -> Numbers:
    """Return the slopes of a metric along every cell, by central differences; 0 where a cell is empty."""
    slopes = np.zeros_like(tables)
    for row in range(tables.shape[-1]):
        for column in range(tables.shape[-1]):
            moved = []
            for sign in (1, -1):
                table = tables.copy()
                table[:, row, column] += sign * STEP * (table[:, row, column] > 0)
                moved.append(measure(table))
            slopes[:, row, column] = (moved[0] - moved[1]) / (2 * STEP)
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
