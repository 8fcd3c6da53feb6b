"""Reports as files: the suffix chooses the format, and the path is checked before any work is done."""

from __future__ import annotations

import os
from pathlib import Path

from assay.errors import files as errors
from assay.results.rendering import render
from assay.results.written_files import write_whole

FORMATS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex"}


def check_report_path(path: str | os.PathLike[str]) -> Path:
    """Return the path if a report can be written there; refuse it with the reason otherwise."""
    place = Path(path)
    if place.suffix.lower() not in FORMATS:
        raise errors.unknown_report(str(place), list(FORMATS))
    return check_folder(place)


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
    if place.exists() and not place.is_file():
        raise errors.unwritable(str(place), "it is no file")
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise errors.unwritable(str(place), "this user may not write there")
    return place


def write_report(result: object, path: str | os.PathLike[str]) -> Path:
    """Write a result; the file appears whole or not at all."""
    place = check_report_path(path)
    text = str(render(result, FORMATS[place.suffix.lower()]))
    data = (text if text.endswith("\n") else text + "\n").encode("utf-8", errors="replace")
    return write_whole(place, data)
