"""Whether something can be a label: it can be looked up, and it equals itself or is missing."""

from __future__ import annotations

from collections.abc import Hashable


def hashable(value: object) -> bool:
    """Say whether a value can stand in a set.

    >>> hashable("yes"), hashable((1, 2)), hashable([1]), hashable(([1],))
    (True, True, False, False)
    """
    if not isinstance(value, Hashable):
        return False
    try:
        hash(value)
    except Exception:  # whatever somebody's own hash does
        return False
    return True


def same(value: object, other: object) -> bool:
    """Say whether two values are the same label; values that do not answer with yes or no are not.

    >>> same(1, 1.0), same("1", 1), same([1, 2], 1)
    (True, False, False)
    """
    if not (hashable(value) and hashable(other)):
        return False
    try:
        return bool(value == other)
    except Exception:  # whatever somebody's own comparison does
        return False


def differs_from_itself(value: object) -> bool:
    """Say whether a value is not what it is, as nan is not; values that do not answer are what they are.

    >>> differs_from_itself(float("nan")), differs_from_itself("nan")
    (True, False)
    """
    try:
        return bool(value != value)
    except Exception:  # whatever somebody's own comparison does
        return False
