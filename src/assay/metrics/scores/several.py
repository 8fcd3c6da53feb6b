"""Areas for several classes or several labels: each against the rest, averaged; and every pair of classes."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.metrics.families import ClassAreas, ClassPrecisions, PairAreas, TopShare
from assay.metrics.scores.areas import average_precision, roc_auc
from assay.stats.arithmetic import Numbers, ratio
from assay.summaries.class_scores import ClassScores
from assay.summaries.score_cases import ScoreCases

ABSENT = "a class has no cases, or every case"


def each_area(cases: ClassScores) -> Numbers:
    """Return the ROC AUC of every class against the rest."""
    if isinstance(cases, ScoreCases):
        return np.array([column.area for column in cases.columns])
    return np.array([roc_auc(table) for table in cases.tables], dtype=float)


def each_precision(cases: ClassScores) -> Numbers:
    """Return the average precision of every class."""
    if isinstance(cases, ScoreCases):
        return np.array([column.precision for column in cases.columns])
    return np.array([average_precision(table) for table in cases.tables], dtype=float)


@metric(
    label="ROC AUC, macro",
    aliases=("roc_auc_ovr", "auc_macro"),
    formula="mean over classes of each one's ROC AUC against the rest",
    bounds=(0, 1),
    better="higher",
    undefined=ABSENT,
    family=ClassAreas(),
    headline=True,
    reading="The area under the ROC curve, the plain mean over the classes, is {value}.",
)
def roc_auc_macro(cases: ClassScores) -> float:
    """Mean over classes (or labels) of how well each one's score tells it from the rest."""
    return float(each_area(cases).mean())


@metric(
    label="ROC AUC, weighted",
    aliases=("auc_weighted",),
    formula="mean over classes of each one's ROC AUC, weighted by its cases",
    bounds=(0, 1),
    better="higher",
    undefined=ABSENT,
    family=ClassAreas(weighted=True),
    reading="The area under the ROC curve, the mean over the classes by their cases, is {value}.",
)
def roc_auc_weighted(cases: ClassScores) -> float:
    """Mean over classes of how well each one's score tells it from the rest, common classes counting more."""
    return float(each_area(cases) @ cases.support / cases.support.sum())


@metric(
    label="ROC AUC, pairs of classes",
    aliases=("hand_till", "auc_ovo"),
    formula="mean over pairs of classes of (A(i|j) + A(j|i)) / 2",
    bounds=(0, 1),
    better="higher",
    undefined=ABSENT,
    family=PairAreas(),
    reading="The mean area over all pairs of classes (Hand and Till) is {value}.",
    reference="Hand & Till 2001",
)
def roc_auc_ovo(cases: ClassScores) -> float:
    """Mean over pairs of classes of how well the scores tell the two apart; free of how common classes are."""
    if not cases.exclusive or not cases.paired:
        return float("nan")
    if isinstance(cases, ScoreCases):
        return float(ratio(float(pair_areas(cases).sum()), cases.size * (cases.size - 1)))
    return float(np.mean([pair_area(cases, left, right) for left, right in combinations(range(cases.size), 2)]))


def pair_areas(cases: ScoreCases) -> Numbers:
    """Return how well each class (row) is told from each other one (column) by its own score, 0 on the diagonal.

    Each score is looked up once among those of the class that it is for, whatever pairs it is part of.
    """
    own, support = cases.truth.argmax(axis=1), cases.support
    areas = np.zeros((cases.size, cases.size))
    for k, column in enumerate(cases.columns):
        wins = np.bincount(own, cases.case_weight * column.own_above[column.places], cases.size).astype(float)
        areas[k] = ratio(wins, support * support[k])
        areas[k, k] = 0.0
    return areas


def pair_area(cases: ClassScores, left: int, right: int) -> float:
    """Return (A(i|j) + A(j|i)) / 2 of two classes, over their cases alone."""
    return float(np.mean([float(roc_auc(table)) for table in cases.pair(left, right)]))


@metric(
    label="Average precision, macro",
    aliases=("ap_macro", "map_score"),
    formula="mean over classes of each one's average precision",
    bounds=(0, 1),
    better="higher",
    undefined=ABSENT,
    family=ClassPrecisions(),
    headline=True,
    reading="Average precision, the plain mean over the classes, is {value}.",
)
def average_precision_macro(cases: ClassScores) -> float:
    """Mean over classes (or labels) of the area under each one's PR steps."""
    return float(each_precision(cases).mean())


@metric(
    label="Average precision, weighted",
    aliases=("ap_weighted",),
    formula="mean over classes of each one's average precision, weighted by its cases",
    bounds=(0, 1),
    better="higher",
    undefined=ABSENT,
    family=ClassPrecisions(weighted=True),
    reading="Average precision, the mean over the classes by their cases, is {value}.",
)
def average_precision_weighted(cases: ClassScores) -> float:
    """Mean over classes of the area under each one's PR steps, common classes counting more."""
    return float(each_precision(cases) @ cases.support / cases.support.sum())


@metric(
    label="Top-k accuracy",
    formula="share of cases whose class is among the k highest scores",
    bounds=(0, 1),
    better="higher",
    undefined="there are no cases",
    family=TopShare(),
    needs=("k",),
    reading="{label}: of 100 cases, {hundred} have their class among the first.",
    beware="Equal scores at the border count as scikit-learn counts them: the class of the later column stands higher.",
)
def top_k_accuracy(cases: ClassScores, k: int) -> float:
    """Share of the cases whose true class is among the k that the model scores highest.

    >>> import assay
    >>> scores = [[0.8, 0.1, 0.1], [0.5, 0.4, 0.1], [0.5, 0.4, 0.1]]
    >>> metrics = ["top_k_accuracy(k=1)", "top_k_accuracy(k=2)"]
    >>> ev = assay.evaluate(["a", "b", "c"], score=scores, labels=["a", "b", "c"], metrics=metrics)
    >>> [round(ev[name].value, 3) for name in metrics]
    [0.333, 0.667]
    """
    return float(cases.ranks[: checked_k(cases.size, k)].sum() / cases.total)


def top_k_hits(cases: ScoreCases, k: int) -> Numbers:
    """Return 1 for every case whose class is among the k highest scores."""
    return (cases.places < checked_k(cases.size, k)).astype(float)


def checked_k(size: int, k: int) -> int:
    """Return how many scores to look at, refusing more than there are."""
    if not (isinstance(k, int) and 1 <= k <= size):
        raise errors.parameter_range("top_k_accuracy", "k", k, f"A whole number from 1 to {size}")
    return k
