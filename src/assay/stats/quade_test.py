"""Quade's test of several models on several data sets, in which data sets that tell models apart count more."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import DRAWS, resampled_interval
from assay.stats.ranked_tables import NULL, ROUNDING, RankedTable, notes_of, rank_rows, ranked
from assay.stats.samples import score_table


@checked(draws=0)
def quade(table: object, *, better: str = "higher", level: float = 0.95, draws: int = DRAWS) -> Test:
    """Quade's test that all models rank alike; data sets on which they differ more count more.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.
    draws : int, default 499
        How often the data sets are resampled for the interval of the effect; 0 for no interval.

    Returns
    -------
    Test
        `effect` is Kendall's W with the data sets weighted as Quade does: 1 where all rank the models alike.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    friedman : all data sets count the same.

    Notes
    -----
    Quade (1979).

    Examples
    --------
    >>> round(quade([[5, 4, 7], [1, 3, 1], [16, 12, 22], [5, 4, 3], [10, 9, 7]]).statistic, 4)
    0.6493
    """
    scores = score_table(table, "quade")
    ranking = ranked(scores, better == "higher")
    n, k = ranking.shape
    weighted = _by_span(scores, ranking)
    whole = float(np.sum(weighted**2))
    sums = weighted.sum(axis=0)
    between = float(np.sum(sums**2)) / n
    if whole - between > ROUNDING * whole:
        statistic = (n - 1) * between / (whole - between)
        p = float(special.fdtrc(k - 1, (n - 1) * (k - 1), statistic))
    else:
        statistic, p = (math.inf, 0.0) if between > 0 else (0.0, 1.0)
    effect = _weighted_agreement(scores)
    low, high = resampled_interval(lambda parts: _weighted_agreement(parts[0]), [scores], level, draws, effect=effect)
    return Test(
        method="Quade",
        statistic=statistic,
        df=(k - 1, (n - 1) * (k - 1)),
        p_value=p,
        null=NULL,
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=notes_of(ranking),
        more={"mean_ranks": ranking.mean, "effect_name": "weighted Kendall's W"},
    )


def _by_span(scores: Numbers, ranking: RankedTable) -> Numbers:
    """Return the ranks around their mean, each row times the rank of its span."""
    heavy = rank_rows(np.ptp(scores, axis=1)[None], higher=False)[0]
    return np.asarray(heavy[:, None] * (ranking.ranks - (ranking.shape[1] + 1) / 2))


def _weighted_agreement(scores: Numbers) -> float:
    """Return how much of the spread of the weighted ranks that is possible there is between the models."""
    ranking = ranked(scores)
    n, k = ranking.shape
    most = (n * (n + 1) / 2) ** 2 * k * (k**2 - 1) / 12
    return float(np.sum(_by_span(scores, ranking).sum(axis=0) ** 2) / most)
