"""Scores of several models on the same cases: the sums that paired comparisons of them read, of any number of cases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.summaries.joint_cells import JointCells
from assay.summaries.moments import Moments

AREA, PRECISION, LOG, SQUARED = range(4)
"""What `pulls` holds of every model: what a case adds to the area and to average precision, and its two losses."""

PULLS = 4
"""Per case: the area of each model, and the loss of each."""


@dataclass(frozen=True, eq=False)
class JointScores:
    """Moments of what each case contributes to the metrics of every model.

    `positives` and `negatives` hold DeLong's placements of each class (None where it has no case), one column per
    model; `pulls` holds four columns per model over all cases. The columns of the first model are taken off those of
    the others. `apart` counts the cases whose scores differ, model by model; `cells` are the patterns of the labels
    that the scores lead to, where they lead to labels.
    """

    rows: int
    positives: Moments | None
    negatives: Moments | None
    pulls: Moments
    apart: NDArray[np.int64]
    cells: JointCells | None = None

    def merge(self, other: JointScores) -> JointScores:
        """Return the sums over both sets of cases."""
        cells = self.cells.merge(other.cells) if self.cells is not None and other.cells is not None else None
        return JointScores(
            self.rows + other.rows,
            _merged(self.positives, other.positives),
            _merged(self.negatives, other.negatives),
            self.pulls.merge(other.pulls),
            self.apart + other.apart,
            cells,
        )

    def share_apart(self, first: int, second: int) -> float:
        """Return the share of the cases to which two models give different scores, or different labels."""
        of_labels = 0.0 if self.cells is None else self.cells.share_apart(first, second)
        return max(float(self.apart[first, second]) / max(self.rows, 1), of_labels)


def _merged(first: Moments | None, second: Moments | None) -> Moments | None:
    if first is None or second is None:
        return second if first is None else first
    return first.merge(second)
