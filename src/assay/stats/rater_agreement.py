"""Agreement of several raters beyond chance: Fleiss' kappa and Krippendorff's alpha."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.checks.arrays import NotNumbersError, floats
from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, resampled_interval
from assay.stats.samples import LARGEST, check_choice, counts

SCALES = ("nominal", "ordinal", "interval", "ratio")


@checked()
def fleiss_kappa(table: object, *, level: float = 0.95) -> Test:
    """Fleiss' kappa: how far several raters agree on categories beyond chance, with a test that they do not.

    Parameters
    ----------
    table : array_like
        Counts, one row per case and one column per category: how many raters chose it. Every row adds up alike.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is kappa with an interval over resampled cases; `statistic` is z under the null hypothesis.

    Raises
    ------
    InputError
        If the table holds no counts, or its rows do not add up alike to at least 2.

    See Also
    --------
    krippendorff_alpha : for raters who left out cases, and for ordered or numerical ratings.

    Notes
    -----
    Fleiss (1971); Fleiss, Nee & Landis (1979) for the standard error under the null hypothesis.

    Examples
    --------
    >>> test = fleiss_kappa([[3, 0], [0, 3], [2, 1], [3, 0], [1, 2]])
    >>> round(test.effect, 4)
    0.4444
    """
    cells = counts(table, "table")
    if cells.ndim != 2 or cells.shape[1] < 2 or len(cells) < 2:
        raise errors.unfit("table", "must be a 2-D table of counts, cases x at least two categories")
    raters = cells.sum(axis=1)
    if raters[0] < 2 or (raters != raters[0]).any():
        raise errors.unfit("table", "must have rows that add up alike, to at least two raters")
    kappa = _kappa([cells])
    shares = cells.sum(axis=0) / cells.sum()
    error = _kappa_error(shares, len(cells), float(raters[0]))
    statistic = kappa / error if error > 0 and math.isfinite(kappa) else 0.0
    low, high = resampled_interval(_kappa, [cells], level, effect=kappa if math.isfinite(kappa) else None)
    return Test(
        method="Fleiss' kappa",
        statistic=statistic,
        df=(),
        p_value=float(min(2 * special.ndtr(-abs(statistic)), 1.0)) if error > 0 else 1.0,
        null="the raters agree no more than by chance",
        effect=kappa,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,) if error > 0 else ("all ratings are the same, so that chance explains everything",),
        more={"effect_name": "kappa"},
    )


def _kappa(parts: list[Numbers]) -> float:
    cells = parts[0]
    raters = float(cells[0].sum())
    agreed = float(np.mean((np.sum(cells**2, axis=1) - raters) / (raters * (raters - 1))))
    chance = float(np.sum((cells.sum(axis=0) / cells.sum()) ** 2))
    return (agreed - chance) / (1 - chance) if chance < 1 else math.nan


def _kappa_error(shares: Numbers, n: int, raters: float) -> float:
    """Return the standard error of kappa if raters agree by chance alone."""
    spread = float(np.sum(shares * (1 - shares)))
    skew = float(np.sum(shares * (1 - shares) * (1 - 2 * shares)))
    if spread <= 0:
        return 0.0
    return math.sqrt(2 * max(spread**2 - skew, 0.0)) / (spread * math.sqrt(n * raters * (raters - 1)))


@checked()
def krippendorff_alpha(table: object, *, scale: str = "nominal", level: float = 0.95) -> Test:
    """Krippendorff's alpha: how far any number of raters agree, where some may have left out cases.

    Parameters
    ----------
    table : array_like
        Ratings as numbers, one row per case and one column per rater; nan, None (or masked) where a rater gave none.
    scale : {"nominal", "ordinal", "interval", "ratio"}
        What the numbers are: names, places in an order, amounts, or amounts with a zero.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is alpha with an interval over resampled cases. There is no p: agreement by chance alone is no
        hypothesis that anybody believes.

    Raises
    ------
    InputError
        If the ratings are no table of numbers, or no case was rated twice.

    See Also
    --------
    fleiss_kappa : for names, with as many raters for every case.

    Notes
    -----
    Krippendorff (1970, 2004).

    Examples
    --------
    >>> test = krippendorff_alpha([[1, 1, None], [2, 2, 3], [3, 3, 3], [None, 2, 2], [1, 2, 1]])
    >>> round(test.effect, 4)
    0.5714
    """
    check_choice("scale", scale, SCALES)
    try:
        ratings = floats(table)
    except NotNumbersError as problem:
        raise errors.not_a_sample("table", "does not hold numbers") from problem
    if ratings.ndim != 2 or ratings.shape[1] < 2:
        raise errors.unfit("table", "must be a 2-D table of ratings, cases x at least two raters")
    if np.isinf(ratings).any() or np.nanmax(np.abs(ratings), initial=0.0) > LARGEST:
        raise errors.not_a_sample("table", "holds infinite ratings")
    pairable = ratings[np.sum(~np.isnan(ratings), axis=1) >= 2]
    if not len(pairable):
        raise errors.unfit("table", "holds no case that two raters rated")

    def alpha(parts: list[Numbers]) -> float:
        return _alpha(parts[0], scale)

    effect = _alpha(pairable, scale)
    finite = math.isfinite(effect)
    low, high = resampled_interval(alpha, [pairable], level, effect=effect if finite else None)
    left = len(ratings) - len(pairable)
    notes = [NOTE] if finite else ["all ratings are the same, so that there is nothing to agree on"]
    if left:
        notes.append(f"{left} cases with fewer than two ratings were left out")
    return Test(
        method=f"Krippendorff's alpha, {scale}",
        statistic=effect,
        df=(),
        p_value=math.nan,
        null="the raters agree no more than by chance",
        effect=effect,
        low=low,
        high=high,
        level=level,
        notes=tuple(notes),
        more={"effect_name": "alpha", "cases": len(pairable)},
    )


def _alpha(ratings: Numbers, scale: str) -> float:
    """Return 1 less observed over expected disagreement, by the table of coincidences."""
    known = ~np.isnan(ratings)
    values, place = np.unique(ratings[known], return_inverse=True)
    if len(values) < 2:
        return math.nan
    table = np.zeros((len(ratings), len(values)))
    np.add.at(table, (np.nonzero(known)[0], place), 1.0)
    size = table.sum(axis=1)
    weighted = table / (size - 1)[:, None]
    coincidences = weighted.T @ table - np.diag(weighted.sum(axis=0))
    totals = coincidences.sum(axis=1)
    distance = _distances(values, totals, scale)
    observed = float(np.sum(coincidences * distance))
    expected = float(totals @ distance @ totals) / (totals.sum() - 1)
    return float(1 - observed / expected) if expected > 0 else math.nan


def _distances(values: Numbers, totals: Numbers, scale: str) -> Numbers:
    """Return how far two ratings are apart, squared."""
    left, right = values[:, None], values[None, :]
    if scale == "nominal":
        return np.asarray((left != right).astype(float))
    if scale == "interval":
        return np.asarray((left - right) ** 2)
    if scale == "ratio":
        total = left + right
        return np.asarray(np.where(total != 0, (left - right) / np.where(total != 0, total, 1.0), 0.0) ** 2)
    middle = np.cumsum(totals) - totals / 2
    return np.asarray((middle[:, None] - middle[None, :]) ** 2)
