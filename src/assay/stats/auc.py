"""Intervals for an area under the ROC curve that need only the area and the numbers of cases."""

from __future__ import annotations

import numpy as np

from assay.results.interval import Interval
from assay.stats.bisection import edge
from assay.stats.checks import check_level, check_share
from assay.stats.proportion_limits import normal_quantile


def hanley_mcneil_error(area: float, positives: float, negatives: float) -> float:
    """Return the standard error of an AUC under exponential scores.

    Reference: Hanley & McNeil 1982, eq. 2.

    >>> round(hanley_mcneil_error(0.9, 30, 30), 4)
    0.0417
    """
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    variance = area * (1 - area) + (positives - 1) * (q1 - area**2) + (negatives - 1) * (q2 - area**2)
    return float(np.sqrt(variance / (positives * negatives)))


def hanley_mcneil(area: float, positives: float, negatives: float, *, level: float = 0.95) -> Interval:
    """Return area ± z times Hanley and McNeil's standard error, clipped to [0, 1]."""
    check_level(level)
    check_share("area", area)
    half = normal_quantile(level) * hanley_mcneil_error(area, positives, negatives)
    return Interval(max(area - half, 0.0), min(area + half, 1.0))


def newcombe_auc(area: float, positives: float, negatives: float, *, level: float = 0.95) -> Interval:
    """Return the areas that a score test would not reject: usable even when the order is perfect.

    Reference: Newcombe 2006, method 5.

    >>> low, high = newcombe_auc(1.0, 10, 10)
    >>> round(low, 3), high
    (0.8, 1.0)
    """
    check_level(level)
    check_share("area", area)
    z = normal_quantile(level)

    def accepted(trial: float) -> bool:
        return (area - trial) ** 2 <= z**2 * _variance(trial, positives, negatives)

    return Interval(edge(accepted, area, 0.0), edge(accepted, area, 1.0))


def _variance(t: float, m: float, n: float) -> float:
    """Return the variance of an area whose true value is t, as Hanley and McNeil give it, for the mean of m and n."""
    half = (m + n) / 2 - 1
    return t * (1 - t) * (1 + half * (1 - t) / (2 - t) + half * t / (1 + t)) / (m * n)
