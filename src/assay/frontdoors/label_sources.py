"""From what the user handed over to a summary with its task: the first half of every evaluation of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.engines import memory, stream, stream_checks
from assay.errors import labels as label_errors
from assay.errors import numbers as number_errors
from assay.errors.numbers import is_number
from assay.inputs.labels import LabelColumn
from assay.inputs.numbers import AN_AMOUNT
from assay.inputs.sources import Handed, IndicatorRows, LabelRows, LabelStream, NotLabels, Source, read_source
from assay.inputs.tables import NamedTable, read_counts
from assay.inputs.tasks import Seen, Task, label_task, refuse_fractions
from assay.results.note import Note
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.table_set import TableSet

READY = "ready table"


@dataclass(frozen=True)
class Reduced:
    """The cases, reduced, with what was found out on the way."""

    summary: LabelCounts | LabelSets | TableSet
    task: Task
    engine: str
    notes: tuple[Note, ...] = ()
    part: str = "class"


def reduce_rows(handed: Handed, task: str | None, positive: object, source: Source | None = None) -> Reduced:
    """Reduce columns of labels, from memory or from a stream; `source` is what they were read as, if they were."""
    source = source or read_source(replace(handed, task=task or "multiclass"))
    if isinstance(source, IndicatorRows):
        return _reduce_indicator(source, task, positive)
    if isinstance(source, NotLabels):
        raise TypeError("amounts are reduced elsewhere")
    if isinstance(source, LabelStream):
        streamed = stream.count_labels(source)
        columns, counts, dropped, engine = (
            (streamed.truth, streamed.prediction),
            streamed.counts,
            streamed.dropped,
            stream.NAME,
        )
    else:
        columns, dropped, engine, counts = (source.truth, source.prediction), source.dropped, memory.NAME, None
    if columns[1].example is not None and columns[0].kind == "string":
        _refuse_broken_numbers(source, columns[0])
    for column, is_truth in zip(columns, (True, False), strict=True):
        refuse_fractions(column.name, column.example, is_truth)
    if counts is None:
        counts = memory.count_labels(source)  # type: ignore[arg-type]
    seen = Seen(columns[0].name, columns[0].labels, counts.labels, handed.labels)
    found = label_task(seen, task, positive)
    summary = counts.over(found.labels, found.positive)
    return Reduced(summary, found, engine, (*dropped_notes(dropped), *float_notes(columns)))


def _refuse_broken_numbers(source: LabelRows | LabelStream, truth: LabelColumn) -> None:
    """Name the text that keeps a truth from being read as numbers, where most of it is numbers and so is the answer."""
    if isinstance(source, LabelStream):
        stream_checks.refuse_broken(source.frame, truth.name, AN_AMOUNT)
        return
    strange = [code for code, label in enumerate(truth.labels) if not is_number(label)]
    if 2 * len(strange) < len(truth.labels):
        row = int(np.flatnonzero(np.isin(truth.codes, strange))[0])
        raise number_errors.not_a_number(truth.name, truth.labels[truth.codes[row]], row, AN_AMOUNT)


def reduce_counts(
    counts: object, rows: object, task: str | None, positive: object, labels: Sequence[object] | None
) -> Reduced:
    """Read a ready table, or one a data set."""
    table = read_counts(counts, labels, rows)
    if isinstance(table, dict):
        return _reduce_data_sets(table, positive)
    if table.named:
        found = _named_task(task, positive, labels)
    else:
        found = label_task(Seen("counts", table.labels, table.labels, table.labels), task, positive)
    summary = LabelCounts.of_counts(found.labels, table.cells, found.positive)
    if table.is_shares:
        summary = replace(summary, known=False, rows=0)
    return Reduced(summary, found, READY, _table_notes(table))


def _named_task(task: str | None, positive: object, labels: Sequence[object] | None) -> Task:
    """Name the two classes of named counts as the user does, else plainly."""
    if task not in (None, "binary"):
        raise label_errors.task_mismatch(str(task), "the counts are named tp, fp, fn, tn, which is two classes")
    reason = "the counts are named tp, fp, fn, tn"
    if labels is not None:
        if len(labels) != 2:
            raise label_errors.label_pair(len(labels))
        place = 1 if positive is None else _find(positive, labels)
        return Task("binary", reason, (labels[1 - place], labels[place]), 1)
    if positive is not None:
        return Task("binary", reason, (f"not {positive}", positive), 1)
    return Task("binary", reason, ("negative", "positive"), 1)


def _find(positive: object, labels: Sequence[object]) -> int:
    if positive not in labels:
        raise label_errors.positive_absent(positive, labels)
    return list(labels).index(positive)


def check_multilabel(task: str | None, positive: object) -> None:
    """Refuse what does not go with several labels a case."""
    if task not in (None, "multilabel"):
        raise label_errors.task_mismatch(str(task), "the labels have several columns")
    if positive is not None:
        raise label_errors.positive_without_classes(positive, "every label of a multilabel indicator is judged")


def _reduce_indicator(source: IndicatorRows, task: str | None, positive: object) -> Reduced:
    check_multilabel(task, positive)
    summary = memory.collect_label_sets(source)
    columns = "1 column" if len(source.labels) == 1 else f"{len(source.labels)} columns"
    reason = f"`truth` has {columns} of 0 and 1"
    return Reduced(
        summary, Task("multilabel", reason, source.labels), memory.NAME, dropped_notes(source.dropped), part="label"
    )


def _reduce_data_sets(tables: dict[object, NamedTable], positive: object) -> Reduced:
    """Line up the tables of several data sets, positive class first."""
    cells = []
    for table in tables.values():
        place = 1 if table.named else _positive_of(table, positive)
        other = 1 - place
        square = table.cells
        cells.append([square[place, place], square[other, place], square[place, other], square[other, other]])
    known = not any(table.is_shares for table in tables.values())
    summary = TableSet(tuple(tables), np.array(cells, dtype=float), known)
    task = Task("binary", "the counts are tables of several data sets", tuple(tables))
    return Reduced(summary, task, READY, _separate_notes(summary), part="data set")


def _positive_of(table: NamedTable, positive: object) -> int:
    place = label_task(Seen("counts", table.labels, table.labels, table.labels), "binary", positive).positive
    return 0 if place is None else place


def float_notes(columns: Sequence[LabelColumn]) -> tuple[Note, ...]:
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


def _table_notes(table: NamedTable) -> tuple[Note, ...]:
    if table.is_shares:
        message = (
            "The table holds shares, not counts: how many cases stand behind them is not known, "
            "so values are given without intervals."
        )
        return (Note("shares", message),)
    if table.looks_like_percent:
        message = (
            "Every row of the table adds up to 100. It was read as counts; if these are percentages, the values "
            "hold for equally common classes and the intervals mean nothing."
        )
        return (Note("looks-like-percent", message),)
    return ()


def _separate_notes(summary: TableSet) -> tuple[Note, ...]:
    """Say when tables cannot be the one-vs-rest tables of one problem (equal totals, as many FP as FN)."""
    tp, fp, fn, tn = summary.cells.T
    totals = {float(total) for total in tp + fp + fn + tn if not np.isnan(total)}
    if fp.sum() == fn.sum() and len(totals) <= 1:
        return ()
    message = (
        f"The {summary.size} tables were read as separate data sets. They cannot be the classes of one single-label "
        f"problem: those share one total and have as many false positives ({fp.sum():g} here) as false "
        f"negatives ({fn.sum():g} here)."
    )
    return (Note("not-single-label", message),)
