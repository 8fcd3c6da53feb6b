"""Confidence intervals for one proportion, and the questions asked the other way round.

assay's own default is Wilson, widened to Clopper-Pearson where fewer than 10 cases succeed or fail: the
narrowest that stayed above 92.9% coverage for every proportion and every n from 20.
"""

from __future__ import annotations

import math

from assay.errors import metrics as errors
from assay.results.interval import Interval
from assay.stats import proportion_limits as limits
from assay.stats.checks import check_share, check_successes
from assay.stats.doors import checked
from assay.stats.samples import check_number


@checked()
def wald(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Textbook interval p ± z sqrt(p(1 - p)/n). For comparison only: near 0 and 1 it covers 18 to 63%.

    >>> low, high = wald(750, 1000)
    >>> round(low, 4), round(high, 4)
    (0.7232, 0.7768)
    """
    return _interval(limits.wald, successes, n, level)


@checked()
def wilson(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Score interval: the proportions that a z test would not reject.

    Reference: Wilson 1927; recommended by Brown, Cai & DasGupta 2001.

    >>> low, high = wilson(750, 1000, level=0.8)
    >>> round(low, 4), round(high, 4)
    (0.7321, 0.7671)
    """
    return _interval(limits.wilson, successes, n, level)


@checked()
def wilson_corrected(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Wilson with continuity correction: close to exact, a little wide.

    Reference: Newcombe 1998, method 4.

    >>> low, high = wilson_corrected(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2535, 0.3682)
    """
    return _interval(limits.wilson_corrected, successes, n, level)


@checked()
def clopper_pearson(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Exact interval: coverage is never below the level. Choose it when a guarantee is asked for.

    Reference: Clopper & Pearson 1934.

    >>> low, high = clopper_pearson(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)
    """
    return _interval(limits.clopper_pearson, successes, n, level)


@checked()
def agresti_coull(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Wald after adding z²/2 successes and z²/2 failures: simple, a little wide near 0 and 1.

    Reference: Agresti & Coull 1998.

    >>> low, high = agresti_coull(15, 20)
    >>> round(low, 4), round(high, 4)
    (0.5275, 0.8919)
    """
    return _interval(limits.agresti_coull, successes, n, level)


@checked()
def jeffreys(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Equal-tailed range of Beta(x + 1/2, n - x + 1/2), the posterior under Jeffreys' prior.

    Reference: Brown, Cai & DasGupta 2001.

    >>> low, high = jeffreys(15, 20)
    >>> round(low, 4), round(high, 4)
    (0.5358, 0.8976)
    """
    return _interval(limits.jeffreys, successes, n, level)


@checked()
def mid_p(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Clopper-Pearson counting half the probability of the observed count: narrower, right on average.

    Reference: Berry & Armitage 1995.

    >>> low, high = mid_p(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2589)
    """
    return _interval(limits.mid_p, successes, n, level)


@checked()
def sample_size(half_width: float, *, proportion: float = 0.5, level: float = 0.95) -> int:
    """Return the smallest n whose Wilson interval is at most `half_width` to each side, at an expected proportion.

    >>> sample_size(0.05, proportion=0.9)
    141
    """
    check_share("proportion", proportion)
    if not 0 < half_width < 0.5:
        raise errors.bad_share("half_width", half_width)
    low, high = 1, 2
    while _wilson_half_width(high, proportion, level) > half_width:
        high *= 2
    while low < high:
        middle = (low + high) // 2
        if _wilson_half_width(middle, proportion, level) > half_width:
            low = middle + 1
        else:
            high = middle
    return low


@checked()
def level_of(half_width: float, successes: int, n: int) -> float:
    """Return the confidence level at which a Wald interval has this half-width.

    The textbook question "with which confidence does the accuracy lie within ± 2 points?"

    >>> round(level_of(0.0268, 750, 1000), 3)
    0.95
    """
    x, n = check_successes(successes, n)
    check_number("half_width", half_width, 0, math.inf, "A number above 0")
    p = x / n
    spread = math.sqrt(p * (1 - p) / n)
    return math.erf(half_width / spread / math.sqrt(2)) if spread else 1.0


def _interval(formula: limits.Formula, successes: float, n: float, level: float) -> Interval:
    low, high = limits.limits(formula, *check_successes(successes, n), level)
    return Interval(float(low), float(high))


def _wilson_half_width(n: float, proportion: float, level: float) -> float:
    z = limits.normal_quantile(level)
    return z * math.sqrt(proportion * (1 - proportion) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
