"""Two models judged on different cases: each estimate brings its own uncertainty."""

from __future__ import annotations

import math
from dataclasses import replace

from scipy import special

from assay.comparisons.difference import NO_SPREAD, Difference, difference_of, undefined
from assay.comparisons.situations import COMBINED, FISHER, POOLED_Z
from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.stats.two_proportions import fisher_mid_p, newcombe, two_proportions_z

ENOUGH = 5
"""Cochran's rule: a normal law needs five successes and five failures expected in each sample."""


def compare_unpaired(card: Card, first: Estimate, second: Estimate, level: float) -> Difference:
    """Return the difference of two independent estimates of one metric."""
    value, n = first.value - second.value, first.n + second.n
    if math.isnan(value):
        return undefined(n)
    whole = all(float(estimate.n).is_integer() and estimate.n > 0 for estimate in (first, second))
    if card.share_of is not None and whole and first.independent and second.independent:
        return _proportions(first, second, level)
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    z = float(special.ndtri((1 + level) / 2))
    half = value - low if value > 0 else high - value
    if not (math.isfinite(half) and half > 0):
        return replace(difference_of(COMBINED, value, (low, high), 0.0, math.nan, n), notes=(NO_SPREAD,))
    statistic = value / (half / z)

    def limits(asked: float) -> tuple[float, float]:
        ratio = float(special.ndtri((1 + asked) / 2)) / z
        return value - ratio * (value - low), value + ratio * (high - value)

    p = float(2 * special.ndtr(-abs(statistic)))
    return replace(difference_of(COMBINED, value, (low, high), statistic, p, n), error=half / z, limits=limits)


def _proportions(first: Estimate, second: Estimate, level: float) -> Difference:
    x1, n1, x2, n2 = first.value * first.n, first.n, second.value * second.n, second.n
    low, high = newcombe(min(x1, n1), n1, min(x2, n2), n2, level=level)
    test = two_proportions_z(min(x1, n1), n1, min(x2, n2), n2, pooled=True, level=level)
    both = (x1 + x2) / (n1 + n2)
    error = (high - low) / 2 / float(special.ndtri((1 + level) / 2))
    value = first.value - second.value
    situation, p = POOLED_Z, test.p_value
    if min(both, 1 - both) * min(n1, n2) < ENOUGH:
        situation, p = FISHER, fisher_mid_p(round(x1), int(n1), round(x2), int(n2))

    def limits(asked: float) -> tuple[float, float]:
        ends = newcombe(min(x1, n1), n1, min(x2, n2), n2, level=asked)
        return ends.low, ends.high

    made = difference_of(situation, value, (low, high), float(test.statistic), float(p), n1 + n2)
    return replace(made, error=error, limits=limits)
