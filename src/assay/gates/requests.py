"""What a requirement asks for: a metric on one side of a bound, or one model beside another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """On which side of its bound a number must lie, and whether the bound itself will do."""

    AT_LEAST = ">="
    ABOVE = ">"
    AT_MOST = "<="
    BELOW = "<"

    @property
    def upwards(self) -> bool:
        """Whether larger numbers are the ones that hold."""
        return self in (Side.AT_LEAST, Side.ABOVE)

    def holds(self, number: float, bound: float) -> bool:
        """Say whether one number lies on the side that was asked for."""
        if self is Side.AT_LEAST:
            return number >= bound
        if self is Side.AT_MOST:
            return number <= bound
        return number > bound if self is Side.ABOVE else number < bound


@dataclass(frozen=True)
class LevelRequest:
    """A metric of one model, or of one class, on one side of a bound."""

    text: str
    metric: str
    side: Side
    bound: float
    of: str | None = None
    alone: bool = False
    every: str | None = None


class Relation(Enum):
    """How one model must stand to another."""

    BETTER = "better"
    NOT_WORSE = "not worse"
    WITHIN = "within"


@dataclass(frozen=True)
class DifferenceRequest:
    """One model beside another in a metric; `margin` is by how much."""

    text: str
    metric: str
    first: str
    second: str
    relation: Relation
    margin: float = 0.0
    alone: bool = False
    every: str | None = None


GateRequest = LevelRequest | DifferenceRequest
