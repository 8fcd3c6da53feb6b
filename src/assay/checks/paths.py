"""Whether something names a file: text or a path, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from assay.errors import arguments as errors


def path_of(value: object) -> Path:
    """Return the path that somebody named, or refuse what names none.

    >>> path_of("site.json").name
    'site.json'
    """
    if not isinstance(value, str | os.PathLike):
        raise errors.not_a_path(value)
    try:
        return Path(os.fsdecode(value))
    except Exception as problem:  # whatever somebody's own path does
        raise errors.not_a_path(value) from problem
