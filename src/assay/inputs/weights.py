"""Case weights: how much each case counts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FIRST_ROWS = 5
"""How many rows a message names: enough to find the pattern, few enough to read."""

LARGEST, SMALLEST = 1e50, 1e-50
"""Beyond these the fourth powers of weights, which say how well a variance is known, overflow or vanish."""


def extreme(largest: float) -> float | None:
    """Return the largest weight if its fourth power could overflow or vanish; only the ratio of weights matters."""
    return largest if largest > LARGEST or 0 < largest < SMALLEST else None


def first_rows(flags: NDArray[np.bool_]) -> list[int]:
    """Return the numbers of the first few flagged rows."""
    return [int(row) for row in np.flatnonzero(flags)[:FIRST_ROWS]]
