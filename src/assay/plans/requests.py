"""What a plan is asked, checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from assay.checks.numbers import between
from assay.errors import plans as errors
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.stats.checks import check_level, whole

A_SHARE = "A number between 0 and 1"
ABOVE_0 = "A number above 0"
RANGES: Mapping[str, tuple[float, float, str]] = {
    "width": (0, math.inf, ABOVE_0),
    "margin": (0, math.inf, ABOVE_0),
    "power": (0.5, 1, "A number between 0.5 and 1"),
    "disagreement": (0, 1, A_SHARE),
    "prevalence": (0, 1, A_SHARE),
    "assurance": (0, 1, A_SHARE),
    "group_size": (1, math.inf, "A number above 1"),
    "sd": (0, math.inf, ABOVE_0),
    "correlation": (-1, 1, "A number between -1 and 1"),
    "icc": (0, 1, A_SHARE),
}
"""Between which numbers a quantity lies; the ends are left out."""


@dataclass(frozen=True)
class PlanRequest:
    """Everything a plan was asked."""

    card: Card
    expect: float | None
    width: float | None
    difference: float | None
    power: float
    disagreement: float | None
    prevalence: float | None
    group_size: float | None
    icc: float | None
    margin: float | None
    assurance: float | None
    like: object
    level: float
    n: int | None
    paired: bool
    sd: float | None
    correlation: float | None
    seed: int

    @property
    def question(self) -> str:
        """What is asked: the width of an interval, a difference, a margin, or what n cases show."""
        if self.width is not None:
            return "width"
        if self.margin is not None:
            return "margin"
        return "difference" if self.difference is not None else "shows"


def read_request(metric: str, asked: Mapping[str, object]) -> PlanRequest:
    """Check every argument, and that there is one question."""
    values = {name: _number(name, asked[name]) for name in (*RANGES, "expect", "difference")}
    if values["width"] is not None:
        for other in ("difference", "margin"):
            if values[other] is not None:
                raise errors.two_questions("width", other)
    if all(values[name] is None for name in ("width", "difference", "margin")) and asked["n"] is None:
        raise errors.no_question()
    if values["assurance"] is not None and values["width"] is None:
        raise errors.not_for("assurance", "anything but the width of an interval")
    difference = values["difference"]
    if difference is not None and difference == 0 and values["margin"] is None:
        raise errors.bad_quantity("difference", 0, "Another number than 0")
    n = asked["n"]
    if n is not None and ((whole(n) or 0) < 2):
        raise errors.bad_quantity("n", n, "A whole number of at least 2")
    card = find(str(metric))
    low, high = card.bounds
    expect = values["expect"]
    if expect is not None and not low <= expect <= high:
        raise errors.bad_quantity("expect", expect, f"A value of {card.name}, from {low:g} to {high:g},")
    if values["width"] is not None and values["width"] >= high - low:
        raise errors.bad_quantity("width", values["width"], f"A width below {high - low:g}, the range of {card.name},")
    return PlanRequest(
        card=card, expect=expect, width=values["width"], difference=difference, power=values["power"] or 0.8,
        disagreement=values["disagreement"], prevalence=values["prevalence"], group_size=values["group_size"],
        icc=values["icc"], margin=values["margin"], assurance=values["assurance"], like=asked["like"],
        level=check_level(asked["level"]), n=whole(n), paired=asked["paired"] is not False, sd=values["sd"],
        correlation=values["correlation"], seed=whole(asked["seed"]) or 0,
    )  # fmt: skip


def _number(name: str, value: object) -> float | None:
    """Return a number within its range, None where none was given."""
    if value is None:
        return None
    low, high, expected = RANGES.get(name, (-math.inf, math.inf, "A number"))
    number = between(value, low, high)
    if number is None:
        raise errors.bad_quantity(name, value, expected)
    return number
