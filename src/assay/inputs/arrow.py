"""Arrow batches as the batches that steps read: gathered to a size that pays, their values shared and not copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from assay.inputs.batches import BATCH, Batch, longer
from assay.inputs.series import SeriesColumn

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa


GATHERED = BATCH
"""Rows that are gathered to one batch: some engines hand over a few thousand at a time."""


def arrow_batches(parts: Iterable[pa.RecordBatch]) -> Iterator[Batch]:
    """Yield batches of as many rows as pay; parts without rows are passed over, and rows have no numbers."""
    waiting: list[pa.RecordBatch] = []
    count, enough = 0, 0
    for part in parts:
        enough = enough or _enough(part)
        if part.num_rows:
            waiting.append(part)
            count += part.num_rows
        if count >= enough:
            yield arrow_batch(waiting)
            waiting, count = [], 0
    if waiting:
        yield arrow_batch(waiting)


def _enough(part: pa.RecordBatch) -> int:
    """Return how many rows make a batch, by the columns of the first part."""
    import pyarrow as pa

    scores = any(pa.types.is_floating(kind) for kind in part.schema.types)
    numbers = all(pa.types.is_primitive(kind) for kind in part.schema.types)
    return longer(GATHERED, part.num_columns) if scores and numbers else GATHERED


def arrow_batch(parts: Sequence[pa.RecordBatch]) -> Batch:
    """Return the rows of some Arrow batches."""
    import polars as pl
    import pyarrow as pa

    return frame_batch(pl.DataFrame(pl.from_arrow(pa.Table.from_batches(parts))))


def frame_batch(frame: pl.DataFrame) -> Batch:
    """Return rows of polars that have no numbers; decimals are read as the floats they are judged as."""
    import polars as pl
    import polars.selectors as cs

    frame = frame.with_columns(cs.decimal().cast(pl.Float64))
    return Batch({name: SeriesColumn(frame[name]) for name in frame.columns}, None)
