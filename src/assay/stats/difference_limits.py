"""Intervals of the difference of two independent success rates: Agresti-Caffo and Miettinen-Nurminen."""

from __future__ import annotations

import math

from assay.results.interval import Interval
from assay.stats.bisection import edge
from assay.stats.checks import check_successes
from assay.stats.doors import checked
from assay.stats.proportion_limits import normal_quantile


@checked()
def agresti_caffo(x1: float, n1: float, x2: float, n2: float, *, level: float = 0.95) -> Interval:
    """Interval of the difference of two independent success rates by Wald's formula after adding one of each.

    Parameters
    ----------
    x1, n1, x2, n2 : int
        The first model had `x1` successes in `n1` cases, the second `x2` in `n2` other cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        Of x1/n1 - x2/n2, within [-1, 1].

    Raises
    ------
    InputError
        If a number of successes is not a whole number from 0 to its number of cases.

    See Also
    --------
    newcombe, miettinen_nurminen : intervals that follow the rates near 0 and 1.

    Notes
    -----
    Agresti & Caffo (2000).

    Examples
    --------
    >>> low, high = agresti_caffo(56, 70, 48, 80)
    >>> round(low, 4), round(high, 4)
    (0.0525, 0.3358)
    """
    (x1, n1), (x2, n2) = check_successes(x1, n1), check_successes(x2, n2)
    p, q = (x1 + 1) / (n1 + 2), (x2 + 1) / (n2 + 2)
    half = normal_quantile(level) * math.sqrt(p * (1 - p) / (n1 + 2) + q * (1 - q) / (n2 + 2))
    return Interval(max(p - q - half, -1.0), min(p - q + half, 1.0))


@checked()
def miettinen_nurminen(x1: float, n1: float, x2: float, n2: float, *, level: float = 0.95) -> Interval:
    """Score interval of the difference of two independent success rates: all that a score test would not reject.

    Parameters
    ----------
    x1, n1, x2, n2 : int
        The first model had `x1` successes in `n1` cases, the second `x2` in `n2` other cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        Of x1/n1 - x2/n2, within [-1, 1].

    Raises
    ------
    InputError
        If a number of successes is not a whole number from 0 to its number of cases.

    See Also
    --------
    newcombe : of similar width, in closed form.
    tango : for two models on the same cases.

    Notes
    -----
    Miettinen & Nurminen (1985); the rates under the null hypothesis maximise the likelihood.

    Examples
    --------
    >>> low, high = miettinen_nurminen(56, 70, 48, 80)
    >>> round(low, 4), round(high, 4)
    (0.0528, 0.3382)
    """
    (x1, n1), (x2, n2) = check_successes(x1, n1), check_successes(x2, n2)
    z, seen = normal_quantile(level), x1 / n1 - x2 / n2

    def inside(difference: float) -> bool:
        return abs(score_statistic(x1, n1, x2, n2, difference)) <= z

    low = -1.0 if inside(-1.0) else edge(inside, seen, -1.0)
    high = 1.0 if inside(1.0) else edge(inside, seen, 1.0)
    return Interval(low, high)


def score_statistic(x1: int, n1: int, x2: int, n2: int, difference: float) -> float:
    """Return z of a difference, with the variance of the likeliest rates that differ by it."""
    q = likeliest_second(x1, n1, x2, n2, difference)
    p = min(max(q + difference, 0.0), 1.0)
    n = n1 + n2
    variance = (p * (1 - p) / n1 + q * (1 - q) / n2) * n / (n - 1)
    gap = x1 / n1 - x2 / n2 - difference
    if variance <= 0:
        return 0.0 if abs(gap) < 1e-12 else math.copysign(math.inf, gap)
    return gap / math.sqrt(variance)


def likeliest_second(x1: int, n1: int, x2: int, n2: int, difference: float) -> float:
    """Return the second rate that makes the counts likeliest, if the first is larger by the difference.

    The slope of the log likelihood falls from one end of what is possible to the other.
    """
    low, high = max(0.0, -difference), min(1.0, 1.0 - difference)

    def slope(q: float) -> float:
        return n2 * _slope(x2 / n2, q) + n1 * _slope(x1 / n1, q + difference)

    return edge(lambda q: slope(q) > 0, low, high)


def _slope(seen: float, rate: float) -> float:
    """Return the slope of the log likelihood of one case at a rate."""
    up = seen / rate if rate > 0 else math.inf if seen > 0 else 0.0
    down = (1 - seen) / (1 - rate) if rate < 1 else math.inf if seen < 1 else 0.0
    return up - down
