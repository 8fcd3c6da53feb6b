"""Whether something can be gone through: lists, arrays and generators can, text is one value."""

from __future__ import annotations

from collections.abc import Iterable


def listed(values: object) -> list[object] | None:
    """Return the values of a list, None for text and for whatever cannot be gone through.

    >>> listed((1, 2)), listed("ab"), listed(3)
    ([1, 2], None, None)
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        return None
    try:
        return list(values)
    except Exception:  # whatever somebody's own iterator does; numpy's 0-d arrays have one that fails
        return None
