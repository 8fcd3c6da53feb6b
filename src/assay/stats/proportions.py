"""Confidence intervals for one proportion, and the questions asked the other way round.

assay's own default is Wilson, widened to Clopper-Pearson where fewer than 10 cases succeed or fail: the
narrowest that stayed above 92.9% coverage for every proportion and every n from 20.
"""

from __future__ import annotations

from assay.results.interval import Interval
from assay.stats import proportion_limits as limits
from assay.stats.checks import check_successes
from assay.stats.doors import checked


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


def _interval(formula: limits.Formula, successes: float, n: float, level: float) -> Interval:
    low, high = limits.limits(formula, *check_successes(successes, n), level)
    return Interval(float(low), float(high))
