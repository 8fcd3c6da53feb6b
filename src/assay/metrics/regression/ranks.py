"""Correlations of ranks: whether the model puts cases into the right order."""

from __future__ import annotations

import numpy as np

from assay.metrics.cards import metric
from assay.metrics.families import Kendall, Spearman
from assay.metrics.regression.explained import CONSTANT
from assay.stats import rank_correlations
from assay.stats.ranks import rank
from assay.summaries.residuals import Residuals


@metric(
    label="Spearman correlation",
    aliases=("spearmanr", "rank_correlation"),
    formula="Pearson correlation of the (weighted) mid-ranks",
    bounds=(-1, 1),
    better="higher",
    undefined=CONSTANT,
    family=Spearman(),
    reading="The ranks of truth and prediction correlate by {value}.",
    reference="Spearman 1904",
)
def spearman(cases: Residuals) -> float:
    """Correlation of the ranks: 1 where the order is right, whatever the scale.

    >>> spearman(Residuals.of([1, 2, 3], [10, 20, 900]))
    1.0
    """
    return _over_outputs(cases, rank_correlations.spearman)


@metric(
    label="Kendall correlation",
    aliases=("kendalltau", "kendall_tau", "tau_b"),
    formula="tau-b: (concordant - discordant) / √(pairs untied in y · pairs untied in ŷ), pairs weighted",
    bounds=(-1, 1),
    better="higher",
    undefined=CONSTANT,
    family=Kendall(),
    reading="Concordant pairs outweigh discordant ones by {value}.",
    reference="Kendall 1945",
)
def kendall(cases: Residuals) -> float:
    """Pairs of cases in the right order less those in the wrong one, as a share of the pairs without ties.

    >>> round(kendall(Residuals.of([1, 2, 3], [1, 3, 2])), 4)
    0.3333
    """
    return _over_outputs(cases, rank_correlations.kendall)


def _over_outputs(cases: Residuals, correlation: rank_correlations.Correlation) -> float:
    """Return the mean over the outputs, as orders of different outputs do not mix."""
    of_outputs = [
        correlation(rank(cases.truth[:, place]), rank(cases.answers[:, place]), cases.weight).value
        for place in range(cases.width)
    ]
    return float(np.mean(of_outputs))
