"""Truth and the answers of several models on the same cases, counted together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries.moments import Worth

MOST_PATTERNS = 2**20
"""Cells of the full cube (8 MB) up to which counting all of them is faster than sorting the cases."""

FEW_CELLS = 4096
"""Up to this many numbers a matrix with its zeros is multiplied faster than one without them is made."""

Codes = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class JointLabels(StoredByFields):
    """Codes of truth and of every model's answer (places in `labels`), perhaps with weights.

    Two marginal confusion tables cannot support a paired test; the cells (truth, first, second) can.
    """

    labels: tuple[object, ...]
    truth: Codes
    answers: tuple[Codes, ...]
    weight: Numbers | None = None
    positive: int | None = None

    @property
    def rows(self) -> int:
        """How many cases there are."""
        return len(self.truth)

    @property
    def size(self) -> int:
        """How many labels there are."""
        return len(self.labels)

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""
        return self.weight is not None

    @cached_property
    def worth(self) -> Worth:
        """How much the cases weigh."""
        return Worth.of(self.weight, self.rows)

    @cached_property
    def patterns(self) -> Numbers | None:
        """Counts of every pattern (truth, answer, answer ...), None where there could be too many."""
        if self.weight is not None or self.size ** (len(self.answers) + 1) > MOST_PATTERNS:
            return None
        code = self.truth.astype(np.int32)
        for answers in self.answers:
            code = code * self.size + answers.astype(np.int32)
        shape = (self.size,) * (len(self.answers) + 1)
        return np.bincount(code, minlength=self.size ** len(shape)).astype(float).reshape(shape)

    def cells(self, first: int, second: int) -> Cells:
        """Return the filled cells (truth, first's answer, second's answer) of a pair."""
        size = self.size
        if self.patterns is not None:
            others = tuple(axis + 1 for axis in range(len(self.answers)) if axis not in (first, second))
            cube = self.patterns.sum(axis=others)
            cube = cube if first < second else cube.swapaxes(1, 2)
            filled = np.flatnonzero(cube)
            count = cube.ravel()[filled]
            return cells_of(size, filled, count, count)
        code = (self.truth * size + self.answers[first]) * size + self.answers[second]
        filled, place = np.unique(code, return_inverse=True)
        if self.weight is None:
            count = np.bincount(place).astype(float)
            return cells_of(size, filled, count, count)
        weight, square = (np.bincount(place, sums).astype(float) for sums in (self.weight, self.weight**2))
        return cells_of(size, filled, weight, square)


@dataclass(frozen=True, eq=False)
class Cells:
    """The filled cells of (truth, first, second), with their summed weights and squared weights."""

    size: int
    truth: Codes
    first: Codes
    second: Codes
    weight: Numbers
    square: Numbers

    @property
    def discordant(self) -> NDArray[np.bool_]:
        """Where the two models answer differently."""
        return np.asarray(self.first != self.second)

    def tables(self, weight: Numbers | None = None) -> tuple[Numbers, Numbers]:
        """Return the confusion table of each model, or replicates of them for replicated cell weights."""
        own = self.weight if weight is None else weight
        return self._table(self.first, own), self._table(self.second, own)

    def _table(self, answers: Codes, weight: Numbers) -> Numbers:
        size, cells = self.size, len(answers)
        place = self.truth * size + answers
        if cells * size**2 <= FEW_CELLS:
            spread = np.zeros((cells, size * size))
            spread[np.arange(cells), place] = 1.0
            tables: Numbers = np.asarray(weight @ spread, dtype=float)
        else:
            from scipy import sparse

            sparsely = sparse.csr_array((np.ones(cells), (np.arange(cells), place)), shape=(cells, size * size))
            tables = np.asarray(weight @ sparsely, dtype=float)
        return tables.reshape(*weight.shape[:-1], size, size)


def cells_of(size: int, code: Codes, weight: Numbers, square: Numbers) -> Cells:
    """Split a code into truth, first and second answer."""
    return Cells(size, code // size**2, code // size % size, code % size, weight, square)
