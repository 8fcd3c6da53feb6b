"""How far apart the scores of the two classes are."""

from __future__ import annotations

import numpy as np

from assay.curves.thresholds import roc_points
from assay.metrics.cards import metric
from assay.metrics.scores.areas import ONE_CLASS
from assay.stats.arithmetic import Number, plain
from assay.summaries.score_table import ScoreTable


@metric(
    label="KS distance",
    aliases=("ks_statistic", "kolmogorov_smirnov"),
    formula="max over thresholds of |TPR - FPR|",
    bounds=(0, 1),
    better="higher",
    undefined=ONE_CLASS,
    interval="atoms",
    reading="At the best threshold the share called positive differs by {value} between the classes.",
)
def ks(table: ScoreTable) -> Number:
    """Largest distance between the two classes' score distributions.

    >>> ks(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.5
    """
    return plain(np.abs(table.true_positive_rate - table.false_positive_rate).max(axis=-1))


@metric(
    label="Equal error rate",
    aliases=("eer",),
    formula="the rate at which FPR = FNR, between thresholds by straight line",
    bounds=(0, 1),
    better="lower",
    undefined=ONE_CLASS,
    interval="atoms",
    reading="At the threshold where both are equal, {hundred} of 100 cases of either class are judged wrongly.",
)
def equal_error_rate(table: ScoreTable) -> Number:
    """Error rate at the threshold where as large a share of positives is missed as of negatives is alarmed.

    >>> equal_error_rate(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.25
    """
    x, y = roc_points(table)
    gap = x - (1 - y)
    after = np.maximum(np.argmax(gap >= 0, axis=-1), 1)[..., None]
    gaps, alarms = (
        [np.take_along_axis(part, place, axis=-1)[..., 0] for place in (after - 1, after)] for part in (gap, x)
    )
    share = -gaps[0] / (gaps[1] - gaps[0])
    return plain(alarms[0] + share * (alarms[1] - alarms[0]))
