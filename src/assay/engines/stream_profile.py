"""Look at one column of a stream: which kind it is, and how many different values it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.errors import columns as errors
from assay.inputs.profiles import LARGEST_LABEL, MOST_INTEGER_CLASSES, ColumnProfile

if TYPE_CHECKING:
    import polars as pl


def profile_column(frame: pl.LazyFrame, name: str) -> ColumnProfile:
    """Return the profile of a column; of strings and booleans the values are not counted."""
    kind = kind_of(frame.collect_schema()[name], name)
    if kind == "float":
        example = first_strange(frame, name)
        if example is not None:
            return ColumnProfile(name, "number", 0, example)
        kind = "integer"
    return ColumnProfile(name, kind, _distinct_whole(frame, name) if kind == "integer" else 0)


def first_strange(frame: pl.LazyFrame, name: str) -> float | None:
    """Return the first number of a float column that cannot be a label, None if all are whole."""
    import polars as pl

    value = pl.col(name).cast(pl.Float64)
    strange = value.is_not_nan() & ((value != value.round()) | (value.abs() > LARGEST_LABEL))
    first = frame.select(value.filter(strange).head(1)).collect(engine="streaming")
    return float(first.item()) if first.height else None


def _distinct_whole(frame: pl.LazyFrame, name: str) -> int:
    """Count the different whole numbers of a column; numbers that lie close together cannot be too many."""
    import polars as pl

    value = pl.col(name).fill_nan(None) if frame.collect_schema()[name].is_float() else pl.col(name)
    ends = frame.select(value.min().alias("low"), value.max().alias("high")).collect(engine="streaming")
    low, high = ends.row(0)
    if low is None or high - low < MOST_INTEGER_CLASSES:
        return 0 if low is None else int(high - low) + 1
    return int(frame.select(value.drop_nulls().n_unique()).collect(engine="streaming").item())


def kind_of(dtype: pl.DataType, name: str) -> str:
    """Return the kind of label that a column type holds; whether floats are whole is not known yet."""
    import polars as pl

    if dtype == pl.Boolean:
        return "boolean"
    if dtype.is_integer():
        return "integer"
    if dtype.is_float():
        return "float"
    if dtype in (pl.String, pl.Categorical, pl.Enum, pl.Null):
        return "string"
    raise errors.strange_kind(name, dtype)
