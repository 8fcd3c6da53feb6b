"""Whether something is one real number: the same answer for every call, and never an exception.

numpy calls a length of time an integer, Python calls True one, and whole numbers may be larger than any float.
"""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np

from assay.errors import samples as errors


def real(value: object) -> float | None:
    """Return one real number as a float, None for everything else: text, flags, times, numbers beyond 1e308.

    >>> real(3), real(np.float32(0.5)), real(True), real("3"), real(10**400), real(np.timedelta64(1))
    (3.0, 0.5, None, None, None, None)
    """
    if not isinstance(value, Real) or _another_kind(value):
        return None
    try:
        return float(value)
    except (OverflowError, ValueError, TypeError, ArithmeticError):
        return None


def integer(value: object) -> int | None:
    """Return a whole number that was written as one, None for everything else.

    >>> integer(np.int8(3)), integer(3.0), integer(True)
    (3, None, None)
    """
    return int(value) if isinstance(value, Integral) and not _another_kind(value) else None


def count_from(name: str, value: object, least: int) -> int:
    """Return a whole number that is not too small, or refuse it by its name.

    >>> count_from("most", np.int8(3), 1)
    3
    """
    count = integer(value)
    if count is None or count < least:
        raise errors.bad_number(name, value, f"A whole number of at least {least}")
    return count


def between(value: object, low: float, high: float) -> float | None:
    """Return a real number strictly between two bounds, None for everything else.

    >>> between(0.5, 0, 1), between(1, 0, 1), between("a", 0, 1)
    (0.5, None, None)
    """
    number = real(value)
    return number if number is not None and low < number < high else None


def _another_kind(value: object) -> bool:
    """Say whether something that claims to be a number is a flag or a length of time."""
    return isinstance(value, bool | np.bool_ | np.timedelta64)
