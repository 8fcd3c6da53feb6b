"""Two ends of a range."""

from __future__ import annotations

from typing import NamedTuple


class Interval(NamedTuple):
    """The range a method gives for an unknown number.

    >>> Interval(0.7, 0.8).width
    0.10000000000000009
    """

    low: float
    high: float

    @property
    def width(self) -> float:
        """How far apart the ends are."""
        return self.high - self.low
