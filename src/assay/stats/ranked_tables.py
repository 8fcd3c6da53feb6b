"""Several models on several data sets, by ranks within each data set: rows are data sets, columns are models."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import DRAWS, resampled_interval
from assay.stats.samples import score_table

TWO_MODELS = "with two models the Wilcoxon or the sign test says more"
NULL = "all models are equally good"

ROUNDING = 1e-12
"""Sums over ranks, which are whole or half, that differ by a smaller share are equal."""


@dataclass(frozen=True, eq=False)
class RankedTable:
    """The ranks of each row (1 is best, ties share the mean), with the Friedman statistic both ways."""

    ranks: Numbers
    friedman: float
    friedman_uncorrected: float

    @property
    def mean(self) -> Numbers:
        """The mean rank of each model."""
        return np.asarray(self.ranks.mean(axis=0))

    @property
    def shape(self) -> tuple[int, int]:
        """Data sets and models."""
        return self.ranks.shape[0], self.ranks.shape[1]

    def chi_square(self, ties: bool) -> float:
        """The Friedman statistic, corrected for ties or not."""
        return self.friedman if ties else self.friedman_uncorrected

    def f(self, ties: bool) -> float:
        """Iman and Davenport's F from it."""
        n, k = self.shape
        chi = self.chi_square(ties)
        left = n * (k - 1) - chi
        if left <= ROUNDING * n * k:
            return math.inf if chi > 0 else 0.0
        return (n - 1) * chi / left


def rank_rows(table: Numbers, higher: bool = True) -> Numbers:
    """Return the rank of each score within its row, 1 for the best, ties sharing the mean.

    >>> rank_rows(np.array([[0.9, 0.8, 0.8]])).tolist()
    [[1.0, 2.5, 2.5]]
    """
    signed = -table if higher else table
    better = (signed[:, :, None] > signed[:, None, :]).sum(axis=2)
    equal = (signed[:, :, None] == signed[:, None, :]).sum(axis=2)
    return np.asarray(better + (equal + 1) / 2)


def ranked(table: Numbers, higher: bool = True) -> RankedTable:
    """Rank a table and compute Friedman's statistic."""
    ranks = rank_rows(table, higher)
    n, k = ranks.shape
    off = float(np.sum((ranks.mean(axis=0) - (k + 1) / 2) ** 2))
    plain = 12 * n / (k * (k + 1)) * off
    spread = float(np.sum((ranks - (k + 1) / 2) ** 2))
    corrected = (k - 1) * n**2 * off / spread if spread else 0.0
    return RankedTable(ranks, corrected, plain)


@checked(draws=0)
def friedman(
    table: object, *, ties: bool = True, better: str = "higher", level: float = 0.95, draws: int = DRAWS
) -> Test:
    """Friedman's test that all models have the same mean rank over several data sets.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    ties : bool, default True
        Whether the statistic is corrected for ties.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.
    draws : int, default 499
        How often the data sets are resampled for the interval of the effect; 0 for no interval.

    Returns
    -------
    Test
        `effect` is Kendall's W; `mean_ranks` holds one number per model.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    iman_davenport : the same statistic, closer to its level.
    nemenyi, conover, bonferroni_dunn : say which models differ.

    Notes
    -----
    Friedman (1937); Demsar (2006).

    Examples
    --------
    >>> test = friedman([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]])
    >>> test.statistic, test.df
    (6.5, (2,))
    """
    scores = score_table(table, "friedman")
    ranking = ranked(scores, better == "higher")
    k = ranking.shape[1]
    statistic = ranking.chi_square(ties)
    effect, low, high = _agreement(scores, ranking, ties, level, draws)
    return Test(
        method="Friedman" + (", tie-corrected" if ties else ", without tie correction"),
        statistic=statistic,
        df=(k - 1,),
        p_value=float(special.chdtrc(k - 1, statistic)),
        null=NULL,
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=notes_of(ranking),
        more={"mean_ranks": ranking.mean, "effect_name": "Kendall's W"},
    )


@checked(draws=0)
def iman_davenport(
    table: object, *, ties: bool = True, better: str = "higher", level: float = 0.95, draws: int = DRAWS
) -> Test:
    """F test that all models have the same mean rank, from Friedman's statistic.

    Parameters
    ----------
    table : array_like
        Scores, one row per data set and one column per model.
    ties : bool, default True
        Whether the statistic is corrected for ties.
    better : {"higher", "lower"}
        Which scores are better.
    level : float, default 0.95
        Confidence level.
    draws : int, default 499
        How often the data sets are resampled for the interval of the effect; 0 for no interval.

    Returns
    -------
    Test
        `effect` is Kendall's W; `mean_ranks` holds one number per model.

    Raises
    ------
    InputError
        If the table has fewer than two data sets or models, or holds anything but finite numbers.

    See Also
    --------
    friedman : the chi-square statistic.

    Notes
    -----
    Iman & Davenport (1980). Closer to its level than Friedman's test, except for very few data sets.

    Examples
    --------
    >>> test = iman_davenport([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]])
    >>> test.statistic, test.df
    (13.0, (2, 6))
    """
    scores = score_table(table, "iman_davenport")
    ranking = ranked(scores, better == "higher")
    n, k = ranking.shape
    statistic = ranking.f(ties)
    effect, low, high = _agreement(scores, ranking, ties, level, draws)
    return Test(
        method="Iman-Davenport F" + ("" if ties else ", without tie correction"),
        statistic=statistic,
        df=(k - 1, (k - 1) * (n - 1)),
        p_value=float(special.fdtrc(k - 1, (k - 1) * (n - 1), statistic)) if math.isfinite(statistic) else 0.0,
        null=NULL,
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=notes_of(ranking),
        more={"mean_ranks": ranking.mean, "effect_name": "Kendall's W"},
    )


def _agreement(
    scores: Numbers, ranking: RankedTable, ties: bool, level: float, draws: int
) -> tuple[float, float, float]:
    """Return Kendall's W with its limits over resampled rows."""
    n, k = ranking.shape
    most = n * (k - 1)
    effect = ranking.chi_square(ties) / most
    measure = [scores], level, draws
    return effect, *resampled_interval(lambda parts: ranked(parts[0]).chi_square(ties) / most, *measure, effect=effect)


def permuted_friedman(ranking: RankedTable, permutations: int, rng: np.random.Generator) -> float:
    """Return the p-value of Friedman's statistic when the ranks within each data set are shuffled."""
    n, k = ranking.shape
    seen = np.sum((ranking.mean - (k + 1) / 2) ** 2)
    drawn = rng.permuted(np.broadcast_to(ranking.ranks, (permutations, n, k)), axis=2).mean(axis=1)
    off = np.sum((drawn - (k + 1) / 2) ** 2, axis=1)
    return float((1 + np.count_nonzero(off >= seen - ROUNDING)) / (permutations + 1))


def notes_of(ranking: RankedTable) -> tuple[str, ...]:
    """Say what a table of ranks cannot tell."""
    notes = []
    if ranking.shape[1] == 2:
        notes.append(TWO_MODELS)
    if not np.ptp(ranking.ranks):
        notes.append("all models tie on every data set, so nothing tells them apart")
    return tuple(notes)
