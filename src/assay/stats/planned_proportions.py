"""How many cases for one proportion or for two of different cases, and how sure so many cases would be."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.stats.arithmetic import Numbers, whole_up
from assay.stats.whole_search import first_from, smallest_whole

TAILS = 9.0
"""Standard deviations around its mean beyond which a count adds less than 1e-18 to a probability."""


def normal(level: float) -> float:
    """Return how many standard errors an interval of this level reaches to each side."""
    return float(special.ndtri((1 + level) / 2))


def wilson_width(n: float, p: float | Numbers, level: float) -> float | Numbers:
    """Return the width of Wilson's interval of a share p of n cases.

    >>> round(float(wilson_width(381, 0.5, 0.95)), 4)
    0.0999
    """
    z = normal(level)
    return 2 * z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)


def cases_for_width(p: float, width: float, level: float) -> int:
    """Return the fewest cases whose Wilson interval is no wider, if the share is p.

    >>> cases_for_width(0.8, 0.05, 0.95)
    982
    """
    return smallest_whole(lambda n: bool(wilson_width(n, p, level) <= width))


def chance_of_width(n: int, p: float, width: float, level: float) -> float:
    """Return how often Wilson's interval of n cases is no wider, by adding up the binomial.

    >>> chance_of_width(627, 0.9, 0.05, 0.95) >= 0.9 > chance_of_width(615, 0.9, 0.05, 0.95)
    True
    """
    counts, chances = binomial(n, p)
    return float(chances[wilson_width(n, counts / n, level) <= width + 1e-12].sum())


def cases_for_assurance(p: float, width: float, level: float, assurance: float) -> int:
    """Return the fewest cases from which on the interval is no wider in that share of samples."""
    start = cases_for_width(p, width, level)
    return first_from(start, lambda n: chance_of_width(n, p, width, level) >= assurance, 10**9)


def cases_apart(p: float, q: float, power: float, level: float) -> int:
    """Return the cases of each model that tell two shares of different cases apart.

    Reference: Fleiss, Levin & Paik 2003, section 4.2 (without continuity correction).

    >>> cases_apart(0.9, 0.95, 0.8, 0.95)
    435
    """
    mean = (p + q) / 2
    spread = normal(level) * math.sqrt(2 * mean * (1 - mean))
    spread += float(special.ndtri(power)) * math.sqrt(p * (1 - p) + q * (1 - q))
    return max(whole_up((spread / (p - q)) ** 2), 2)


def power_apart(n: int, p: float, q: float, level: float) -> float:
    """Return how often the pooled z test of n cases each tells two shares apart, by adding up both binomials."""
    z = normal(level)
    (first, chances), (second, others) = binomial(n, p), binomial(n, q)
    total = 0.0
    for count, chance in zip(first, chances, strict=True):
        mean = (count + second) / (2 * n)
        error = np.sqrt(2 * mean * (1 - mean) / n)
        total += float(chance) * float(others[np.abs(count - second) / n > z * error - 1e-12].sum())
    return min(total, 1.0)


def binomial(n: int, p: float) -> tuple[Numbers, Numbers]:
    """Return the counts that matter of a binomial, and their probabilities."""
    if p in (0.0, 1.0):
        return np.array([n * p]), np.ones(1)
    reach = TAILS * math.sqrt(n * p * (1 - p)) + TAILS
    counts = np.arange(max(math.floor(n * p - reach), 0), min(math.ceil(n * p + reach), n) + 1, dtype=float)
    logs = special.gammaln(n + 1) - special.gammaln(counts + 1) - special.gammaln(n - counts + 1)
    return counts, np.exp(logs + counts * math.log(p) + (n - counts) * math.log1p(-p))
