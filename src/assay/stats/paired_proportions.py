"""Two or more success rates seen on the same cases."""

from __future__ import annotations

import math
from functools import lru_cache
from numbers import Real

from scipy import special

from assay.errors import samples as errors
from assay.results.interval import Interval
from assay.results.test import Test
from assay.stats.binomial_tails import at_most
from assay.stats.bisection import edge
from assay.stats.doors import checked
from assay.stats.proportion_limits import normal_quantile
from assay.stats.proportions import clopper_pearson
from assay.stats.samples import check_choice, counts

METHODS = ("mid-p", "exact", "chi-square", "corrected")
PAIRS_KEPT = 10_000
"""Intervals that are remembered: those of a hundred models on some hundred cases, at two levels."""

FEW = 10
"""Fewer discordant cases than this are worth a note: a taste."""


@checked(b=0, c=0, n=0)
def mcnemar(
    b: object, c: float | None = None, n: float | None = None, *, method: str = "mid-p", level: float = 0.95
) -> Test:
    """McNemar's test that two models are right equally often on the same cases.

    Parameters
    ----------
    b, c : int
        Cases that only the first model got right, and cases that only the second got right.
        `b` alone may be a 2 x 2 table: rows first model right, wrong; columns second model right, wrong.
    n : int, optional
        All cases; without them the difference of the rates is not known.
    method : {"mid-p", "exact", "chi-square", "corrected"}
        How p is found; mid-p never exceeded its level and is as powerful as chi-square.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the difference of the success rates, (b - c)/n, with Tango's interval; without `n` the odds ratio
        b/c with its exact interval (Clopper and Pearson's of b among those on which the models differ).

    Raises
    ------
    InputError
        If `b` or `c` is not a whole number of at least 0, or together they exceed `n`.

    See Also
    --------
    cochran_q : for more than two models.
    two_proportions_z : for two models on different cases.

    Notes
    -----
    McNemar (1947); Fagerland, Lydersen & Laake (2013) for mid-p.

    Examples
    --------
    >>> test = mcnemar(10, 3, 100)
    >>> round(test.p_value, 4), test.effect
    (0.0574, 0.07)
    """
    name = check_choice("method", method.replace("_", "-") if isinstance(method, str) else method, METHODS)
    first, second, cases = _discordant(b, c, n)
    m = first + second
    statistic, df = _statistic(first, second, name)
    effect, low, high = _effect(first, second, cases, level)
    notes = []
    if m == 0:
        notes.append("the models agree on every case, so nothing tells them apart")
    elif m < FEW:
        notes.append(f"only {m:g} cases distinguish the models; below 6 no test can reject at 5%")
    return Test(
        method=f"McNemar {name}",
        statistic=statistic,
        df=df,
        p_value=mcnemar_p(first, second, name),
        null="both models are right equally often",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=tuple(notes),
        more={"b": first, "c": second, "n": cases, **({} if cases else {"effect_name": "odds ratio"})},
    )


def _effect(b: float, c: float, n: float | None, level: float) -> tuple[float, float, float]:
    """Return the difference of the rates with its interval, or the odds ratio where all cases are not known."""
    if n:
        return (b - c) / n, *tango(b, c, n, level=level)
    if b + c == 0:
        return math.nan, 0.0, math.inf
    low, high = clopper_pearson(b, b + c, level=level)
    odds = (math.inf if share >= 1 else share / (1 - share) for share in (b / (b + c), low, high))
    ratio, least, most = odds
    return ratio, least, most


def mcnemar_p(b: float, c: float, method: str = "mid-p") -> float:
    """Return the p-value of McNemar's test from the discordant cases; 1 if there are none."""
    m, k = b + c, min(b, c)
    if m == 0:
        return 1.0
    if method in ("chi-square", "corrected"):
        return float(special.chdtrc(1, _statistic(b, c, method)[0]))
    below = at_most(k, int(m), 0.5)
    here = math.exp(
        float(special.gammaln(m + 1) - special.gammaln(k + 1) - special.gammaln(m - k + 1)) - m * math.log(2)
    )
    if method == "exact":
        return min(1.0, 2 * below)
    return 1 - here / 2 if b == c else 2 * below - here


def _statistic(b: float, c: float, method: str) -> tuple[float, tuple[float, ...]]:
    m = b + c
    if method in ("mid-p", "exact"):
        return float(min(b, c)), ()
    off = abs(b - c) - (1 if method == "corrected" and b != c else 0)
    return (off**2 / m if m else 0.0), (1,)


def _discordant(b: object, c: float | None, n: float | None) -> tuple[float, float, float | None]:
    """Read b, c and n, or a 2 x 2 table of (first right, first wrong) x (second right, second wrong)."""
    if c is None:
        table = counts(b, "table")
        if table.shape != (2, 2):
            raise errors.unfit("table", "must be a 2 x 2 table of counts")
        return float(table[0, 1]), float(table[1, 0]), float(table.sum())
    if not isinstance(b, Real) or (n is not None and float(b) + c > n):
        raise errors.bad_number("b, c", (b, c), "Two whole numbers of at least 0, together at most n,")
    return float(b), float(c), None if n is None else float(n)


@checked(b=0, c=0, n=1)
def tango(b: float, c: float, n: float, *, level: float = 0.95) -> Interval:
    """Score interval of the difference (b - c)/n of two success rates on the same cases.

    Parameters
    ----------
    b, c : int
        Cases that only the first model got right, and cases that only the second got right.
    n : int
        All cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        Within [-1, 1].

    Raises
    ------
    InputError
        If `b` or `c` is not a whole number of at least 0, or together they exceed `n`.

    See Also
    --------
    agresti_min : a formula that can be worked out by hand.

    Notes
    -----
    Tango (1998), solved by bisection.

    Examples
    --------
    >>> low, high = tango(10, 3, 100)
    >>> round(low, 4), round(high, 4)
    (-0.0008, 0.1499)
    """
    _check_pairs(b, c, n)
    return _tango(float(b), float(c), float(n), normal_quantile(level))


@lru_cache(PAIRS_KEPT)
def _tango(b: float, c: float, n: float, z: float) -> Interval:
    """Return Tango's interval; many pairs of models leave the same few counts."""

    def within(trial: float) -> bool:
        return not abs(_tango_score(b, c, n, trial)) > z

    return Interval(edge(within, (b - c) / n, -1.0), edge(within, (b - c) / n, 1.0))


def _tango_score(b: float, c: float, n: float, trial: float) -> float:
    """Return how many standard errors the difference seen lies above a trial difference."""
    linear = -b - c + (2 * n - b + c) * trial
    constant = -c * trial * (1 - trial)
    q = (math.sqrt(max(linear**2 - 8 * n * constant, 0.0)) - linear) / (4 * n)
    off, spread = b - c - n * trial, n * (2 * q + trial * (1 - trial))
    if spread > 0:
        return off / math.sqrt(spread)
    return 0.0 if off == 0 else math.copysign(math.inf, off)


@checked(b=0, c=0, n=1)
def agresti_min(b: float, c: float, n: float, *, level: float = 0.95) -> Interval:
    """Wald interval of the difference (b - c)/n of paired rates, after adding half a case to each cell.

    Parameters
    ----------
    b, c : int
        Cases that only the first model got right, and cases that only the second got right.
    n : int
        All cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        Within [-1, 1].

    Raises
    ------
    InputError
        If `b` or `c` is not a whole number of at least 0, or together they exceed `n`.

    See Also
    --------
    tango : closer to its level for few cases.

    Notes
    -----
    Agresti & Min (2005).

    Examples
    --------
    >>> low, high = agresti_min(10, 3, 100)
    >>> round(low, 4), round(high, 4)
    (-0.002, 0.1393)
    """
    _check_pairs(b, c, n)
    more_b, more_c, whole = b + 0.5, c + 0.5, n + 2
    d = (more_b - more_c) / whole
    half = normal_quantile(level) * math.sqrt(max((more_b + more_c) / whole - d**2, 0) / whole)
    return Interval(max(d - half, -1.0), min(d + half, 1.0))


def _check_pairs(b: float, c: float, n: float) -> None:
    if b + c > n:
        raise errors.bad_number("b, c, n", (b, c, n), "Two whole numbers of at least 0, together at most n,")
