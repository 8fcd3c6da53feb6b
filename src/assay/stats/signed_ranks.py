"""Wilcoxon's signed-rank test, exact with ties and zeros, for one pair of models or for many at once."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import check_choice, paired_differences, tails

MOST_TIED, MOST_EXACT = 50, 500
"""With ties the exact distribution is counted up to 50 values, without up to 500; beyond, the normal is as good."""

GRAIN = 1e-13
"""Sizes are whole multiples of this share of the largest: coarser than rounding (1e-16), finer than any real score."""

CENTRES = {"two-sided": "0", "greater": "0 or a number below it", "less": "0 or a number above it"}
LIKELY = {"two-sided": "as likely as", "greater": "at most as likely as", "less": "at least as likely as"}
"""What the null hypotheses say, by the alternative."""


@checked()
def wilcoxon(
    first: object, second: object = None, *, zeros: str = "pratt", alternative: str = "two-sided", level: float = 0.95
) -> Test:
    """Wilcoxon's signed-rank test that paired differences are symmetric around 0.

    Parameters
    ----------
    first, second : array_like
        Paired samples; without `second`, `first` holds their differences.
    zeros : {"pratt", "drop"}
        Whether differences of 0 keep their ranks but count for neither side, or are left out.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the Hodges-Lehmann shift with its interval; `rank_biserial` is kept too.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    sign_test : needs no symmetry, and has less power.

    Notes
    -----
    Wilcoxon (1945); Pratt (1959); Hollander, Wolfe & Chicken (2014). p is exact, ties included, but for large samples.

    Examples
    --------
    >>> test = wilcoxon([1.1, 2.0, 3.5, 4.2, 5.9, 6.3], [1.0, 1.8, 3.0, 4.0, 5.0, 6.5])
    >>> test.statistic, test.p_value
    (3.0, 0.15625)
    """
    check_choice("zeros", zeros, ("pratt", "drop"))
    values = paired_differences(first, second, "wilcoxon")
    kept = values if zeros == "pratt" else values[values != 0]
    ranks, positive = signed_ranks(kept[None])
    left, right, exact = tail_chances(ranks[0], float(positive[0]))
    count = int(np.count_nonzero(kept))
    shift, low, high = hodges_lehmann(values, level)
    notes = []
    if not count:
        notes.append("all differences are 0, so nothing tells the samples apart")
    elif alternative == "two-sided" and 2.0 ** (1 - count) > 1 - level:
        notes.append(f"with {count} differences that are not 0 the smallest possible p is {2.0 ** (1 - count):.3g}")
    total = float(ranks.sum())
    return Test(
        method="Wilcoxon signed-rank, " + ("exact" if exact else "normal, tie-corrected"),
        statistic=min(float(positive[0]), total - float(positive[0])),
        df=(),
        p_value=tails(left, right, alternative) if count else 1.0,
        null=f"the differences are symmetric around {CENTRES[alternative]}",
        alternative=alternative,
        effect=shift,
        low=low,
        high=high,
        level=level,
        notes=tuple(notes),
        more={"positive": float(positive[0]), "rank_biserial": 2 * float(positive[0]) / total - 1 if total else 0.0},
    )


def signed_ranks(table: Numbers) -> tuple[Numbers, Numbers]:
    """Return, for each row of differences, the ranks of their sizes (0 for a difference of 0) and the positive sum."""
    size = without_noise(np.abs(table))
    order = np.argsort(size, axis=1)
    rising = np.take_along_axis(size, order, axis=1)
    place = np.arange(1, table.shape[1] + 1, dtype=float)
    fresh = np.concatenate([np.ones((len(table), 1), dtype=bool), rising[:, 1:] != rising[:, :-1]], axis=1)
    if fresh.all():
        middle = np.broadcast_to(place, rising.shape)
    else:
        first = np.maximum.accumulate(np.where(fresh, place, 0), axis=1)
        closing = np.concatenate([fresh[:, 1:], np.ones((len(table), 1), dtype=bool)], axis=1)
        last = np.minimum.accumulate(np.where(closing, place, np.inf)[:, ::-1], axis=1)[:, ::-1]
        middle = (first + last) / 2
    ranks = np.empty_like(size)
    np.put_along_axis(ranks, order, np.where(rising == 0, 0.0, middle), axis=1)
    return ranks, np.asarray((ranks * (table > 0)).sum(axis=1))


def without_noise(size: Numbers) -> Numbers:
    """Return sizes in units of 1e-13 of the largest in their row, so that 0.3 - 0.2 ties with 0.2 - 0.1."""
    unit = np.maximum(GRAIN * size.max(axis=1, keepdims=True), np.nextafter(0.0, 1.0))
    return np.asarray(np.rint(size / unit))


def tail_chances(ranks: Numbers, positive: float) -> tuple[float, float, bool]:
    """Return P(W+ <= seen) and P(W+ >= seen) when every sign is a coin toss, and whether that is exact."""
    used = ranks[ranks > 0]
    if not len(used):
        return 1.0, 1.0, True
    untied = len(used) == len(ranks) and np.array_equal(np.sort(used), np.arange(1, len(used) + 1))
    if untied and len(used) <= MOST_EXACT:
        below = _untied(len(used))
        total = len(below) - 1
        return float(below[round(positive)]), float(below[round(total - positive)]), True
    if len(used) <= MOST_TIED:
        below = _cumulated(np.rint(2 * used).astype(int))
        total = len(below) - 1
        return float(below[round(2 * positive)]), float(below[round(total - 2 * positive)]), True
    mean, sd = used.sum() / 2, math.sqrt(np.sum(used**2)) / 2
    left, right = ((positive - mean + 0.5) / sd, (mean - positive + 0.5) / sd)
    return float(special.ndtr(left)), float(special.ndtr(right)), False


@lru_cache(maxsize=64)  # one entry per number of data sets; a session meets few
def _untied(n: int) -> Numbers:
    return _cumulated(np.arange(1, n + 1))


def _cumulated(steps: np.ndarray) -> Numbers:
    """Return the distribution function of a sum of whole numbers, each in or out with probability 1/2."""
    chance = np.zeros(int(steps.sum()) + 1)
    chance[0] = 1.0
    reached = 0
    for step in steps:
        chance[step : reached + step + 1] += chance[: reached + 1].copy()
        chance[: reached + step + 1] /= 2
        reached += int(step)
    return np.minimum(np.cumsum(chance), 1.0)


def _pairwise_means(values: Numbers) -> Numbers:
    row, column = np.triu_indices(len(values))
    return np.sort((values[row] + values[column]) / 2)


def pseudo_median(values: Numbers) -> float:
    """Return the median of all pairwise means.

    >>> pseudo_median(np.array([1.0, 2.0, 6.0]))
    2.75
    """
    return float(np.median(_pairwise_means(values)))


def hodges_lehmann(values: Numbers, level: float) -> tuple[float, float, float]:
    """Return the median of all pairwise means, with the limits that Wilcoxon's test does not reject.

    >>> hodges_lehmann(np.array([1.0, 2.0, 3.0]), 0.95)
    (2.0, -inf, inf)
    """
    means = _pairwise_means(values)
    n = len(values)
    tail = (1 - level) / 2
    if n <= MOST_EXACT:
        below = _untied(n)
        k = int(np.searchsorted(below, tail, side="right"))
    else:
        mean, sd = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        k = max(int(mean - float(special.ndtri(1 - tail)) * sd), 0)
    low, high = (float(means[k - 1]), float(means[len(means) - k])) if k >= 1 else (-math.inf, math.inf)
    return float(np.median(means)), low, high


@checked()
def sign_test(first: object, second: object = None, *, alternative: str = "two-sided", level: float = 0.95) -> Test:
    """Exact test that positive and negative differences are equally likely; zeros are left out.

    Parameters
    ----------
    first, second : array_like
        Paired samples; without `second`, `first` holds their differences.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the median difference, with the interval of order statistics; `wins`, `ties`, `losses` are kept too.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    wilcoxon : uses the sizes of the differences too.

    Notes
    -----
    Arbuthnot (1710); Conover (1999).

    Examples
    --------
    >>> round(sign_test([1, 2, 3, 4, 5, -1]).p_value, 5)
    0.21875
    """
    values = paired_differences(first, second, "sign_test")
    wins, losses = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
    n = wins + losses
    left = float(special.bdtr(wins, n, 0.5)) if n else 1.0
    right = float(special.bdtr(losses, n, 0.5)) if n else 1.0
    median, low, high = median_limits(values[None], level)
    return Test(
        method="sign, exact",
        statistic=float(min(wins, losses)),
        df=(),
        p_value=tails(left, right, alternative),
        null=f"positive differences are {LIKELY[alternative]} negative ones",
        alternative=alternative,
        effect=float(median[0]),
        low=float(low[0]),
        high=float(high[0]),
        level=level,
        notes=() if n else ("all differences are 0, so nothing tells the samples apart",),
        more={"wins": wins, "ties": len(values) - n, "losses": losses},
    )


def median_limits(table: Numbers, level: float) -> tuple[Numbers, Numbers, Numbers]:
    """Return the median of each row and the order statistics that hold it."""
    rising, n = np.sort(table, axis=1), table.shape[1]
    tail = (1 - level) / 2
    k = int(np.searchsorted(special.bdtr(np.arange(n), n, 0.5), tail, side="right"))
    low = rising[:, k - 1] if k >= 1 else np.full(len(table), -np.inf)
    high = rising[:, n - k] if k >= 1 else np.full(len(table), np.inf)
    return np.median(rising, axis=1), low, high
