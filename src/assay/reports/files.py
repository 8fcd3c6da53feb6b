"""Reports as files: the suffix chooses the format, and the path is checked before any work is done."""

from __future__ import annotations

import os
from pathlib import Path

from assay.checks.paths import path_of
from assay.errors import figures as figure_errors
from assay.errors import files as errors
from assay.results.rendering import render
from assay.results.written_files import check_folder, write_whole

__all__ = ["FORMATS", "check_folder", "check_report_path", "write_report"]

FIGURES = (".svg", ".png", ".pdf", ".csv", ".json", ".html")
"""What a chart can be saved as; csv is its data."""
FORMATS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex"}


def check_report_path(path: str | os.PathLike[str]) -> Path:
    """Return the path if a report can be written there; refuse it with the reason otherwise."""
    place = path_of(path)
    if place.suffix.lower() not in FORMATS:
        raise errors.unknown_report(str(place), list(FORMATS))
    return check_folder(place)


def check_figure(path: str | os.PathLike[str]) -> Path:
    """Return the path if a figure can be written there; refuse it with the reason otherwise."""
    place = Path(path)
    if place.suffix.lower() not in FIGURES:
        raise figure_errors.unknown_figure(str(place), FIGURES)
    return check_folder(place)


def write_report(result: object, path: str | os.PathLike[str], band: str | None = None) -> Path:
    """Write a result, on a page with a band of the kind asked for; the file appears whole or not at all."""
    place = check_report_path(path)
    form = FORMATS[place.suffix.lower()]
    if band is not None and form != "html":
        raise errors.no_picture_with_band(str(place))
    text = str(render(result, form, *(() if band is None else (band,))))
    return write_whole(place, (text if text.endswith("\n") else text + "\n").encode("utf-8", errors="replace"))
