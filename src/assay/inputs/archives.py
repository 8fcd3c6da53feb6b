"""Packed text before it is read: that it is what its suffix says, and that its first lines end."""

from __future__ import annotations

import gzip
import importlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from types import ModuleType

from assay.errors import FileError
from assay.errors import files as errors
from assay.inputs.file_kinds import packing_of

MAGIC = {"gzip": b"\x1f\x8b", "zstandard": b"\x28\xb5\x2f\xfd"}
"""RFC 1952, section 2.3.1; RFC 8878, section 3.1.1."""

LONGEST_LINE = 1 << 26
"""Bytes of one line: 64 MiB hold any row, and a reader asks for a line's memory at once; 3 MB of gzip can hold 3 GB."""
PIECE = 1 << 20
"""Bytes unpacked at a time: one line may fill the file, and memory must not."""


def check_archive(path: Path) -> None:
    """Refuse packed text that is not packed so, or whose heading or first row never ends."""
    with path.open("rb") as file:
        start = file.read(4)
    packing = next((name for name, magic in MAGIC.items() if start.startswith(magic)), None)
    named = packing_of(path)
    if named is not None and packing != named:
        raise errors.not_packed(str(path), named)
    if packing is None:
        return
    unpacker = _unpacker(packing)
    if unpacker is None:
        return
    try:
        with unpacker.open(path) as unpacked:
            _check_lines(unpacked, path)
    except FileError:
        raise
    except unpacker.faults as problem:
        raise errors.damaged_archive(str(path), packing, str(problem)) from problem


def _check_lines(unpacked: BufferedIOBase, path: Path) -> None:
    """Read the heading and one row, at most as much as a line may hold."""
    for _ in range(2):
        length = 0
        while piece := unpacked.readline(PIECE):
            length += len(piece)
            if length > LONGEST_LINE:
                raise errors.endless_line(str(path), LONGEST_LINE >> 20)
            if piece.endswith(b"\n"):
                break


@dataclass(frozen=True)
class _Unpacker:
    """What unpacks a file piece by piece, and what it raises where the file is damaged."""

    open: Callable[[Path], BufferedIOBase]
    faults: tuple[type[Exception], ...]


def _unpacker(packing: str) -> _Unpacker | None:
    """Return what unpacks such files, None where only polars can (zstandard before Python 3.14)."""
    if packing == "gzip":
        return _Unpacker(gzip.GzipFile, (OSError, EOFError, zlib.error))
    for name in ("compression.zstd", "zstandard"):
        try:
            return _zstandard_of(importlib.import_module(name))
        except ImportError:
            continue
    return None


def _zstandard_of(module: ModuleType) -> _Unpacker:
    opened: Callable[[Path, str], RawIOBase] = module.open
    return _Unpacker(lambda path: BufferedReader(opened(path, "rb")), (OSError, EOFError, module.ZstdError))
