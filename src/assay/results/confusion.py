"""A confusion table: what is so (rows) against what the model said (columns)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CELLS = ("tp", "fp", "fn", "tn")
"""The four cells that two classes make."""


@dataclass(frozen=True, eq=False)
class Confusion:
    """Counts of cases by truth (rows) and prediction (columns), in the order of `labels`.

    >>> table = Confusion(("cat", "dog"), np.array([[5, 3], [2, 17]]))
    >>> table.row_shares
    array([[0.625     , 0.375     ],
           [0.10526316, 0.89473684]])
    """

    labels: tuple[object, ...]
    counts: NDArray[np.generic]

    @property
    def row_shares(self) -> NDArray[np.float64]:
        """Where the cases of each true class went; a row without cases is nan."""
        return _shares(self.counts, axis=1)

    @property
    def column_shares(self) -> NDArray[np.float64]:
        """What each answer of the model really was; an answer never given is nan."""
        return _shares(self.counts, axis=0)

    def to_dict(self) -> dict[str, object]:
        """Return the table as JSON documents carry it."""
        return {"labels": list(self.labels), "counts": self.counts.tolist()}


def _shares(counts: NDArray[np.generic], axis: int) -> NDArray[np.float64]:
    numbers = counts.astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(numbers / numbers.sum(axis=axis, keepdims=True))
