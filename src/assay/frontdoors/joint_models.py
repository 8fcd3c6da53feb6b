"""The answers and scores of several models on the same cases, joined for paired tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from assay.comparisons.paired_scores import ScorePairs
from assay.comparisons.paired_several import SeveralScorePairs
from assay.frontdoors.score_sources import reduce_scores
from assay.inputs.labels import LabelColumn, read_labels
from assay.inputs.models import ModelRows
from assay.inputs.numbers import A_SCORE, read_numbers
from assay.inputs.sources import Handed
from assay.results.evaluation import Evaluation
from assay.summaries.joint_labels import JointLabels
from assay.summaries.label_counts import sorted_labels
from assay.summaries.score_cases import ScoreCases


def join_labels(
    rows: ModelRows, truth: LabelColumn, evaluations: Mapping[object, Evaluation], weight: np.ndarray | None
) -> JointLabels | None:
    """Join truth and labels (predicted, or cut from scores); None where some model has no labels."""
    first = evaluations[rows.models[0]]
    if any(one.confusion is None for one in evaluations.values()) or first.confusion is None:
        return None
    tables = [one.confusion for one in evaluations.values() if one.confusion is not None]
    labels = sorted_labels({label for table in tables for label in table.labels})
    if first.positive is not None:
        labels = (*(label for label in labels if label != first.positive), first.positive)
    place = {label: code for code, label in enumerate(labels)}
    answers = tuple(_answers(rows, model, evaluations[model], place) for model in rows.models)
    codes = np.array([place[label] for label in truth.labels], dtype=np.intp)[truth.codes]
    positive = None if first.positive is None else len(labels) - 1
    return JointLabels(labels, codes, answers, weight, positive)


def _answers(rows: ModelRows, model: object, evaluation: Evaluation, place: dict[Any, int]) -> np.ndarray:
    """Return the codes of a model's labels: predicted, cut at the threshold, or the class of the highest score."""
    if model in rows.predictions:
        column = read_labels(rows.predictions[model], str(model))
        return np.array([place[_plain(label, place)] for label in column.labels], dtype=np.intp)[column.codes]
    score = rows.scores[model]
    labels = evaluation.confusion.labels if evaluation.confusion else ()
    if evaluation.choices.threshold is not None:
        positive = place[evaluation.positive]
        other = next(place[label] for label in labels if label != evaluation.positive)
        numbers = np.asarray(score if score.ndim == 1 else score[:, -1], dtype=float)
        return np.where(numbers >= evaluation.choices.threshold, positive, other)
    highest = np.argmax(np.asarray(score, dtype=float), axis=1)
    return np.asarray(np.array([place[label] for label in labels], dtype=np.intp)[highest])


def _plain(label: Any, place: dict[Any, int]) -> Any:
    return label if label in place else int(label)


def score_pairs(
    rows: ModelRows, truth: LabelColumn, first: Evaluation, weight: np.ndarray | None, level: float, seed: int
) -> ScorePairs | None:
    """Return the scores of a two-class task, None where they are of another kind."""
    if first.task != "binary" or any(model not in rows.scores for model in rows.models):
        return None
    arrays = [_of_positive(rows.scores[model], truth, first.positive) for model in rows.models]
    if any(array.ndim != 1 for array in arrays):
        return None
    flags = np.array([label == first.positive for label in truth.labels], dtype=bool)[truth.codes]
    kept = slice(None) if weight is None else weight > 0
    numbers = [read_numbers(array, str(model), A_SCORE) for model, array in zip(rows.models, arrays, strict=True)]
    epsilons = tuple(float(np.finfo(array.dtype).eps) for array in numbers)
    scores = tuple(array.astype(float)[kept] for array in numbers)
    return ScorePairs(flags[kept], scores, None if weight is None else weight[kept], level, seed, epsilons)


def _of_positive(score: np.ndarray, truth: LabelColumn, positive: object) -> np.ndarray:
    """Take the positive class's column of two, in the order of the labels."""
    if score.ndim != 2 or score.shape[1] != 2:
        return score
    larger = all(label == positive or not label > positive for label in truth.labels)
    return score[:, 1 if larger else 0]


def several_pairs(rows: ModelRows, options: dict[str, Any], level: float, seed: int) -> SeveralScorePairs | None:
    """Return the scores of several classes (or labels), lined up with the labels as evaluate does."""
    found = []
    for model in rows.models:
        if model not in rows.scores:
            return None
        handed = Handed(rows.truth, None, rows.weight, None, "error", options["labels"], options["task"])
        reduced = reduce_scores(handed, rows.scores[model], options["task"], options["positive"], None)
        if not isinstance(reduced.scores, ScoreCases):
            return None
        found.append(reduced.scores)
    return SeveralScorePairs(tuple(found), level, seed)
