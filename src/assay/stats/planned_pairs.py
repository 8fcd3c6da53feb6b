"""How many cases tell two models apart that answer the same ones: Connor's formula, and the exact power of mid-p."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.stats.arithmetic import Numbers, whole_up
from assay.stats.planned_proportions import binomial, normal
from assay.stats.whole_search import first_from

NEAR = 4
"""How far the normal guess of the critical count may be from the exact one, in cases."""

LEAST_PAIRS = 2
"""One case tells nothing apart."""

FORGIVEN = 0.0125
"""Connor's table stands where its numbers have the power asked for to about a point (its .05 and .02: 81.2%)."""

MOST_TABLES = 4_000_000
"""So many take half a second to add up."""


def connor(disagreement: float, difference: float, power: float, level: float) -> int:
    """Return the cases that McNemar's test needs.

    Reference: Connor 1987, Biometrics 43, 207-211.

    >>> connor(0.1, 0.02, 0.8, 0.95)
    1960
    """
    z, beta = normal(level), float(special.ndtri(power))
    spread = z * math.sqrt(disagreement) + beta * math.sqrt(disagreement - difference**2)
    return max(whole_up((spread / difference) ** 2), LEAST_PAIRS)


def cases_of_pairs(disagreement: float, difference: float, power: float, level: float) -> int:
    """Return the cases at which the exact test really has the power that Connor's formula promises.

    Few disagreements need fewer cases than the formula says; there it is the number below which the power is missed.

    >>> connor(0.3, 0.2, 0.8, 0.95), cases_of_pairs(0.3, 0.2, 0.8, 0.95)
    (57, 53)
    """

    def beyond(n: int) -> float:
        return power_of_pairs(n, disagreement, difference, level) - power

    n = first_from(connor(disagreement, difference, power, level), lambda n: beyond(n) >= -1e-9)
    if beyond(n) <= FORGIVEN:
        return n
    while n > LEAST_PAIRS and beyond(n - 1) >= 0:
        n -= 1
    return n


def power_of_pairs(n: int, disagreement: float, difference: float, level: float) -> float:
    """Return how often McNemar's mid-p test rejects, by adding up the trinomial.

    >>> round(power_of_pairs(312, 0.1, 0.05, 0.95), 3)
    0.81
    """
    cases, chances = binomial(n, disagreement)
    critical = critical_counts(cases, 1 - level)
    share = (disagreement + difference) / (2 * disagreement)
    possible = critical >= 0
    m, k, weight = cases[possible], critical[possible], chances[possible]
    if share >= 1:
        return float(weight.sum())
    below = special.bdtr(k, m.astype(int), share)
    above = special.bdtr(k, m.astype(int), 1 - share)
    return float(np.sum(weight * (below + above)))


def critical_counts(m: Numbers, alpha: float) -> Numbers:
    """Return the largest count of the rarer side at which mid-p rejects for m discordant cases, -1 if none does."""
    z = float(special.ndtri(1 - alpha / 2))
    guess = np.floor((m - z * np.sqrt(m)) / 2)
    best = np.full(m.shape, -1.0)
    for shift in range(-NEAR, NEAR + 1):
        k = guess + shift
        fits = (k >= 0) & (2 * k < m)
        p = np.where(fits, _mid_p(np.where(fits, k, 0.0), m), 2.0)
        best = np.where(fits & (p <= alpha), k, best)
    return best


def _mid_p(k: Numbers, m: Numbers) -> Numbers:
    here = np.exp(special.gammaln(m + 1) - special.gammaln(k + 1) - special.gammaln(m - k + 1) - m * math.log(2))
    return np.asarray(2 * special.bdtr(k, m.astype(int), 0.5) - here)


def cases_not_worse(disagreement: float, difference: float, margin: float, power: float, level: float) -> int:
    """Return the cases that show that the first model is not worse by the margin, if it is ahead by the difference.

    Reference: Liu et al. 2002, Stat. Med. 21, 231-245 (paired non-inferiority), Wald's variance; the power is then
    checked on every table by Tango's interval.
    """
    z, beta = normal(level), float(special.ndtri(power))
    start = math.ceil((z + beta) ** 2 * (disagreement - difference**2) / (difference + margin) ** 2)
    least = max(start, 2)
    return first_from(least, lambda n: power_not_worse(n, disagreement, difference, margin, level) >= power - 1e-9)


def power_not_worse(n: int, disagreement: float, difference: float, margin: float, level: float) -> float:
    """Return how often Tango's interval of the difference lies above minus the margin, by adding up the trinomial.

    With more tables than can be added up it is the normal power, which they come to.

    >>> round(power_not_worse(901, 0.1, 0.0, 0.03, 0.95), 3)
    0.801
    """
    shares = (disagreement + difference) / 2, (disagreement - difference) / 2
    (b, _), (c, _) = (binomial(n, share) for share in shares)
    if len(b) * len(c) > MOST_TABLES:
        spread = math.sqrt((disagreement - difference**2) / n)
        return float(special.ndtr((difference + margin) / spread - normal(level)))
    first, second = np.meshgrid(b, c, indexing="ij")
    agreed = n - first - second
    logs = special.gammaln(n + 1) - special.gammaln(first + 1) - special.gammaln(second + 1)
    logs = logs - special.gammaln(np.maximum(agreed, 0) + 1)
    logs += special.xlogy(first, shares[0]) + special.xlogy(second, shares[1]) + special.xlogy(agreed, 1 - disagreement)
    shown = (agreed >= 0) & (tango_statistic(first, second, n, -margin) >= normal(level))
    return float(min(np.exp(logs[shown]).sum(), 1.0))


def tango_statistic(b: Numbers, c: Numbers, n: float, difference: float) -> Numbers:
    """Return Tango's score statistic of a difference of paired shares.

    Reference: Tango 1998, Stat. Med. 17, 891-908.
    """
    quadratic, linear = 2 * n, -b - c + (2 * n - b + c) * difference
    constant = -c * difference * (1 - difference)
    q = (np.sqrt(np.maximum(linear**2 - 4 * quadratic * constant, 0.0)) - linear) / (2 * quadratic)
    variance = n * (2 * q + difference * (1 - difference))
    gap = b - c - n * difference
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(variance > 0, gap / np.sqrt(np.where(variance > 0, variance, 1.0)), np.sign(gap) * np.inf)
