"""Bisection: where a condition stops to hold."""

from __future__ import annotations

from collections.abc import Callable

HALVINGS = 60
"""A range of width 1 is then narrower than the spacing of doubles anywhere but next to 0 (2^-60 < 1e-18)."""


def edge(holds: Callable[[float], bool], inner: float, outer: float) -> float:
    """Return the number between `inner`, where a condition holds, and `outer` at which it stops to hold.

    >>> round(edge(lambda x: x**2 < 2, 0.0, 2.0), 6)
    1.414214
    """
    for _ in range(HALVINGS):
        middle = (inner + outer) / 2
        inner, outer = (middle, outer) if holds(middle) else (inner, middle)
    return (inner + outer) / 2
