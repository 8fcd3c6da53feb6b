"""Work that makes millions of small lists: no look for cycles in between, which walks over all of them each time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def many_pieces() -> Iterator[None]:
    """Put off the interpreter's looks for cycles; the lists of pieces hold none, and go when nobody needs them.

    >>> with many_pieces():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
