"""Work that makes millions of small lists, without garbage collection, which walks over all of them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def many_pieces() -> Iterator[None]:
    """Put off garbage collection in the whole process; lists of pieces hold no cycles, and go when nobody needs them.

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
