"""Means of several samples that spread differently, and means of the same cases measured several times."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, resampled_interval
from assay.stats.samples import groups, score_table


@checked()
def welch_anova(*samples: object, level: float = 0.95) -> Test:
    """Welch's analysis of variance: a test that several samples, which may spread differently, have the same mean.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is omega squared, as far as it can be estimated without equal spreads.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    anova : for samples that spread equally.
    games_howell : every pair.

    Notes
    -----
    Welch (1951).

    Examples
    --------
    >>> test = welch_anova([1, 2, 3], [2, 3, 4], [5, 9, 13])
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (3.8778, 0.1257)
    """
    parts = groups(samples, "welch_anova")
    statistic, degrees = _welch(parts)
    flat = not math.isfinite(degrees[1])
    effect = _omega(parts)
    low, high = resampled_interval(_omega, parts, level, effect=effect)
    apart = len({float(part.mean()) for part in parts}) > 1
    p = (0.0 if apart else 1.0) if flat else float(special.fdtrc(*degrees, statistic))
    return Test(
        method="Welch ANOVA",
        statistic=(math.inf if apart else 0.0) if flat else statistic,
        df=degrees,
        p_value=p,
        null="all means are equal",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=("a sample does not vary at all", NOTE) if flat else (NOTE,),
        more={"effect_name": "omega squared"},
    )


def _welch(parts: list[Numbers]) -> tuple[float, tuple[float, float]]:
    """Return Welch's F with its degrees of freedom; the second are infinite where a sample does not vary."""
    k = len(parts)
    sizes = np.array([len(part) for part in parts], dtype=float)
    variances = np.array([part.var(ddof=1) for part in parts])
    if (variances == 0).any():
        return math.nan, (k - 1, math.inf)
    weights = sizes / variances
    means = np.array([part.mean() for part in parts])
    share = weights / weights.sum()
    lost = float(np.sum((1 - share) ** 2 / (sizes - 1)))
    between = float(np.sum(weights * (means - share @ means) ** 2)) / (k - 1)
    return between / (1 + 2 * (k - 2) / (k**2 - 1) * lost), (k - 1, (k**2 - 1) / (3 * lost))


def _omega(parts: list[Numbers]) -> float:
    """Return omega squared from Welch's F, at least 0 (Kirk 1996)."""
    statistic, degrees = _welch(parts)
    if not math.isfinite(statistic):
        return math.nan
    n = sum(len(part) for part in parts)
    gain = degrees[0] * (statistic - 1)
    return max(gain / (gain + n), 0.0)


@checked()
def repeated_anova(table: object, *, level: float = 0.95) -> Test:
    """Repeated-measures analysis of variance: the same cases under several conditions, without assuming sphericity.

    Parameters
    ----------
    table : array_like
        Values, one row per case and one column per condition.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is partial eta squared. The degrees of freedom are those of Greenhouse and Geisser; `uncorrected_p`,
        `epsilon` and `epsilon_huynh_feldt` are kept too.

    Raises
    ------
    InputError
        If the table has fewer than two cases or conditions, or holds anything but finite numbers.

    See Also
    --------
    anova : for independent samples.
    friedman : by ranks.

    Notes
    -----
    Greenhouse & Geisser (1959); Huynh & Feldt (1976).

    Examples
    --------
    >>> test = repeated_anova([[1, 2, 4], [2, 3, 3], [3, 5, 6], [2, 4, 6]])
    >>> round(test.statistic, 4), round(test.uncorrected_p, 4)
    (16.0588, 0.0039)
    >>> round(test.epsilon, 4)
    0.631
    """
    values = score_table(table, "repeated_anova")
    n, k = values.shape
    between, left = _parts(values)
    degrees = (k - 1, (k - 1) * (n - 1))
    epsilon = greenhouse_geisser(values)
    huynh = min((n * (k - 1) * epsilon - 2) / ((k - 1) * (n - 1 - (k - 1) * epsilon)), 1.0) if n > k else math.nan
    varied = left > 1e-14 * max(between + left, 1e-300)
    statistic = between / degrees[0] / (left / degrees[1]) if varied else math.inf if between > 0 else 0.0
    used = (degrees[0] * epsilon, degrees[1] * epsilon)
    p, plain = (
        float(special.fdtrc(*own, statistic)) if varied else 0.0 if between > 0 else 1.0 for own in (used, degrees)
    )
    effect = _partial_eta([values])
    low, high = resampled_interval(_partial_eta, [values], level, effect=effect)
    return Test(
        method="repeated-measures ANOVA, Greenhouse-Geisser",
        statistic=statistic,
        df=used,
        p_value=p,
        null="all conditions have the same mean",
        alternative="greater",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,) if varied else ("the differences between the conditions do not vary", NOTE),
        more={"uncorrected_p": plain, "epsilon": epsilon, "epsilon_huynh_feldt": huynh,
              "effect_name": "partial eta squared"},
    )  # fmt: skip


def _parts(values: Numbers) -> tuple[float, float]:
    """Return the sums of squares of the conditions, and of what neither conditions nor cases explain."""
    centred = values - values.mean()
    columns, rows = centred.mean(axis=0), centred.mean(axis=1)
    left = centred - columns[None, :] - rows[:, None]
    return len(values) * float(np.sum(columns**2)), float(np.sum(left**2))


def _partial_eta(parts: list[Numbers]) -> float:
    between, left = _parts(parts[0])
    return between / (between + left) if between + left > 0 else 0.0


def greenhouse_geisser(values: Numbers) -> float:
    """Return by how much degrees of freedom shrink: 1 where all differences of conditions vary alike."""
    k = values.shape[1]
    if k == 2:
        return 1.0
    covariance = np.cov(values, rowvar=False)
    centring = np.eye(k) - 1 / k
    own = centring @ covariance @ centring
    squares = float(np.sum(own**2))
    return float(np.trace(own) ** 2 / ((k - 1) * squares)) if squares > 0 else 1.0
