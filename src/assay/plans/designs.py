"""What every design answers, and what designs for widths and for powers have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol


class Design(Protocol):
    """A design for one question; `size` counts the units that the formula is about (cases, or positives)."""

    goal: ClassVar[str]
    unknown: ClassVar[str]
    method: ClassVar[str]
    reason: ClassVar[str]

    @property
    def wanted(self) -> float:
        """The width, the chance or the power that was asked for."""

    @property
    def at(self) -> float:
        """What the unknown was taken to be."""

    def size(self) -> int:
        """Return the fewest units that answer the question."""

    def achieved(self, n: int) -> float:
        """Return the width, the chance or the power that n units give."""

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return the same question for other values of the unknown."""


class WidthGoal:
    """A design whose interval should have a width."""

    goal: ClassVar[str] = "width"
    width: float

    @property
    def wanted(self) -> float:
        """The width."""
        return self.width


class PowerGoal:
    """A design that should find, or rule out, a difference."""

    goal: ClassVar[str] = "power"
    power: float

    @property
    def wanted(self) -> float:
        """The power."""
        return self.power


def around(value: float, others: Sequence[float]) -> list[float]:
    """Return the usual values with the one that was taken among them, in order."""
    kept = [other for other in others if abs(other - value) > 1e-9]
    return sorted({round(n, 6) for n in (*kept, value)})
