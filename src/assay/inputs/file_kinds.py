"""What a file holds, by its suffix; text files may be packed with gzip or zstandard."""

from __future__ import annotations

import os
from pathlib import Path

PLAIN = {
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
TEXT = ("csv", "tsv", "jsonl")
"""Kinds that hold text, whose columns get their types by looking."""
PACKED = {".gz": "gzip", ".zst": "zstandard"}

KINDS = PLAIN | {f"{suffix}{packed}": kind for suffix, kind in PLAIN.items() if kind in TEXT for packed in PACKED}
"""The kind of table by suffix."""


def suffix_of(path: str | os.PathLike[str]) -> str:
    """Return the suffix that says what a file holds, in lower case.

    >>> suffix_of("churn.v2.csv.gz"), suffix_of("notes.TXT")
    ('.csv.gz', '.txt')
    """
    name = Path(path).name.lower()
    known = [suffix for suffix in KINDS if name.endswith(suffix)]
    return max(known, key=len) if known else Path(name).suffix


def kind_of(path: str | os.PathLike[str]) -> str | None:
    """Return what kind of table a file is, None for what is none.

    >>> kind_of("churn.tsv.zst"), kind_of("notes.txt")
    ('tsv', None)
    """
    return KINDS.get(suffix_of(path))


def stem_of(path: str | os.PathLike[str]) -> str:
    """Return a file's name without its suffix.

    >>> stem_of("runs/first.csv.gz")
    'first'
    """
    name = Path(path).name
    return name[: -len(suffix_of(path))] or name if suffix_of(path) else name


def packing_of(path: str | os.PathLike[str]) -> str | None:
    """Return the format in which a file is packed, None where its suffix names none."""
    return PACKED.get(Path(path).suffix.lower())
