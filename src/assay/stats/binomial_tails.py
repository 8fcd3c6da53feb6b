"""Exact tails of a binomial, and the p-value that they give, for any number of cases without listing the outcomes."""

from __future__ import annotations

import math
from bisect import bisect, bisect_left

from scipy import special

from assay.stats.samples import tails

ALIKE = 1e-7
"""Outcomes whose probabilities differ by a smaller share are equally likely but for rounding (as in R)."""


def at_most(k: float, n: float, p: float) -> float:
    """Return the chance of at most k successes of n, by the incomplete beta function: no case is listed.

    >>> at_most(1, 3, 0.5), at_most(-1, 3, 0.5), at_most(3, 3, 0.5)
    (0.5, 0.0, 1.0)
    """
    if not 0 <= k < n:
        return float(k >= n)
    return float(special.betaincc(k + 1, n - k, p))


def at_least(k: float, n: float, p: float) -> float:
    """Return the chance of at least k successes of n."""
    if not 0 < k <= n:
        return float(k <= 0)
    return float(special.betainc(k, n - k + 1, p))


def binomial_p(x: int, n: int, p: float, alternative: str) -> float:
    """Return the p-value of x successes of n; two-sided, the chance of all outcomes that are no likelier.

    >>> round(binomial_p(3, 10, 0.5, "two-sided"), 5)
    0.34375
    """
    left, right = at_most(x, n, p), at_least(x, n, p)
    if alternative != "two-sided":
        return tails(left, right, alternative)
    if p in (0.0, 1.0):
        return 1.0 if x == n * p else 0.0
    low, high = _as_unlikely(x, n, p)
    return 1.0 if low + 1 >= high else min(at_most(low, n, p) + at_least(high, n, p), 1.0)


def _as_unlikely(x: int, n: int, p: float) -> tuple[int, int]:
    """Return the last count of the lower and the first of the upper tail that are no likelier than x.

    A binomial rises to its mode and falls from there, so that halving finds both ends.
    """

    def rarer(k: int) -> bool:
        return _log_chance(k, n, p) <= seen

    seen, mode = _log_chance(x, n, p) + math.log1p(ALIKE), min(int((n + 1) * p), n)
    if rarer(mode):
        return mode, mode + 1
    low = bisect(range(mode), False, key=lambda k: not rarer(k)) - 1
    return low, mode + 1 + bisect_left(range(mode + 1, n + 1), True, key=rarer)


def _log_chance(k: int, n: int, p: float) -> float:
    """Return the logarithm of the chance of k successes."""
    ways = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return float(ways + special.xlogy(k, p) + special.xlog1py(n - k, -p))
