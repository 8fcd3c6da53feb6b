"""Checks of the few plain numbers that statistics take."""

from __future__ import annotations

import math
from numbers import Integral, Real

from assay.errors import metrics as errors

NEARLY = 1e-9
"""A count that was multiplied out of a rate may miss a whole number by rounding, but not by more than this share."""


def check_level(level: object) -> float:
    """Return the confidence level, or refuse it."""
    if not isinstance(level, Real) or isinstance(level, bool) or not 0 < float(level) < 1:
        raise errors.bad_level(level)
    return float(level)


def whole(value: object) -> int | None:
    """Return a whole number as one, None if it is none; rounding (0.07 * 100) may have moved it a little.

    >>> whole(0.07 * 100), whole(0.5), whole("3")
    (7, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(float(value)):
        return None
    number = round(float(value)) if not isinstance(value, Integral) else int(value)
    return number if abs(float(value) - number) <= NEARLY * max(1, abs(number)) else None


def check_successes(successes: object, n: object) -> tuple[int, int]:
    """Return how many of how many cases succeeded, or refuse what no proportion could be."""
    part, all_of = whole(successes), whole(n)
    if part is None or all_of is None or not 0 <= part <= all_of or all_of < 1:
        raise errors.bad_successes(successes, n)
    return part, all_of


def check_share(name: str, value: object) -> float:
    """Return a number from 0 to 1, or refuse it."""
    if not isinstance(value, Real) or math.isnan(float(value)) or not 0 <= float(value) <= 1:
        raise errors.bad_share(name, value)
    return float(value)
