"""Paths before anything is read: what is there, whether this user may read it, and whether it is a file at all."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

from assay.errors import files as errors

REMOTE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")
"""An address with a scheme, as s3://bucket/key; Path("s3://x") has lost one slash. A drive has one letter only."""

STRANGE = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


def status(path: str | os.PathLike[str]) -> os.stat_result | None:
    """Return what the file system knows of a path, None where nothing is there; refuse a path that leads nowhere."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as problem:
        raise errors.not_permitted(str(path)) from problem
    except (OSError, ValueError) as problem:
        raise errors.unusable_path(str(path), _reason(problem)) from problem


def _reason(problem: OSError | ValueError) -> str:
    if isinstance(problem, ValueError):
        return "it holds a NUL character"
    if problem.errno == errno.ELOOP:
        return "its links lead in a circle"
    if problem.errno == errno.ENAMETOOLONG:
        return "it is longer than the file system allows"
    return problem.strerror or str(problem)


def check_file(path: str | os.PathLike[str]) -> None:
    """Refuse what is not a file that this user may read and that holds something."""
    state = status(path)
    if state is None:
        raise missing(path)
    if stat.S_ISDIR(state.st_mode):
        raise errors.is_a_folder(str(path))
    words = strange_words(state)
    if words is not None:
        raise errors.not_a_file(str(path), words)
    check_access(path)


def strange_words(state: os.stat_result) -> str | None:
    """Say what it is that is neither a file nor a folder, None where it is one of them."""
    return next((words for is_kind, words in STRANGE if is_kind(state.st_mode)), None)


def check_access(path: str | os.PathLike[str]) -> None:
    """Refuse a file or a folder that this user may not read."""
    if not os.access(path, os.R_OK):
        raise errors.not_permitted(str(path))


def missing(path: str | os.PathLike[str]) -> Exception:
    """Return the error for a path where nothing is: an address elsewhere, or a name that may be misspelt."""
    address = REMOTE.match(str(path))
    if address is not None:
        scheme = address.group(1).lower()
        return errors.file_address(str(path)) if scheme == "file" else errors.remote(str(path), scheme)
    return errors.not_found(str(path), siblings(Path(path)))


def siblings(path: Path) -> list[str]:
    """Return the names beside a path, none where its folder cannot be listed."""
    try:
        return [sibling.name for sibling in path.parent.iterdir()]
    except OSError:
        return []
