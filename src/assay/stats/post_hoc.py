"""Which models differ: pairwise tests on mean ranks, and against a control."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.multiplicity import adjust
from assay.stats.ranked_tables import RankedTable, ranked
from assay.stats.samples import score_table
from assay.stats.studentized_range import range_quantile, studentized

POOL = "mean ranks of two models depend on which other models are in the table (Benavoli, Corani & Mangili 2016)"
NULL = "the two models have the same mean rank"

ROUNDING = 1e-12
"""A variance of ranks, which are whole or half, is 0 but for rounding below this."""


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
    error = _rank_error(n, k)
    difference = _differences(ranking)
    statistic = np.abs(difference) / error
    p = studentized(statistic * math.sqrt(2), k, df)
    return _pairwise("Nemenyi", ranking, statistic, p, level, (df,) if math.isfinite(df) else (), {
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
        If `k` is below 2, `n` below 1, or `df` not above 0.

    See Also
    --------
    nemenyi : the test.

    Notes
    -----
    Nemenyi (1963); Demsar (2006).

    Examples
    --------
    >>> round(critical_difference(5, 30), 5), round(critical_difference(5, 30, df=145), 5)
    (1.11361, 1.12775)
    """
    _check_degrees(df)
    from scipy import stats

    q = float(stats.studentized_range.ppf(level, k, df)) if math.isfinite(df) else range_quantile(k, level)
    return q / math.sqrt(2) * _rank_error(n, k)


@checked()
def conover(table: object, *, correction: str = "holm", better: str = "higher", level: float = 0.95) -> Test:
    """Conover's t tests of all pairs of rank sums, p-values adjusted.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    correction : str, default "holm"
        How the p-values are adjusted: a method of `adjust`.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    nemenyi, siegel_castellan : other tests of all pairs.

    Notes
    -----
    Conover & Iman (1979); Conover (1999). The variance is what Friedman's test leaves unexplained.

    Examples
    --------
    >>> conover([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]]).df
    (6,)
    """
    ranking = ranked(score_table(table, "conover"), better == "higher")
    n, k = ranking.shape
    squares = float(np.sum(ranking.ranks**2))
    degrees = (n - 1) * (k - 1)
    sums = ranking.ranks.sum(axis=0)
    spread = 2 * n * (squares - float(np.sum(sums**2)) / n) / degrees
    difference = n * np.abs(_differences(ranking))
    if spread > ROUNDING:
        statistic = np.asarray(difference / math.sqrt(spread))
        p = np.asarray(special.stdtr(degrees, -statistic)) * 2.0
    else:
        statistic = np.asarray(np.where(difference > 0, np.inf, 0.0))
        p = np.asarray(np.where(difference > 0, 0.0, 1.0))
    return _pairwise("Conover", ranking, statistic, _adjusted(p, correction), level, (degrees,), {})


@checked()
def siegel_castellan(table: object, *, correction: str = "holm", better: str = "higher", level: float = 0.95) -> Test:
    """Siegel and Castellan's z tests of all pairs of mean ranks, p-values adjusted.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    correction : str, default "holm"
        How the p-values are adjusted: a method of `adjust`.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    nemenyi, conover : other tests of all pairs.

    Notes
    -----
    Siegel & Castellan (1988).

    Examples
    --------
    >>> siegel_castellan([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]]).p_value.shape
    (3, 3)
    """
    ranking = ranked(score_table(table, "siegel_castellan"), better == "higher")
    n, k = ranking.shape
    statistic = np.asarray(np.abs(_differences(ranking)) / _rank_error(n, k))
    p = np.asarray(special.ndtr(-statistic)) * 2.0
    return _pairwise("Siegel-Castellan", ranking, statistic, _adjusted(p, correction), level, (), {})


@checked(control=0)
def bonferroni_dunn(table: object, control: int = 0, *, better: str = "higher", level: float = 0.95) -> Test:
    """Dunn's z tests of the mean rank of every model against a control, p-values multiplied by their number.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    control : int, default 0
        The column of the control.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models.
        p is nan where neither is the control; `critical_difference` is the smallest difference that counts.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    nemenyi : all pairs.

    Notes
    -----
    Dunn (1961); Demsar (2006).

    Examples
    --------
    >>> test = bonferroni_dunn([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]], control=0)
    >>> round(test.critical_difference, 4), round(float(test.p_value[0, 2]), 4)
    (1.5849, 0.0267)
    """
    ranking = ranked(score_table(table, "bonferroni_dunn"), better == "higher")
    n, k = ranking.shape
    if not 0 <= control < k:
        raise errors.bad_number("control", control, f"A column from 0 to {k - 1}")
    error = _rank_error(n, k)
    difference = _differences(ranking)
    statistic = np.abs(difference) / error
    p = np.full((k, k), np.nan)
    plain = np.minimum(2 * special.ndtr(-statistic[control]) * (k - 1), 1.0)
    p[control], p[:, control] = plain, plain
    p[control, control] = 1.0
    z = float(special.ndtri(1 - (1 - level) / (2 * (k - 1))))
    return _pairwise("Bonferroni-Dunn", ranking, statistic, p, level, (), {
        "critical_difference": z * error,
        "control": control,
    })  # fmt: skip


def _check_degrees(df: float) -> None:
    if not df > 0:
        raise errors.bad_number("df", df, "A number above 0, infinite where the variance is known,")


def _rank_error(n: int, k: int) -> float:
    """Return the standard error of a difference of mean ranks (Demsar 2006)."""
    return math.sqrt(k * (k + 1) / (6 * n))


def _differences(ranking: RankedTable) -> Numbers:
    """Return row minus column of the mean ranks: an antisymmetric table."""
    mean = ranking.mean
    return np.asarray(mean[:, None] - mean[None, :])


def _adjusted(p: Numbers, correction: str) -> Numbers:
    """Adjust the p-values of all pairs, each pair counted once."""
    row, column = np.triu_indices(len(p), 1)
    pairs = adjust(p[row, column], correction)
    adjusted = np.ones_like(p)
    adjusted[row, column] = adjusted[column, row] = pairs
    return adjusted


def _pairwise(
    name: str,
    ranking: RankedTable,
    statistic: Numbers,
    p: Numbers,
    level: float,
    df: tuple[float, ...],
    more: dict[str, object],
) -> Test:
    p = np.array(p, dtype=float)
    np.fill_diagonal(p, 1.0)
    return Test(
        method=name,
        statistic=statistic,
        df=df,
        p_value=p,
        null=NULL,
        effect=_differences(ranking),
        level=level,
        notes=(POOL,),
        more={"mean_ranks": ranking.mean, **more},
    )
