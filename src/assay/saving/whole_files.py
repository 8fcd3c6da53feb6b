"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from assay.errors import files as errors


def check_folder(path: str | os.PathLike[str]) -> Path:
    """Return the path if a file can be written there."""
    place = Path(path)
    try:
        known, folder = place.parent.is_dir(), place.is_dir()
    except (OSError, ValueError) as problem:
        raise errors.unwritable(repr(str(place)), str(problem)) from problem
    if not known:
        raise errors.no_folder(str(place), str(place.parent))
    if folder:
        raise errors.unwritable(str(place), "it is a folder")
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise errors.unwritable(str(place), "this user may not write there")
    return place


def write_whole(place: Path, content: bytes) -> Path:
    """Write a file beside its place, make sure that it is on the disk, and put it in its place."""
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".assay-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, place)
    except (OSError, ValueError) as problem:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise errors.unwritable(str(place), getattr(problem, "strerror", None) or str(problem)) from problem
    return place


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
