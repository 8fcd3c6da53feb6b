"""Whether something can be gone through: lists, arrays and generators can, text is one value."""

from __future__ import annotations

from collections.abc import Iterable

from assay.errors import samples as errors


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


def spelled(name: str, values: list[object]) -> str:
    """Return values as Python writes them, or refuse those that cannot write themselves.

    >>> spelled("values", [1, "a"])
    "[1, 'a']"
    """
    try:
        return repr(values)
    except Exception as problem:  # whatever somebody's own repr does, and lists in lists without end
        raise errors.bad_number(name, values, "Values that can be written down") from problem
