"""Files by suffix, opened lazily: nothing is read until a reduction asks for it."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import FileError
from assay.errors import columns as column_errors
from assay.errors import files as errors
from assay.inputs.json_files import looks_like_coco
from assay.inputs.side_by_side import refuse_other_order

if TYPE_CHECKING:
    import polars as pl

KINDS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}

ROWS_TO_INFER = 10_000
"""Rows that polars reads to choose the type of a column: a few milliseconds, and more than most small files have."""
TAB = "\t"
RENAMED = "_duplicated_"
"""What polars puts behind a column name that it has seen before."""


def is_path(data: object) -> bool:
    """Say whether `data` names a file."""
    return isinstance(data, str | os.PathLike)


def open_file(
    path: str | os.PathLike[str], thorough: bool = False, names: Collection[str] | None = None
) -> pl.LazyFrame:
    """Return the file as a lazy frame, after checking that it is there and is what its suffix says.

    Column types of text files are read off the first rows; `thorough` looks at every row instead. A column name that
    the header holds twice is refused if it is among `names`, the columns in use (all of them unless said).
    """
    place = Path(path)
    kind = _check(place)
    with readable(place):
        frame = _scanners(None if thorough else ROWS_TO_INFER)[kind](place)
        columns = frame.collect_schema().names()
        twice = _repeated(place, kind, columns)
    for name in columns if names is None else names:
        if name in twice:
            raise errors.repeated_column(name, twice[name], str(path))
    return frame


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


@contextmanager
def readable(path: Path | str) -> Iterator[None]:
    """Turn whatever a broken file makes polars say into one clear message."""
    import polars as pl

    try:
        yield
    except pl.exceptions.NoDataError as problem:
        raise errors.empty(str(path)) from problem
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as problem:
        if isinstance(problem, FileError):
            raise
        detail = str(problem).strip().split("\n")[0].rstrip(".")
        raise errors.unreadable(str(path), KINDS.get(Path(path).suffix.lower(), "a table"), detail) from problem


def _check(path: Path) -> str:
    if not path.exists():
        folder = path.parent
        siblings = [sibling.name for sibling in folder.iterdir()] if folder.is_dir() else []
        raise errors.not_found(str(path), siblings)
    if path.is_dir():
        raise errors.is_a_folder(str(path))
    kind = KINDS.get(path.suffix.lower())
    if path.suffix.lower() == ".json":
        raise (errors.coco_file if looks_like_coco(path) else errors.json_file)(str(path))
    if kind is None:
        raise errors.unknown_suffix(str(path), list(KINDS))
    if not os.access(path, os.R_OK):
        raise errors.not_permitted(str(path))
    if not path.stat().st_size:
        raise errors.empty(str(path))
    return kind


def _scanners(rows: int | None) -> dict[str, Callable[[Path], pl.LazyFrame]]:
    import polars as pl

    return {
        "csv": lambda path: pl.scan_csv(path, infer_schema_length=rows, glob=False),
        "tsv": lambda path: pl.scan_csv(path, separator=TAB, infer_schema_length=rows, glob=False),
        "parquet": lambda path: pl.scan_parquet(path, glob=False),
        "jsonl": lambda path: pl.scan_ndjson(glob.escape(str(path)), infer_schema_length=rows),
        "arrow": lambda path: pl.scan_ipc(path, glob=False),
    }


def _repeated(path: Path, kind: str, columns: list[str]) -> dict[str, int]:
    """Return the names that stand more than once in the header of a text file, with how often (polars renames them)."""
    import polars as pl

    if kind not in ("csv", "tsv") or not any(RENAMED in name for name in columns):
        return {}
    separator = TAB if kind == "tsv" else ","
    header = pl.scan_csv(path, separator=separator, has_header=False, n_rows=1, infer_schema_length=0, glob=False)
    counts = Counter(header.collect().row(0))
    return {name: count for name, count in counts.items() if count > 1}


def _rows(path: str, frame: pl.LazyFrame) -> int:
    import polars as pl

    with readable(path):
        return int(frame.select(pl.len()).collect(engine="streaming").item())
