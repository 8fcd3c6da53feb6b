"""What exactly is judged of labels: the classes in order, which one is positive, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.engines.sources import Source
from assay.errors import labels as errors
from assay.errors import numbers as number_errors
from assay.errors.numbers import is_number
from assay.inputs.conversions import advise_conversion
from assay.inputs.label_kinds import same_kind
from assay.inputs.numbers import A_NUMBER
from assay.inputs.profiles import ColumnProfile
from assay.inputs.tasks import MOST_LABELS, Classes, Seen, label_task, refuse_fractions
from assay.results.note import Note
from assay.summaries.label_counts import LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets
from assay.tasks.labels.reducers import CollectLabelSets, CountLabels
from assay.tasks.requests import Request

Reducer = CountLabels | CollectLabelSets


@dataclass(frozen=True, eq=False)
class LabelPlan:
    """Labels to judge: their classes, how they are counted, and notes on how they were read."""

    request: Request
    classes: Classes
    reducer: Reducer
    engine: str
    notes: tuple[Note, ...] = ()
    part: str = "class"


def plan_labels(request: Request, source: Source, model: object = None) -> LabelPlan:
    """Decide from the profile which classes there are."""
    profile = source.profile
    truth, prediction = profile.labels("truth"), profile.labels("prediction", model)
    notes = dropped_notes(profile.dropped)
    if "indicator" in (truth.kind, prediction.kind):
        return _plan_sets(request, source, truth, prediction, model)
    if prediction.example is not None and truth.kind == "string":
        refuse_broken_numbers(source, truth)
    refuse_fractions(truth.name, truth.example, truth=True)
    refuse_fractions(prediction.name, prediction.example, truth=False)
    labels = shared_labels(truth, prediction)
    seen = Seen(truth.name, truth.labels, labels, request.labels)
    classes = label_task(seen, request.task, request.positive)
    reducer = CountLabels(classes.labels, classes.positive)
    return LabelPlan(request, classes, reducer, source.engine, (*notes, *float_notes((truth, prediction))))


def shared_labels(truth: ColumnProfile, prediction: ColumnProfile) -> tuple[object, ...]:
    """Return the labels of both columns, or refuse columns whose labels cannot be compared."""
    same_kind(truth, prediction, advise_conversion)
    labels = sorted_labels({*truth.labels, *prediction.labels})
    if len(labels) > MOST_LABELS:
        raise errors.too_many_labels(len(labels), MOST_LABELS)
    return labels


def refuse_broken_numbers(source: Source, truth: ColumnProfile) -> None:
    """Name the text that keeps a truth from being read as numbers, where most of it is numbers and so is the answer."""
    strange = {label for label in truth.labels if not is_number(label)}
    if strange and 2 * len(strange) < len(truth.labels):
        row, label = source.first_row("truth", strange)
        raise number_errors.not_a_number(truth.name, label, row, A_NUMBER)


def _plan_sets(
    request: Request, source: Source, truth: ColumnProfile, prediction: ColumnProfile, model: object
) -> LabelPlan:
    """Plan for several labels per case: one column of 0 and 1 for each."""
    check_multilabel(request.task, request.positive)
    if truth.width != prediction.width:
        raise errors.widths_differ(truth.width, prediction.width)
    names = request.labels or source.role("truth").names or range(truth.width)
    labels = tuple(names)
    if len(labels) != truth.width:
        raise errors.label_columns(len(labels), truth.width)
    columns = "1 column" if len(labels) == 1 else f"{len(labels)} columns"
    classes = Classes("multilabel", f"`truth` has {columns} of 0 and 1", labels)
    notes = dropped_notes(source.profile.dropped)
    return LabelPlan(request, classes, CollectLabelSets(labels), source.engine, notes, part="label")


def check_multilabel(task: str | None, positive: object) -> None:
    """Refuse what does not go with several labels per case."""
    if task not in (None, "multilabel"):
        raise errors.task_mismatch(str(task), "the labels have several columns")
    if positive is not None:
        raise errors.positive_without_classes(positive, "every label of a multilabel indicator is judged")


def float_notes(columns: Sequence[ColumnProfile]) -> tuple[Note, ...]:
    """Say when whole floats were read as labels."""
    floats = [f"`{column.name}`" for column in columns if column.from_floats]
    if not floats:
        return ()
    verb = "holds" if len(floats) == 1 else "hold"
    message = f"{' and '.join(floats)} {verb} whole numbers stored as floats; they were read as labels."
    return (Note("integral-floats", message),)


def dropped_notes(dropped: int) -> tuple[Note, ...]:
    """Say how many cases were left out."""
    if not dropped:
        return ()
    what = "1 case was" if dropped == 1 else f"{dropped:,} cases were"
    return (Note("missing-dropped", f"{what} left out because a value was missing."),)


Summarised = LabelCounts | LabelSets
