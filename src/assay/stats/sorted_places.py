"""Places in a sorted list, found for millions of numbers: a grid points close, and one look settles the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.stats.ranks import Places

FINE = 4
"""Cells of the grid a value: with values that are spread evenly, a quarter of the cells hold one and few hold more."""

BLOCK = 2**16
"""Numbers looked up at a time: what is made of them stays in the processor's cache."""


@dataclass(frozen=True, eq=False)
class SortedPlaces:
    """A sorted list with a grid over it; `before` counts the values in the cells before each cell.

    A cell is found by a formula that never falls as the number rises, so that values of earlier cells lie below a
    number, and values of later ones above it, whatever the rounding.

    >>> SortedPlaces.of(np.array([0.1, 0.4, 0.4, 0.9])).last_at_most(np.array([0.0, 0.1, 0.5, 2.0])).tolist()
    [-1, 0, 2, 3]
    """

    values: Numbers
    before: NDArray[np.int32] | None

    @classmethod
    def of(cls, values: Numbers) -> SortedPlaces:
        """Lay a grid over sorted values, unless they are one or reach beyond what can be divided."""
        with np.errstate(over="ignore"):
            reach = float(values[-1] - values[0]) if len(values) else 0.0
        if not 0 < reach < np.inf or not 0 < FINE * len(values) / reach < np.inf:
            return cls(values, None)
        plain = cls(values, np.zeros(FINE * len(values) + 1, dtype=np.int32))
        counts = np.bincount(plain._cells(values), minlength=FINE * len(values))
        return cls(values, np.concatenate([[0], np.cumsum(counts)]).astype(np.int32))

    def last_at_most(self, numbers: NDArray[np.floating]) -> Places:
        """Return the place of the last value that is no larger than each number, -1 where all are; no number is nan."""
        if self.before is None:
            return np.asarray(np.searchsorted(self.values, numbers, side="right") - 1)
        places = np.empty(len(numbers), dtype=np.intp)
        for start in range(0, len(numbers), BLOCK):
            block = slice(start, start + BLOCK)
            places[block] = self._looked_up(self.before, numbers[block])
        return places

    def _looked_up(self, before: NDArray[np.int32], numbers: NDArray[np.floating]) -> NDArray[np.int32]:
        cells = self._cells(numbers)
        first = before[cells]
        inside = before[cells + 1] - first
        place = first - 1 + (inside > 0) * (self.values[np.minimum(first, len(self.values) - 1)] <= numbers)
        crowded = np.flatnonzero(inside > 1)
        place[crowded] = np.searchsorted(self.values, numbers[crowded], side="right") - 1
        return place

    def _cells(self, numbers: NDArray[np.floating]) -> NDArray[np.int64]:
        """Return the cell of every number; those beyond the values belong to the first and the last."""
        low, high = self.values[0], self.values[-1]
        share = (np.clip(numbers, low, high) - low) * (FINE * len(self.values) / (high - low))
        cells: NDArray[np.int64] = np.minimum(share.astype(np.int64), FINE * len(self.values) - 1)
        return cells
