"""What every label summary can do, so that intervals need not know which one they were given."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries.label_counts import Slopes
from assay.summaries.view import View


class Summary(Protocol):
    """Weights in cells, read through views, replicated at random, and pulled on by slopes."""

    @property
    def weights(self) -> Numbers:
        """Summed weight of each cell."""

    @property
    def squares(self) -> Numbers:
        """Summed squared weight of each cell."""

    @property
    def cell_axes(self) -> tuple[int, ...]:
        """Which axes of `weights` hold the cells of one sample."""

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""

    @property
    def degrees(self) -> float:
        """Degrees of freedom of a variance estimated from the weights; infinite without weights."""

    @property
    def known(self) -> bool:
        """Whether the number of cases is known."""

    @property
    def rows(self) -> int:
        """How many cases there are."""

    @property
    def size(self) -> int:
        """How many classes, labels or data sets there are."""

    def view(self, cells: Numbers | None = None) -> View:
        """Return the cells, or replicates of them, as metrics read them."""

    def square_view(self) -> View:
        """Return the summed squared weights in the shape of `view`."""

    def dirichlet(self, rng: np.random.Generator) -> View:
        """Draw replicates from the Dirichlet."""

    def by_row(self, rng: np.random.Generator) -> View | None:
        """Draw replicates with half a hit and half a miss more in every class; None where all classes have enough."""

    def resample(self, rng: np.random.Generator) -> View:
        """Draw replicates as resampling the rows would give them."""

    def embedded(self, slopes: Slopes) -> Slopes:
        """Place the slopes of the one table that was read among those of all tables."""

    def cell_slopes(self, slopes: Slopes) -> Numbers:
        """Turn slopes along the tables' cells into slopes along the summary's own cells."""
