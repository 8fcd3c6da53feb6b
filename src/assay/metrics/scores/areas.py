"""Areas under curves that a moving threshold draws."""

from __future__ import annotations

import numpy as np

from assay.checks.numbers import real
from assay.curves.thresholds import roc_points
from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.metrics.families import Area, AveragePrecision, GiniArea, ShapedScores
from assay.stats.arithmetic import Number, plain, ratio
from assay.summaries.score_table import ScoreTable

ONE_CLASS = "there are only cases of one class"
NO_POSITIVE = "there are no positive cases"


@metric(
    label="ROC AUC",
    aliases=("auc", "auroc", "roc_auc_score", "c_statistic"),
    formula="P(X > Y) + P(X = Y) / 2, X a positive and Y a negative case's score",
    bounds=(0, 1),
    better="higher",
    undefined=ONE_CLASS,
    family=Area(),
    headline=True,
    reading="Of 100 pairs of a positive and a negative case, the scores put {hundred} in the right order.",
    beware="(TPR + TNR) / 2 is sometimes called AUC; that is balanced_accuracy, the area under one operating point. "
    "Labels without scores have no AUC.",
    reference="Hanley & McNeil 1982",
)
def roc_auc(table: ScoreTable) -> Number:
    """Chance that a positive case scores higher than a negative one, ties counting half.

    It does not depend on how common the positive class is.

    >>> roc_auc(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.875
    """
    below = np.asarray(table.negative_total)[..., None] - table.negatives_from
    wins = np.sum(table.positives * (below + table.negatives / 2), axis=-1)
    return ratio(wins, table.positive_total * table.negative_total)


@metric(
    label="Gini",
    aliases=("gini_coefficient", "somers_d"),
    formula="2 AUC - 1",
    bounds=(-1, 1),
    better="higher",
    undefined=ONE_CLASS,
    family=GiniArea(),
    reading="The Gini coefficient is {value}: 0 is guessing, 1 is perfect order.",
)
def gini(table: ScoreTable) -> Number:
    """ROC AUC rescaled so that guessing is 0.

    >>> gini(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.75
    """
    return 2 * roc_auc(table) - 1


@metric(
    label="Partial ROC AUC",
    aliases=("pauc",),
    formula="area under the ROC curve up to max_fpr; McClish: (1 + (A - min) / (max - min)) / 2",
    bounds=(0, 1),
    better="higher",
    undefined=ONE_CLASS,
    needs=("max_fpr",),
    family=ShapedScores(),
    reading="{label} is {value}.",
    reference="McClish 1989",
)
def partial_roc_auc(table: ScoreTable, max_fpr: float, standardized: bool = True) -> Number:
    """Area under the strict end of the ROC curve; standardised so that guessing is 0.5 and perfect is 1.

    >>> table = ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1]))
    >>> partial_roc_auc(table, max_fpr=0.5, standardized=False)
    0.375
    """
    if not 0 < (real(max_fpr) or 0.0) <= 1:
        raise errors.parameter_range("partial_roc_auc", "max_fpr", max_fpr, "A number above 0 and at most 1")
    x, y = roc_points(table)
    step, rise = np.diff(x, axis=-1), np.diff(y, axis=-1)
    width = np.clip(max_fpr - x[..., :-1], 0, step)
    end = y[..., :-1] + np.where(step > 0, rise * width / np.where(step > 0, step, 1.0), 0.0)
    area = plain(np.sum(width * (y[..., :-1] + end) / 2, axis=-1))
    if not standardized:
        return area
    least, most = max_fpr**2 / 2, max_fpr
    return (1 + (area - least) / (most - least)) / 2


@metric(
    label="Average precision",
    aliases=("ap", "pr_auc", "average_precision_score"),
    formula="sum (R_k - R_(k-1)) P_k over thresholds, strictest first",
    bounds=(0, 1),
    better="higher",
    undefined=NO_POSITIVE,
    family=AveragePrecision(),
    headline=True,
    reading="Going down the list, precision at each positive case averages {value}.",
    beware="This is the step sum; average_precision_interpolated and average_precision_11 differ. It depends on how "
    "common the positive class is. 'Average precision' sometimes means precision_macro or precision_micro.",
)
def average_precision(table: ScoreTable) -> Number:
    """Mean precision at the positive cases, as the threshold comes down: the area under the PR steps.

    >>> average_precision(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.8333333333333333
    """
    precision = np.where(table.positives > 0, table.precision, 0.0)
    return ratio(np.sum(table.positives * precision, axis=-1), table.positive_total)


@metric(
    label="Average precision, interpolated",
    formula="sum (R_k - R_(k-1)) max P at recall of at least R_k",
    bounds=(0, 1),
    better="higher",
    undefined=NO_POSITIVE,
    family=ShapedScores(),
    reading="Average precision, each precision raised to the best at higher recall, is {value}.",
)
def average_precision_interpolated(table: ScoreTable) -> Number:
    """Area under the PR curve with every precision raised to the best one further down (all-point interpolation).

    >>> average_precision_interpolated(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1])))
    0.8333333333333333
    """
    return ratio(np.sum(table.positives * table.best_precision, axis=-1), table.positive_total)


@metric(
    label="Average precision, 11-point",
    formula="mean over R = 0, 0.1 ... 1 of max P at recall of at least R",
    bounds=(0, 1),
    better="higher",
    undefined=NO_POSITIVE,
    family=ShapedScores(),
    reading="Average precision over eleven recalls is {value}.",
    reference="Salton & McGill 1983; PASCAL VOC 2007",
)
def average_precision_11(table: ScoreTable) -> Number:
    """Mean over eleven evenly spaced recalls of the best precision that reaches each.

    >>> round(average_precision_11(ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1]))), 4)
    0.8485
    """
    best, recall = table.best_precision, table.true_positive_rate
    levels = np.linspace(0, 1, 11) - 1e-12
    if recall.ndim == 1:
        last = len(recall) - np.searchsorted(recall[::-1], levels) - 1
    else:
        last = np.stack([np.count_nonzero(recall >= level, axis=-1) - 1 for level in levels], axis=-1)
    reached = np.take_along_axis(best, np.maximum(last, 0), axis=-1)
    return plain(np.where(np.asarray(table.positive_total) > 0, reached.mean(axis=-1), np.nan))
