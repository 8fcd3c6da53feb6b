"""Agreement of truth and prediction over all classes, corrected for what chance alone would give."""

from __future__ import annotations

import numpy as np

from assay.checks.words import one_of
from assay.errors import metrics as errors
from assay.metrics.averages import macro
from assay.metrics.cards import metric
from assay.metrics.families import Need
from assay.metrics.labels.rates import recall
from assay.stats.arithmetic import Number, Numbers, over_classes, plain, ratio, root
from assay.summaries.binary_counts import ClassCounts, every_class
from assay.summaries.view import SquareCounts

BY_CHANCE = "truth and prediction are both always the same class, so chance alone agrees perfectly"


@metric(
    label="Balanced accuracy",
    aliases=("bacc",),
    formula="mean of the classes' recalls = (TPR + TNR) / 2",
    bounds=(0, 1),
    better="higher",
    undefined="a class has no cases",
    requires=(Need.BOTH_CLASSES,),
    of_mean_recall=(1, 0),
    headline=True,
    reading="With all classes equally common, of 100 cases the model would get {hundred} right.",
    beware="One document calls (TPR + TNR) / 2 the AUC; it is the area under one operating point, not under the curve.",
)
def balanced_accuracy(counts: ClassCounts) -> Number:
    """Accuracy the model would have if every class were equally common.

    >>> from assay.metrics import BinaryCounts
    >>> balanced_accuracy(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    0.75
    """
    return macro(recall, every_class(counts))


@metric(
    label="MCC",
    aliases=("matthews_correlation", "phi_coefficient"),
    formula="(TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN))",
    bounds=(-1, 1),
    better="higher",
    undefined="truth or prediction is always the same class",
    requires=(Need.BOTH_CLASSES,),
    headline=True,
    reading="The correlation of truth and prediction (MCC) is {value}: 0 is guessing, 1 is perfect.",
    reference="Matthews 1975; several classes: Gorodkin 2004",
)
def mcc(counts: ClassCounts) -> Number:
    """Correlation between truth and prediction; fair when classes are unequal.

    >>> from assay.metrics import BinaryCounts
    >>> mcc(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    0.5
    """
    right, truth, predicted = _shares(every_class(counts))
    covariance = right - over_classes(truth * predicted)
    spread = (1 - over_classes(truth**2)) * (1 - over_classes(predicted**2))
    return plain(np.clip(ratio(covariance, root(np.where(spread < 1e-15, 0.0, spread))), -1, 1))


@metric(
    label="Cohen's kappa",
    aliases=("cohen_kappa",),
    formula="(p_o - p_e) / (1 - p_e)",
    bounds=(-1, 1),
    better="higher",
    undefined=BY_CHANCE,
    requires=(Need.BOTH_CLASSES,),
    variant="kappa_weighted",
    reading="Kappa, the agreement beyond chance, is {value}: 0 is chance, 1 is perfect.",
    reference="Cohen 1960",
)
def kappa(counts: ClassCounts) -> Number:
    """Agreement of truth and prediction beyond what their class frequencies alone would give.

    For ordered classes use kappa(weights=linear) or kappa(weights=quadratic).

    >>> from assay.metrics import BinaryCounts
    >>> kappa(BinaryCounts(tp=6, fp=2, fn=2, tn=6))
    0.5
    """
    right, truth, predicted = _shares(every_class(counts))
    chance = over_classes(truth * predicted)
    return ratio(right - chance, np.where(1 - chance < 1e-15, 0.0, 1 - chance))


@metric(
    label="Weighted kappa",
    formula="1 - sum w O / sum w E, w = |i - j| or (i - j)²",
    bounds=(-1, 1),
    better="higher",
    undefined=BY_CHANCE,
    requires=(Need.BOTH_CLASSES,),
    needs=("weights",),
    reading="{label}, the agreement beyond chance with near misses forgiven, is {value}.",
    beware="The classes are taken in the order of labels=; without it, in sorted order.",
    reference="Cohen 1968",
)
def kappa_weighted(counts: SquareCounts, weights: str) -> Number:
    """Kappa for ordered classes: a mistake counts by its distance (linear) or squared distance (quadratic).

    >>> kappa_weighted(SquareCounts(np.array([[6.0, 2.0], [2.0, 6.0]])), weights="linear")
    0.5
    """
    if one_of(weights, ("linear", "quadratic")) is None:
        raise errors.parameter_range("kappa", "weights", weights, "linear or quadratic")
    cells = counts.cells
    place = np.arange(cells.shape[-1])
    distance = np.abs(place[:, None] - place[None, :]).astype(float) ** (1 if weights == "linear" else 2)
    expected = cells.sum(axis=-1)[..., :, None] * cells.sum(axis=-2)[..., None, :]
    observed_loss = np.sum(distance * cells, axis=(-2, -1)) * cells.sum(axis=(-2, -1))
    return 1 - ratio(plain(observed_loss), plain(np.sum(distance * expected, axis=(-2, -1))))


def _shares(counts: ClassCounts) -> tuple[Number, Numbers, Numbers]:
    """Return the share of cases that are right, of each true class and of each predicted class."""
    cases = np.asarray(counts.cases)[..., None]
    truth, predicted = np.asarray(ratio(counts.positives, cases)), np.asarray(ratio(counts.called, cases))
    return ratio(counts.correct, counts.cases), truth, predicted
