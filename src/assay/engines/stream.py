"""The stream engine: files and lazy frames of polars, reduced batch by batch without holding their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from assay.engines.counting import FEW, PROBED, CountingTable, counted_batch, other_name
from assay.engines.protocol import Step, Summary, merged
from assay.errors import FileError
from assay.errors import columns as errors
from assay.inputs.batches import BATCH, Batch, longer
from assay.inputs.frame_batches import frame_batches
from assay.inputs.lazy import LazyData, misread, open_lazy
from assay.inputs.scans import readable
from assay.inputs.series import SeriesColumn

NAME = "streamed"

MOST_KEPT = 2_000_000
"""Up to so many rows the columns in use are kept where a metric needs the cases themselves: 16 MB per column."""


@dataclass(frozen=True, eq=False)
class StreamTable:
    """Columns of a lazy frame."""

    data: LazyData
    engine: str = NAME
    gathers: bool = True

    @property
    def where(self) -> str:
        """What messages call the data."""
        return self.data.where

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Reduce batch by batch; if a column's type was misread from the first rows of a file, start over."""
        try:
            with readable(self.data.where):
                return merged(self._parts(step, columns, enough))
        except FileError as problem:
            if self.data.reopen is None or not misread(problem):
                self.data.refuse_damaged_part(columns)
                raise
            again = replace(self.data, frame=self.data.reopen(), reopen=None)
            return StreamTable(again).reduce(step, columns, enough)

    def _parts(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None
    ) -> Iterator[Summary | None]:
        names, first = list(dict.fromkeys(columns)), 0
        chosen = self.data.frame.select(names)
        kinds = chosen.collect_schema().dtypes()
        scores = all(kind.is_numeric() for kind in kinds) and any(kind.is_float() for kind in kinds)
        for frame in frame_batches(chosen, longer(BATCH, len(names)) if scores else BATCH):
            if not frame.height:
                continue
            summary = step(Batch({name: SeriesColumn(frame[name]) for name in names}, first))
            yield summary
            first += frame.height
            if enough is not None and summary is not None and enough(summary):
                return
        if not first:
            raise errors.empty(names[0])

    def keeps(self, rows: int) -> bool:
        """Say whether so many rows may be kept."""
        return rows <= MOST_KEPT


@dataclass(frozen=True, eq=False)
class CountedRows:
    """Counts the rows of a lazy frame that are alike, as polars streams them."""

    data: LazyData

    def __call__(self, columns: Sequence[str]) -> Batch | None:
        """Return the rows that differ, with how often each occurs.

        None where they are many; where there are gaps, whose rows messages number; and where reading fails, which
        whoever reads row by row says better.
        """
        import polars as pl

        chosen, times = self.data.frame.select(columns), other_name(columns)
        try:
            with readable(self.data.where):
                if chosen.head(PROBED).unique().select(pl.len()).collect().item() > FEW:
                    return None
                counts = chosen.group_by(columns).agg(pl.len().alias(times)).collect(engine="streaming")
        except FileError:
            return None
        gaps = any(counts[name].is_null().any() for name in columns) or any(
            counts[name].is_nan().any() for name in columns if counts[name].dtype.is_float()
        )
        return None if gaps else counted_batch(counts, times)


@dataclass(frozen=True)
class StreamEngine:
    """Opens files, two files side by side, and lazy frames of polars."""

    def open(self, data: object, columns: Sequence[str]) -> CountingTable | None:
        """Return the data unread, None if they are in memory or elsewhere."""
        lazy = open_lazy(data, list(columns))
        return None if lazy is None else CountingTable(StreamTable(lazy), CountedRows(lazy), tuple(columns))
