"""What every stream goes through: a second start where types were misread, a look for gaps and for bad rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from assay.errors import FileError
from assay.errors import numbers as errors
from assay.inputs.files import readable
from assay.inputs.lazy import misread
from assay.inputs.scores import ScoreStream
from assay.inputs.sources import LabelStream
from assay.inputs.values import ValueStream
from assay.inputs.weights import FIRST_ROWS

if TYPE_CHECKING:
    import polars as pl


Stream = TypeVar("Stream", LabelStream, ScoreStream, ValueStream)
Summary = TypeVar("Summary")


def reduce_stream(stream: Stream, reduce: Callable[[Stream], Summary]) -> Summary:
    """Reduce a stream; if a column's type was misread from the first rows of a file, start over with all rows' type."""
    try:
        with readable(stream.where):
            return reduce(stream)
    except FileError as problem:
        if stream.reopen is None or not misread(problem):
            raise
        return reduce_stream(replace(stream, frame=stream.reopen(), reopen=None), reduce)


def gap(frame: pl.LazyFrame, name: str) -> pl.Expr:
    """Return where a column is null or not a number."""
    import polars as pl

    value = pl.col(name)
    return value.is_null() | value.is_nan() if frame.collect_schema()[name].is_float() else value.is_null()


def refuse_text(frame: pl.LazyFrame, name: str, wanted: str) -> None:
    """Refuse a column that should hold numbers and does not; `wanted` says what a number is for here."""
    import polars as pl

    kind = frame.collect_schema()[name]
    if kind.is_numeric() or kind in (pl.Boolean, pl.Null):
        return
    value = pl.col(name)
    text = value.cast(pl.String)
    no_number = text.cast(pl.Float64, strict=False).is_null()
    rows = frame.with_row_index("__row").filter(value.is_not_null()).select("__row", text, no_number.alias("__bad"))
    first = rows.filter("__bad").head(1).collect(engine="streaming")
    if not first.height:
        first = rows.head(1).collect(engine="streaming")
    raise errors.not_a_number(name, first[name].item(), int(first["__row"].item()), wanted)


def refuse_broken(frame: pl.LazyFrame, name: str, wanted: str) -> None:
    """Refuse a column of text most of which is numbers, naming the first that is none."""
    import polars as pl

    number = pl.col(name).cast(pl.String).cast(pl.Float64, strict=False).is_not_null()
    counts = frame.select(number.sum().alias("numbers"), pl.col(name).is_not_null().sum().alias("known"))
    numbers, known = counts.collect(engine="streaming").row(0)
    if 2 * numbers > known:
        refuse_text(frame, name, wanted)


def all_ones(rows: int, weights: float, squares: float) -> bool:
    """Say whether every case weighs 1, from the sums of the weights and of their squares (only 1 gives n and n)."""
    return rows == weights == squares


def first_places(frame: pl.LazyFrame, where: pl.Expr) -> list[int]:
    """Return the numbers of the first few rows that meet a condition."""
    rows = frame.with_row_index("__row").filter(where).select("__row").head(FIRST_ROWS).collect(engine="streaming")
    return [int(row) for row in rows["__row"]]
