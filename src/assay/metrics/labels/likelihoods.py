"""Ratios and sums of the rates of one table: how much an answer tells, and how well two classes are told apart."""

from __future__ import annotations

import math

from assay.metrics.cards import metric
from assay.metrics.families import Need
from assay.metrics.labels.rates import (
    false_negative_rate,
    false_positive_rate,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)
from assay.stats.arithmetic import Number, ratio, root
from assay.stats.checks import check_share
from assay.summaries.binary_counts import BinaryCounts

ONE_CLASS = "a class has no cases"


@metric(
    label="Positive likelihood ratio",
    aliases=("lr_plus", "plr"),
    formula="TPR / FPR",
    bounds=(0, math.inf),
    better="higher",
    undefined="the model raised no false alarm, or a class has no cases",
    requires=(Need.BOTH_CLASSES,),
    reading="A call of {positive} is {value} times as likely for a case that is {positive} as for one that is not.",
)
def likelihood_ratio_positive(counts: BinaryCounts) -> Number:
    """How many times likelier a positive answer is in positive cases than in negative ones.

    >>> likelihood_ratio_positive(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    3.0
    """
    return ratio(recall(counts), false_positive_rate(counts))


@metric(
    label="Negative likelihood ratio",
    aliases=("lr_minus", "nlr"),
    formula="FNR / TNR",
    bounds=(0, math.inf),
    better="lower",
    undefined="the model passed no negative case, or a class has no cases",
    requires=(Need.BOTH_CLASSES,),
    reading="A case the model passes is {value} times as likely where it is {positive} as where it is not.",
)
def likelihood_ratio_negative(counts: BinaryCounts) -> Number:
    """How many times likelier a negative answer is in positive cases than in negative ones.

    >>> round(likelihood_ratio_negative(BinaryCounts(tp=6, fp=2, fn=2, tn=6)), 4)
    0.3333
    """
    return ratio(false_negative_rate(counts), specificity(counts))


@metric(
    label="Diagnostic odds ratio",
    aliases=("dor",),
    formula="LR+ / LR- = TP TN / (FP FN)",
    bounds=(0, math.inf),
    better="higher",
    undefined="the model made no false alarm, or missed nothing",
    reading="The odds of a call of {positive} are {value} times as high where it is so as where it is not.",
    reference="Glas et al. 2003",
)
def diagnostic_odds_ratio(counts: BinaryCounts) -> Number:
    """Odds of a positive answer in positive cases over the odds in negative ones.

    >>> diagnostic_odds_ratio(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    9.0
    """
    return ratio(counts.tp * counts.tn, counts.fp * counts.fn)


@metric(
    label="Informedness",
    aliases=("youden_j", "bookmaker_informedness"),
    formula="TPR + TNR - 1",
    bounds=(-1, 1),
    better="higher",
    undefined=ONE_CLASS,
    requires=(Need.BOTH_CLASSES,),
    of_mean_recall=(2, -1),
    reading="Informedness is {value}: 0 is guessing, 1 is perfect, below 0 worse than guessing.",
    reference="Youden 1950",
)
def informedness(counts: BinaryCounts) -> Number:
    """How much better than guessing the model tells the two classes apart.

    >>> informedness(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    0.5
    """
    return recall(counts) + specificity(counts) - 1


@metric(
    label="Markedness",
    aliases=("delta_p",),
    formula="PPV + NPV - 1",
    bounds=(-1, 1),
    better="higher",
    undefined="the model gave only one answer",
    reading="Markedness is {value}: how far the model's two answers point to different classes.",
    reference="Powers 2011",
)
def markedness(counts: BinaryCounts) -> Number:
    """How trustworthy the model's two answers are, together.

    >>> markedness(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    0.5
    """
    return precision(counts) + negative_predictive_value(counts) - 1


@metric(
    label="G-mean",
    aliases=("geometric_mean",),
    formula="sqrt(TPR TNR)",
    bounds=(0, 1),
    better="higher",
    undefined=ONE_CLASS,
    requires=(Need.BOTH_CLASSES,),
    reading="The geometric mean of recall and specificity is {value}.",
    reference="Kubat & Matwin 1997",
)
def g_mean(counts: BinaryCounts) -> Number:
    """Geometric mean of recall and specificity; 0 as soon as one class is missed altogether.

    >>> g_mean(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    0.75
    """
    return root(recall(counts) * specificity(counts))


@metric(
    label="Precision at another prevalence",
    formula="TPR q / (TPR q + FPR (1 - q)), q the prevalence",
    bounds=(0, 1),
    better="higher",
    undefined="a class has no cases, or nothing would be called {positive}",
    requires=(Need.BOTH_CLASSES,),
    needs=("prevalence",),
    reading="{label}: of 100 it flags there, {hundred} would be {positive}.",
)
def precision_at_prevalence(counts: BinaryCounts, prevalence: float) -> Number:
    """Precision the model would have where the positive class is as common as `prevalence`.

    >>> round(precision_at_prevalence(BinaryCounts(tp=90, fp=1, fn=10, tn=99), prevalence=0.001), 3)
    0.083
    """
    share = check_share("prevalence", prevalence)
    hits = recall(counts) * share
    return ratio(hits, hits + false_positive_rate(counts) * (1 - share))
