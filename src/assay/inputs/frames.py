"""Frames by column name: pandas, polars, pyarrow and every other kind narwhals knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from assay.errors import columns as errors
from assay.inputs.columns import Array, series_to_array

if TYPE_CHECKING:
    import polars as pl


def package_of(data: object) -> str:
    """Return the package that a user's object comes from, without importing any.

    >>> package_of(Counter())
    'collections'
    """
    return type(data).__module__.split(".")[0]


def unwrapped(data: Any) -> Any:
    """Return what a frame of narwhals wraps, anything else as it is."""
    return data.to_native() if package_of(data) == "narwhals" and hasattr(data, "to_native") else data


def check_columns(names: Iterable[str], known: Sequence[str], where: str) -> None:
    """Refuse columns that are not there, and names that stand for several columns."""
    for name in names:
        if name not in known:
            raise errors.unknown_column(name, known, where)
    twice = {name: count for name, count in Counter(known).items() if count > 1}
    if twice:
        raise errors.repeated_columns(twice)


def as_lazy_polars(data: object) -> pl.LazyFrame | None:
    """Return a polars lazy frame as it is (it is streamed), None for anything else."""
    data = unwrapped(data)
    if package_of(data) != "polars":
        return None
    import polars as pl

    return data if isinstance(data, pl.LazyFrame) else None


def take_columns(data: object, names: dict[str, str]) -> dict[str, Array]:
    """Return columns of a frame as arrays: {"truth": "churned"} gives {"truth": array}."""
    frame = _narwhals(data)
    columns = list(frame.collect_schema().names())
    check_columns(names.values(), columns, "the data")
    return {argument: series_to_array(frame[name]) for argument, name in names.items()}


def _narwhals(data: Any) -> Any:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data)
        if isinstance(frame, nw.LazyFrame):
            raise errors.rows_elsewhere(f"on {package_of(data)}")
        return frame
    except nw.exceptions.DuplicateError as problem:
        twice = {name: count for name, count in Counter(data.columns).items() if count > 1}
        raise errors.repeated_columns(twice) from problem
    except TypeError as problem:
        raise errors.not_a_frame(data) from problem
