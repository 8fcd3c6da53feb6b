"""Shares of cases: one interval, two models on the same cases, two models on different ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from assay.plans.designs import Design, PowerGoal, WidthGoal, around
from assay.stats import planned_pairs as pairs
from assay.stats import planned_proportions as shares
from assay.stats.whole_search import first_from

SHARES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Values of what is not known that a table shows: a taste."""

LITTLE_MORE, LEAST = 1.05, 0.01
"""The least disagreement that is shown: a little above the difference, and at least one case in a hundred."""
FORGIVEN = 0.005
"""Power that is missed by less is written as the same percentage."""


@dataclass(frozen=True)
class ShareWidth(WidthGoal):
    """The interval of one share."""

    expect: float
    width: float
    level: float
    unknown: ClassVar[str] = "expected value"
    method: ClassVar[str] = "Wilson's interval, inverted"
    reason: ClassVar[str] = "its width at the expected share is known in closed form"

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
        return [(share, replace(self, expect=share)) for share in around(self.expect, SHARES)]


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
class SharePairs(PowerGoal):
    """Two models on the same cases, told apart by McNemar's test; or with a margin, shown to be not worse."""

    disagreement: float
    difference: float
    margin: float
    power: float
    level: float
    most: float
    unknown: ClassVar[str] = "disagreement"
    method: ClassVar[str] = "Connor 1987, checked by the exact power of McNemar's mid-p test"
    reason: ClassVar[str] = "both models answer the same cases, so that only those count on which they disagree"

    @property
    def at(self) -> float:
        """The share of the cases on which one model is right and the other wrong."""
        return self.disagreement

    def size(self) -> int:
        """Start from the formula."""
        if self.margin:
            return pairs.cases_not_worse(self.disagreement, self.difference, self.margin, self.power, self.level)
        return pairs.cases_of_pairs(self.disagreement, self.difference, self.power, self.level)

    def published(self) -> int:
        """Return the cases that Connor's formula asks for; none is published for a margin."""
        return self.size() if self.margin else pairs.connor(self.disagreement, self.difference, self.power, self.level)

    def achieved(self, n: int) -> float:
        """Return the exact power of mid-p, or that of Tango's interval."""
        if self.margin:
            return pairs.power_not_worse(n, self.disagreement, self.difference, self.margin, self.level)
        return pairs.power_of_pairs(n, self.disagreement, self.difference, self.level)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return disagreements from the least that the difference allows to the most."""
        least, most = max(abs(self.difference) * LITTLE_MORE, LEAST), max(self.most, self.disagreement)
        steps = [least + (most - least) * step for step in (0, 0.1, 0.25, 0.5, 0.75, 1)]
        return [(value, replace(self, disagreement=value)) for value in around(self.disagreement, steps)]


@dataclass(frozen=True)
class SharesApart(PowerGoal):
    """Two models on different cases, each with so many."""

    expect: float
    other: float
    power: float
    level: float
    unknown: ClassVar[str] = "expected value"
    method: ClassVar[str] = (
        "two proportions (Fleiss, Levin & Paik 2003), checked by the exact power of the pooled z test"
    )
    reason: ClassVar[str] = "every model is judged on cases of its own"

    @property
    def at(self) -> float:
        """The first model's share."""
        return self.expect

    def size(self) -> int:
        """Start from the formula, and go on where the exact power lags behind."""
        start = shares.cases_apart(self.expect, self.other, self.power, self.level)
        return first_from(start, lambda n: self.achieved(n) >= self.power - FORGIVEN)

    def achieved(self, n: int) -> float:
        """Return the exact power."""
        return shares.power_apart(n, self.expect, self.other, self.level)

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other shares with the same difference."""
        gap = self.other - self.expect
        return [
            (share, replace(self, expect=share, other=share + gap))
            for share in around(self.expect, SHARES)
            if 0 < share + gap < 1
        ]
