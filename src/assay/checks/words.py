"""Whether something is one of the words that an option knows: asked without comparing what cannot be compared."""

from __future__ import annotations

from collections.abc import Iterable


def one_of(value: object, known: Iterable[str]) -> str | None:
    """Return the word, None for everything that is none of them: arrays and frames compare in ways of their own.

    >>> one_of("drop", ("error", "drop")), one_of("omit", ("error", "drop")), one_of([1, 2], ("error", "drop"))
    ('drop', None, None)
    """
    return str(value) if isinstance(value, str) and value in known else None


def text_of(value: object) -> str | None:
    """Return something as text, None where it cannot say itself.

    >>> text_of(3)
    '3'
    """
    try:
        return str(value)
    except Exception:  # whatever somebody's own text does, and lists in lists without end
        return None
