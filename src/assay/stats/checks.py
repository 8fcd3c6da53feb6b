"""Checks of the few plain numbers that statistics take."""

from __future__ import annotations

import math
from numbers import Integral

from assay.checks.numbers import between, real
from assay.errors import metrics as errors

NEARLY = 1e-9
"""A count that was multiplied out of a rate may miss a whole number by rounding, but not by more than this share."""


LARGEST = 10**12
"""Nobody has more cases; sums over their counts still fit into memory, and floats count them without gaps."""

HIGHEST = 1 - 2**-52
"""The level nearest to 1 of which half the rest, (1 + level) / 2, is not 1 itself, so that its quantile is finite."""

LOWEST = 2**-52
"""The level nearest to 0 of which (1 + level) / 2 is not 1/2 itself, so that its quantile is not 0."""


def check_level(level: object) -> float:
    """Return the confidence level, or refuse it."""
    number = between(level, 0, 1)
    if number is None:
        raise errors.bad_level(level)
    return min(max(number, LOWEST), HIGHEST)


def whole(value: object) -> int | None:
    """Return a whole number as one, None if it is none; rounding (0.07 * 100) may have moved it a little.

    >>> whole(0.07 * 100), whole(0.5), whole("3")
    (7, None, None)
    """
    given = real(value)
    if given is None or not math.isfinite(given):
        return None
    number = int(value) if isinstance(value, Integral) else round(given)
    return number if abs(given - number) <= NEARLY * max(1, abs(number)) else None


def check_successes(successes: object, n: object) -> tuple[int, int]:
    """Return how many of how many cases succeeded, or refuse what no proportion could be."""
    part, all_of = whole(successes), whole(n)
    if part is None or all_of is None or not 0 <= part <= all_of or not 1 <= all_of <= LARGEST:
        raise errors.bad_successes(successes, n)
    return part, all_of


def check_share(name: str, value: object) -> float:
    """Return a number from 0 to 1, or refuse it."""
    number = real(value)
    if number is None or not 0 <= number <= 1:
        raise errors.bad_share(name, value)
    return number
