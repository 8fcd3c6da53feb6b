"""Two models judged on different cases: each estimate brings its own uncertainty."""

from __future__ import annotations

import math

from scipy import special

from assay.comparisons.difference import NO_SPREAD, Difference, undefined
from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.stats.two_proportions import fisher_mid_p, newcombe, two_proportions_z

ENOUGH = 5
Z = "shares of different cases: z with pooled variance, Newcombe's interval"
FISHER = "shares of different cases with few of one kind: Fisher's mid-p, Newcombe's interval"
MOVER = "different cases: the limits of both estimates are combined (Zou & Donner 2008), and z from the same"


def compare_unpaired(card: Card, first: Estimate, second: Estimate, level: float) -> Difference:
    """Return the difference of two independent estimates of one metric."""
    value, n = first.value - second.value, first.n + second.n
    if math.isnan(value):
        return undefined(n)
    whole = all(float(one.n).is_integer() and one.n > 0 for one in (first, second))
    if card.share_of is not None and whole and first.independent and second.independent:
        return _proportions(first, second, level)
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    z = float(special.ndtri((1 + level) / 2))
    half = value - low if value > 0 else high - value
    if not (math.isfinite(half) and half > 0):
        name = "z, combined limits"
        return Difference(value, low, high, "mover", name, MOVER, 0.0, math.nan, (), n, math.nan, (NO_SPREAD,))
    statistic = value / (half / z)

    def limits(asked: float) -> tuple[float, float]:
        ratio = float(special.ndtri((1 + asked) / 2)) / z
        return value - ratio * (value - low), value + ratio * (high - value)

    p = float(2 * special.ndtr(-abs(statistic)))
    name = "z, combined limits"
    return Difference(value, low, high, "mover", name, MOVER, statistic, p, (), n, half / z, (), limits)


def _proportions(first: Estimate, second: Estimate, level: float) -> Difference:
    x1, n1, x2, n2 = first.value * first.n, first.n, second.value * second.n, second.n
    low, high = newcombe(min(x1, n1), n1, min(x2, n2), n2, level=level)
    test = two_proportions_z(min(x1, n1), n1, min(x2, n2), n2, pooled=True, level=level)
    both = (x1 + x2) / (n1 + n2)
    error = (high - low) / 2 / float(special.ndtri((1 + level) / 2))
    value = first.value - second.value
    name, reason, p = "z, pooled", Z, test.p_value
    if min(both, 1 - both) * min(n1, n2) < ENOUGH:
        name, reason, p = "Fisher mid-p", FISHER, fisher_mid_p(round(x1), int(n1), round(x2), int(n2))

    def limits(asked: float) -> tuple[float, float]:
        ends = newcombe(min(x1, n1), n1, min(x2, n2), n2, level=asked)
        return ends.low, ends.high

    return Difference(value, low, high, "newcombe", name, reason, test.statistic, p, (), n1 + n2, error, (), limits)
