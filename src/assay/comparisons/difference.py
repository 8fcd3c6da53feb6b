"""A difference between two models, before it is put into words."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from scipy import special


@dataclass(frozen=True)
class Difference:
    """The first's value less the second's, its limits, the test and why it was chosen."""

    value: float
    low: float
    high: float
    interval: str
    test: str
    reason: str
    statistic: float
    p_value: float
    df: tuple[float, ...] = ()
    n: float = 0
    error: float = math.nan
    notes: tuple[str, ...] = ()


def z_difference(
    value: float, error: float, level: float, test: str, reason: str, interval: str, n: float, degrees: float = math.inf
) -> Difference:
    """Return the difference with a normal (or t) interval, and the test that goes with it."""
    if not error > 0:
        same = value == 0
        note = "both models answer alike, so the cases tell no difference" if same else "the difference does not vary"
        return Difference(
            value, value, value, interval, test, reason, 0.0 if same else math.copysign(math.inf, value),
            1.0 if same else 0.0, n=n, error=0.0, notes=(note,),
        )  # fmt: skip
    statistic, tail = value / error, (1 + level) / 2
    if math.isfinite(degrees):
        t, chance = float(special.stdtrit(degrees, tail)), float(special.stdtr(degrees, -abs(statistic)))
    else:
        t, chance = float(special.ndtri(tail)), float(special.ndtr(-abs(statistic)))
    df = (degrees,) if math.isfinite(degrees) else ()
    ends = value - t * error, value + t * error
    return Difference(value, *ends, interval, test, reason, statistic, 2 * chance, df, n, error)


def permuted(value: float, found: Difference, p_value: float) -> Difference:
    """Return a difference whose p-value comes from permutations; its interval stays."""
    return replace(found, statistic=value, p_value=p_value)
