"""Tests for trends: do values rise from sample to sample (Jonckheere), or ranks from column to column (Page)?"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, resampled_interval
from assay.stats.ranks import mid_ranks, rank
from assay.stats.samples import groups, score_table

MOST_EXACT = 200_000
"""Sums of ranks times rows up to which Page's law is counted out; it takes milliseconds."""


@checked()
def page(table: object, *, level: float = 0.95) -> Test:
    """Page's test that the ranks within each row rise from the first column to the last.

    Parameters
    ----------
    table : array_like
        Values, one row per case (or data set) and one column per condition, in the order of the trend looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the mean rank correlation (Spearman) of the rows with the order of the columns.

    Raises
    ------
    InputError
        If the table has fewer than two cases or conditions, or holds anything but finite numbers.

    See Also
    --------
    friedman : for differences in any direction.
    jonckheere : for independent samples.

    Notes
    -----
    Page (1963). p is exact without ties where that can be counted, else normal with the variance of the ranks seen.

    Examples
    --------
    >>> test = page([[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> test.statistic, round(test.p_value, 4)
    (54.0, 0.0255)
    """
    values = score_table(table, "page")
    n, k = values.shape
    ranks = np.array([mid_ranks(rank(row)) * k + 0.5 for row in values])
    weights = np.arange(1, k + 1, dtype=float)
    statistic = float(ranks.sum(axis=0) @ weights)
    tied = bool((ranks != np.rint(ranks)).any()) or any(len(np.unique(row)) < k for row in values)
    if not tied and k <= 8 and n * _most(k) * n <= MOST_EXACT:
        p, kind = page_chance(int(statistic), n, k), "exact"
    else:
        spread = float(np.sum((ranks - (k + 1) / 2) ** 2)) * float(np.sum((weights - (k + 1) / 2) ** 2)) / (k - 1)
        gap = statistic - n * k * (k + 1) ** 2 / 4
        p, kind = float(special.ndtr(-gap / math.sqrt(spread))) if spread > 0 else 1.0, "normal"
    effect = _mean_correlation([values])
    low, high = resampled_interval(_mean_correlation, [values], level, effect=effect)
    return Test(
        method=f"Page L, {kind}",
        statistic=statistic,
        df=(),
        p_value=p,
        null="the ranks do not rise from column to column",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,),
        more={"effect_name": "mean rank correlation"},
    )


def _most(k: int) -> int:
    return k * (k + 1) * (2 * k + 1) // 6


def page_chance(statistic: int, n: int, k: int) -> float:
    """Return how often Page's L of n rows is at least as large, by counting all orders of each row."""
    from itertools import permutations

    weights = np.arange(1, k + 1)
    law_of_one = np.zeros(_most(k) + 1)
    for order in permutations(range(1, k + 1)):
        law_of_one[int(np.dot(weights, order))] += 1
    law_of_one /= law_of_one.sum()
    law = np.ones(1)
    for _ in range(n):
        law = np.convolve(law, law_of_one)
    return float(min(law[statistic:].sum(), 1.0))


def _mean_correlation(parts: list[Numbers]) -> float:
    """Return the mean over rows of Spearman's correlation with the order of the columns; flat rows count 0."""
    k = parts[0].shape[1]
    weights = np.arange(k) - (k - 1) / 2
    chances = []
    for row in parts[0]:
        ranks = mid_ranks(rank(row)) * k
        centred = ranks - ranks.mean()
        size = math.sqrt(float(centred @ centred) * float(weights @ weights))
        chances.append(float(centred @ weights) / size if size > 0 else 0.0)
    return float(np.mean(chances))


@checked()
def jonckheere(*samples: object, level: float = 0.95) -> Test:
    """Jonckheere and Terpstra's test that values rise from the first sample to the last.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample, in the order of the trend looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the chance that of two values of different samples the later one is larger (ties count half).

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    kruskal_wallis : for differences in any direction.
    page : for the same cases under every condition.

    Notes
    -----
    Terpstra (1952); Jonckheere (1954). Normal, with the variance corrected for ties (Hollander & Wolfe 1999).

    Examples
    --------
    >>> test = jonckheere([1, 2, 3], [2, 4, 5], [6, 7, 8])
    >>> test.statistic, round(test.p_value, 4)
    (25.5, 0.0037)
    """
    parts = groups(samples, "jonckheere", 1)
    statistic, possible = _above(parts)
    together = np.concatenate(parts)
    sizes = np.array([len(part) for part in parts], dtype=float)
    n = float(len(together))
    _, tied = np.unique(together, return_counts=True)
    gap = statistic - (n**2 - float(np.sum(sizes**2))) / 4
    spread = _jonckheere_variance(n, sizes, tied.astype(float))
    p = float(special.ndtr(-gap / math.sqrt(spread))) if spread > 0 else 1.0
    effect = statistic / possible
    low, high = resampled_interval(lambda drawn: _share(*_above(drawn)), parts, level, effect=effect)
    return Test(
        method="Jonckheere-Terpstra",
        statistic=statistic,
        df=(),
        p_value=p,
        null="values do not rise from sample to sample",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,) if spread > 0 else ("all values are equal, so nothing tells the samples apart",),
        more={"effect_name": "chance that the later value is larger"},
    )


def _share(part: float, whole: float) -> float:
    return part / whole


def _above(parts: list[Numbers]) -> tuple[float, float]:
    """Return in how many pairs of values the one of the later sample is larger, and how many pairs there are."""
    total, pairs = 0.0, 0.0
    for place, earlier in enumerate(parts):
        ordered = np.sort(earlier)
        for later in parts[place + 1 :]:
            below = np.searchsorted(ordered, later, "left") + np.searchsorted(ordered, later, "right")
            total += float(below.sum()) / 2
            pairs += len(earlier) * len(later)
    return total, pairs


def _jonckheere_variance(n: float, sizes: Numbers, tied: Numbers) -> float:
    """Return the variance of the statistic where all values come from one law, with ties."""

    def cubic(counts: Numbers | float) -> float:
        values = np.atleast_1d(counts)
        return float(np.sum(values * (values - 1) * (2 * values + 5)))

    def triples(counts: Numbers) -> float:
        return float(np.sum(counts * (counts - 1) * (counts - 2)))

    def pairs(counts: Numbers) -> float:
        return float(np.sum(counts * (counts - 1)))

    first = (cubic(n) - cubic(sizes) - cubic(tied)) / 72
    second = triples(sizes) * triples(tied) / (36 * n * (n - 1) * (n - 2)) if n > 2 else 0.0
    third = pairs(sizes) * pairs(tied) / (8 * n * (n - 1)) if n > 1 else 0.0
    return first + second + third
