"""Means of cases: one interval, two models on the same cases, two models on different ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from assay.plans.designs import Design, PowerGoal, WidthGoal, around
from assay.stats import planned_means as means
from assay.stats.whole_search import smallest_whole

CORRELATIONS = (0.0, 0.3, 0.5, 0.7, 0.9)
"""From unrelated answers of two models to those of models that are nearly one."""
TIMES = (0.5, 0.75, 1.0, 1.5, 2.0)
"""Values of what is not known that a table shows: a taste."""


@dataclass(frozen=True)
class MeanWidth(WidthGoal):
    """The t interval of a mean, or of any metric whose standard error shrinks with the root of the cases."""

    sd: float
    width: float
    level: float
    unknown: ClassVar[str] = "standard deviation"
    method: ClassVar[str] = "t interval"
    reason: ClassVar[str] = "a mean of cases has the standard error sd / sqrt(n)"

    @property
    def at(self) -> float:
        """The standard deviation of the cases."""
        return self.sd

    def size(self) -> int:
        """Search the width."""
        return means.cases_for_mean(self.sd, self.width, self.level)

    def achieved(self, n: int) -> float:
        """Return the width."""
        return means.mean_width(n, self.sd, self.level)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other standard deviations."""
        return [(self.sd * times, replace(self, sd=self.sd * times)) for times in TIMES]


@dataclass(frozen=True)
class MeanPairs(PowerGoal):
    """Two means: of the same cases (`correlation` of their losses), or of two samples of so many cases each."""

    sd: float
    difference: float
    margin: float
    power: float
    level: float
    correlation: float = 0.0
    samples: int = 1
    unknown: ClassVar[str] = "correlation"
    method: ClassVar[str] = "t test, by the noncentral t distribution"
    reason: ClassVar[str] = "the difference of two means of cases, whose spread falls as the models agree"

    @property
    def at(self) -> float:
        """The correlation of what both models lose on a case."""
        return self.correlation

    @property
    def effect(self) -> float:
        """The difference (and the margin) over the spread that it is seen against."""
        spread = self.sd * (2 * (1 - self.correlation)) ** 0.5 if self.samples == 1 else self.sd
        return (self.difference + self.margin) / spread

    def shift(self, n: int) -> float:
        """Return by how many standard errors the difference (and the margin) lies from what is tested."""
        return (self.effect if self.margin else abs(self.effect)) * math.sqrt(n / self.samples)

    def size(self) -> int:
        """Search the power."""
        return smallest_whole(lambda n: self.achieved(n) >= self.power)

    def achieved(self, n: int) -> float:
        """Return the exact power."""
        power = means.power_mean_not_worse if self.margin else means.power_of_mean
        return power(n, self.effect, self.level, self.samples)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other correlations."""
        return [(value, replace(self, correlation=value)) for value in around(self.correlation, CORRELATIONS)]


@dataclass(frozen=True)
class MeansApart(MeanPairs):
    """Two means of different cases, so many each."""

    samples: int = 2
    unknown: ClassVar[str] = "standard deviation"
    reason: ClassVar[str] = "every model is judged on cases of its own"

    @property
    def at(self) -> float:
        """The standard deviation of the cases."""
        return self.sd

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other standard deviations."""
        return [(self.sd * times, replace(self, sd=self.sd * times)) for times in TIMES]
