"""Two-class tables of several data sets, kept apart so that they can be averaged in more than one way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries import draws
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.label_counts import LabelCounts, Slopes
from assay.summaries.view import View


@dataclass(frozen=True, eq=False)
class TableSet:
    """One 2 x 2 table per data set; `cells` is data sets x (tp, fp, fn, tn), tn nan where it is not known."""

    names: tuple[object, ...]
    cells: Numbers
    known: bool = True
    weighted: bool = False

    cell_axes = (-2, -1)

    @property
    def labels(self) -> tuple[object, ...]:
        """What the tables are called."""
        return self.names

    @property
    def weights(self) -> Numbers:
        """The counts, as other summaries name them."""
        return self.cells

    @property
    def squares(self) -> Numbers:
        """Summed squared weights: the counts themselves, as every case weighs 1."""
        return self.cells

    @property
    def degrees(self) -> float:
        """Unweighted cases leave no doubt about the variance."""
        return np.inf

    @property
    def typical(self) -> float:
        """Every case weighs 1."""
        return 1.0

    @property
    def rows(self) -> int:
        """How many cases there are in all tables (without true negatives where these are unknown)."""
        return round(np.nansum(self.cells))

    @property
    def size(self) -> int:
        """How many data sets there are."""
        return len(self.names)

    def merge(self, other: TableSet) -> TableSet:
        """Return the data sets of both."""
        return TableSet(
            (*self.names, *other.names), np.concatenate([self.cells, other.cells]), self.known and other.known
        )

    def pooled(self) -> LabelCounts:
        """Return all data sets thrown together: the table that micro averages read."""
        tp, fp, fn, tn = self.cells.sum(axis=0)
        summary = LabelCounts.of_counts((False, True), [[tn, fp], [fn, tp]], positive=1)
        return LabelCounts(summary.labels, summary.weights, summary.squares, summary.rows, known=self.known, positive=1)

    def view(self, cells: Numbers | None = None) -> View:
        """Return the tables, or replicates of them, as metrics read them."""
        cells = self.cells if cells is None else cells
        return View(Tables(*np.moveaxis(cells, -1, 0)))

    def square_view(self) -> View:
        """Return the summed squared weights in the shape of `view`."""
        return self.view(self.cells)

    def dirichlet(self, rng: np.random.Generator) -> View:
        """Draw every table from its Dirichlet, the prior mass of 2 shared by all tables."""
        prior = 2 / self.cells.size
        return self.view(draws.dirichlet(self.cells, self.cells, prior, draws.affordable(self.cells.size), rng))

    def by_row(self, rng: np.random.Generator) -> None:
        """Every table has a prior of its own already."""

    def resample(self, rng: np.random.Generator) -> View:
        """Draw every table as resampling its rows would give it."""
        replicates = draws.affordable(self.cells.size)
        tables = [draws.multinomial(table, table, False, replicates, rng) for table in self.cells]
        return self.view(np.stack(tables, axis=1))

    def embedded(self, slopes: Slopes) -> Slopes:
        """No single table stands for all of them."""
        raise LookupError("this summary has no positive class")

    def cell_slopes(self, slopes: Slopes) -> Numbers:
        """Lay the slopes out like the cells."""
        return np.stack(slopes, axis=-1)


def as_table_set(tables: dict[str, BinaryCounts], known: bool = True) -> TableSet:
    """Collect named tables into one summary."""
    return TableSet(tuple(tables), np.array([table.stack() for table in tables.values()], dtype=float), known)
