"""Two models judged on different cases: each estimate brings its own uncertainty."""

from __future__ import annotations

import math

from scipy import special

from assay.comparisons.difference import Difference
from assay.comparisons.paired_labels import undefined
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
    if card.share_of is not None and whole and first.method.startswith("wilson"):
        return _proportions(first, second, level)
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    z = float(special.ndtri((1 + level) / 2))
    half = value - low if value > 0 else high - value
    error = half / z if math.isfinite(half) else math.nan
    statistic = value / error if error and error > 0 else (0.0 if value == 0 else math.nan)
    p = float(2 * special.ndtr(-abs(statistic))) if not math.isnan(statistic) else math.nan
    return Difference(value, low, high, "mover", "z, combined limits", MOVER, statistic, p, (), n, error)


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
    return Difference(value, low, high, "newcombe", name, reason, test.statistic, p, (), n1 + n2, error)
