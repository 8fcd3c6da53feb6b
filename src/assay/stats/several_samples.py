"""Several independent samples: their means, their ranks, their spreads."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, resampled_interval
from assay.stats.ranks import mid_ranks, rank
from assay.stats.samples import check_choice, groups

ROUNDING = 1e-14
"""A sum of squares below this share of the whole is 0 but for rounding."""

SMALLEST = 1e-300
"""Stands in for a whole of 0, above which nothing lies."""


@checked()
def anova(*samples: object, level: float = 0.95) -> Test:
    """One-way analysis of variance: a test that several independent samples have the same mean.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is eta squared.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    kruskal_wallis : by ranks.
    t_test : for two samples.

    Notes
    -----
    Fisher (1925).

    Examples
    --------
    >>> test = anova([1, 2, 3], [2, 3, 4], [5, 6, 7])
    >>> test.statistic, test.df, round(test.p_value, 5)
    (13.0, (2, 6), 0.00659)
    """
    parts = groups(samples, "anova")
    between, within, degrees = _sums(parts)
    return _f_test("one-way ANOVA", between, within, degrees, "all means are equal", level, parts)


@checked()
def levene(*samples: object, center: str = "median", level: float = 0.95) -> Test:
    """Levene's test that several samples spread equally, by the distances from their centres.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    center : {"median", "mean"}
        The centre; the median forgives skewed samples.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is eta squared of the distances.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    bartlett : with more power for normal samples.

    Notes
    -----
    Levene (1960); Brown & Forsythe (1974) for the median.

    Examples
    --------
    >>> round(levene([1, 2, 3, 4], [1, 5, 9, 13]).p_value, 4)
    0.0453
    """
    check_choice("center", center, ("median", "mean"))
    middle = np.median if center == "median" else np.mean
    parts = [np.abs(part - middle(part)) for part in groups(samples, "levene")]
    between, within, degrees = _sums(parts)
    name = "Levene, " + ("around medians (Brown-Forsythe)" if center == "median" else "around means")
    return _f_test(name, between, within, degrees, "all samples spread equally", level, parts)


@checked()
def bartlett(*samples: object, level: float = 0.95) -> Test:
    """Bartlett's test that several normal samples have the same variance.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the largest variance divided by the smallest, with an interval over resampled cases.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    levene : for samples of any shape.

    Notes
    -----
    Bartlett (1937). Samples that are not normal upset it.

    Examples
    --------
    >>> round(bartlett([1, 2, 3, 4], [1, 5, 9, 13]).p_value, 4)
    0.049
    """
    parts = groups(samples, "bartlett")
    sizes = np.array([len(part) for part in parts], dtype=float) - 1
    variances = np.array([part.var(ddof=1) for part in parts])
    whole = sizes.sum()
    pooled = float(sizes @ variances / whole)
    k = len(parts)
    notes: tuple[str, ...] = ()
    if pooled == 0:
        statistic, notes = 0.0, ("no sample varies at all",)
    elif (variances == 0).any():
        statistic, notes = math.inf, ("a sample does not vary at all",)
    else:
        scale = 1 + (np.sum(1 / sizes) - 1 / whole) / (3 * (k - 1))
        statistic = float((whole * np.log(pooled) - sizes @ np.log(variances)) / scale)
    effect = _largest_ratio(parts)
    low, high = resampled_interval(_largest_ratio, parts, level, effect=effect)
    return Test(
        method="Bartlett",
        statistic=statistic,
        df=(k - 1,),
        p_value=float(special.chdtrc(k - 1, statistic)),
        null="all variances are equal",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(*notes, NOTE),
        more={"effect_name": "largest variance / smallest"},
    )


def _largest_ratio(parts: list[Numbers]) -> float:
    variances = [float(part.var(ddof=1)) for part in parts]
    return max(variances) / min(variances) if min(variances) > 0 else math.nan


@checked()
def kruskal_wallis(*samples: object, level: float = 0.95) -> Test:
    """Kruskal and Wallis' test by ranks, corrected for ties, that no sample tends to be larger.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is epsilon squared.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    anova : by means.
    mann_whitney : for two samples.

    Notes
    -----
    Kruskal & Wallis (1952).

    Examples
    --------
    >>> round(kruskal_wallis([1, 2, 3], [4, 5, 6], [7, 8, 9]).statistic, 4)
    7.2
    """
    parts = groups(samples, "kruskal_wallis", 1)
    together = np.concatenate(parts)
    n, k = len(together), len(parts)
    ranks = mid_ranks(rank(together)) * n + 0.5
    ends = np.cumsum([len(part) for part in parts])[:-1]
    spread = float(np.sum((ranks - (n + 1) / 2) ** 2))
    sums = [float(part.sum() - len(part) * (n + 1) / 2) ** 2 / len(part) for part in np.split(ranks, ends)]
    statistic = (n - 1) * sum(sums) / spread if spread else 0.0
    effect = statistic / (n - 1) if n > 1 else math.nan
    low, high = resampled_interval(_epsilon_squared, parts, level, effect=effect)
    return Test(
        method="Kruskal-Wallis",
        statistic=statistic,
        df=(k - 1,),
        p_value=float(special.chdtrc(k - 1, statistic)) if spread else 1.0,
        null="no sample tends to be larger than another",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,) if spread else ("all values are equal, so nothing tells the samples apart",),
    )


def _epsilon_squared(parts: list[Numbers]) -> float:
    """Return the share of the ranks' squared deviations that lies between the samples."""
    together = np.concatenate(parts)
    ranks = mid_ranks(rank(together))
    return _eta_squared(np.split(ranks, np.cumsum([len(part) for part in parts])[:-1]))


def _sums(parts: list[Numbers]) -> tuple[float, float, tuple[int, int]]:
    """Return the sums of squares between and within samples, with their degrees of freedom."""
    n, k = sum(len(part) for part in parts), len(parts)
    grand = float(np.concatenate(parts).mean())
    between = float(sum(len(part) * (part.mean() - grand) ** 2 for part in parts))
    within = float(sum(np.sum((part - part.mean()) ** 2) for part in parts))
    return between, within, (k - 1, n - k)


def _eta_squared(parts: list[Numbers]) -> float:
    """Return the share of all squared deviations that lies between the samples."""
    between, within, _ = _sums(parts)
    return between / (between + within) if between + within else 0.0


def _f_test(
    name: str,
    between: float,
    within: float,
    degrees: tuple[int, int],
    null: str,
    level: float,
    parts: list[Numbers],
) -> Test:
    whole = between + within
    notes: tuple[str, ...] = ()
    if within > ROUNDING * whole and degrees[1] > 0:
        statistic = between / degrees[0] / (within / degrees[1])
        p = float(special.fdtrc(*degrees, statistic))
    else:
        differs = between > ROUNDING * max(whole, SMALLEST)
        statistic, p = (math.inf, 0.0) if differs else (0.0, 1.0)
        notes = ("the values do not vary within the samples",)
    effect = between / whole if whole else 0.0
    low, high = resampled_interval(_eta_squared, parts, level, effect=effect)
    return Test(
        method=name,
        statistic=statistic,
        df=degrees,
        p_value=p,
        null=null,
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(*notes, NOTE),
        more={"effect_name": "eta squared"},
    )
