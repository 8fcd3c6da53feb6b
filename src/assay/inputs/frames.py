"""Frames by column name: pandas, polars, pyarrow and every other kind narwhals knows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from assay.errors import columns as errors
from assay.inputs.columns import Array, series_to_array

if TYPE_CHECKING:
    import polars as pl


def as_lazy_polars(data: object) -> pl.LazyFrame | None:
    """Return a polars lazy frame as it is (it is streamed), None for anything else."""
    if type(data).__module__.split(".")[0] != "polars":
        return None
    import polars as pl

    return data if isinstance(data, pl.LazyFrame) else None


def take_columns(data: object, names: dict[str, str]) -> dict[str, Array]:
    """Return columns of a frame as arrays: {"truth": "churned"} gives {"truth": array}."""
    frame = _narwhals(data)
    columns = list(frame.collect_schema().names())
    for name in names.values():
        if name not in columns:
            raise errors.unknown_column(name, columns, "the data")
    return {argument: series_to_array(frame[name]) for argument, name in names.items()}


def _narwhals(data: Any) -> Any:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data)
        if isinstance(frame, nw.LazyFrame):
            raise errors.rows_elsewhere(type(data).__module__.split(".")[0])
        return frame
    except nw.exceptions.DuplicateError as problem:
        twice = {name: count for name, count in Counter(data.columns).items() if count > 1}
        raise errors.repeated_columns(twice) from problem
    except TypeError as problem:
        raise errors.not_a_frame(data) from problem
