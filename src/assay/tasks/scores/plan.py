"""What exactly is judged of scores: which class they are of, and which labels they lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.engines.memory import Passing
from assay.engines.sources import Source
from assay.errors import columns as column_errors
from assay.errors import labels as label_errors
from assay.errors import scores as errors
from assay.errors import values as value_errors
from assay.inputs.profiles import ColumnProfile
from assay.inputs.regression_rule import regression_reason
from assay.inputs.roles import Role
from assay.inputs.tasks import Classes, Seen, label_task, refuse_fractions
from assay.metrics.families import Area, AveragePrecision, Distance
from assay.results.note import Note
from assay.summaries.label_counts import sorted_labels
from assay.tasks.labels.plan import LabelPlan, check_multilabel, dropped_notes, float_notes, plan_labels
from assay.tasks.requests import Request
from assay.tasks.scores.reducers import USUAL_THRESHOLD, CollectScores, TabulateClasses, TabulateScores

OF_ORDER = (Area, AveragePrecision, Distance)
"""Families of metrics that read nothing but the order of the scores."""

BY_POSITION = Note("by-position", "The score columns carry names of their own; they were taken in order.")


@dataclass(frozen=True, eq=False)
class ScorePlan:
    """Scores to judge; `labels` is the plan of the labels that were predicted beside them, if any were."""

    request: Request
    classes: Classes
    reducer: TabulateScores | CollectScores | TabulateClasses
    engine: str
    notes: tuple[Note, ...] = ()
    labels: LabelPlan | None = None


def plan_scores(request: Request, source: Source, model: object = None) -> ScorePlan:
    """Decide from the profile which classes there are, and which column scores which of them."""
    if request.threshold is not None and request.prediction is not None and not request.several:
        raise column_errors.conflicting("threshold", "prediction")
    profile, role = source.profile, source.role("score", model)
    truth = profile.labels("truth")
    width = profile.numbers("score", model).width if (role.stacked or _is_matrix(source, role)) else 0
    if truth.kind == "indicator":
        return _plan_sets(request, source, truth, width, model)
    names = _as_labels(role.names, (*truth.labels, *(request.labels or ())))
    classes = _classes(truth, request, names, bool(width))
    notes = (*dropped_notes(profile.dropped), *float_notes((truth,)))
    if classes.name == "binary":
        return _plan_two(request, source, classes, names, width, notes, model)
    if request.threshold is not None:
        raise errors.threshold_for_several()
    if not width:
        raise errors.one_column_for_several(classes.labels)
    order, by_place = _order(role, names, width, classes.labels)
    labels = _plan_predicted(request, source, classes, model)
    reducer = CollectScores(classes.labels, order, labels=None if labels is None else labels.reducer)
    notes = (*notes, *([BY_POSITION] if by_place else []))
    return ScorePlan(request, classes, _where_held(reducer, source), source.engine, notes, labels)


def _where_held(reducer: CollectScores, source: Source) -> CollectScores | TabulateClasses:
    """Keep the cases where they are held, else their tables; what is held and only summed in passing is held."""
    kept = source.kept or isinstance(source.table, Passing)
    return reducer if kept else TabulateClasses(reducer)


def _is_matrix(source: Source, role: Role) -> bool:
    """Say whether one column of the table holds a score for each class."""
    return source.profile.numbers(role.part, role.model).several


def _as_labels(names: tuple[object, ...] | None, labels: tuple[object, ...]) -> tuple[object, ...] | None:
    """Read the names of score columns as labels: "1" names the class 1 where no class is called "1"."""
    if names is None:
        return None
    by_text = {str(label): label for label in labels}
    return tuple(name if name in labels else by_text.get(str(name), name) for name in names)


def _classes(truth: ColumnProfile, request: Request, names: tuple[object, ...] | None, several: bool) -> Classes:
    """Choose the classes; one column of scores cannot belong to a regression, several may belong to many numbers."""
    reason = regression_reason(truth)
    undecided = request.task is None and request.labels is None
    if reason is not None and undecided and (not several or truth.example is not None):
        raise value_errors.score_for_regression(reason)
    refuse_fractions(truth.name, truth.example, truth=True)
    declared = request.labels
    if declared is None and names is not None and several and all(label in names for label in truth.labels):
        declared = list(sorted_labels(set(names)))
    seen = Seen(truth.name, truth.labels, truth.labels, declared, "holds")
    return label_task(seen, request.task, request.positive)


def _plan_two(
    request: Request, source: Source, classes: Classes, names: tuple[object, ...] | None, width: int,
    notes: tuple[Note, ...], model: object,
) -> ScorePlan:  # fmt: skip
    place = classes.positive or 0
    column = _column_of(source.role("score", model), names, width, classes, place) if width else None
    keep = (USUAL_THRESHOLD,) if request.threshold is None else (USUAL_THRESHOLD, request.threshold)
    labels = _plan_predicted(request, source, classes, model)
    of_labels = None if labels is None else labels.reducer
    reducer = TabulateScores(classes.labels[place], keep, column, of_labels, _reads_losses(request))
    return ScorePlan(request, classes, reducer, source.engine, notes, labels)


def _reads_losses(request: Request) -> bool:
    """Say whether a metric may read losses; those of labels, and of the order of the scores, surely do not."""
    if request.metrics is None:
        return True
    return not all(card.of_labels or isinstance(card.family, OF_ORDER) for card in request.metrics)


def _column_of(role: Role, names: tuple[object, ...] | None, width: int, classes: Classes, place: int) -> int:
    """Return the place of the positive class's column: as predict_proba orders them, or the one named after it."""
    order = names
    if order is None or (not role.chosen and not set(order) & set(classes.labels)):
        if width != 2:
            raise errors.wrong_width(width, classes.labels)
        order = classes.labels
    for name in order:
        if name not in classes.labels:
            raise errors.unknown_class(name, classes.labels)
    if classes.labels[place] not in order:
        raise errors.missing_class(classes.labels[place])
    return list(order).index(classes.labels[place])


def _order(
    role: Role, names: tuple[object, ...] | None, width: int, labels: tuple[object, ...]
) -> tuple[tuple[int, ...] | None, bool]:
    """Line the score columns up with the labels; say whether foreign names made that a matter of position."""
    if names is None or (not role.chosen and not set(names) & set(labels)):
        if width != len(labels):
            raise errors.wrong_width(width, labels)
        return None, names is not None
    for label in names:
        if label not in labels:
            raise errors.unknown_class(label, labels)
    for label in labels:
        if label not in names:
            raise errors.missing_class(label)
    return tuple(names.index(label) for label in labels), False


def _plan_predicted(request: Request, source: Source, classes: Classes, model: object) -> LabelPlan | None:
    """Plan for the labels that were predicted beside the scores."""
    if not source.has("prediction", model):
        return None
    positive = None if classes.positive is None else classes.labels[classes.positive]
    labels = None if classes.name == "multilabel" else list(classes.labels)
    asked = replace(request, labels=labels or request.labels, task=classes.name, positive=positive)
    return replace(plan_labels(asked, source, model), request=request, notes=())


def _plan_sets(request: Request, source: Source, truth: ColumnProfile, width: int, model: object) -> ScorePlan:
    """Plan for several labels per case."""
    check_multilabel(request.task, request.positive)
    if request.labels is not None and len(request.labels) != truth.width:
        raise label_errors.label_columns(len(request.labels), truth.width)
    if width != truth.width:
        raise label_errors.widths_differ(truth.width, width or 1)
    named = source.role("truth").names if not source.role("truth").stacked else None
    names = request.labels or named or source.role("score", model).names or range(truth.width)
    labels = tuple(names)
    classes = Classes("multilabel", f"`truth` has {len(labels)} columns of 0 and 1", labels)
    predicted = _plan_predicted(replace(request, labels=list(labels)), source, classes, model)
    reducer = CollectScores(labels, None, False, request.threshold, None if predicted is None else predicted.reducer)
    notes = dropped_notes(source.profile.dropped)
    return ScorePlan(request, classes, _where_held(reducer, source), source.engine, notes, predicted)
