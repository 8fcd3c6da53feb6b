"""What tests of pairs of mean ranks share: differences, their standard error, and the result."""

from __future__ import annotations

import math

import numpy as np

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.ranked_tables import RankedTable

POOL = "mean ranks of two models depend on which other models are in the table (Benavoli, Corani & Mangili 2016)"
NULL = "the two models have the same mean rank"


def rank_error(n: int, k: int) -> float:
    """Return the standard error of a difference of mean ranks (Demsar 2006)."""
    return math.sqrt(k * (k + 1) / (6 * n))


def differences(ranking: RankedTable) -> Numbers:
    """Return row minus column of the mean ranks: an antisymmetric table."""
    mean = ranking.mean
    return np.asarray(mean[:, None] - mean[None, :])


def pairwise(
    name: str,
    ranking: RankedTable,
    statistic: Numbers,
    p: Numbers,
    level: float,
    df: tuple[float, ...],
    more: dict[str, object],
) -> Test:
    """Return the test of every pair: tables of models by models; a difference that counts gives limits for all."""
    p = np.array(p, dtype=float)
    np.fill_diagonal(p, 1.0)
    effect, reach = differences(ranking), more.get("critical_difference", more.get("least_difference"))
    if isinstance(reach, float):
        half = np.where(np.isnan(p), np.nan, reach)
        np.fill_diagonal(half, 0.0)
        more = {**more, "lows": effect - half, "highs": effect + half}
    return Test(
        method=name,
        statistic=statistic,
        df=df,
        p_value=p,
        null=NULL,
        effect=effect,
        level=level,
        notes=(POOL,),
        more={"mean_ranks": ranking.mean, **more},
    )
