"""Files of texts: one segment a line, or columns of a table, always UTF-8 and always text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.checks.documents import json_of
from assay.errors import columns as column_errors
from assay.errors import files as file_errors
from assay.errors import texts as errors
from assay.inputs.archives import check_archive
from assay.inputs.file_kinds import KINDS, kind_of, packing_of
from assay.inputs.parts import Part, parts_of
from assay.inputs.paths import check_file
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import polars as pl

QUOTE = '"'
BYTE_ORDER_MARK = "\ufeff"


def read_lines(path: str | os.PathLike[str], name: str) -> list[str]:
    """Return the lines of a plain text file; only line feeds end a line, and an empty line is an empty segment."""
    place = Path(path)
    if kind_of(place) is not None:
        raise errors.table_without_columns(name, str(path))
    lines = _decoded(place).split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def read_columns(path: str | os.PathLike[str], names: Sequence[str]) -> dict[str, list[Any]]:
    """Return columns of a table in one file or several; numbers in csv and tsv files stay the text that they are."""
    parts = parts_of(path)
    if parts is None:
        return _read(Path(path), names)
    tables = [_read_part(part, names) for part in parts]
    return {name: [value for table in tables for value in table[name]] for name in names}


def _read_part(part: Part, names: Sequence[str]) -> dict[str, list[Any]]:
    """Return columns of a file that is a part of a table, some of which the names of its folders may give."""
    own = [name for name in names if name not in part.values]
    table = _read(part.path, own)
    rows = len(next(iter(table.values()), []))
    return table | {name: [part.values[name]] * rows for name in names if name in part.values}


def _read(path: Path, names: Sequence[str]) -> dict[str, list[Any]]:
    kind = kind_of(path)
    if kind is None:
        raise file_errors.unknown_suffix(str(path), list(KINDS))
    if kind == "tsv":
        return _named(_tab_separated(_decoded(path), str(path)), names, str(path))
    if kind == "jsonl":
        return _named(_json_lines(_decoded(path), str(path)), names, str(path))
    if kind == "csv":
        _decoded(path)
    frame = _frame(path, kind)
    with readable(path):
        _check_names(names, frame.collect_schema().names(), str(path))
        table = frame.select(list(dict.fromkeys(names))).collect()
    return {name: table[name].to_list() for name in names}


def _frame(path: Path, kind: str) -> pl.LazyFrame:
    import polars as pl

    check_file(path)
    with readable(path):
        if kind == "csv":
            return pl.scan_csv(path, infer_schema=False, empty_string_is_null=False, glob=False)
        return pl.scan_parquet(path, glob=False) if kind == "parquet" else pl.scan_ipc(path, glob=False)


def _decoded(path: Path) -> str:
    """Read a file as UTF-8; where it is not, say in which line."""
    check_file(path)
    if packing_of(path) is not None:
        return _unpacked(path)
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise file_errors.not_permitted(str(path)) from problem
    if not content:
        raise errors.no_segments(str(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise errors.not_utf8(str(path), line, content[problem.start]) from problem


def _unpacked(path: Path) -> str:
    """Read a file that is packed."""
    import polars as pl

    check_archive(path)
    with readable(path):
        lines = pl.scan_lines(path, glob=False).collect(engine="streaming").to_series().to_list()
    if not lines:
        raise errors.no_segments(str(path))
    return "\n".join(lines).removeprefix(BYTE_ORDER_MARK)


def _tab_separated(text: str, path: str) -> dict[str, list[Any]]:
    """Split rows at tabs, quotation marks being part of the text.

    Tables written with quotation marks as marks are known by it: every cell has them, or those inside are doubled.
    """
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    heading = lines[0].split("\t")
    rows = [line.split("\t") for line in lines[1:]]
    for place, row in enumerate(rows):
        if len(row) != len(heading):
            raise errors.cells_differ(path, place + 2, len(row), len(heading))
    every = bool(rows) and all(_quoted(cell) for row in rows for cell in row if cell)
    heading = [_unquoted(cell, every) for cell in heading]
    return {name: [_unquoted(row[place], every) for row in rows] for place, name in enumerate(heading)}


def _json_lines(text: str, path: str) -> dict[str, list[Any]]:
    """Read one object a line; a field that a line does not have is a gap."""
    rows = []
    for place, line in enumerate(text.split("\n")):
        if line.strip():
            try:
                row = json_of(line)
            except ValueError as problem:
                raise file_errors.unreadable(path, "jsonl", f"line {place + 1}: {problem}") from problem
            if not isinstance(row, dict):
                raise file_errors.unreadable(path, "jsonl", f"line {place + 1} is no object")
            rows.append(row)
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _quoted(cell: str) -> bool:
    inner = cell[1:-1]
    return len(cell) > 1 and cell[0] == cell[-1] == QUOTE and QUOTE not in inner.replace(QUOTE * 2, "")


def _unquoted(cell: str, every: bool) -> str:
    marked = _quoted(cell) and (every or QUOTE * 2 in cell[1:-1])
    return cell[1:-1].replace(QUOTE * 2, QUOTE) if marked else cell


def _named(table: dict[str, list[Any]], names: Sequence[str], path: str) -> dict[str, list[Any]]:
    _check_names(names, list(table), path)
    return {name: table[name] for name in names}


def _check_names(names: Sequence[str], known: list[str], path: str) -> None:
    for name in names:
        if name not in known:
            raise column_errors.unknown_column(name, known, path)
