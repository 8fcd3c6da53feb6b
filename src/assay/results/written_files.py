"""Files written whole or not at all: beside, flushed to the disk, then renamed; a link stays a link."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

from assay.checks.paths import path_of
from assay.errors import files as errors


def write_whole(path: str | os.PathLike[str], content: bytes) -> Path:
    """Write a file so that whoever looks, even after a crash, finds the old content or the new one, and return it.

    A link is followed, and what it leads to is written; rights of a file that was there are kept.

    Raises
    ------
    FileError
        Where nothing can be written; what was there is as it was.
    """
    place = path_of(path)
    try:
        _replace(_target(place), content)
    except (OSError, ValueError) as problem:
        raise errors.unwritable(str(place), _reason(problem)) from problem
    return place


def check_folder(path: str | os.PathLike[str]) -> Path:
    """Return the path if a file can be written there."""
    place = path_of(path)
    try:
        known, folder = place.parent.is_dir(), place.is_dir()
    except (OSError, ValueError) as problem:
        raise errors.unwritable(repr(str(place)), str(problem)) from problem
    if not known:
        raise errors.no_folder(str(place), str(place.parent))
    if folder:
        raise errors.unwritable(str(place), "it is a folder")
    if place.exists() and not place.is_file():
        raise errors.unwritable(str(place), "it is no file")
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise errors.unwritable(str(place), "this user may not write there")
    return place


def _target(place: Path) -> Path:
    """Return the file that a path leads to, through all links."""
    target = Path(os.path.realpath(place))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        raise ValueError("it is no file")
    return target


def _replace(target: Path, content: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".assay-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)


def _flush_folder(folder: Path) -> None:
    """Make the new name last through a power cut; some file systems know no such thing."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(problem: OSError | ValueError) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
