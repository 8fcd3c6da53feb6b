"""Rows that are alike, counted batch by batch, for engines whose own way of grouping is none of ours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.engines.counting import FEW, MOST_COUNTED, PROBED, counted_batch, other_name
from assay.engines.protocol import Table
from assay.inputs.batches import Batch
from assay.inputs.series import SeriesColumn

if TYPE_CHECKING:
    import polars as pl

IN_CACHE = 16_384
"""Rows of some columns that stay in the processor's cache while their cells are counted (measured: 3 times as fast)."""

LARGEST = 2**31
"""Larger values, times the cells, would leave the range of whole numbers."""


@dataclass(frozen=True, eq=False)
class Alike:
    """Rows that differ with how often each occurs, None where they are many."""

    rows: pl.DataFrame | None

    def merge(self, other: Alike) -> Alike:
        """Return the rows of both."""
        import polars as pl

        if self.rows is None or other.rows is None:
            return Alike(None)
        *names, times = self.rows.columns
        both = pl.concat([self.rows, other.rows]).group_by(names).agg(pl.col(times).sum())
        return Alike(both if both.height <= MOST_COUNTED else None)


@dataclass(frozen=True)
class CountAlike:
    """Counts rows of a batch that are alike."""

    columns: tuple[str, ...]

    def __call__(self, batch: Batch) -> Alike:
        """Return the rows that differ, looking at the first ones before all are counted."""
        import polars as pl
        import polars.selectors as cs

        columns = [batch.columns[name] for name in self.columns]
        series = [column.series.alias(name) for name, column in zip(self.columns, columns, strict=True)
                  if isinstance(column, SeriesColumn)]  # fmt: skip
        frame = pl.DataFrame(series).with_columns(cs.categorical().cast(pl.String))
        if len(series) < len(columns) or frame.head(PROBED).n_unique() > FEW:
            return Alike(None)
        times = other_name(self.columns)
        counts = counted_cells(frame, times)
        if counts is None:
            counts = frame.group_by(self.columns).agg(pl.len().cast(pl.Int64).alias(times))
        return Alike(counts if counts.height <= MOST_COUNTED else None)


def counted_cells(frame: pl.DataFrame, times: str) -> pl.DataFrame | None:
    """Count the cells of columns of few whole numbers, or flags, without gaps; None for any others."""
    import polars as pl

    if not all(_is_whole(own) for own in frame):
        return None
    arrays = [own.to_numpy() for own in frame]
    lows = [int(own.min()) for own in arrays]
    spans = [int(own.max()) - low + 1 for own, low in zip(arrays, lows, strict=True)]
    if math.prod(spans) > MOST_COUNTED or max(map(abs, lows)) > LARGEST:
        return None
    counts = _cells(arrays, lows, spans)
    seen = np.flatnonzero(counts)
    columns = {
        name: pl.Series(name, code + low).cast(frame.schema[name])
        for name, code, low in zip(frame.columns, np.unravel_index(seen, spans), lows, strict=True)
    }
    return pl.DataFrame({**columns, times: counts[seen]})


def _is_whole(column: pl.Series) -> bool:
    import polars as pl

    signed = column.dtype.is_integer() and column.dtype != pl.UInt64
    return (signed or column.dtype == pl.Boolean) and not column.null_count()


def _cells(arrays: list[np.ndarray], lows: list[int], spans: list[int]) -> NDArray[np.intp]:
    """Count how often each combination of values occurs, the last column changing fastest."""
    first = 0
    for low, span in zip(lows, spans, strict=True):
        first = first * span + low
    cells = math.prod(spans)
    counts = np.zeros(cells, dtype=np.intp)
    for start in range(0, len(arrays[0]), IN_CACHE):
        rows = slice(start, start + IN_CACHE)
        place = arrays[0][rows].astype(np.intp)
        for own, span in zip(arrays[1:], spans[1:], strict=True):
            place *= span
            place += own[rows]
        place -= first
        counts += np.bincount(place, minlength=cells)
    return counts


@dataclass(frozen=True, eq=False)
class CountInOnePass:
    """Counts the rows of a table that are alike by one pass of its own; `fits` says which columns may be few."""

    table: Table
    fits: Callable[[str], bool]

    def __call__(self, columns: Sequence[str]) -> Batch | None:
        """Return the rows that differ with how often each occurs; None where they are not few, or cannot be told."""
        if not all(map(self.fits, columns)):
            return None
        alike = self.table.reduce(CountAlike(tuple(columns)), columns)
        if alike is None or alike.rows is None:
            return None
        return counted_batch(alike.rows, other_name(columns))
