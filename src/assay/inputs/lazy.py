"""Data that need not be held in memory: a file, two files side by side, or a polars lazy frame."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import FileError
from assay.inputs.columns import Array
from assay.inputs.files import open_file, open_files
from assay.inputs.frame_batches import frame_batches
from assay.inputs.frames import as_lazy_polars, check_columns, take_columns
from assay.inputs.parts import parts_of
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import polars as pl

ROWS = 500_000
"""Rows of a batch while a damaged file is looked for, as many as the stream engine takes."""


@dataclass(frozen=True, eq=False)
class LazyData:
    """A lazy frame, what to call it in a message, how to open it again with types read off every row, and its paths."""

    frame: pl.LazyFrame
    where: str
    reopen: Callable[[], pl.LazyFrame] | None = None
    paths: tuple[str | os.PathLike[str], ...] = ()

    def refuse_damaged_part(self, names: Sequence[str]) -> None:
        """Refuse the file that cannot be read, by its own name, where several make up the data."""
        for path in self.paths:
            for part in parts_of(path) or ():
                with readable(part.path):
                    frame = open_file(part.path, thorough=True)
                    there = [name for name in names if name in frame.collect_schema()]
                    for _ in frame_batches(frame.select(there), ROWS):
                        continue


def open_lazy(data: object, names: list[str]) -> LazyData | None:
    """Return the data unread if they are files or a lazy frame, None if they are in memory; all `names` are there."""
    opener, where = _opener(data, names)
    frame = opener(False) if opener else as_lazy_polars(data)
    if frame is None:
        return None
    check_columns(names, frame.collect_schema().names(), where)
    return LazyData(_plain(frame), where, (lambda: _plain(opener(True))) if opener else None, _paths(data))


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
            lazy.refuse_damaged_part(columns)
            raise
        frame = collect(lazy.reopen())
    return take_columns(frame, names)


def misread(problem: FileError) -> bool:
    """Say whether a file failed because a later row is not of the type that the first rows showed."""
    import polars as pl

    return isinstance(problem.__cause__, pl.exceptions.ComputeError)


def _paths(data: object) -> tuple[str | os.PathLike[str], ...]:
    """Return the one or two paths that the data are, none for anything else."""
    listed = data if isinstance(data, tuple | list) and len(data) == 2 else [data]
    paths = tuple(path for path in listed if isinstance(path, str | os.PathLike))
    return paths if len(paths) == len(listed) else ()


def _opener(data: object, names: list[str]) -> tuple[Callable[[bool], pl.LazyFrame] | None, str]:
    """Return how to open the data if they are one path or two, and what to call them in a message."""
    paths = _paths(data)
    if len(paths) == 1:
        return (lambda thorough: open_file(paths[0], thorough, names)), Path(paths[0]).name
    if paths:
        first, second = paths
        where = f"{Path(first).name} and {Path(second).name}"
        return (lambda thorough: open_files(first, second, names, thorough)), where
    return None, "the data"


def _plain(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Read decimals as the floats they are judged as."""
    import polars as pl
    import polars.selectors as cs

    return frame.with_columns(cs.decimal().cast(pl.Float64))
