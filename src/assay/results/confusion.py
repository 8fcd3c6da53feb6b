"""A confusion table: what is so (rows) against what the model said (columns)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.checks.numbers import count_from

MOST_WRITTEN = 500
"""Labels that a JSON document holds side by side: their table takes 3 MB, that of 3,000 would take 100 MB."""
OTHERS = "other labels"
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

    def most_mistaken(self, most: int) -> Confusion:
        """Return the labels with the most mistakes, in their order, and the others together as one label.

        >>> table = Confusion(("cat", "cow", "dog"), np.array([[5, 0, 3], [0, 8, 0], [2, 1, 17]]))
        >>> table.most_mistaken(2).labels, table.most_mistaken(2).counts.tolist()
        (('dog', 'other labels'), [[17, 3], [3, 13]])
        """
        most = count_from("most", most, 1)
        if len(self.labels) <= most:
            return self
        mistakes = self.counts.sum(axis=0) + self.counts.sum(axis=1) - 2 * self.counts.diagonal()
        kept = np.sort(np.argsort(-mistakes, kind="stable")[: most - 1])
        place = np.full(len(self.labels), most - 1)
        place[kept] = np.arange(most - 1)
        counts = np.zeros((most, most), self.counts.dtype)
        np.add.at(counts, (place[:, None], place[None]), self.counts)
        return Confusion((*(self.labels[row] for row in kept), OTHERS), counts)

    def to_dict(self) -> dict[str, object]:
        """Return the table as JSON documents carry it: of very many labels those with the most mistakes."""
        short = self.most_mistaken(MOST_WRITTEN)
        return {"labels": list(short.labels), "counts": short.counts.tolist()}


def _shares(counts: NDArray[np.generic], axis: int) -> NDArray[np.float64]:
    numbers = counts.astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(numbers / numbers.sum(axis=axis, keepdims=True))
