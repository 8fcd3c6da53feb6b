"""Nemenyi's test of all pairs of mean ranks, and its critical difference."""

from __future__ import annotations

import math

import numpy as np

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.doors import checked
from assay.stats.rank_pairs import differences, pairwise, rank_error
from assay.stats.ranked_tables import ranked
from assay.stats.samples import score_table
from assay.stats.studentized_range import range_quantile, studentized


@checked()
def nemenyi(table: object, *, df: float = math.inf, better: str = "higher", level: float = 0.95) -> Test:
    """Nemenyi's test of all pairs of mean ranks, by the studentized range.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    df : float, default inf
        Degrees of freedom; infinite, as the variance of ranks is known. Some tools use k(N - 1).
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models.
        `critical_difference` is the smallest difference that counts.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    conover, siegel_castellan : other tests of all pairs.
    bonferroni_dunn : against a control, with more power.

    Notes
    -----
    Nemenyi (1963); Demsar (2006).

    Examples
    --------
    >>> test = nemenyi([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]])
    >>> round(test.critical_difference, 4), test.effect.tolist()[0]
    (1.6572, [0.0, 1.25, 1.75])
    """
    _check_degrees(df)
    ranking = ranked(score_table(table, "nemenyi"), better == "higher")
    n, k = ranking.shape
    error = rank_error(n, k)
    difference = differences(ranking)
    statistic = np.abs(difference) / error
    p = studentized(statistic * math.sqrt(2), k, df)
    return pairwise("Nemenyi", ranking, statistic, p, level, (df,) if math.isfinite(df) else (), {
        "critical_difference": critical_difference(k, n, level, df),
    })  # fmt: skip


@checked(k=2, n=1)
def critical_difference(k: int, n: int, level: float = 0.95, df: float = math.inf) -> float:
    """Nemenyi's critical difference: how far two mean ranks must be apart to count.

    Parameters
    ----------
    k, n : int
        Number of models, and number of data sets.
    level : float, default 0.95
        Confidence level.
    df : float, default inf
        Degrees of freedom; infinite, as the variance of ranks is known. Some tools use k(N - 1).

    Returns
    -------
    float
        In ranks.

    Raises
    ------
    InputError
        If `k` is below 2, `n` below 1, or `df` below 1.

    See Also
    --------
    nemenyi : the test.

    Notes
    -----
    Nemenyi (1963); Demsar (2006).

    Examples
    --------
    >>> round(critical_difference(5, 30), 5)
    1.11361
    >>> round(critical_difference(5, 30, df=145), 5)
    1.12775
    """
    _check_degrees(df)
    from scipy import stats

    q = float(stats.studentized_range.ppf(level, k, df)) if math.isfinite(df) else range_quantile(k, level)
    return q / math.sqrt(2) * rank_error(n, k)


def _check_degrees(df: float) -> None:
    if not df >= 1:
        raise errors.bad_number("df", df, "A number of at least 1, infinite where the variance is known,")
