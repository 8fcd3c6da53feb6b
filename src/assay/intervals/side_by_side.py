"""Tables of one problem side by side, each with the draws that it would have alone: all are measured at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assay.intervals.sample import Sample
from assay.summaries.label_counts import LabelCounts
from assay.summaries.view import View


@dataclass(frozen=True)
class SideBySide(Sample):
    """Several tables of the same labels without weights; `summary` is the first of them."""

    summary: LabelCounts
    tables: tuple[LabelCounts, ...] = ()

    @classmethod
    def of(cls, tables: Sequence[LabelCounts], seed: int) -> SideBySide:
        """Return the tables with the seed that each of them would have alone."""
        return cls(tables[0], seed, tuple(tables))

    @cached_property
    def view(self) -> View:
        """The data, one table after the other."""
        return self.summary.view(np.stack([table.weights for table in self.tables]))

    @cached_property
    def squares(self) -> View:
        """The counts again: without weights they are their own squares."""
        return self.view

    @cached_property
    def dirichlet(self) -> View:
        """Draws from the Dirichlet over the cells of each table, the tables on the second axis."""
        cells = [Sample(table, self.seed).dirichlet.square.cells for table in self.tables]
        return self.summary.view(np.stack(cells, axis=1))
