"""A summary with its random replicates, drawn once and shared by every metric that asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from assay.results.stored import StoredByFields
from assay.stats.streams import Stream
from assay.summaries.summary import Summary
from assay.summaries.view import View


@dataclass(frozen=True)
class Sample(StoredByFields):
    """What was seen, and what might have been seen.

    Each kind of replicate has a stream of its own, so no estimate depends on which others were asked for.
    """

    summary: Summary
    seed: int

    @cached_property
    def view(self) -> View:
        """The data."""
        return self.summary.view()

    @cached_property
    def squares(self) -> View:
        """The summed squared weights."""
        return self.summary.square_view()

    @cached_property
    def dirichlet(self) -> View:
        """Draws from the Dirichlet over the cells."""
        return self.summary.dirichlet(Stream.DIRICHLET_CELLS.of(self.seed))

    @cached_property
    def by_row(self) -> View | None:
        """Draws that know little of classes with few cases; None where there are none."""
        return self.summary.by_row(Stream.FEW_IN_CLASS.of(self.seed))

    @cached_property
    def resampled(self) -> View:
        """Draws as resampling the rows would give them."""
        return self.summary.resample(Stream.RESAMPLED_CELLS.of(self.seed))
