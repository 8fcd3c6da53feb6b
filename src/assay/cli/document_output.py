"""Standard output kept for the document: whatever a model prints, in this process or in workers, goes to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

STDOUT, STDERR = 1, 2


@contextmanager
def prints_to_stderr() -> Iterator[None]:
    """Send everything printed inside to stderr: by Python, by compiled code, and by workers that are started inside."""
    sys.stdout.flush()
    kept = _turn_away()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _flush()
        if kept is not None:
            os.dup2(kept, STDOUT)
            os.close(kept)


def _flush() -> None:
    """Write out what Python and compiled code still hold back, before stdout is the document's again."""
    for stream in (sys.stderr, sys.__stdout__):
        if stream is not None:
            stream.flush()
    with suppress(OSError, AttributeError, TypeError):
        import ctypes

        ctypes.CDLL(None).fflush(None)


def _turn_away() -> int | None:
    """Point the file descriptor of stdout to that of stderr; return a copy of the old one, None if either is closed."""
    try:
        os.fstat(STDERR)
        kept = os.dup(STDOUT)
    except OSError:
        return None
    os.dup2(STDERR, STDOUT)
    return kept


def keep_for_document() -> None:
    """End what goes to stdout: a model may still print while the program is taken down."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    _turn_away()
