"""From truth and scores to a summary with its task: the first half of every evaluation of scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.engines import memory, score_memory, score_stream, stream
from assay.errors import columns as column_errors
from assay.errors import labels as label_errors
from assay.errors import scores as errors
from assay.errors import values as value_errors
from assay.frontdoors.label_sources import Reduced, check_multilabel, dropped_notes, float_notes, reduce_rows
from assay.frontdoors.thresholds import counts_at
from assay.inputs.labels import LabelColumn
from assay.inputs.profiles import regression_reason
from assay.inputs.scores import ScoreRows, ScoreStream, read_score_source
from assay.inputs.sources import Handed
from assay.inputs.tasks import Seen, Task, label_task, refuse_fractions
from assay.results.note import Note
from assay.summaries.label_counts import LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable

USUAL_THRESHOLD = 0.5


@dataclass(frozen=True)
class ReducedScores:
    """Scores, reduced, and the labels they lead to (None if no threshold says so)."""

    scores: ScoreTable | ScoreCases
    task: Task
    engine: str
    labels: Reduced | None
    threshold: float | None
    notes: tuple[Note, ...]


def reduce_scores(
    handed: Handed, score: object, task: str | None, positive: object, threshold: float | None
) -> ReducedScores:
    """Reduce scores, from memory or from a stream; labels come from the predictions, or from a threshold."""
    if threshold is not None and handed.prediction is not None:
        raise column_errors.conflicting("threshold", "prediction")
    source = read_score_source(handed, score)
    if isinstance(source, ScoreStream):
        return _streamed(source, handed, task, positive, threshold)
    if source.indicator is not None:
        return _several_labels(source, task, positive, threshold)
    column = source.truth
    if column is None:
        raise LookupError("scores without truth")
    source = replace(source, classes=_as_labels(source.classes, (*column.labels, *(handed.labels or ()))))
    found = _task(column, handed, task, positive, source.classes, source.score.ndim == 2)
    notes = (*dropped_notes(source.dropped), *float_notes((column,)))
    if found.name == "binary":
        return _two_classes(source, column, found, threshold, notes)
    if threshold is not None:
        raise errors.threshold_for_several()
    return _many_classes(source, column, found, notes)


def _as_labels(classes: tuple[object, ...] | None, labels: tuple[object, ...]) -> tuple[object, ...] | None:
    """Read the names of score columns as labels: "1" names the class 1 where no class is called "1"."""
    if classes is None:
        return None
    by_text = {str(label): label for label in labels}
    return tuple(name if name in labels else by_text.get(str(name), name) for name in classes)


def _task(
    column: LabelColumn,
    handed: Handed,
    task: str | None,
    positive: object,
    classes: tuple[object, ...] | None,
    several: bool,
) -> Task:
    """Choose the task; one column of scores cannot belong to amounts, several may belong to many whole numbers."""
    reason = regression_reason(column.profile)
    undecided = task is None and handed.labels is None
    if reason is not None and undecided and (not several or column.example is not None):
        raise value_errors.score_for_amounts(reason)
    refuse_fractions(column.name, column.example, truth=True)
    declared = handed.labels
    if declared is None and classes is not None and all(label in classes for label in column.labels):
        declared = list(sorted_labels(set(classes)))
    return label_task(Seen(column.name, column.labels, column.labels, declared, "holds"), task, positive)


def _two_classes(
    source: ScoreRows,
    column: LabelColumn,
    task: Task,
    threshold: float | None,
    notes: tuple[Note, ...],
) -> ReducedScores:
    place = task.positive or 0
    positive = score_memory.is_label(column, task.labels[place])
    if source.score.ndim == 2:
        notes = (*notes, *_sum_notes(source.score))
        source = replace(source, score=_column_of(source, task, place))
    keep = (USUAL_THRESHOLD,) if threshold is None else (USUAL_THRESHOLD, threshold)
    table = score_memory.tabulate(source, positive, keep)
    labels, used = _labels_of(table, task, source.labels_from, memory.NAME, threshold)
    return ReducedScores(table, task, memory.NAME, labels, used, notes)


def _sum_notes(score: NDArray[np.floating]) -> tuple[Note, ...]:
    """Say how many rows of two columns do not add up to 1."""
    off = int(np.count_nonzero(np.abs(score.sum(axis=1) - 1) > 1e-6)) if score.shape[1] == 2 else 0
    if not off:
        return ()
    message = (
        f"{off:,} of {len(score):,} cases have two scores that do not add up to 1. Only the positive class's column "
        "was judged, as it is."
    )
    return (Note("sums", message),)


def _column_of(source: ScoreRows, task: Task, place: int) -> NDArray[np.floating]:
    """Take the positive class's column of two, as predict_proba gives them, or the one that is named after it."""
    order = source.classes
    if order is None or (not source.named and not set(order) & set(task.labels)):
        if source.score.shape[1] != 2:
            raise errors.wrong_width(source.score.shape[1], task.labels)
        order = task.labels
    for name in order:
        if name not in task.labels:
            raise errors.unknown_class(name, task.labels)
    if task.labels[place] not in order:
        raise errors.missing_class(task.labels[place])
    return np.asarray(source.score[:, list(order).index(task.labels[place])])


def _streamed(
    source: ScoreStream, handed: Handed, task: str | None, positive: object, threshold: float | None
) -> ReducedScores:
    column = score_stream.truth_column(source)
    found = _task(column, handed, task, positive, None, several=False)
    if found.positive is None:
        raise errors.one_column_for_several(found.labels)
    of = _as_labels(None if source.of is None else (source.of,), found.labels)
    if of and of[0] != found.labels[found.positive]:
        if of[0] not in found.labels:
            raise errors.unknown_class(of[0], found.labels)
        raise errors.missing_class(found.labels[found.positive])
    keep = (USUAL_THRESHOLD,) if threshold is None else (USUAL_THRESHOLD, threshold)
    table, dropped = score_stream.tabulate(source, found.labels[found.positive], keep)
    complete = source.frame.filter(score_stream.complete(source)) if dropped else handed.data
    labels, used = _labels_of(table, found, replace(handed, data=complete), stream.NAME, threshold)
    return ReducedScores(table, found, stream.NAME, labels, used, (*dropped_notes(dropped), *float_notes((column,))))


def _labels_of(
    table: ScoreTable, task: Task, handed: Handed, engine: str, threshold: float | None
) -> tuple[Reduced | None, float | None]:
    """Return the labels: predicted, or cut at a threshold; none where the scores are no probabilities."""
    if handed.prediction is not None:
        positive = task.labels[task.positive or 0]
        return reduce_rows(replace(handed, labels=list(task.labels)), task.name, positive), None
    if threshold is None and not table.probabilities:
        return None, None
    used = USUAL_THRESHOLD if threshold is None else threshold
    place = task.positive or 0
    ordered = (task.labels[1 - place], task.labels[place])
    summary = counts_at(table, used, ordered)
    return Reduced(summary, replace(task, labels=ordered, positive=1), engine), used


def _many_classes(source: ScoreRows, column: LabelColumn, task: Task, notes: tuple[Note, ...]) -> ReducedScores:
    if source.score.ndim == 1:
        raise errors.one_column_for_several(task.labels)
    scores, by_place = _ordered_columns(source, task.labels)
    if by_place:
        notes = (*notes, Note("by-position", "The score columns carry names of their own; they were taken in order."))
    truth = np.stack([score_memory.is_label(column, label) for label in task.labels], axis=1)
    cases = score_memory.collect_cases(source, task.labels, truth, scores)
    if source.labels_from.prediction is not None:
        labels = reduce_rows(replace(source.labels_from, labels=list(task.labels)), task.name, None)
    else:
        labels = Reduced(_highest(cases), task, memory.NAME)
    return ReducedScores(cases, task, memory.NAME, labels, None, notes)


def _ordered_columns(source: ScoreRows, labels: tuple[object, ...]) -> tuple[NDArray[np.floating], bool]:
    """Line the score columns up with the labels; say whether foreign names made that a matter of position."""
    if source.classes is None or (not source.named and not set(source.classes) & set(labels)):
        if source.score.shape[1] != len(labels):
            raise errors.wrong_width(source.score.shape[1], labels)
        return source.score, source.classes is not None
    for label in source.classes:
        if label not in labels:
            raise errors.unknown_class(label, labels)
    for label in labels:
        if label not in source.classes:
            raise errors.missing_class(label)
    return np.asarray(source.score[:, [source.classes.index(label) for label in labels]]), False


def _highest(cases: ScoreCases) -> LabelCounts:
    """Count truth against the class of the highest score."""
    size = cases.size
    cell = cases.truth.argmax(axis=1) * size + cases.scores.argmax(axis=1)
    if cases.weight is None:
        counts = np.bincount(cell, minlength=size**2).reshape(size, size).astype(float)
        return LabelCounts(cases.labels, counts, counts, cases.rows)
    weights, squares = (
        np.bincount(cell, values, size**2).reshape(size, size).astype(float)
        for values in (cases.weight, cases.weight**2)
    )
    fourth = float(np.sum(cases.weight**4))
    return LabelCounts(cases.labels, weights, squares, cases.rows, weighted=True, fourth=fourth)


def _several_labels(source: ScoreRows, asked: str | None, positive: object, threshold: float | None) -> ReducedScores:
    handed, indicator = source.labels_from, source.indicator
    if indicator is None:
        raise LookupError("no indicator")
    check_multilabel(asked, positive)
    if handed.labels is not None and len(handed.labels) != indicator.shape[1]:
        raise label_errors.label_columns(len(handed.labels), indicator.shape[1])
    if source.score.ndim != 2 or source.score.shape[1] != indicator.shape[1]:
        raise label_errors.widths_differ(indicator.shape[1], 1 if source.score.ndim == 1 else source.score.shape[1])
    labels = tuple(handed.labels or source.classes or range(indicator.shape[1]))
    task = Task("multilabel", f"`truth` has {len(labels)} columns of 0 and 1", labels)
    cases = score_memory.collect_cases(source, labels, indicator, source.score)
    used = threshold if threshold is not None else (USUAL_THRESHOLD if cases.probabilities else None)
    reduced = None
    if handed.prediction is not None:
        reduced, used = reduce_rows(replace(handed, labels=list(labels)), task.name, None), None
    elif used is not None:
        summary = LabelSets.of_rows(labels, indicator, cases.scores >= used, source.weight)
        reduced = Reduced(summary, task, memory.NAME, part="label")
    return ReducedScores(cases, task, memory.NAME, reduced, used, dropped_notes(source.dropped))
