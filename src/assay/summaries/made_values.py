"""Numbers of every case that are made from what is held, a block at a time, and never stand in memory all at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

BLOCK = 2**16
"""So many numbers stay in the processor's cache while something is made of them."""


def _same(values: Numbers) -> Numbers:
    return values


@dataclass(frozen=True, eq=False)
class MadeValues:
    """A number for each case and output; `make` makes those of any rows from the same rows of what is held.

    >>> sizes = MadeValues((np.array([[1.0], [5.0]]), np.array([[4.0], [4.0]])), lambda a, b: abs(a - b))
    >>> sizes.shape, sizes.whole().ravel().tolist()
    ((2, 1), [3.0, 1.0])
    """

    held: tuple[Numbers, ...]
    make: Callable[..., Numbers] = _same

    @property
    def shape(self) -> tuple[int, int]:
        """How many cases and outputs there are."""
        rows, width = self.held[0].shape
        return int(rows), int(width)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.held[0].size)

    def of(self, rows: slice) -> Numbers:
        """Return the numbers of some rows."""
        return self.make(*(part[rows] for part in self.held))

    def blocks(self) -> Iterator[tuple[slice, Numbers]]:
        """Yield the numbers of all rows, a block after the other, with the rows that they belong to."""
        for start in range(0, self.shape[0], BLOCK):
            rows = slice(start, start + BLOCK)
            yield rows, self.of(rows)

    def whole(self) -> Numbers:
        """Return all numbers at once."""
        return self.of(slice(None))

    def mean(self, weight: Numbers | None = None) -> float:
        """Return the mean of all numbers, nan where there are none; `weight` is that of every case."""
        if not self.size:
            return math.nan
        if weight is None:
            return sum(float(block.sum()) for _, block in self.blocks()) / self.size
        total = sum(float(weight[rows] @ block.sum(axis=1)) for rows, block in self.blocks())
        return total / (float(weight.sum()) * self.shape[1])

    def where(self, chosen: Callable[[Numbers], NDArray[np.bool_]]) -> Numbers:
        """Return the numbers of which something holds, in a row."""
        return np.concatenate([block[chosen(block)] for _, block in self.blocks()])
