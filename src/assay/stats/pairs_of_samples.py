"""Every pair of several independent samples: by means (Tukey, Games-Howell) and by ranks (Dunn)."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.multiplicity import adjust
from assay.stats.ranks import mid_ranks, rank
from assay.stats.samples import groups

NULL = "both means of a pair are equal"
FLAT = "the values do not vary within the samples"


@checked()
def tukey_hsd(*samples: object, level: float = 0.95) -> Test:
    """Tukey and Kramer's test of all pairs of means, for samples that spread equally.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row mean less column mean) are tables of samples by samples; `lows` and
        `highs` are limits that hold for all pairs at once.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    games_howell : for samples that spread differently.
    anova : all samples at once.

    Notes
    -----
    Tukey (1949); Kramer (1956) for samples of different sizes.

    Examples
    --------
    >>> test = tukey_hsd([1, 2, 3], [2, 3, 4], [5, 6, 7])
    >>> round(float(test.p_value[0, 2]), 4), float(test.effect[2, 0])
    (0.0065, 4.0)
    """
    from scipy import stats

    parts = groups(samples, "tukey_hsd")
    sizes = np.array([len(part) for part in parts], dtype=float)
    k, degrees = len(parts), float(sizes.sum() - len(parts))
    within = sum(float(np.sum((part - part.mean()) ** 2)) for part in parts) / degrees
    error = np.sqrt(within / 2 * (1 / sizes[:, None] + 1 / sizes[None, :]))
    effect = _differences(parts)
    statistic = _over(np.abs(effect), error)
    p = np.asarray(stats.studentized_range.sf(statistic, k, degrees))
    reach = float(stats.studentized_range.ppf(level, k, degrees)) * error
    return _pairs("Tukey HSD", statistic, p, effect, reach, (k, degrees), level, within == 0)


@checked()
def games_howell(*samples: object, level: float = 0.95) -> Test:
    """Games and Howell's test of all pairs of means, for samples that may spread differently.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row mean less column mean) are tables of samples by samples; `lows` and
        `highs` are limits that hold for all pairs at once, `degrees` the table of Welch's degrees of freedom.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    tukey_hsd : for samples that spread equally.
    welch_anova : all samples at once.

    Notes
    -----
    Games & Howell (1976).

    Examples
    --------
    >>> test = games_howell([1, 2, 3], [2, 3, 4], [5, 9, 13])
    >>> round(float(test.p_value[0, 2]), 3)
    0.156
    """
    from scipy import stats

    parts = groups(samples, "games_howell")
    k = len(parts)
    errors = np.array([part.var(ddof=1) / len(part) for part in parts])
    sizes = np.array([len(part) for part in parts], dtype=float)
    total = errors[:, None] + errors[None, :]
    share = errors**2 / (sizes - 1)
    degrees = _over(total**2, share[:, None] + share[None, :], sizes[:, None] + sizes[None, :] - 2)
    effect = _differences(parts)
    statistic = _over(np.abs(effect), np.sqrt(total / 2))
    p = np.asarray(stats.studentized_range.sf(statistic, k, degrees))
    reach = np.asarray(stats.studentized_range.ppf(level, k, degrees)) * np.sqrt(total / 2)
    flat = bool((errors == 0).all())
    return _pairs("Games-Howell", statistic, p, effect, reach, (k,), level, flat, {"degrees": degrees})


@checked()
def dunn(*samples: object, correction: str = "holm", level: float = 0.95) -> Test:
    """Dunn's z tests of all pairs of mean ranks, corrected for ties, p-values adjusted.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    correction : str, default "holm"
        How the p-values are adjusted: a method of `adjust`.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row less column of the mean ranks) are tables of samples by samples;
        `superiority` holds the chance that a value of the row is larger.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    kruskal_wallis : all samples at once.
    conover : for models on the same data sets.

    Notes
    -----
    Dunn (1964).

    Examples
    --------
    >>> test = dunn([1, 2, 3], [4, 5, 6], [7, 8, 9])
    >>> round(float(test.p_value[0, 2]), 4)
    0.0219
    """
    parts = groups(samples, "dunn", 1)
    together = np.concatenate(parts)
    n = len(together)
    ranks = mid_ranks(rank(together)) * n + 0.5
    ends = np.cumsum([len(part) for part in parts])
    means = np.array([own.mean() for own in np.split(ranks, ends[:-1])])
    sizes = np.array([len(part) for part in parts], dtype=float)
    _, tied = np.unique(together, return_counts=True)
    spread = n * (n + 1) / 12 - float(np.sum(tied**3.0 - tied)) / (12 * max(n - 1, 1))
    effect = means[:, None] - means[None, :]
    statistic = _over(np.abs(effect), np.sqrt(max(spread, 0.0) * (1 / sizes[:, None] + 1 / sizes[None, :])))
    row, column = np.triu_indices(len(parts), 1)
    plain = 2 * special.ndtr(-statistic)
    p = np.ones_like(plain)
    p[row, column] = p[column, row] = adjust(plain[row, column], correction)
    superiority = np.array([[_superiority(left, right) for right in parts] for left in parts])
    notes = ("all values are equal, so nothing tells the samples apart",) if spread <= 0 else ()
    return Test(
        method=f"Dunn, {correction}",
        statistic=statistic,
        df=(),
        p_value=p,
        null="no sample of a pair tends to be larger",
        effect=effect,
        level=level,
        notes=notes,
        more={"mean_ranks": means, "superiority": superiority},
    )


def _superiority(left: Numbers, right: Numbers) -> float:
    """Return the chance that a value of the first is larger, ties counted half."""
    ordered = np.sort(right)
    below, up_to = np.searchsorted(ordered, left, "left"), np.searchsorted(ordered, left, "right")
    return float((below + up_to).mean() / 2 / len(right))


def _differences(parts: list[Numbers]) -> Numbers:
    means = np.array([part.mean() for part in parts])
    return np.asarray(means[:, None] - means[None, :])


def _over(numerator: Numbers, denominator: Numbers, instead: Numbers | None = None) -> Numbers:
    """Divide; what has no spread to be divided by is infinite, or 0, or what stands instead."""
    safe = np.where(denominator > 0, denominator, 1.0)
    other = np.where(numerator > 0, np.inf, 0.0) if instead is None else instead
    return np.asarray(np.where(denominator > 0, numerator / safe, other))


def _pairs(
    name: str,
    statistic: Numbers,
    p: Numbers,
    effect: Numbers,
    reach: Numbers,
    df: tuple[float, ...],
    level: float,
    flat: bool,
    more: dict[str, object] | None = None,
) -> Test:
    p = np.where(np.isinf(statistic), 0.0, p)
    np.fill_diagonal(p, 1.0)
    return Test(
        method=name,
        statistic=statistic,
        df=df,
        p_value=np.minimum(p, 1.0),
        null=NULL,
        effect=effect,
        level=level,
        notes=(FLAT,) if flat else (),
        more={"lows": effect - reach, "highs": effect + reach, **(more or {})},
    )
