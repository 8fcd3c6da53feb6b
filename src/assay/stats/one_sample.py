"""One sample against a hypothesis: a success rate, a set of frequencies, a variance."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats import proportion_limits as limits
from assay.stats.binomial_tails import binomial_p
from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.exact_tables import chi_square_effect_interval
from assay.stats.samples import LARGEST, check_number, counts, hypothesis, sample, tails

SMALL_CELL = 5
"""Cochran (1954): the chi-square is rough where an expected count is smaller."""


@checked(successes=0, n=1)
def binomial_test(
    successes: int, n: int, p: float = 0.5, *, alternative: str = "two-sided", level: float = 0.95
) -> Test:
    """Exact test of a success rate; the two-sided p adds every outcome no more likely than the observed one.

    Parameters
    ----------
    successes, n : int
        How many of how many cases succeeded.
    p : float, default 0.5
        The success rate under the null hypothesis.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the success rate with its Clopper-Pearson interval.

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `p` is not from 0 to 1.

    See Also
    --------
    clopper_pearson : the interval alone.

    Notes
    -----
    Clopper & Pearson (1934).

    Examples
    --------
    >>> round(binomial_test(15, 20, alternative="greater").p_value, 7)
    0.0206947
    >>> round(binomial_test(15, 20).p_value, 7)
    0.0413895
    """
    check_share("p", p)
    if successes > n:
        raise errors.bad_number("successes", successes, f"A whole number from 0 to n = {n}")
    low, high = limits.limits(limits.clopper_pearson, float(successes), float(n), level)
    return Test(
        method="exact binomial",
        statistic=float(successes),
        df=(),
        p_value=binomial_p(int(successes), int(n), p, alternative),
        null=hypothesis("the success rate", p, alternative),
        alternative=alternative,
        effect=successes / n,
        low=float(low),
        high=float(high),
        level=level,
    )


@checked()
def chi_square_fit(observed: object, expected: object = None, *, level: float = 0.95) -> Test:
    """Pearson's test that observed frequencies are as expected.

    Parameters
    ----------
    observed : array_like
        Counts, one per category.
    expected : array_like, optional
        Counts or shares, one per category, scaled to the observed total; equal if left out.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is Cohen's w, with an interval from the noncentral chi-square (Smithson 2003).

    Raises
    ------
    InputError
        If `observed` holds no counts, or `expected` does not hold one positive number for each of them.

    See Also
    --------
    chi_square_independence : for a table of two variables.

    Notes
    -----
    Pearson (1900). A note is given where an expected count is below 5 (Cochran 1954).

    Examples
    --------
    >>> test = chi_square_fit([10, 15, 8, 20])
    >>> round(test.statistic, 6), test.df, round(test.p_value, 7)
    (6.54717, (3,), 0.0878207)
    """
    seen = counts(sample(observed, "observed", 2, "chi_square_fit"), "observed")
    total = seen.sum()
    under_null = np.ones(len(seen)) if expected is None else sample(expected, "expected", 2, "chi_square_fit")
    if len(under_null) != len(seen) or (under_null <= 0).any() or not total > 0:
        raise errors.unfit("expected", "must hold one positive number for each frequency, not all of them 0")
    under_null = under_null * total / under_null.sum()
    statistic = float(np.sum((seen - under_null) ** 2 / under_null))
    rarest = float(under_null.min() / total)
    most = math.sqrt((1 - rarest) / rarest)
    low, high = chi_square_effect_interval(statistic, len(seen) - 1, float(total), level, most)
    return Test(
        method="chi-square goodness of fit",
        statistic=statistic,
        df=(len(seen) - 1,),
        p_value=float(special.chdtrc(len(seen) - 1, statistic)),
        null="the frequencies are as expected",
        alternative="greater",
        effect=math.sqrt(statistic / total),
        low=low,
        high=high,
        level=level,
        notes=_small_cells(under_null),
        more={"expected": under_null, "effect_name": "Cohen's w"},
    )


@checked()
def chi_square_independence(table: object, *, correction: bool = False, level: float = 0.95) -> Test:
    """Pearson's test that the rows and the columns of a table of counts are independent.

    Parameters
    ----------
    table : array_like
        Counts, with at least two rows and two columns, none of them empty.
    correction : bool, default False
        Whether Yates' continuity correction is applied to a 2 x 2 table.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is Cramer's V, with an interval from the noncentral chi-square (Smithson 2003).

    Raises
    ------
    InputError
        If the table holds no counts, is too small, or has an empty row or column.

    See Also
    --------
    chi_square_fit : for the frequencies of one variable.

    Notes
    -----
    Pearson (1900); Yates (1934). A note is given where an expected count is below 5 (Cochran 1954).

    Examples
    --------
    >>> test = chi_square_independence([[10, 20], [20, 10]])
    >>> round(test.statistic, 4), test.df, round(test.effect, 4)
    (6.6667, (1,), 0.3333)
    """
    cells = counts(table, "table")
    if cells.ndim != 2 or min(cells.shape) < 2:
        raise errors.unfit("table", "must be a 2-D table of counts with at least two rows and columns")
    rows, columns, total = cells.sum(axis=1), cells.sum(axis=0), cells.sum()
    if not ((rows > 0).all() and (columns > 0).all()):
        raise errors.unfit("table", "has an empty row or column, which says nothing")
    under_null = np.outer(rows, columns) / total
    off = np.abs(cells - under_null)
    if correction and cells.shape == (2, 2):
        off = np.maximum(off - 0.5, 0)
    statistic = float(np.sum(off**2 / under_null))
    degrees = (len(rows) - 1) * (len(columns) - 1)
    size = float(total) * (min(cells.shape) - 1)
    low, high = chi_square_effect_interval(statistic, degrees, size, level)
    return Test(
        method="chi-square independence" + (" with Yates' correction" if correction else ""),
        statistic=statistic,
        df=(degrees,),
        p_value=float(special.chdtrc(degrees, statistic)),
        null="rows and columns are independent",
        alternative="greater",
        effect=math.sqrt(statistic / size),
        low=low,
        high=high,
        level=level,
        notes=_small_cells(under_null),
        more={"expected": under_null, "effect_name": "Cramer's V"},
    )


def _small_cells(expected: np.ndarray) -> tuple[str, ...]:
    few = int(np.count_nonzero(expected < SMALL_CELL))
    return (f"{few} expected counts are below {SMALL_CELL}, where the chi-square is rough",) if few else ()


@checked()
def variance_test(
    values: object, variance: float, *, mean: float | None = None, alternative: str = "two-sided", level: float = 0.95
) -> Test:
    """Chi-square test of the variance of a normal sample.

    Parameters
    ----------
    values : array_like
        The sample.
    variance : float
        The variance under the null hypothesis, above 0.
    mean : float, optional
        The mean, where it is known: the test then has n degrees of freedom, else n - 1.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the variance of the sample with its interval.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    bartlett, levene : compare the variances of several samples.

    Notes
    -----
    Fisher (1925). Exact for normal samples only; other distributions upset it.

    Examples
    --------
    >>> test = variance_test([1, 2, 3, 4, 5], 1.0)
    >>> test.statistic, test.df
    (10.0, (4,))
    """
    check_number("variance", variance, 0, math.inf, "A number above 0")
    if mean is not None:
        check_number("mean", mean, -LARGEST, LARGEST, f"A number within ±{LARGEST:g}")
    numbers = sample(values, "values", 1 if mean is not None else 2, "variance_test")
    degrees = len(numbers) - (mean is None)
    squares = float(np.sum((numbers - (numbers.mean() if mean is None else mean)) ** 2))
    statistic = squares / variance
    left, right = float(special.chdtr(degrees, statistic)), float(special.chdtrc(degrees, statistic))
    tail = (1 - level) / 2
    ends = [squares / float(special.chdtri(degrees, share)) for share in (tail, 1 - tail)]
    return Test(
        method="chi-square variance test, mean " + ("known" if mean is not None else "estimated"),
        statistic=statistic,
        df=(degrees,),
        p_value=tails(left, right, alternative),
        null=hypothesis("the variance" + ("" if mean is None else f" around {mean:.10g}"), variance, alternative),
        alternative=alternative,
        effect=squares / degrees,
        low=ends[0],
        high=ends[1],
        level=level,
        notes=("exact for normal samples only; it does not forgive other shapes",),
    )
