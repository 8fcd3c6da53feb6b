"""The smallest whole number for which something holds."""

from __future__ import annotations

from collections.abc import Callable

from assay.errors import plans as errors

MOST = 10**12
"""Larger samples are no plan."""

STEPS = 200
"""Where the answer rises in a zigzag, larger numbers are tried in steps of a 200th."""


def smallest_whole(holds: Callable[[int], bool], least: int = 2) -> int:
    """Return the smallest number from `least` on for which something holds that, once it holds, holds for all larger.

    >>> smallest_whole(lambda n: n * n >= 50)
    8
    """
    high = least
    while not holds(high):
        high *= 2
        if high > MOST:
            raise errors.out_of_reach(MOST)
    low = max(high // 2, least)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return high


def first_from(start: int, holds: Callable[[int], bool], steps: int = STEPS, tries: int = 1000) -> int:
    """Return the first number from a start on for which something holds; each step adds that part of the number.

    >>> first_from(10, lambda n: n % 7 == 0)
    14
    """
    n = start
    for _ in range(tries):
        if holds(n):
            return n
        n += max(n // steps, 1)
    raise errors.out_of_reach(n)
