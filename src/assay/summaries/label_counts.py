"""The confusion table of K classes: all that label metrics ever need to know of the cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from assay.stats.arithmetic import Numbers, left_of
from assay.summaries import draws
from assay.summaries.binary_counts import ClassCounts
from assay.summaries.scattered_draws import scattered_dirichlet
from assay.summaries.view import SquareCounts, View

Label: TypeAlias = object
"""Whatever the user calls a class: summaries only tell labels apart and carry them along."""
Slopes: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers]
"""How fast a metric changes with the tp, fp, fn and tn of every table."""

FEW_IN_CLASS = 50
"""Below this many cases in a class macro averages fell to 90 to 92.5%; from there on they covered."""

HALF = 0.5
"""Jeffreys' prior of a share: half a success and half a failure."""

LARGEST_DENSE = 16
"""Up to this many classes every cell is drawn; beyond, only the filled ones and a handful of empty ones."""


@dataclass(frozen=True, eq=False)
class LabelCounts:
    """Cases by truth (rows) and prediction (columns): summed weights, summed squared weights, number of rows.

    `fourth` is the sum of the weights' fourth powers, which says how well the squared ones are known;
    `known` is False for a table of shares, which says nothing of how many cases stand behind it.

    >>> first = LabelCounts.of_counts(("cat", "dog"), [[5, 3], [2, 17]])
    >>> second = LabelCounts.of_counts(("cat", "emu"), [[1, 0], [0, 4]])
    >>> first.merge(second).weights
    array([[ 6.,  3.,  0.],
           [ 2., 17.,  0.],
           [ 0.,  0.,  4.]])
    """

    labels: tuple[Label, ...]
    weights: Numbers
    squares: Numbers
    rows: int
    weighted: bool = False
    known: bool = True
    positive: int | None = None
    fourth: float = 0.0

    cell_axes = (-2, -1)

    @classmethod
    def of_counts(cls, labels: Sequence[Label], counts: object, positive: int | None = None) -> LabelCounts:
        """Make a summary from a ready table of counts, rows truth."""
        table = np.array(counts, dtype=float)
        return cls(tuple(labels), table, table, round(np.nansum(table)), positive=positive)

    def merge(self, other: LabelCounts) -> LabelCounts:
        """Return the summary of both sets of cases together."""
        if self.labels == other.labels and self.positive == other.positive:
            labels, positive, mine, theirs = self.labels, self.positive, self, other
        else:
            labels, positive = sorted_labels({*self.labels, *other.labels}), None
            mine, theirs = self.over(labels), other.over(labels)
            if self.positive is not None and other.positive is not None:
                names = {table.labels[table.positive] for table in (self, other) if table.positive is not None}
                positive = labels.index(names.pop()) if len(names) == 1 else None
        weights = mine.weights + theirs.weights
        return LabelCounts(
            labels,
            weights,
            mine.squares + theirs.squares if self.weighted or other.weighted else weights,
            self.rows + other.rows,
            weighted=self.weighted or other.weighted,
            known=self.known and other.known,
            positive=positive,
            fourth=self.fourth + other.fourth,
        )

    def over(self, labels: Sequence[Label], positive: int | None = None) -> LabelCounts:
        """Return the same table over these labels, in this order; a label without cases gets zeros.

        A label of this table that is not among them must be one without cases: what stood for the other class where
        only one was seen.
        """
        place = {label: index for index, label in enumerate(labels)}
        filled = np.nan_to_num(self.weights, nan=1.0)
        used = [at for at, label in enumerate(self.labels) if label in place or filled[at].any() or filled[:, at].any()]
        at = np.array([place[self.labels[index]] for index in used], dtype=int)
        weights = np.zeros((len(labels), len(labels)))
        weights[np.ix_(at, at)] = self.weights[np.ix_(used, used)]
        squares = weights
        if self.weighted:
            squares = np.zeros_like(weights)
            squares[np.ix_(at, at)] = self.squares[np.ix_(used, used)]
        return replace(self, labels=tuple(labels), weights=weights, squares=squares, positive=positive)

    @property
    def size(self) -> int:
        """How many classes there are."""
        return len(self.labels)

    @property
    def degrees(self) -> float:
        """Degrees of freedom of a variance estimated from these weights."""
        return draws.degrees(self.squares, self.fourth, self.weighted)

    @property
    def typical(self) -> float:
        """Mean weight of a case."""
        return float(np.nansum(self.weights)) / max(self.rows, 1) if self.weighted else 1.0

    @property
    def prior(self) -> float:
        """Pseudo-count per cell, 2 in all whatever the number of classes (1/2 a cell for two classes)."""
        return 2 / self.size**2

    def counts(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
        """Return the table to show: whole numbers where it holds whole numbers."""
        whole = np.isfinite(self.weights).all() and (self.weights == np.rint(self.weights)).all()
        return self.weights.astype(np.int64) if whole and not self.weighted else self.weights

    def view(self, cells: Numbers | None = None) -> View:
        """Return the table, or replicates of it, as metrics read it."""
        cells = self.weights if cells is None else cells
        hits = np.diagonal(cells, axis1=-2, axis2=-1)
        if self.size == 2:
            off = cells[..., 0, 1], cells[..., 1, 0]
            tables = ClassCounts(hits, np.stack(off[::-1], axis=-1), np.stack(off, axis=-1), hits[..., ::-1])
        else:
            tables = from_margins(hits, cells.sum(axis=-1), cells.sum(axis=-2), cells.sum(axis=(-2, -1)))
        return self._view(tables, SquareCounts(cells))

    def _view(self, tables: ClassCounts, square: SquareCounts | None) -> View:
        table = None if self.positive is None else tables.table(self.positive)
        return View(tables, optional_table=table, optional_square=square)

    def square_view(self) -> View:
        """Return the summed squared weights in the shape of `view`, for effective sample sizes."""
        return self.view(self.squares)

    def dirichlet(self, rng: np.random.Generator) -> View:
        """Draw replicates from the Dirichlet with total prior mass 2."""
        if self.size == 1:
            return self._only_class(rng)
        if self.size <= LARGEST_DENSE:
            cells = draws.dirichlet(self.weights, self.squares, self.prior, draws.REPLICATES, rng, self.typical)
            return self.view(cells)
        margins = scattered_dirichlet(self.weights, self.squares, self.prior, rng, self.typical)
        return self._view(from_margins(*margins), None)

    def by_row(self, rng: np.random.Generator) -> View | None:
        """Draw replicates with half a hit and half a miss more in every class, where a class has few cases.

        A prior spread over all cells hardly touches a class of three cases that were all found, though its recall is
        known no better than Jeffreys' interval says.
        """
        smallest = float(np.min(self.weights.sum(axis=1)))
        if not 2 < self.size <= LARGEST_DENSE or not smallest < FEW_IN_CLASS:
            return None
        prior = np.full((self.size, self.size), HALF / (self.size - 1))
        np.fill_diagonal(prior, HALF)
        return self.view(draws.dirichlet(self.weights, self.squares, prior, draws.REPLICATES, rng, self.typical))

    def _only_class(self, rng: np.random.Generator) -> View:
        """Draw the table of a single class as if there were a rest, so that perfection is not taken for granted."""
        cells = np.array([self.weights[0, 0], 0.0, 0.0, 0.0])
        squares = cells if not self.weighted else np.array([self.squares[0, 0], 0.0, 0.0, 0.0])
        drawn = draws.dirichlet(cells, squares, 0.5, draws.REPLICATES, rng, self.typical)
        return self._view(ClassCounts(*(drawn[:, [cell]] for cell in range(4))), None)

    def resample(self, rng: np.random.Generator) -> View:
        """Draw replicates as resampling the rows would give them."""
        replicates = draws.affordable(self.size**2)
        return self.view(draws.multinomial(self.weights, self.squares, self.weighted, replicates, rng))

    def embedded(self, slopes: Slopes) -> Slopes:
        """Place the slopes of the positive class's table among those of all classes."""
        tables = np.zeros((4, self.size))
        tables[:, self.positive] = slopes
        tp, fp, fn, tn = tables
        return tp, fp, fn, tn

    def cell_slopes(self, slopes: Slopes) -> Numbers:
        """Turn slopes of a metric along every class's four cells into slopes along the K x K cells."""
        tp, fp, fn, tn = slopes
        cells: Numbers = tn.sum() + (fn - tn)[:, None] + (fp - tn)[None, :]
        np.fill_diagonal(cells, tn.sum() + tp - tn)
        return cells


def from_margins(hits: Numbers, truth: Numbers, predicted: Numbers, total: Numbers) -> ClassCounts:
    """Return each class against the rest, from its hits, its true cases and its predictions."""
    rest = left_of(np.asarray(total)[..., None] + hits, truth, predicted)
    return ClassCounts(tp=hits, fp=left_of(predicted, hits), fn=left_of(truth, hits), tn=rest)


def sorted_labels(labels: set[Label]) -> tuple[Label, ...]:
    """Sort labels of one kind; numbers by size, strings by alphabet."""
    return tuple(sorted(labels, key=_sort_key))


def _sort_key(label: Any) -> Any:
    return isinstance(label, str), label
