"""report: write a result to a file."""

from __future__ import annotations

import os
from pathlib import Path

from assay.reports.files import write_report


def report(result: object, path: str | os.PathLike[str]) -> Path:
    """Write a result to `path`; the suffix chooses the format (.html, .md, .tex, .json). Returns the path."""
    return write_report(result, path)
