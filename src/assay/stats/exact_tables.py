"""Tables of counts: Fisher's exact test, and the G-test of independence."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, cast

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.bisection import edge
from assay.stats.doors import checked
from assay.stats.samples import ALTERNATIVES, check_choice, counts

SIDES = {"two-sided": "1", "greater": "at most 1", "less": "at least 1"}

SMALL_CELL = 5
"""Expected counts below this make the chi-square rough (Cochran 1954)."""

MOST_NONCENTRAL = 1e6
"""Noncentralities beyond this are no effect that anybody tests for."""


@checked()
def fisher_exact(table: object, *, alternative: str = "two-sided", level: float = 0.95) -> Test:
    """Fisher's exact test that the odds of a 2 x 2 table of counts are equal in both rows.

    Parameters
    ----------
    table : array_like
        Counts, two rows and two columns.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the odds ratio (conditional maximum likelihood) with its exact interval; `mid_p` is kept too.

    Raises
    ------
    InputError
        If the table is not one of 2 x 2 counts, or is empty.

    See Also
    --------
    chi_square_independence : for larger tables.
    two_proportions_z : for many cases.

    Notes
    -----
    Fisher (1934). Two-sided p adds up all tables that are no more likely; `mid_p` counts half of those as likely as the
    one seen, and holds its level on average (Lancaster 1961).

    Examples
    --------
    >>> test = fisher_exact([[8, 2], [1, 5]])
    >>> round(test.p_value, 4), round(test.effect, 2)
    (0.035, 15.47)
    """
    from scipy import stats

    check_choice("alternative", alternative, ALTERNATIVES)
    cells = counts(table, "table")
    if cells.shape != (2, 2) or cells.sum() == 0:
        raise errors.unfit("table", "must be a 2 x 2 table of counts that is not empty")
    whole = np.rint(cells).astype(np.int64)
    law, at = _hypergeometric(whole)
    p, mid = _tails(law, at, alternative)
    effect, low, high = math.nan, math.nan, math.nan
    if (whole.sum(axis=0) > 0).all() and (whole.sum(axis=1) > 0).all():
        ratio: Any = stats.contingency.odds_ratio(cast(Any, whole))
        ends: Any = ratio.confidence_interval(level)
        effect, low, high = float(ratio.statistic), float(ends.low), float(ends.high)
    return Test(
        method="Fisher's exact test",
        statistic=float(cells[0, 0]),
        df=(),
        p_value=p,
        null=f"the odds ratio is {SIDES[alternative]}",
        alternative=alternative,
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=() if effect == effect else ("a row or column is empty, so that the odds ratio is not known",),
        more={"mid_p": mid, "effect_name": "odds ratio"},
    )


def _hypergeometric(cells: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[Numbers, int]:
    """Return the chances of all tables with the same margins, and the place of the one that was seen."""
    first, total, column = int(cells[0].sum()), int(cells.sum()), int(cells[:, 0].sum())
    least, most = max(0, first + column - total), min(first, column)
    x = np.arange(least, most + 1, dtype=float)
    logs = _log_choose(column, x) + _log_choose(total - column, first - x) - _log_choose(total, np.array(float(first)))
    return np.exp(logs), int(cells[0, 0]) - least


def _log_choose(n: float, k: Numbers) -> Numbers:
    return np.asarray(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1))


def _tails(law: Numbers, at: int, alternative: str) -> tuple[float, float]:
    """Return p and mid-p; tables as likely as the one seen are so within rounding."""
    here = float(law[at])
    if alternative == "two-sided":
        alike = np.abs(law - here) <= 1e-7 * here
        p = float(law[(law < here) | alike].sum())
        return min(p, 1.0), min(p - float(law[alike].sum()) / 2, 1.0)
    tail = float(law[at:].sum() if alternative == "greater" else law[: at + 1].sum())
    return min(tail, 1.0), min(tail - here / 2, 1.0)


@checked()
def g_test(table: object, *, level: float = 0.95) -> Test:
    """Likelihood-ratio test (G) that the rows and the columns of a table of counts are independent.

    Parameters
    ----------
    table : array_like
        Counts, with at least two rows and two columns, none of them empty.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is Cramer's V with an interval from the noncentral chi-square.

    Raises
    ------
    InputError
        If the table holds no counts, is too small, or has an empty row or column.

    See Also
    --------
    chi_square_independence : Pearson's test of the same.

    Notes
    -----
    Wilks (1935); Smithson (2003) for the interval of V. A note is given where an expected count is below 5.

    Examples
    --------
    >>> test = g_test([[10, 20], [20, 10]])
    >>> round(test.statistic, 4), test.df
    (6.796, (1,))
    """
    cells = counts(table, "table")
    if cells.ndim != 2 or min(cells.shape) < 2:
        raise errors.unfit("table", "must be a 2-D table of counts with at least two rows and columns")
    rows, columns, total = cells.sum(axis=1), cells.sum(axis=0), float(cells.sum())
    if not ((rows > 0).all() and (columns > 0).all()):
        raise errors.unfit("table", "has an empty row or column, which says nothing")
    expected = np.outer(rows, columns) / total
    statistic = max(2 * float(np.sum(special.xlogy(cells, cells / expected))), 0.0)
    degrees = (len(rows) - 1) * (len(columns) - 1)
    pearson = float(np.sum((cells - expected) ** 2 / expected))
    size = total * (min(cells.shape) - 1)
    low, high = chi_square_effect_interval(pearson, degrees, size, level)
    few = int(np.count_nonzero(expected < SMALL_CELL))
    return Test(
        method="G-test",
        statistic=statistic,
        df=(degrees,),
        p_value=float(special.chdtrc(degrees, statistic)),
        null="rows and columns are independent",
        alternative="greater",
        effect=math.sqrt(pearson / size),
        low=low,
        high=high,
        level=level,
        notes=(f"{few} expected counts are below {SMALL_CELL}, where the chi-square is rough",) if few else (),
        more={"expected": expected, "effect_name": "Cramer's V"},
    )


def chi_square_effect_interval(
    statistic: float, degrees: float, size: float, level: float, most: float = 1.0
) -> tuple[float, float]:
    """Return the limits of sqrt(chi-square / size), `most` at most, as Cramer's V and Cohen's w are.

    They are the noncentralities at which the statistic stands at either end of the level. Smithson (2003) adds the
    degrees of freedom, as the statistic of independent variables is that large on average.
    """
    ends = []
    for tail in ((1 + level) / 2, (1 - level) / 2):
        if special.chdtr(degrees, statistic) < tail:
            ends.append(0.0)
            continue
        edge_at = edge(partial(_lies_above, statistic, degrees, tail), 0.0, _widest(statistic))
        ends.append(math.sqrt((edge_at + degrees) / size))
    return (min(ends[0], most), min(max(ends[1], ends[0]), most))


def _lies_above(statistic: float, degrees: float, tail: float, noncentrality: float) -> bool:
    return bool(special.chndtr(statistic, degrees, noncentrality) > tail)


def _widest(statistic: float) -> float:
    return min(4 * statistic + 100, MOST_NONCENTRAL)
