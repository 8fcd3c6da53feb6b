"""Designs: what is measured on whom, and how likely so many cases are to answer the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeVar

from assay.stats import planned_areas as areas
from assay.stats import planned_means as means
from assay.stats import planned_pairs as pairs
from assay.stats import planned_proportions as shares
from assay.stats.whole_search import first_from, smallest_whole

SHARES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
AREAS = (0.6, 0.7, 0.8, 0.9, 0.95)
CORRELATIONS = (0.0, 0.3, 0.5, 0.7, 0.9)
TIMES = (0.5, 0.75, 1.0, 1.5, 2.0)
"""Values of what is not known that a table shows: a taste."""


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


Own = TypeVar("Own")


@dataclass(frozen=True)
class ShareWidth:
    """The interval of one share."""

    expect: float
    width: float
    level: float
    goal: ClassVar[str] = "width"
    unknown: ClassVar[str] = "expected value"
    method: ClassVar[str] = "Wilson's interval, inverted"
    reason: ClassVar[str] = "its width at the expected share is known in closed form"

    @property
    def wanted(self) -> float:
        """The width."""
        return self.width

    @property
    def at(self) -> float:
        """The expected share."""
        return self.expect

    def size(self) -> int:
        """Invert the width."""
        return shares.cases_for_width(self.expect, self.width, self.level)

    def achieved(self, n: int) -> float:
        """Return the width at the expected share."""
        return float(shares.wilson_width(n, self.expect, self.level))

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other shares."""
        return [(share, replace(self, expect=share)) for share in _around(self.expect, SHARES)]


@dataclass(frozen=True)
class ShareAssured(ShareWidth):
    """The interval of one share, no wider in a given share of samples."""

    assurance: float = 0.9
    goal: ClassVar[str] = "assurance"
    reason: ClassVar[str] = "how often it is no wider is added up from the binomial"

    @property
    def wanted(self) -> float:
        """The chance."""
        return self.assurance

    def size(self) -> int:
        """Search from the cases that do on average."""
        return shares.cases_for_assurance(self.expect, self.width, self.level, self.assurance)

    def achieved(self, n: int) -> float:
        """Return how often the interval is no wider."""
        return shares.chance_of_width(n, self.expect, self.width, self.level)


@dataclass(frozen=True)
class SharePairs:
    """Two models on the same cases, told apart by McNemar's test; or with a margin, shown to be not worse."""

    disagreement: float
    difference: float
    margin: float
    power: float
    level: float
    most: float
    goal: ClassVar[str] = "power"
    unknown: ClassVar[str] = "disagreement"
    method: ClassVar[str] = "Connor 1987, checked by the exact power of McNemar's mid-p test"
    reason: ClassVar[str] = "both models answer the same cases, so that only those count on which they disagree"

    @property
    def wanted(self) -> float:
        """The power."""
        return self.power

    @property
    def at(self) -> float:
        """The share of the cases on which one model is right and the other wrong."""
        return self.disagreement

    def size(self) -> int:
        """Start from the formula."""
        if self.margin:
            return pairs.cases_not_worse(self.disagreement, self.difference, self.margin, self.power, self.level)
        return pairs.cases_of_pairs(self.disagreement, self.difference, self.power, self.level)

    def achieved(self, n: int) -> float:
        """Return the exact power of mid-p, or the simulated one of Tango's interval."""
        if self.margin:
            return pairs.power_not_worse(n, self.disagreement, self.difference, self.margin, self.level)
        return pairs.power_of_pairs(n, self.disagreement, self.difference, self.level)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return disagreements from the least that the difference allows to the most."""
        least, most = max(abs(self.difference) * 1.05, 0.01), max(self.most, self.disagreement)
        steps = [least + (most - least) * step for step in (0, 0.1, 0.25, 0.5, 0.75, 1)]
        return [(value, replace(self, disagreement=value)) for value in _around(self.disagreement, steps)]


@dataclass(frozen=True)
class SharesApart:
    """Two models on different cases, each with so many."""

    expect: float
    other: float
    power: float
    level: float
    goal: ClassVar[str] = "power"
    unknown: ClassVar[str] = "expected value"
    method: ClassVar[str] = (
        "two proportions (Fleiss, Levin & Paik 2003), checked by the exact power of the pooled z test"
    )
    reason: ClassVar[str] = "every model is judged on cases of its own"

    @property
    def wanted(self) -> float:
        """The power."""
        return self.power

    @property
    def at(self) -> float:
        """The first model's share."""
        return self.expect

    def size(self) -> int:
        """Start from the formula, and go on where the exact power lags behind."""
        start = shares.cases_apart(self.expect, self.other, self.power, self.level)
        return first_from(start, lambda n: self.achieved(n) >= self.power - 0.005)

    def achieved(self, n: int) -> float:
        """Return the exact power."""
        return shares.power_apart(n, self.expect, self.other, self.level)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other shares with the same difference."""
        gap = self.other - self.expect
        return [
            (share, replace(self, expect=share, other=share + gap))
            for share in _around(self.expect, SHARES)
            if 0 < share + gap < 1
        ]


@dataclass(frozen=True)
class AreaWidth:
    """The interval of an area under the ROC curve; sizes count positives."""

    expect: float
    width: float
    level: float
    ratio: float
    goal: ClassVar[str] = "width"
    unknown: ClassVar[str] = "expected value"
    method: ClassVar[str] = "Hanley & McNeil 1982"
    reason: ClassVar[str] = "the variance of an area hardly depends on the shape of the scores"

    @property
    def wanted(self) -> float:
        """The width."""
        return self.width

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
        return [(area, replace(self, expect=area)) for area in _around(self.expect, AREAS)]


@dataclass(frozen=True)
class AreaPairs:
    """Two areas; their correlation is 0 where the models are judged on different cases."""

    expect: float
    other: float
    margin: float
    power: float
    level: float
    ratio: float
    correlation: float
    goal: ClassVar[str] = "power"
    unknown: ClassVar[str] = "correlation"
    method: ClassVar[str] = "Hanley & McNeil 1983"
    reason: ClassVar[str] = "the areas of two models on the same cases rise and fall together"

    @property
    def wanted(self) -> float:
        """The power."""
        return self.power

    @property
    def at(self) -> float:
        """The correlation of the areas."""
        return self.correlation

    def size(self) -> int:
        """Search the power."""
        return areas.positives_apart(
            self.expect, self.other, self.power, self.level, self.ratio, self.correlation, self.margin
        )

    def achieved(self, n: int) -> float:
        """Return the power."""
        return areas.power_of_areas(
            self.expect, self.other, n, n * self.ratio, self.correlation, self.level, self.margin
        )

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other correlations."""
        return [(value, replace(self, correlation=value)) for value in _around(self.correlation, CORRELATIONS)]


@dataclass(frozen=True)
class MeanWidth:
    """The t interval of a mean, or of any metric whose standard error shrinks with the root of the cases."""

    sd: float
    width: float
    level: float
    goal: ClassVar[str] = "width"
    unknown: ClassVar[str] = "standard deviation"
    method: ClassVar[str] = "t interval"
    reason: ClassVar[str] = "a mean of cases has the standard error sd / sqrt(n)"

    @property
    def wanted(self) -> float:
        """The width."""
        return self.width

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
class MeanPairs:
    """Two means: of the same cases (`correlation` of their losses), or of two samples of so many cases each."""

    sd: float
    difference: float
    margin: float
    power: float
    level: float
    correlation: float = 0.0
    samples: int = 1
    goal: ClassVar[str] = "power"
    unknown: ClassVar[str] = "correlation"
    method: ClassVar[str] = "t test, by the noncentral t distribution"
    reason: ClassVar[str] = "the difference of two means of cases, whose spread falls as the models agree"

    @property
    def wanted(self) -> float:
        """The power."""
        return self.power

    @property
    def at(self) -> float:
        """The correlation of what both models lose on a case."""
        return self.correlation

    @property
    def effect(self) -> float:
        """The difference (and the margin) over the spread that it is seen against."""
        spread = self.sd * (2 * (1 - self.correlation)) ** 0.5 if self.samples == 1 else self.sd
        return (self.difference + self.margin) / spread

    def size(self) -> int:
        """Search the power."""
        return smallest_whole(lambda n: self.achieved(n) >= self.power)

    def achieved(self, n: int) -> float:
        """Return the exact power."""
        power = means.power_mean_not_worse if self.margin else means.power_of_mean
        return power(n, self.effect, self.level, self.samples)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other correlations."""
        return [(value, replace(self, correlation=value)) for value in _around(self.correlation, CORRELATIONS)]


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


def _around(value: float, others: Sequence[float]) -> list[float]:
    """Return the usual values with the one that was taken among them, in order."""
    kept = [other for other in others if abs(other - value) > 1e-9]
    return sorted({round(one, 6) for one in (*kept, value)})
