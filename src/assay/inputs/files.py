"""Files by suffix, opened lazily: nothing is read until a reduction asks for it."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import columns as column_errors
from assay.errors import files as errors
from assay.inputs.archives import check_archive
from assay.inputs.file_kinds import KINDS, TEXT, kind_of
from assay.inputs.json_files import looks_like_coco
from assay.inputs.part_schemas import PartSchemas, partition_types
from assay.inputs.parts import Part, parts_of
from assay.inputs.paths import check_file
from assay.inputs.scans import readable, repeated, scan
from assay.inputs.side_by_side import refuse_other_order

if TYPE_CHECKING:
    import polars as pl

ROWS_TO_INFER = 10_000
"""Rows that polars reads to choose the type of a column: a few milliseconds, and more than most small files have."""


def is_path(data: object) -> bool:
    """Say whether `data` names a file."""
    return isinstance(data, str | os.PathLike)


def open_file(
    path: str | os.PathLike[str], thorough: bool = False, names: Collection[str] | None = None
) -> pl.LazyFrame:
    """Return a file, or all files of a folder or a pattern, as a lazy frame, after checking what is there.

    Column types of text files are read off the first rows; `thorough` looks at every row instead. A column name that
    the header holds twice is refused if it is among `names`, the columns in use (all of them unless said).
    """
    rows = None if thorough else ROWS_TO_INFER
    parts = parts_of(path)
    if parts is not None:
        return _open_parts(parts, rows, names)
    place = Path(path)
    kind = check_table(place)
    with readable(place):
        frame = scan(place, kind, rows)
        types = frame.collect_schema()
        _refuse_repeated(place, kind, types.names(), names)
        if thorough and kind in TEXT:  # known now, and polars would look at every row again for every question
            frame = scan(place, kind, rows, types)
    return frame


def _open_parts(parts: Sequence[Part], rows: int | None, names: Collection[str] | None) -> pl.LazyFrame:
    """Return several files as one table, each with the columns that its folders name."""
    import polars as pl

    kinds = [check_table(part.path) for part in parts]
    kind = kinds[0]
    schemas = PartSchemas.of(parts, kind, rows)
    for part, types in zip(parts, schemas.types, strict=True):
        with readable(part.path):
            _refuse_repeated(part.path, kind, list(types), names)
    common, values = schemas.common(names), partition_types(parts)
    given = common if kind in TEXT else None
    frames = []
    for part in parts:
        own = [pl.lit(part.values[name]).cast(dtype).alias(name) for name, dtype in values.items()]
        columns = [pl.col(name).cast(dtype) for name, dtype in common.items()]
        frames.append(scan(part.path, kind, rows, given).select(*columns, *own))
    return pl.concat(frames, how="vertical")


def _refuse_repeated(path: Path, kind: str, columns: list[str], names: Collection[str] | None) -> None:
    """Refuse a column in use whose name the header holds more than once."""
    twice = repeated(path, kind, columns)
    for name in columns if names is None else names:
        if name in twice:
            raise errors.repeated_column(name, twice[name], str(path))


def open_files(
    first: str | os.PathLike[str], second: str | os.PathLike[str], names: list[str], thorough: bool = False
) -> pl.LazyFrame:
    """Return two files side by side; they must hold the same cases in the same order."""
    import polars as pl

    frames = {str(path): open_file(path, thorough, names) for path in (first, second)}
    columns = {path: frame.collect_schema().names() for path, frame in frames.items()}
    here, there = columns.values()
    doubled = [name for name in names if name in here and name in there]
    if doubled:
        raise errors.column_in_both(doubled, str(first), str(second))
    for name in names:
        if name not in here and name not in there:
            raise column_errors.unknown_column(name, [*here, *there], f"{first} or {second}")
    rows = [_rows(path, frame) for path, frame in frames.items()]
    if rows[0] != rows[1]:
        raise errors.rows_differ(str(first), rows[0], str(second), rows[1])
    refuse_other_order(*frames.items())
    parts = [frame.select([name for name in names if name in columns[path]]) for path, frame in frames.items()]
    return pl.concat(parts, how="horizontal")


def check_table(path: Path) -> str:
    """Return the kind of table that a file holds, after everything that can be said before it is read."""
    check_file(path)
    if path.suffix.lower() == ".json":
        raise (errors.coco_file if looks_like_coco(path) else errors.json_file)(str(path))
    kind = kind_of(path)
    if kind is None:
        raise errors.unknown_suffix(str(path), list(KINDS))
    if not path.stat().st_size:
        raise errors.empty(str(path))
    if kind in TEXT:
        check_archive(path)
    return kind


def _rows(path: str, frame: pl.LazyFrame) -> int:
    import polars as pl

    with readable(path):
        return int(frame.select(pl.len()).collect(engine="streaming").item())
