"""How many cases for an area under the ROC curve, or for two of them: the variance of Hanley and McNeil."""

from __future__ import annotations

import math

from scipy import special

from assay.stats.planned_proportions import normal
from assay.stats.whole_search import smallest_whole


def area_variance(area: float, positives: float, negatives: float) -> float:
    """Return the variance of an area for exponential scores, which hardly depends on their shape.

    Reference: Hanley & McNeil 1982, Radiology 143, 29-36.

    >>> round(area_variance(0.8, 50, 50) ** 0.5, 4)
    0.0445
    """
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    numerator = area * (1 - area) + (positives - 1) * (q1 - area**2) + (negatives - 1) * (q2 - area**2)
    return numerator / (positives * negatives)


def area_width(area: float, positives: float, negatives: float, level: float) -> float:
    """Return how wide the interval of an area is."""
    return 2 * normal(level) * math.sqrt(area_variance(area, positives, negatives))


def positives_for_width(area: float, width: float, level: float, ratio: float) -> int:
    """Return how many positives, with `ratio` times as many negatives, give an interval that is no wider.

    >>> positives_for_width(0.8, 0.1, 0.95, 1), positives_for_width(0.8, 0.1, 0.95, 10)
    (151, 114)
    """
    return smallest_whole(lambda m: area_width(area, m, m * ratio, level) <= width)


def power_of_areas(
    first: float, second: float, positives: float, negatives: float, correlation: float, level: float, margin: float = 0
) -> float:
    """Return how often the difference of two areas is told from 0, or from a loss of the margin.

    `correlation` is that of the two areas, 0 where the models are judged on different cases.

    Reference: Hanley & McNeil 1983, Radiology 148, 839-843.
    """
    variances = [area_variance(area, positives, negatives) for area in (first, second)]
    apart = sum(variances) - 2 * correlation * math.sqrt(variances[0] * variances[1])
    alike = apart if margin else 2 * variances[0] * (1 - correlation)
    gap = second - first + margin if margin else abs(second - first)
    return float(special.ndtr((gap - normal(level) * math.sqrt(alike)) / math.sqrt(apart)))


def power_of_delong(
    first: float, second: float, positives: float, negatives: float, correlation: float, level: float, margin: float = 0
) -> float:
    """Return how often DeLong's test tells two areas apart, which measures their variances as they are.

    Hanley and McNeil take both areas to be the first under the null hypothesis, so that their formula asks for more
    cases than this test needs where the second is nearer to 1.
    """
    variances = [area_variance(area, positives, negatives) for area in (first, second)]
    apart = math.sqrt(sum(variances) - 2 * correlation * math.sqrt(variances[0] * variances[1]))
    gap = second - first + margin if margin else abs(second - first)
    return float(special.ndtr(gap / apart - normal(level)))


def positives_apart(
    first: float, second: float, power: float, level: float, ratio: float, correlation: float, margin: float = 0
) -> int:
    """Return how many positives, with `ratio` times as many negatives, tell two areas apart."""
    return smallest_whole(lambda m: power_of_areas(first, second, m, m * ratio, correlation, level, margin) >= power)
