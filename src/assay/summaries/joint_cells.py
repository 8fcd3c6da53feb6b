"""Truth and the answers of several models by pattern: all that a paired test of labels needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.summaries.joint_labels import Cells, Codes, cells_of
from assay.summaries.moments import Worth

LARGEST_CODE = 2**62
"""Codes of a pattern stay below this, so that they fit the integers they are kept in."""


@dataclass(frozen=True, eq=False)
class JointCells:
    """The patterns (truth, each model's answer) that occur, each with its summed weight and squared weight.

    >>> first = JointCells.of(("no", "yes"), [np.array([0, 1]), np.array([1, 1]), np.array([0, 1])])
    >>> both = first.merge(first)
    >>> both.patterns.tolist(), both.weights.tolist(), both.share_apart(0, 1)
    ([[0, 1, 0], [1, 1, 1]], [2.0, 2.0], 0.5)
    """

    labels: tuple[object, ...]
    patterns: Codes
    weights: Numbers
    squares: Numbers
    rows: int
    worth: Worth
    weighted: bool = False
    positive: int | None = None

    @classmethod
    def of(
        cls, labels: tuple[object, ...], columns: Sequence[Codes], weight: Numbers | None = None,
        positive: int | None = None, times: NDArray[np.int64] | None = None,
    ) -> JointCells:  # fmt: skip
        """Count the patterns of some cases; the first column is the truth, `times` how often each row occurs."""
        patterns, place = _distinct(columns, len(labels))
        if times is not None:
            often, rows = np.bincount(place, times, len(patterns)).astype(float), int(times.sum())
            return cls(labels, patterns, often, often, rows, Worth.of(None, rows), False, positive)
        weights = np.bincount(place, weight, len(patterns)).astype(float)
        squares = weights if weight is None else np.bincount(place, weight**2, len(patterns)).astype(float)
        worth = Worth.of(weight, len(place))
        return cls(labels, patterns, weights, squares, len(place), worth, weight is not None, positive)

    @property
    def size(self) -> int:
        """How many labels there are."""
        return len(self.labels)

    def merge(self, other: JointCells) -> JointCells:
        """Return the patterns of both sets of cases."""
        both = np.concatenate([self.patterns, other.patterns])
        patterns, place = _distinct(list(both.T), self.size)
        weights, squares = (
            np.bincount(place, np.concatenate(parts), len(patterns)).astype(float)
            for parts in ((self.weights, other.weights), (self.squares, other.squares))
        )
        return JointCells(
            self.labels, patterns, weights, squares, self.rows + other.rows, self.worth + other.worth,
            self.weighted or other.weighted, self.positive,
        )  # fmt: skip

    def cells(self, first: int, second: int) -> Cells:
        """Return the filled cells (truth, first's answer, second's answer) of a pair."""
        truth, left, right = (self.patterns[:, column] for column in (0, first + 1, second + 1))
        filled, place = np.unique((truth * self.size + left) * self.size + right, return_inverse=True)
        weights, squares = (np.bincount(place, sums).astype(float) for sums in (self.weights, self.squares))
        return cells_of(self.size, filled, weights, squares)

    def share_apart(self, first: int, second: int) -> float:
        """Return the share of the cases on which two models answer differently, by weight."""
        different = self.patterns[:, first + 1] != self.patterns[:, second + 1]
        return float(self.weights[different].sum() / self.weights.sum()) if different.any() else 0.0


def _distinct(columns: Sequence[Codes], size: int) -> tuple[Codes, NDArray[np.intp]]:
    """Return the distinct rows of some columns of codes, in order, and the place of every row among them."""
    code, span = np.asarray(columns[0], dtype=np.int64), size
    for column in columns[1:]:
        if span > LARGEST_CODE // size:
            code = np.unique(code, return_inverse=True)[1]
            span = int(code.max(initial=0)) + 1
        code, span = code * size + column, span * size
    _, first, place = np.unique(code, return_index=True, return_inverse=True)
    return np.stack([np.asarray(column)[first] for column in columns], axis=1), place
