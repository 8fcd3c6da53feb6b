"""Data that need not be held in memory: a file, two files side by side, or a polars lazy frame."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import FileError
from assay.errors import columns as errors
from assay.inputs.columns import Array
from assay.inputs.files import is_path, open_file, open_files
from assay.inputs.frames import as_lazy_polars, take_columns
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class LazyData:
    """A lazy frame, what to call it in a message, and how to open it again with types read off every row."""

    frame: pl.LazyFrame
    where: str
    reopen: Callable[[], pl.LazyFrame] | None = None


def open_lazy(data: object, names: list[str]) -> LazyData | None:
    """Return the data unread if they are files or a lazy frame, None if they are in memory; all `names` are there."""
    opener, where = _opener(data, names)
    frame = opener(False) if opener else as_lazy_polars(data)
    if frame is None:
        return None
    columns = frame.collect_schema().names()
    for name in names:
        if name not in columns:
            raise errors.unknown_column(name, columns, where)
    return LazyData(_plain(frame), where, (lambda: _plain(opener(True))) if opener else None)


def read_columns(data: object, names: dict[str, str]) -> dict[str, Array]:
    """Return columns of any data as arrays: {"truth": "churned"} gives {"truth": array}."""
    columns = list(dict.fromkeys(names.values()))
    lazy = open_lazy(data, columns)
    if lazy is None:
        return take_columns(data, names)

    def collect(frame: pl.LazyFrame) -> pl.DataFrame:
        with readable(lazy.where):
            return frame.select(columns).collect()

    try:
        frame = collect(lazy.frame)
    except FileError as problem:
        if lazy.reopen is None or not misread(problem):
            raise
        frame = collect(lazy.reopen())
    return take_columns(frame, names)


def misread(problem: FileError) -> bool:
    """Say whether a file failed because a later row is not of the type that the first rows showed."""
    import polars as pl

    return isinstance(problem.__cause__, pl.exceptions.ComputeError)


def _opener(data: object, names: list[str]) -> tuple[Callable[[bool], pl.LazyFrame] | None, str]:
    """Return how to open the data if they are one file or two, and what to call them in a message."""
    if isinstance(data, str | os.PathLike):
        return (lambda thorough: open_file(data, thorough, names)), Path(data).name
    if isinstance(data, tuple | list) and len(data) == 2 and all(is_path(path) for path in data):
        first, second = data
        where = f"{Path(first).name} and {Path(second).name}"
        return (lambda thorough: open_files(first, second, names, thorough)), where
    return None, "the data"


def _plain(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Read decimals as the floats they are judged as."""
    import polars as pl
    import polars.selectors as cs

    return frame.with_columns(cs.decimal().cast(pl.Float64))
