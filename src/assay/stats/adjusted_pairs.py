"""Tests of all pairs of mean ranks whose p-values are adjusted: Conover, Siegel and Castellan."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.multiplicity import adjust
from assay.stats.rank_pairs import differences, pairwise, rank_error
from assay.stats.ranked_tables import ranked
from assay.stats.samples import score_table

ROUNDING = 1e-12
"""A variance of ranks, which are whole or half, is 0 but for rounding below this."""


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
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models. `lows`
        and `highs` are limits of the effects that hold for all pairs at once, by Bonferroni, `least_difference` from
        the effect; Holm's p-values may tell a pair apart that they do not.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    nemenyi, siegel_castellan : other tests of all pairs.

    Notes
    -----
    Conover & Iman (1979); Conover (1999), section 5.8 for the least significant difference. The variance is what
    Friedman's test leaves unexplained.

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
    difference = n * np.abs(differences(ranking))
    if spread > ROUNDING:
        statistic = np.asarray(difference / math.sqrt(spread))
        p = np.asarray(special.stdtr(degrees, -statistic)) * 2.0
    else:
        spread = 0.0
        statistic = np.asarray(np.where(difference > 0, np.inf, 0.0))
        p = np.asarray(np.where(difference > 0, 0.0, 1.0))
    quantile = float(special.stdtrit(degrees, 1 - (1 - level) / (k * (k - 1))))
    return pairwise("Conover", ranking, statistic, _adjusted(p, correction), level, (degrees,), {
        "least_difference": quantile * math.sqrt(spread) / n,
    })  # fmt: skip


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
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of models by models. `lows`
        and `highs` are limits of the effects that hold for all pairs at once, by Bonferroni, `least_difference` from
        the effect; Holm's p-values may tell a pair apart that they do not.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    nemenyi, conover : other tests of all pairs.

    Notes
    -----
    Siegel & Castellan (1988), section 7.2 for the critical difference.

    Examples
    --------
    >>> siegel_castellan([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]]).p_value.shape
    (3, 3)
    """
    ranking = ranked(score_table(table, "siegel_castellan"), better == "higher")
    n, k = ranking.shape
    statistic = np.asarray(np.abs(differences(ranking)) / rank_error(n, k))
    p = np.asarray(special.ndtr(-statistic)) * 2.0
    quantile = float(special.ndtri(1 - (1 - level) / (k * (k - 1))))
    return pairwise("Siegel-Castellan", ranking, statistic, _adjusted(p, correction), level, (), {
        "least_difference": quantile * rank_error(n, k),
    })  # fmt: skip


def _adjusted(p: Numbers, correction: str) -> Numbers:
    """Adjust the p-values of all pairs, each pair counted once."""
    row, column = np.triu_indices(len(p), 1)
    pairs = adjust(p[row, column], correction)
    adjusted = np.ones_like(p)
    adjusted[row, column] = adjusted[column, row] = pairs
    return adjusted
