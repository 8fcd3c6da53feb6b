"""Two or more success rates seen on the same cases."""

from __future__ import annotations

import math
from numbers import Real

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.interval import Interval
from assay.results.test import Test
from assay.stats.doors import checked
from assay.stats.proportion_limits import normal_quantile
from assay.stats.samples import check_choice, counts

METHODS = ("mid-p", "exact", "chi-square", "corrected")
FEW = 10


@checked(b=0, c=0, n=0)
def mcnemar(
    b: object, c: float | None = None, n: float | None = None, *, method: str = "mid-p", level: float = 0.95
) -> Test:
    """Test that two models are right equally often on the same cases.

    `b` cases only the first got right, `c` only the second, of `n` cases; or one 2 x 2 table, rows the first model.
    mid-p is the default: it never exceeded its level and is as strong as chi-square. The effect is the difference of
    the success rates with Tango's interval, where `n` is known.

    Reference: McNemar 1947; Fagerland, Lydersen & Laake 2013.

    >>> test = mcnemar(10, 3, 100)
    >>> round(test.p_value, 4), test.effect
    (0.0574, 0.07)
    """
    name = check_choice("method", str(method).replace("_", "-"), METHODS)
    first, second, cases = _discordant(b, c, n)
    m = first + second
    statistic, df = _statistic(first, second, name)
    low, high = tango(first, second, cases, level=level) if cases else (math.nan, math.nan)
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
        effect=(first - second) / cases if cases else math.nan,
        low=low,
        high=high,
        level=level,
        notes=tuple(notes),
        more={"b": first, "c": second, "n": cases},
    )


def mcnemar_p(b: float, c: float, method: str = "mid-p") -> float:
    """Return the p-value of McNemar's test from the discordant cases; 1 if there are none."""
    m, k = b + c, min(b, c)
    if m == 0:
        return 1.0
    if method in ("chi-square", "corrected"):
        return float(special.chdtrc(1, _statistic(b, c, method)[0]))
    below = float(special.bdtr(k, int(m), 0.5))
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
    """Score interval for the difference (b - c)/n of two success rates on the same cases.

    Reference: Tango 1998, solved by bisection.

    >>> low, high = tango(10, 3, 100)
    >>> round(low, 4), round(high, 4)
    (-0.0008, 0.1499)
    """
    _check_pairs(b, c, n)
    z = normal_quantile(level)
    return Interval(_tango_end(b, c, n, -1.0, z), _tango_end(b, c, n, 1.0, z))


def _tango_end(b: float, c: float, n: float, end: float, z: float) -> float:
    """Find the difference between the one seen and an end at which the score is as large as z, by bisection."""
    inner, outer = (b - c) / n, end
    for _ in range(60):
        middle = (inner + outer) / 2
        if -end * _tango_score(b, c, n, middle) > z:
            outer = middle
        else:
            inner = middle
    return (inner + outer) / 2


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
    """Closed-form interval for the difference of paired rates: Wald after adding half a case to each cell.

    Reference: Agresti & Min 2005.

    >>> low, high = agresti_min(10, 3, 100)
    >>> round(low, 4), round(high, 4)
    (-0.002, 0.1393)
    """
    _check_pairs(b, c, n)
    more_b, more_c, whole = b + 0.5, c + 0.5, n + 2
    d = (more_b - more_c) / whole
    half = normal_quantile(level) * math.sqrt(max((more_b + more_c) / whole - d**2, 0) / whole)
    return Interval(max(d - half, -1.0), min(d + half, 1.0))


@checked()
def cochran_q(table: object, *, level: float = 0.95) -> Test:
    """Test that several models are right equally often: rows cases, columns models, 1 where a model is right.

    Reference: Cochran 1950.

    >>> test = cochran_q([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 1, 0], [1, 1, 0]])
    >>> round(test.statistic, 4), test.df
    (4.5, (2,))
    """
    right = counts(table, "table")
    if right.ndim != 2 or right.shape[1] < 2 or not np.isin(right, (0, 1)).all():
        raise errors.unfit("table", "must hold only 0 and 1, cases x at least two models")
    columns, rows, k = right.sum(axis=0), right.sum(axis=1), right.shape[1]
    spread = float(np.sum(rows * (k - rows)))
    statistic = (k - 1) * float(np.sum((columns - columns.mean()) ** 2)) * k / spread if spread else 0.0
    notes = () if spread else ("every case is judged alike by all models, so nothing tells them apart",)
    return Test(
        method="Cochran's Q",
        statistic=statistic,
        df=(k - 1,),
        p_value=float(special.chdtrc(k - 1, statistic)) if spread else 1.0,
        null="all models are right equally often",
        alternative="greater",
        effect=float(np.ptp(columns) / len(right)),
        level=level,
        notes=notes,
    )


def _check_pairs(b: float, c: float, n: float) -> None:
    if b + c > n:
        raise errors.bad_number("b, c, n", (b, c, n), "Two whole numbers of at least 0, together at most n,")
