"""Areas under the ROC curve: one interval, or two models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from assay.plans.designs import Design, PowerGoal, WidthGoal, around
from assay.stats import planned_areas as areas
from assay.stats.whole_search import smallest_whole

AREAS = (0.6, 0.7, 0.8, 0.9, 0.95)
"""From hardly better than guessing to hardly ever wrong."""
CORRELATIONS = (0.0, 0.3, 0.5, 0.7, 0.9)
"""Values of what is not known that a table shows: a taste."""


@dataclass(frozen=True)
class AreaWidth(WidthGoal):
    """The interval of an area under the ROC curve; sizes count positives."""

    expect: float
    width: float
    level: float
    ratio: float
    unknown: ClassVar[str] = "expected value"
    method: ClassVar[str] = "Hanley & McNeil 1982"
    reason: ClassVar[str] = "the variance of an area hardly depends on the shape of the scores"

    @property
    def at(self) -> float:
        """The expected area."""
        return self.expect

    def size(self) -> int:
        """Invert the width."""
        return areas.positives_for_width(self.expect, self.width, self.level, self.ratio)

    def achieved(self, n: int) -> float:
        """Return the width."""
        return areas.area_width(self.expect, n, n * self.ratio, self.level)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other areas."""
        return [(area, replace(self, expect=area)) for area in around(self.expect, AREAS)]


@dataclass(frozen=True)
class AreaPairs(PowerGoal):
    """Two areas; their correlation is 0 where the models are judged on different cases."""

    expect: float
    other: float
    margin: float
    power: float
    level: float
    ratio: float
    correlation: float
    unknown: ClassVar[str] = "correlation"
    method: ClassVar[str] = "the power of DeLong's test, with the variance of Hanley & McNeil 1982 and 1983"
    reason: ClassVar[str] = "the areas of two models on the same cases rise and fall together"

    @property
    def at(self) -> float:
        """The correlation of the areas."""
        return self.correlation

    def size(self) -> int:
        """Search the power of the test that is made."""
        return smallest_whole(lambda n: self.achieved(n) >= self.power)

    def published(self) -> int:
        """Return the positives that Hanley and McNeil's formula asks for."""
        return areas.positives_apart(
            self.expect, self.other, self.power, self.level, self.ratio, self.correlation, self.margin
        )

    def achieved(self, n: int) -> float:
        """Return the power of DeLong's test."""
        return areas.power_of_delong(
            self.expect, self.other, n, n * self.ratio, self.correlation, self.level, self.margin
        )

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other correlations."""
        return [(value, replace(self, correlation=value)) for value in around(self.correlation, CORRELATIONS)]
