"""Whether two columns of numbers go together: Pearson's, Spearman's and Kendall's correlation with p and interval."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.rank_correlations import kendall, spearman
from assay.stats.ranks import rank
from assay.stats.samples import check_choice, sample, tails

METHODS = ("pearson", "spearman", "kendall")
MOST_EXACT = 50
"""Values up to which Kendall's law is counted out without ties."""

NULLS = {"two-sided": "is 0", "greater": "is at most 0", "less": "is at least 0"}


@checked()
def correlation_test(
    first: object, second: object, *, method: str = "pearson", alternative: str = "two-sided", level: float = 0.95
) -> Test:
    """Test that two paired samples are not correlated, with an interval of the correlation.

    Parameters
    ----------
    first, second : array_like
        Two paired samples.
    method : {"pearson", "spearman", "kendall"}
        Linear correlation, or that of the ranks (Spearman's rho, Kendall's tau-b).
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the correlation with its interval.

    Raises
    ------
    InputError
        If a sample has fewer than three values or holds anything but finite numbers, or one is longer.

    See Also
    --------
    t_test : for the difference of paired samples.

    Notes
    -----
    Student (1908) and Fisher (1921) for Pearson's; Bonett & Wright (2000) for the interval of rho; Kendall (1938),
    exact for up to 50 values without ties, with the interval from what each case contributes.

    Examples
    --------
    >>> test = correlation_test([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    >>> round(test.effect, 2), round(test.p_value, 4)
    (0.8, 0.1041)
    """
    check_choice("method", method, METHODS)
    x, y = sample(first, "first", 3, "correlation_test"), sample(second, "second", 3, "correlation_test")
    if len(x) != len(y):
        raise errors.not_paired(len(x), len(y))
    return {"pearson": _pearson, "spearman": _spearman, "kendall": _kendall}[method](x, y, alternative, level)


def _pearson(x: Numbers, y: Numbers, alternative: str, level: float) -> Test:
    a, b = x - x.mean(), y - y.mean()
    size = math.sqrt(float(a @ a)) * math.sqrt(float(b @ b))
    value = float(np.clip(float(a @ b) / size, -1, 1)) if size > 0 else math.nan
    return _by_t("Pearson", value, len(x), alternative, level, 1.0)


def _spearman(x: Numbers, y: Numbers, alternative: str, level: float) -> Test:
    value = spearman(rank(x), rank(y)).value
    return _by_t("Spearman", value, len(x), alternative, level, 1 + value**2 / 2 if value == value else 1.0)


def _by_t(name: str, value: float, n: int, alternative: str, level: float, widening: float) -> Test:
    """Return the t test of a correlation, with Fisher's interval, its variance widened for ranks."""
    if math.isnan(value):
        return _undefined(name, alternative, level)
    degrees = n - 2
    if abs(value) < 1:
        statistic = value * math.sqrt(degrees / (1 - value**2))
        below = float(special.stdtr(degrees, statistic))
        above = float(special.stdtr(degrees, -statistic))
    else:
        statistic = math.copysign(math.inf, value)
        below, above = (1.0, 0.0) if value > 0 else (0.0, 1.0)
    low, high = -1.0, 1.0
    if n > 3:
        half = float(special.ndtri((1 + level) / 2)) * math.sqrt(widening / (n - 3))
        centre = math.atanh(value) if abs(value) < 1 else math.copysign(math.inf, value)
        low, high = math.tanh(centre - half), math.tanh(centre + half)
    return _made(f"{name} correlation", name, value, statistic, (degrees,), tails(below, above, alternative),
                 alternative, (low, high), level)  # fmt: skip


def _kendall(x: Numbers, y: Numbers, alternative: str, level: float) -> Test:
    concordance = kendall(rank(x), rank(y))
    n = len(x)
    if math.isnan(concordance.value):
        return _undefined("Kendall", alternative, level)
    tied = len(np.unique(x)) < n or len(np.unique(y)) < n
    score = _score(x, y)
    if not tied and n <= MOST_EXACT:
        below, above = kendall_tails(n, score)
        kind, statistic = "exact", float(score)
    else:
        spread = kendall_variance(x, y)
        statistic = score / math.sqrt(spread) if spread > 0 else 0.0
        below, above, kind = float(special.ndtr(statistic)), float(special.ndtr(-statistic)), "normal, tie-corrected"
    error = math.sqrt(float(concordance.influence @ concordance.influence) / (n * max(n - 1, 1)))
    half = float(special.stdtrit(n - 1, (1 + level) / 2)) * error
    limits = max(concordance.value - half, -1.0), min(concordance.value + half, 1.0)
    tau = concordance.value
    return _made(f"Kendall tau-b, {kind}", "Kendall", tau, statistic, (), tails(below, above, alternative),
                 alternative, limits, level)  # fmt: skip


def _score(x: Numbers, y: Numbers) -> float:
    """Return concordant less discordant pairs."""
    return float(np.sum(np.triu(np.sign(x[:, None] - x[None, :]) * np.sign(y[:, None] - y[None, :]), 1)))


def kendall_tails(n: int, score: float) -> tuple[float, float]:
    """Return the chances of a score at most, and at least, as large, by counting inversions of all orders."""
    law = np.ones(1)
    for size in range(2, n + 1):
        law = np.convolve(law, np.ones(size) / size)
    inversions = round((n * (n - 1) / 2 - score) / 2)
    return float(min(law[inversions:].sum(), 1.0)), float(min(law[: inversions + 1].sum(), 1.0))


def kendall_variance(x: Numbers, y: Numbers) -> float:
    """Return the variance of the score where both columns are independent, corrected for ties (Kendall 1970)."""
    n = float(len(x))
    t, u = (np.unique(values, return_counts=True)[1].astype(float) for values in (x, y))

    def cubic(c: Numbers | float) -> float:
        return float(np.sum(np.asarray(c) * (np.asarray(c) - 1) * (2 * np.asarray(c) + 5)))

    plain = (cubic(n) - cubic(t) - cubic(u)) / 18
    pairs = float(np.sum(t * (t - 1)) * np.sum(u * (u - 1))) / (2 * n * (n - 1))
    triples = float(np.sum(t * (t - 1) * (t - 2)) * np.sum(u * (u - 1) * (u - 2))) / (9 * n * (n - 1) * (n - 2))
    return plain + pairs + triples


def _undefined(name: str, alternative: str, level: float) -> Test:
    return _made(f"{name} correlation", name, math.nan, math.nan, (), math.nan, alternative, (-1.0, 1.0), level,
                 ("one of the samples does not vary, so that there is no correlation",))  # fmt: skip


def _made(
    method: str, name: str, value: float, statistic: float, df: tuple[float, ...], p: float, alternative: str,
    limits: tuple[float, float], level: float, notes: tuple[str, ...] = (),
) -> Test:  # fmt: skip
    return Test(
        method=method, statistic=statistic, df=df, p_value=p, null=f"{name}'s correlation {NULLS[alternative]}",
        alternative=alternative, effect=value, low=limits[0], high=limits[1], level=level, notes=notes,
        more={"effect_name": f"{name}'s correlation"},
    )  # fmt: skip
