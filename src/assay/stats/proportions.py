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
    """Interval p ± z sqrt(p(1 - p)/n) of a proportion, as in textbooks; for comparison only.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    wilson : an interval that covers as often as it says.

    Notes
    -----
    Laplace (1812). Near 0 and 1 it covers the truth 18 to 63% of the time where it says 95%.

    Examples
    --------
    >>> low, high = wald(750, 1000)
    >>> round(low, 4), round(high, 4)
    (0.7232, 0.7768)
    """
    return _interval(limits.wald, successes, n, level)


@checked()
def wilson(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Score interval of a proportion: all the proportions that a z test would not reject.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    clopper_pearson : never covers less than it says.
    wilson_corrected : the same with continuity correction.

    Notes
    -----
    Wilson (1927); recommended by Brown, Cai & DasGupta (2001).

    Examples
    --------
    >>> low, high = wilson(750, 1000, level=0.8)
    >>> round(low, 4), round(high, 4)
    (0.7321, 0.7671)
    """
    return _interval(limits.wilson, successes, n, level)


@checked()
def wilson_corrected(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Score interval of a proportion with continuity correction: close to exact, a little wide.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    wilson : the same without correction.

    Notes
    -----
    Newcombe (1998), method 4.

    Examples
    --------
    >>> low, high = wilson_corrected(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2535, 0.3682)
    """
    return _interval(limits.wilson_corrected, successes, n, level)


@checked()
def clopper_pearson(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Exact interval of a proportion: its coverage is never below the level.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    mid_p : narrower, with the right coverage on average.

    Notes
    -----
    Clopper & Pearson (1934). Choose it where a guarantee is asked for.

    Examples
    --------
    >>> low, high = clopper_pearson(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)
    """
    return _interval(limits.clopper_pearson, successes, n, level)


@checked()
def agresti_coull(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval of a proportion by Wald's formula after adding z²/2 successes and z²/2 failures.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    wilson : has the same centre and is narrower.

    Notes
    -----
    Agresti & Coull (1998). Simple, and a little wide near 0 and 1.

    Examples
    --------
    >>> low, high = agresti_coull(15, 20)
    >>> round(low, 4), round(high, 4)
    (0.5275, 0.8919)
    """
    return _interval(limits.agresti_coull, successes, n, level)


@checked()
def jeffreys(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Equal-tailed interval of Beta(x + 1/2, n - x + 1/2), the posterior under Jeffreys' prior.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    wilson : of similar width, without a prior.

    Notes
    -----
    Brown, Cai & DasGupta (2001).

    Examples
    --------
    >>> low, high = jeffreys(15, 20)
    >>> round(low, 4), round(high, 4)
    (0.5358, 0.8976)
    """
    return _interval(limits.jeffreys, successes, n, level)


@checked()
def mid_p(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Exact interval of a proportion that counts half the probability of the observed count.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        `low` and `high`, clipped to [0, 1].

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `level` is not between 0 and 1.

    See Also
    --------
    clopper_pearson : never covers less than it says.

    Notes
    -----
    Berry & Armitage (1995). Narrower than Clopper-Pearson, with the right coverage on average.

    Examples
    --------
    >>> low, high = mid_p(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2589)
    """
    return _interval(limits.mid_p, successes, n, level)


@checked()
def sample_size(half_width: float, *, proportion: float = 0.5, level: float = 0.95) -> int:
    """Smallest n at which the Wilson interval reaches at most `half_width` to each side.

    Parameters
    ----------
    half_width : float
        Half the width of the interval, above 0 and below 0.5.
    proportion : float, default 0.5
        The proportion that is expected.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    int
        Number of cases.

    Raises
    ------
    InputError
        If `half_width` or `proportion` is out of range.

    See Also
    --------
    level_of : the level at which a given sample reaches a half-width.

    Notes
    -----
    Wilson (1927), solved for n.

    Examples
    --------
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
    """Confidence level at which the Wald interval of a proportion has a given half-width.

    It answers the textbook question "with which confidence does the accuracy lie within ± 2 points?"

    Parameters
    ----------
    half_width : float
        Half the width of the interval, above 0.
    successes, n : int
        How many of how many cases succeeded.

    Returns
    -------
    float
        A level from 0 to 1; 1 where all or none of the cases succeeded, as the interval then has no width.

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `half_width` is not above 0.

    See Also
    --------
    sample_size : the number of cases that a half-width needs.

    Notes
    -----
    Laplace (1812): level = erf(half_width / (sqrt(2) s)) with s = sqrt(p(1 - p)/n).

    Examples
    --------
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
