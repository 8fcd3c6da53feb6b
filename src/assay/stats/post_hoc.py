"""Which models differ: pairwise tests on mean ranks, and against a control."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.multiplicity import adjust
from assay.stats.ranked_tables import RankedTable, ranked
from assay.stats.samples import score_table

POOL = "mean ranks of two models depend on which other models are in the table (Benavoli, Corani & Mangili 2016)"
NULL = "the two models have the same mean rank"


@checked()
def nemenyi(table: object, *, df: float = math.inf, better: str = "higher", level: float = 0.95) -> Test:
    """Compare all pairs of mean ranks by the studentized range; `critical_difference` is the least that counts.

    `df` is infinite, as the variance of ranks is known; a finite one reproduces tools that use k(N - 1).

    Reference: Nemenyi 1963; Demsar 2006.

    >>> test = nemenyi([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]])
    >>> round(test.critical_difference, 4), test.effect.tolist()[0]
    (1.6572, [0.0, 1.25, 1.75])
    """
    _check_degrees(df)
    found = ranked(score_table(table, "nemenyi"), better == "higher")
    n, k = found.shape
    error = math.sqrt(k * (k + 1) / (6 * n))
    difference = _differences(found)
    statistic = np.abs(difference) / error
    p = _studentized(statistic * math.sqrt(2), k, df)
    return _pairwise("Nemenyi", found, statistic, p, level, (df,) if math.isfinite(df) else (), {
        "critical_difference": critical_difference(k, n, level, df),
    })  # fmt: skip


@checked(k=2, n=1)
def critical_difference(k: int, n: int, level: float = 0.95, df: float = math.inf) -> float:
    """Return Nemenyi's critical difference of mean ranks.

    >>> round(critical_difference(5, 30), 5), round(critical_difference(5, 30, df=145), 5)
    (1.11361, 1.12775)
    """
    _check_degrees(df)
    from scipy import stats

    q = (
        float(stats.studentized_range.ppf(level, k, df if math.isfinite(df) else 1e9))
        if math.isfinite(df)
        else _q(k, level)
    )
    return q / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n))


@checked()
def conover(table: object, *, correction: str = "holm", better: str = "higher", level: float = 0.95) -> Test:
    """Compare all pairs of rank sums by t tests with Friedman's residual spread, p-values adjusted.

    Reference: Conover & Iman 1979; Conover 1999.

    >>> conover([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]]).df
    (6,)
    """
    found = ranked(score_table(table, "conover"), better == "higher")
    n, k = found.shape
    squares = float(np.sum(found.ranks**2))
    degrees = (n - 1) * (k - 1)
    sums = found.ranks.sum(axis=0)
    spread = 2 * n * (squares - float(np.sum(sums**2)) / n) / degrees
    difference = n * np.abs(_differences(found))
    if spread > 1e-12:
        statistic = np.asarray(difference / math.sqrt(spread))
        p = np.asarray(special.stdtr(degrees, -statistic)) * 2.0
    else:
        statistic = np.asarray(np.where(difference > 0, np.inf, 0.0))
        p = np.asarray(np.where(difference > 0, 0.0, 1.0))
    return _pairwise("Conover", found, statistic, _adjusted(p, correction), level, (degrees,), {})


@checked()
def siegel_castellan(table: object, *, correction: str = "holm", better: str = "higher", level: float = 0.95) -> Test:
    """Compare all pairs of mean ranks by z tests, p-values adjusted.

    Reference: Siegel & Castellan 1988.

    >>> siegel_castellan([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]]).p_value.shape
    (3, 3)
    """
    found = ranked(score_table(table, "siegel_castellan"), better == "higher")
    n, k = found.shape
    statistic = np.asarray(np.abs(_differences(found)) / math.sqrt(k * (k + 1) / (6 * n)))
    p = np.asarray(special.ndtr(-statistic)) * 2.0
    return _pairwise("Siegel-Castellan", found, statistic, _adjusted(p, correction), level, (), {})


@checked(control=0)
def bonferroni_dunn(table: object, control: int = 0, *, better: str = "higher", level: float = 0.95) -> Test:
    """Compare every model with a control by z tests on mean ranks, p-values multiplied by their number.

    Reference: Dunn 1961; Demsar 2006.

    >>> test = bonferroni_dunn([[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 2, 3]], control=0)
    >>> round(test.critical_difference, 4), round(float(test.p_value[0, 2]), 4)
    (1.5849, 0.0267)
    """
    found = ranked(score_table(table, "bonferroni_dunn"), better == "higher")
    n, k = found.shape
    if not 0 <= control < k:
        raise errors.bad_number("control", control, f"A column from 0 to {k - 1}")
    error = math.sqrt(k * (k + 1) / (6 * n))
    difference = _differences(found)
    statistic = np.abs(difference) / error
    p = np.full((k, k), np.nan)
    plain = np.minimum(2 * special.ndtr(-statistic[control]) * (k - 1), 1.0)
    p[control], p[:, control] = plain, plain
    p[control, control] = 1.0
    z = float(special.ndtri(1 - (1 - level) / (2 * (k - 1))))
    return _pairwise("Bonferroni-Dunn", found, statistic, p, level, (), {
        "critical_difference": z * error,
        "control": control,
    })  # fmt: skip


def _check_degrees(df: float) -> None:
    if not df > 0:
        raise errors.bad_number("df", df, "A number above 0, infinite where the variance is known,")


def _differences(found: RankedTable) -> Numbers:
    """Return row minus column of the mean ranks: an antisymmetric table."""
    mean = found.mean
    return np.asarray(mean[:, None] - mean[None, :])


def _adjusted(p: Numbers, correction: str) -> Numbers:
    """Adjust the p-values of all pairs, each pair counted once."""
    row, column = np.triu_indices(len(p), 1)
    pairs = adjust(p[row, column], correction)
    found = np.ones_like(p)
    found[row, column] = found[column, row] = pairs
    return found


def _studentized(statistic: Numbers, k: int, df: float) -> Numbers:
    """Return the chance of a studentized range at least as large; the infinite case by quadrature over the normal."""
    if math.isfinite(df):
        from scipy import stats

        return np.asarray(stats.studentized_range.sf(statistic, k, df))
    return 1 - range_chance(statistic, k)


@lru_cache(maxsize=1)
def _quadrature() -> tuple[Numbers, Numbers]:
    nodes, weights = np.polynomial.legendre.leggauss(200)
    return nodes, weights


def range_chance(width: Numbers, k: int) -> Numbers:
    """Return P(range of k standard normals <= width) = k ∫ φ(x) (Φ(x + width) - Φ(x))^(k-1) dx.

    >>> round(float(range_chance(np.array(2.7277 * 2**0.5), 5)), 4)
    0.95
    """
    nodes, weights = _quadrature()
    x = 9 * nodes
    density = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    inner = special.ndtr(x + np.asarray(width)[..., None]) - special.ndtr(x)
    return np.asarray(np.clip(k * np.sum(9 * weights * density * inner ** (k - 1), axis=-1), 0.0, 1.0))


def _q(k: int, level: float) -> float:
    """Return the quantile of the range of k standard normals, by bisection."""
    low, high = 0.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if float(range_chance(np.array(middle), k)) < level else (low, middle)
    return (low + high) / 2


def _pairwise(
    name: str,
    found: RankedTable,
    statistic: Numbers,
    p: Numbers,
    level: float,
    df: tuple[float, ...],
    more: dict[str, object],
) -> Test:
    p = np.array(p, dtype=float)
    np.fill_diagonal(p, 1.0)
    return Test(
        method=name,
        statistic=statistic,
        df=df,
        p_value=p,
        null=NULL,
        effect=_differences(found),
        level=level,
        notes=(POOL,),
        more={"mean_ranks": found.mean, **more},
    )
