"""Every class, label or data set on its own: its table against the rest, varying for itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries import draws
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.label_counts import LabelCounts, Slopes
from assay.summaries.label_sets import LabelSets
from assay.summaries.table_set import TableSet
from assay.summaries.view import View

Whole: TypeAlias = LabelCounts | LabelSets | TableSet

PRIOR = 0.5
"""Jeffreys' pseudo-count for each of the four cells."""


@dataclass(frozen=True, eq=False)
class OneVsRest(StoredByFields):
    """The 2 x 2 table of each part of another summary; `view().table` has one entry per part."""

    whole: Whole

    cell_axes = (-1,)

    @cached_property
    def weights(self) -> Numbers:
        """Parts x (tp, fp, fn, tn)."""
        return np.stack(self.whole.view().tables.stack(), axis=-1)

    @cached_property
    def squares(self) -> Numbers:
        """Summed squared weights, parts x (tp, fp, fn, tn)."""
        if not self.weighted:
            return self.weights
        return np.stack(self.whole.square_view().tables.stack(), axis=-1)

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""
        return self.whole.weighted

    @property
    def degrees(self) -> float:
        """Degrees of freedom of a variance estimated from the weights."""
        return self.whole.degrees

    @property
    def known(self) -> bool:
        """Whether the number of cases is known."""
        return self.whole.known

    @property
    def labels(self) -> tuple[object, ...]:
        """What the parts are called."""
        return self.whole.labels

    @property
    def rows(self) -> int:
        """How many cases there are."""
        return self.whole.rows

    @property
    def size(self) -> int:
        """Two classes in every table: the positive one and the rest."""
        return 2

    def view(self, cells: Numbers | None = None) -> View:
        """Return all tables at once as the one table that a formula reads."""
        return _as_table(Tables(*np.moveaxis(self.weights if cells is None else cells, -1, 0)))

    def square_view(self) -> View:
        """Return the summed squared weights in the shape of `view`."""
        return self.view(self.squares)

    def dirichlet(self, rng: np.random.Generator) -> View:
        """Draw each table from its own Dirichlet; two classes share theirs, so both read the same draws."""
        if isinstance(self.whole, LabelCounts) and self.whole.size == 2:
            return _as_table(self.whole.dirichlet(rng).tables)
        replicates = draws.affordable(self.weights.size)
        return self.view(draws.dirichlet(self.weights, self.squares, PRIOR, replicates, rng, self.whole.typical))

    def by_row(self, rng: np.random.Generator) -> None:
        """Every table has a prior of its own already."""

    def resample(self, rng: np.random.Generator) -> View:
        """Draw each table as resampling the rows would give it."""
        return _as_table(self.whole.resample(rng).tables)

    def embedded(self, slopes: Slopes) -> Slopes:
        """Every table is read, so the slopes already stand where they belong."""
        return slopes

    def cell_slopes(self, slopes: Slopes) -> Numbers:
        """Lay the slopes out like the cells."""
        return np.stack(slopes, axis=-1)


def _as_table(tables: Tables) -> View:
    return View(tables, optional_table=BinaryCounts(*tables.stack()))
