"""Bayesian comparisons with a region of practical equivalence: they can say "equal", which no p-value can."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.checks import check_level
from assay.stats.doors import checked
from assay.stats.samples import check_number, paired_differences, sample
from assay.stats.signed_rank_draws import SignedRankDraws
from assay.stats.signed_ranks import pseudo_median

DRAWS = 20_000
"""A probability near 0.95 is then known to 0.003 (two standard errors)."""

MOST_PAIRED = 1_000
"""More data sets have half a million pairs and more, which 500 draws add up in a second."""

DECIDED = 0.95
"""The probability from which on Benavoli et al. (2017) decide."""

AT_LEAST_0 = -1e-300
"""The bounds of `check_number` are strict: this one lets 0 through and nothing else below it that matters."""

NO_P = "a Bayesian test has no p-value; read the probabilities"


@checked(draws=1, seed=0)
def bayesian_signed_rank(
    first: object, second: object = None, *, rope: float = 0.01, draws: int = DRAWS, seed: int = 0,
    level: float = 0.95,
) -> Test:  # fmt: skip
    """Probabilities that either of two models is better, or both practically equal, over several data sets.

    Parameters
    ----------
    first, second : array_like
        Scores of the two models, one per data set; without `second`, `first` holds their differences.
    rope : float, default 0.01
        The largest difference that does not matter, in the unit of the scores.
    draws : int, default 20000
        How many Dirichlet weights are drawn.
    seed : int, default 0
        Seed of the draws.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `left` (the second is better), `rope` (practically equal) and `right` (the first is better) are probabilities;
        `verdict` is the one above 0.95, else "undecided". There is no p-value. `effect` is the median of all pairwise
        means of the differences with its credible interval (none beyond 1,000 data sets).

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    bayesian_correlated_t : for the folds of one data set.
    wilcoxon : the test with a p-value.

    Notes
    -----
    Benavoli, Corani, Demsar & Zaffalon (2017). The prior is half a case with a difference of 0.

    Examples
    --------
    >>> test = bayesian_signed_rank([0.05, 0.06, 0.04, 0.07, 0.05, 0.06], rope=0.01)
    >>> test.right > 0.95
    True
    """
    check_number("rope", rope, AT_LEAST_0, math.inf, "A number of at least 0")
    values = paired_differences(first, second, "bayesian_signed_rank")
    left, equal, right = signed_rank_probabilities(values, rope, draws, seed)
    made = _result("Bayesian signed-rank", values, (left, equal, right), rope)
    if len(values) > MOST_PAIRED:
        return made
    medians = SignedRankDraws(len(values), draws, seed).pseudo_medians(values)
    low, high = np.quantile(medians, [(1 - level) / 2, (1 + level) / 2])
    effect = pseudo_median(values)
    named = {**made.more, "effect_name": "pseudo-median"}
    return replace(
        made, effect=effect, low=min(float(low), effect), high=max(float(high), effect), level=level, more=named
    )


def signed_rank_probabilities(
    values: Numbers, rope: float, draws: int = DRAWS, seed: int = 0
) -> tuple[float, float, float]:
    """Return how often each of left, rope and right has the largest weight among draws."""
    return SignedRankDraws(len(values), draws, seed).probabilities(values, rope)


@checked(folds=2)
def bayesian_correlated_t(
    differences: object, *, rope: float = 0.01, correlation: float | None = None, folds: int | None = None,
    level: float = 0.95,
) -> Test:  # fmt: skip
    """Probabilities that either of two models is better, or both practically equal, over folds of one data set.

    Parameters
    ----------
    differences : array_like
        First model less second, one number per fold.
    rope : float, default 0.01
        The largest difference that does not matter, in the unit of the scores.
    correlation : float, optional
        Correlation of the folds, which share training data; 1/`folds` if left out.
    folds : int, optional
        Number of folds of one cross-validation; the number of differences if left out.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `left` (the second is better), `rope` (practically equal) and `right` (the first is better) are probabilities;
        `verdict` is the one above 0.95, else "undecided". There is no p-value. `effect` is the mean difference with its
        credible interval.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    bayesian_signed_rank : for several data sets.
    corrected_t : the test with a p-value.

    Notes
    -----
    Corani & Benavoli (2015).

    Examples
    --------
    >>> round(bayesian_correlated_t([0.02, 0.01, 0.03, 0.02, 0.04], rope=0.01).right, 3)
    0.929
    """
    check_number("rope", rope, AT_LEAST_0, math.inf, "A number of at least 0")
    values = sample(differences, "differences", 2, "bayesian_correlated_t")
    share = 1 / (folds or len(values)) if correlation is None else correlation
    check_number("correlation", share, AT_LEAST_0, 1, "A number of at least 0 and below 1")
    n, mean = len(values), float(values.mean())
    error = math.sqrt(float(values.var(ddof=1)) * (1 / n + share / (1 - share)))
    if error > 0:
        left = float(special.stdtr(n - 1, (-rope - mean) / error))
        right = float(special.stdtr(n - 1, (mean - rope) / error))
    else:
        left, right = float(mean < -rope), float(mean > rope)
    half = error * float(special.stdtrit(n - 1, (1 + check_level(level)) / 2)) if error > 0 else 0.0
    made = _result("Bayesian correlated t", values, (left, 1 - left - right, right), rope)
    return replace(made, low=mean - half, high=mean + half, level=level)


def _result(name: str, values: Numbers, chances: tuple[float, float, float], rope: float) -> Test:
    left, equal, right = chances
    words = {"left": left, "rope": equal, "right": right}
    decided = max(words, key=lambda key: words[key])
    return Test(
        method=name,
        statistic=float(np.median(values)),
        df=(),
        p_value=math.nan,
        null=f"the difference lies within {rope:g}",
        alternative="none",
        effect=float(np.mean(values)),
        notes=(NO_P,),
        more={**words, "width": rope, "verdict": decided if words[decided] > DECIDED else "undecided"},
    )
