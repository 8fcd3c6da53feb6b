"""How many cases for a mean, or for the difference of two: exact powers of t tests."""

from __future__ import annotations

import math

from scipy import special

from assay.stats.whole_search import smallest_whole

LARGE = 1e6
"""Degrees of freedom from which t is the normal curve for every purpose."""


def mean_width(n: int, sd: float, level: float) -> float:
    """Return how wide the t interval of a mean is, if cases spread by sd."""
    return 2 * float(special.stdtrit(n - 1, (1 + level) / 2)) * sd / math.sqrt(n)


def cases_for_mean(sd: float, width: float, level: float) -> int:
    """Return the fewest cases whose t interval is no wider.

    >>> cases_for_mean(1.0, 0.2, 0.95)
    387
    """
    return smallest_whole(lambda n: mean_width(n, sd, level) <= width)


def power_of_mean(n: int, effect: float, level: float, samples: int = 1) -> float:
    """Return the power of a t test: of n differences (`samples` = 1), or of two samples of n cases each.

    `effect` is the difference over the standard deviation of the differences, or of the cases.

    >>> round(power_of_mean(34, 0.5, 0.95), 3), round(power_of_mean(64, 0.5, 0.95, 2), 3)
    (0.808, 0.801)
    """
    df = samples * (n - 1)
    critical = float(special.stdtrit(df, (1 + level) / 2))
    shift = abs(effect) * math.sqrt(n / samples)
    if df > LARGE:
        return float(special.ndtr(shift - critical) + special.ndtr(-shift - critical))
    return 1 - _below(df, shift, critical) + _below(df, shift, -critical)


def _below(df: float, shift: float, t: float) -> float:
    """Return how often a noncentral t lies below t; where scipy cannot tell, it lies hundreds of decimals from 0."""
    chance = float(special.nctdtr(df, shift, t))
    return 0.0 if math.isnan(chance) else chance


def power_mean_not_worse(n: int, effect: float, level: float, samples: int = 1) -> float:
    """Return how often a t interval lies above minus the margin; `effect` is difference plus margin over the spread."""
    df = samples * (n - 1)
    critical = float(special.stdtrit(df, (1 + level) / 2))
    shift = effect * math.sqrt(n / samples)
    if df > LARGE:
        return float(special.ndtr(shift - critical))
    return 1 - _below(df, shift, critical)


def cases_of_mean(effect: float, power: float, level: float, samples: int = 1) -> int:
    """Return the cases (of each sample) at which a t test has its power.

    >>> cases_of_mean(0.5, 0.8, 0.95), cases_of_mean(0.5, 0.8, 0.95, 2)
    (34, 64)
    """
    return smallest_whole(lambda n: power_of_mean(n, effect, level, samples) >= power)


def design_effect(size: float, correlation: float, variation: float = 0.0) -> float:
    """Return by how much groups multiply the variance; `variation` is the coefficient of variation of their sizes.

    Reference: Kish 1965; Eldridge, Ashby & Kerry 2006 for sizes that vary.

    >>> design_effect(10, 0.05)
    1.45
    """
    return 1 + (size * (1 + variation**2) - 1) * correlation
