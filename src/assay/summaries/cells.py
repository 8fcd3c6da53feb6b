"""How often each cell of a table is met, and what its cases weigh; each kind of array counts in its own way."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

Cells = NDArray[np.intp]


@singledispatch
def cell_counts(cell: Cells, cells: int) -> Numbers:
    """Return how many cases fall into each of the cells, which are numbered from 0.

    >>> cell_counts(np.array([0, 2, 2]), 3).tolist()
    [1.0, 0.0, 2.0]
    """
    return np.bincount(cell, minlength=cells).astype(float)


@singledispatch
def cell_sums(cell: Cells, weight: Numbers, cells: int) -> Numbers:
    """Return what the cases of each cell weigh together.

    >>> cell_sums(np.array([0, 2, 2]), np.array([1.0, 2.0, 0.5]), 3).tolist()
    [1.0, 0.0, 2.5]
    """
    return np.bincount(cell, weight, cells).astype(float)
