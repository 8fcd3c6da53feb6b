"""How many cases would settle a requirement that is unclear."""

from __future__ import annotations

import math

from scipy import special

from assay.results.estimate import Estimate
from assay.stats.arithmetic import whole_up

POWER = 0.8
"""In 8 samples of 10 so many cases would settle it: what studies are usually planned for."""

MOST = 1e12
"""Above so many cases the answer is that no number would do."""


def times_as_many(estimate: Estimate, bound: float, power: float = POWER) -> float | None:
    """Return how many times as many cases would put the whole interval on one side of the bound.

    The value is taken to stay what it is, and the interval to shrink with the root of the cases. For a proportion the
    spread under both the bound and the value counts, as in the one-sample test of a proportion.

    Reference: Fleiss, Levin & Paik 2003, section 2.5 (a proportion).
    """
    distance = abs(estimate.value - bound)
    z, beta = float(special.ndtri((1 + estimate.level) / 2)), float(special.ndtri(power))
    if not distance > 0:
        return None
    if estimate.independent and estimate.n > 0 and 0 < bound < 1:
        spread = z * math.sqrt(bound * (1 - bound)) + beta * math.sqrt(estimate.value * (1 - estimate.value))
        return _within_reach((spread / distance) ** 2 / estimate.n, estimate.n)
    half = estimate.value - estimate.low if estimate.value > bound else estimate.high - estimate.value
    return _within_reach(((z + beta) / z * half / distance) ** 2, estimate.n) if math.isfinite(half) else None


def _within_reach(times: float, n: float) -> float | None:
    """Return a number of times that is more than one and leads to no absurd number of cases."""
    return max(times, 1.0) if math.isfinite(times) and times * max(n, 1.0) < MOST else None


def rounded_up(cases: float) -> int:
    """Round a number of cases up to two digits: it rests on a value that is itself uncertain.

    >>> rounded_up(1234.2), rounded_up(87)
    (1300, 87)
    """
    step = 10 ** max(math.floor(math.log10(max(cases, 1))) - 1, 0)
    return int(whole_up(cases / step) * step)
