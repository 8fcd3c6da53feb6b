"""One file as a lazy frame of polars, by its kind."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import FileError
from assay.errors import files as errors
from assay.inputs.file_kinds import kind_of, packing_of

if TYPE_CHECKING:
    import polars as pl

TAB = "\t"
RENAMED = "_duplicated_"
"""What polars puts behind a column name that it has seen before."""


def scan(path: Path, kind: str, rows: int | None, types: Mapping[str, pl.DataType] | None = None) -> pl.LazyFrame:
    """Return a file as a lazy frame; columns of text get the types given, else those that the first rows show.

    `rows` is how many rows are looked at, None for all of them.
    """
    import polars as pl

    if kind in ("csv", "tsv"):
        separator = TAB if kind == "tsv" else ","
        rows, overrides = (rows, None) if types is None else (0, dict(types))
        return pl.scan_csv(path, separator=separator, infer_schema_length=rows, schema_overrides=overrides, glob=False)
    if kind == "jsonl":
        schema = None if types is None else dict(types)
        return pl.scan_ndjson(glob.escape(str(path)), infer_schema_length=rows, schema=schema)
    return pl.scan_parquet(path, glob=False) if kind == "parquet" else pl.scan_ipc(path, glob=False)


def as_text(path: Path, kind: str) -> pl.LazyFrame:
    """Return a csv or tsv file whose cells are all text."""
    import polars as pl

    return pl.scan_csv(path, separator=TAB if kind == "tsv" else ",", infer_schema=False, glob=False)


def repeated(path: Path, kind: str, columns: list[str]) -> dict[str, int]:
    """Return the names that stand more than once in the header of a text file, with how often (polars renames them)."""
    import polars as pl

    if kind not in ("csv", "tsv") or not any(RENAMED in name for name in columns):
        return {}
    separator = TAB if kind == "tsv" else ","
    header = pl.scan_csv(path, separator=separator, has_header=False, n_rows=1, infer_schema_length=0, glob=False)
    counts = Counter(header.collect().row(0))
    return {name: count for name, count in counts.items() if count > 1}


@contextmanager
def readable(path: Path | str) -> Iterator[None]:
    """Turn whatever a broken file makes polars say into one clear message."""
    import polars as pl

    try:
        yield
    except pl.exceptions.NoDataError as problem:
        raise errors.empty(str(path)) from problem
    except pl.exceptions.PanicException as problem:
        raise errors.unreadable(str(path), kind_of(path) or "a table", "its content is damaged") from problem
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as problem:
        if isinstance(problem, FileError):
            raise
        detail = str(problem).strip().split("\n")[0].rstrip(".")
        packing = packing_of(path)
        if packing is not None and isinstance(problem, OSError):
            raise errors.damaged_archive(str(path), packing, detail) from problem
        raise errors.unreadable(str(path), kind_of(path) or "a table", detail) from problem
