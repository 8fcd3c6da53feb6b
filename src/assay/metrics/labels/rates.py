"""Rates read off a confusion table: of these cases, how many were called so?"""

from __future__ import annotations

from assay.metrics.averages import averaged
from assay.metrics.cards import metric
from assay.stats.arithmetic import Number, ratio
from assay.summaries.binary_counts import BinaryCounts, ClassCounts, every_class


@metric(
    label="Accuracy",
    aliases=("acc", "pixel_accuracy"),
    formula="correct / n = (TP + TN) / n",
    bounds=(0, 1),
    better="higher",
    undefined="there are no cases",
    share_of="cases",
    headline=True,
    reading="Of 100 cases the model gets {hundred} right.",
    beware="With 95% of the cases in one class, always answering that class scores 0.95: read it beside the baseline.",
)
def accuracy(counts: ClassCounts) -> Number:
    """Share of the cases whose class the model got right.

    Use it when classes are about equally common and every mistake costs the same.

    >>> accuracy(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.8
    """
    counts = every_class(counts)
    return ratio(counts.correct, counts.cases)


@metric(
    label="Error rate",
    aliases=("misclassification_rate",),
    formula="1 - accuracy",
    bounds=(0, 1),
    better="lower",
    undefined="there are no cases",
    share_of="cases",
    reading="Of 100 cases the model gets {hundred} wrong.",
)
def error_rate(counts: ClassCounts) -> Number:
    """Share of the cases whose class the model got wrong.

    >>> error_rate(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.2
    """
    counts = every_class(counts)
    return ratio(counts.cases - counts.correct, counts.cases)


@averaged
@metric(
    label="Recall",
    aliases=("tpr", "sensitivity", "hit_rate", "recall_rate", "true_positive_rate", "probability_of_detection"),
    formula="TP / (TP + FN)",
    bounds=(0, 1),
    better="higher",
    undefined="no case is {positive}",
    share_of="positives",
    headline=True,
    reading="Of 100 cases that are {positive}, the model finds {hundred}.",
)
def recall(counts: BinaryCounts) -> Number:
    """Share of the positive cases that the model found.

    Use it when a missed case is what hurts. It does not depend on how common the positive class is.

    >>> recall(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.75
    """
    return ratio(counts.tp, counts.positives)


@averaged
@metric(
    label="Specificity",
    aliases=("tnr", "selectivity", "spc", "true_negative_rate"),
    formula="TN / (TN + FP)",
    bounds=(0, 1),
    better="higher",
    undefined="every case is {positive}",
    share_of="negatives",
    headline=True,
    reading="Of 100 cases that are not {positive}, the model passes {hundred}.",
)
def specificity(counts: BinaryCounts) -> Number:
    """Share of the negative cases that the model left alone.

    >>> round(specificity(BinaryCounts(tp=6, fp=2, fn=2, tn=10)), 4)
    0.8333
    """
    return ratio(counts.tn, counts.negatives)


@averaged
@metric(
    label="Precision",
    aliases=("ppv", "positive_predictive_value"),
    formula="TP / (TP + FP)",
    bounds=(0, 1),
    better="higher",
    undefined="the model never answered {positive}",
    share_of="called",
    headline=True,
    reading="Of 100 it flags, {hundred} are {positive}.",
    beware="It falls as the positive class becomes rarer; precision_at_prevalence carries it over to another mix.",
)
def precision(counts: BinaryCounts) -> Number:
    """Share of the cases called positive that are positive.

    Use it when a false alarm is what hurts.

    >>> precision(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.75
    """
    return ratio(counts.tp, counts.called)


@averaged
@metric(
    label="Negative predictive value",
    aliases=("npv",),
    formula="TN / (TN + FN)",
    bounds=(0, 1),
    better="higher",
    undefined="the model always answered {positive}",
    share_of="passed",
    reading="Of 100 it does not flag, {hundred} are indeed not {positive}.",
)
def negative_predictive_value(counts: BinaryCounts) -> Number:
    """Share of the cases called negative that are negative.

    >>> round(negative_predictive_value(BinaryCounts(tp=6, fp=2, fn=2, tn=10)), 4)
    0.8333
    """
    return ratio(counts.tn, counts.passed)


@averaged
@metric(
    label="False positive rate",
    aliases=("fpr", "fall_out", "false_alarm_rate", "probability_of_false_alarm", "type_i_error", "significance_level"),
    formula="FP / (FP + TN)",
    bounds=(0, 1),
    better="lower",
    undefined="every case is {positive}",
    share_of="negatives",
    reading="Of 100 cases that are not {positive}, the model raises {hundred} false alarms.",
    beware="'Type I error' also names the count of false positives; that is the FP cell of the confusion table. "
    "A significance level is a bound chosen beforehand, this is the rate observed.",
)
def false_positive_rate(counts: BinaryCounts) -> Number:
    """Share of the negative cases that the model called positive: 1 - specificity.

    >>> round(false_positive_rate(BinaryCounts(tp=6, fp=2, fn=2, tn=10)), 4)
    0.1667
    """
    return ratio(counts.fp, counts.negatives)


@averaged
@metric(
    label="False negative rate",
    aliases=("fnr", "miss_rate", "type_ii_error"),
    formula="FN / (FN + TP)",
    bounds=(0, 1),
    better="lower",
    undefined="no case is {positive}",
    share_of="positives",
    reading="Of 100 cases that are {positive}, the model misses {hundred}.",
    beware="'Type II error' also names the count of false negatives; that is the FN cell of the confusion table.",
)
def false_negative_rate(counts: BinaryCounts) -> Number:
    """Share of the positive cases that the model missed: 1 - recall.

    >>> false_negative_rate(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.25
    """
    return ratio(counts.fn, counts.positives)


@averaged
@metric(
    label="False discovery rate",
    aliases=("fdr",),
    formula="FP / (FP + TP)",
    bounds=(0, 1),
    better="lower",
    undefined="the model never answered {positive}",
    share_of="called",
    reading="Of 100 it flags, {hundred} are not {positive}.",
)
def false_discovery_rate(counts: BinaryCounts) -> Number:
    """Share of the cases called positive that are negative: 1 - precision.

    >>> false_discovery_rate(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.25
    """
    return ratio(counts.fp, counts.called)


@averaged
@metric(
    label="False omission rate",
    aliases=("for",),
    formula="FN / (FN + TN)",
    bounds=(0, 1),
    better="lower",
    undefined="the model always answered {positive}",
    share_of="passed",
    reading="Of 100 it does not flag, {hundred} are {positive} all the same.",
)
def false_omission_rate(counts: BinaryCounts) -> Number:
    """Share of the cases called negative that are positive.

    >>> round(false_omission_rate(BinaryCounts(tp=6, fp=2, fn=2, tn=10)), 4)
    0.1667
    """
    return ratio(counts.fn, counts.passed)


@metric(
    label="Prevalence",
    formula="(TP + FN) / n",
    bounds=(0, 1),
    better="neither",
    undefined="there are no cases",
    share_of="total",
    reading="Of 100 cases, {hundred} are {positive}.",
)
def prevalence(counts: BinaryCounts) -> Number:
    """Share of the cases that are positive: a fact about the data, not about the model.

    >>> prevalence(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.4
    """
    return ratio(counts.positives, counts.total)


@metric(
    label="Predicted positive rate",
    aliases=("selection_rate", "flagged_rate", "alert_rate", "acceptance_rate"),
    formula="(TP + FP) / n",
    bounds=(0, 1),
    better="neither",
    undefined="there are no cases",
    share_of="total",
    reading="Of 100 cases the model calls {hundred} {positive}.",
    beware="It says nothing of whether the calls are right. Demographic parity asks that it be the same in every "
    "slice; where slices differ in prevalence, a model without errors breaks that too.",
)
def predicted_positive_rate(counts: BinaryCounts) -> Number:
    """Share of the cases that the model called positive, rightly or not.

    Use it between slices (demographic parity, disparate impact), or for the work that alarms make. Beside the
    prevalence it says whether the model calls too many or too few cases positive.

    >>> predicted_positive_rate(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.4
    """
    return ratio(counts.called, counts.total)
