"""Scores of several classes by several models on the same cases: the sums that paired comparisons of them read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.summaries.joint_cells import JointCells
from assay.summaries.moments import Moments


@dataclass(frozen=True, eq=False)
class JointClassScores:
    """Products of what each case adds to the averages of every model, and moments of its losses.

    `pulled` holds a row and a column for each average of each model (what all cases add to one is 0 in all); `losses`
    two columns per model, None where some model's scores are no probabilities. In both those of the first model are
    taken off the others'. `places` counts the cases by the place of their class with either of two models, `apart`
    those whose scores differ; `cells` are the patterns of the labels that the scores lead to.
    """

    rows: int
    pulled: Numbers
    losses: Moments | None
    places: NDArray[np.int64]
    apart: NDArray[np.int64]
    cells: JointCells | None = None

    def merge(self, other: JointClassScores) -> JointClassScores:
        """Return the sums over both sets of cases."""
        losses = self.losses.merge(other.losses) if self.losses is not None and other.losses is not None else None
        cells = self.cells.merge(other.cells) if self.cells is not None and other.cells is not None else None
        return JointClassScores(
            self.rows + other.rows, self.pulled + other.pulled, losses, self.places + other.places,
            self.apart + other.apart, cells,
        )  # fmt: skip

    def share_apart(self, first: int, second: int) -> float:
        """Return the share of the cases to which two models give different scores, or different labels."""
        of_labels = 0.0 if self.cells is None else self.cells.share_apart(first, second)
        return max(float(self.apart[first, second]) / max(self.rows, 1), of_labels)
