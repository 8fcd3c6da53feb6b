"""When a p-value is small enough."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROUNDING = 1e-15
"""What rounding leaves of 1 - level: a p-value of exactly 0.05 rejects at a level of 0.95."""


def rejects(p: float | NDArray[np.float64], level: float) -> NDArray[np.bool_]:
    """Say whether p-values fall to 1 - level.

    >>> bool(rejects(0.05, 0.95)), bool(rejects(0.051, 0.95))
    (True, False)
    """
    return np.asarray(np.asarray(p) <= 1 - level + ROUNDING)
