"""How far apart the scores of the two classes are."""

from __future__ import annotations

import numpy as np

from assay.checks.numbers import real
from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.metrics.families import CurveHeight, Distance, ShapedScores
from assay.metrics.scores.areas import ONE_CLASS
from assay.stats.arithmetic import Number, plain, ratio
from assay.summaries.score_table import ScoreTable

ROUNDING = 1e-12
"""A specificity of 0.9 that was typed is allowed to be 0.1 off in the last digit of a float."""


@metric(
    label="KS distance",
    aliases=("ks_statistic", "kolmogorov_smirnov"),
    formula="max over thresholds of |TPR - FPR|",
    bounds=(0, 1),
    better="higher",
    undefined=ONE_CLASS,
    reading="At the best threshold the share called positive differs by {value} between the classes.",
    family=Distance(),
)
def ks(table: ScoreTable) -> Number:
    """Largest distance between the two classes' score distributions.

    >>> ks(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.5
    """
    return plain(np.abs(table.true_positive_rate - table.false_positive_rate).max(axis=-1))


@metric(
    label="Precision at k",
    aliases=("p_at_k",),
    formula="positive cases among the k highest scores / k",
    bounds=(0, 1),
    better="higher",
    undefined="there are fewer than k cases",
    needs=("k",),
    reading="{label}: of 100 cases at the top of the list, {hundred} are positive.",
)
def precision_at_k(table: ScoreTable, k: float) -> Number:
    """Share of positive cases among the k highest scores; equal scores at the border count in part.

    >>> precision_at_k(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])), k=2)
    0.75
    """
    if not (real(k) or 0.0) > 0:
        raise errors.parameter_range("precision_at_k", "k", k, "A number above 0")
    called = table.weights_from
    last = np.maximum(np.count_nonzero(called >= k, axis=-1) - 1, 0)[..., None]
    here, hits, positive, negative = (
        np.take_along_axis(part, last, axis=-1)[..., 0]
        for part in (called, table.positives_from, table.positives, table.negatives)
    )
    share = np.asarray(ratio(positive, positive + negative))
    taken = hits - (here - k) * share
    return plain(np.where(called[..., 0] >= k, taken / k, np.nan))


@metric(
    label="Equal error rate",
    aliases=("eer",),
    formula="the rate at which FPR = FNR, between thresholds by straight line",
    bounds=(0, 1),
    better="lower",
    undefined=ONE_CLASS,
    family=ShapedScores(),
    reading="At the threshold where both are equal, {hundred} of 100 cases of either class are judged wrongly.",
)
def equal_error_rate(table: ScoreTable) -> Number:
    """Error rate at the threshold where as large a share of positives is missed as of negatives is alarmed.

    >>> equal_error_rate(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.25
    """
    alarms = table.false_positive_rate
    gap = alarms + table.true_positive_rate - 1
    after = np.count_nonzero(gap >= 0, axis=-1)[..., None] - 1
    at_after, gap_after = (np.take_along_axis(part, np.maximum(after, 0), axis=-1)[..., 0] for part in (alarms, gap))
    inside = after[..., 0] + 1 < gap.shape[-1]
    before = np.minimum(after + 1, gap.shape[-1] - 1)
    at_before = np.where(inside, np.take_along_axis(alarms, before, axis=-1)[..., 0], 0.0)
    gap_before = np.where(inside, np.take_along_axis(gap, before, axis=-1)[..., 0], -1.0)
    share = -gap_before / (gap_after - gap_before)
    return plain(at_before + share * (at_after - at_before))


@metric(
    label="Recall at specificity",
    label_with="Recall at specificity {specificity:g}",
    aliases=("sensitivity_at_specificity", "tpr_at_specificity"),
    formula="the highest recall of a threshold whose specificity reaches the target",
    bounds=(0, 1),
    better="higher",
    undefined=ONE_CLASS,
    needs=("specificity",),
    family=CurveHeight(),
    reading="{label}: of 100 positive cases {hundred} are found where the specificity reaches the target.",
)
def recall_at_specificity(table: ScoreTable, specificity: float) -> Number:
    """Recall at the loosest threshold that leaves the specificity at its target or above.

    The threshold is chosen on the cases, and chosen again wherever they are drawn again.

    >>> table = ScoreTable.of_scores(np.array([0.9, 0.8, 0.4]), np.array([0.6, 0.1]))
    >>> recall_at_specificity(table, specificity=1.0), recall_at_specificity(table, specificity=0.5)
    (0.6666666666666666, 1.0)
    """
    if real(specificity) is None or not 0 <= specificity <= 1:
        raise errors.parameter_range("recall_at_specificity", "specificity", specificity, "A number from 0 to 1")
    allowed = table.false_positive_rate <= 1 - specificity + ROUNDING
    reached = np.where(allowed, table.true_positive_rate, 0.0).max(axis=-1)
    known = np.isfinite(table.true_positive_rate[..., 0] + table.false_positive_rate[..., 0])
    return plain(np.where(known, reached, np.nan))
