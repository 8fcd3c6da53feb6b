"""Ready tables: counts that somebody made already, of classes or of several data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.errors import labels as label_errors
from assay.inputs.tables import NamedTable, read_counts
from assay.inputs.tasks import Classes, Seen, label_task
from assay.results.note import Note
from assay.summaries.label_counts import LabelCounts
from assay.summaries.table_set import TableSet

READY = "ready table"


@dataclass(frozen=True, eq=False)
class ReadyTable:
    """A table as a summary, with the classes that it is about."""

    summary: LabelCounts | TableSet
    classes: Classes
    notes: tuple[Note, ...] = ()
    part: str = "class"


def read_ready(
    counts: object, rows: object, task: str | None, positive: object, labels: Sequence[object] | None
) -> ReadyTable:
    """Read a ready table, or one a data set."""
    table = read_counts(counts, labels, rows)
    if isinstance(table, dict):
        return _reduce_data_sets(table, positive)
    if table.named:
        classes = _named_task(task, positive, labels)
    else:
        classes = label_task(Seen("counts", table.labels, table.labels, table.labels), task, positive)
    summary = LabelCounts.of_counts(classes.labels, table.cells, classes.positive)
    if table.is_shares:
        summary = replace(summary, known=False, rows=0)
    return ReadyTable(summary, classes, _table_notes(table))


def _named_task(task: str | None, positive: object, labels: Sequence[object] | None) -> Classes:
    """Name the two classes of named counts as the user does, else plainly."""
    if task not in (None, "binary"):
        raise label_errors.task_mismatch(str(task), "the counts are named tp, fp, fn, tn, which is two classes")
    reason = "the counts are named tp, fp, fn, tn"
    if labels is not None:
        if len(labels) != 2:
            raise label_errors.label_pair(len(labels))
        place = 1 if positive is None else _find(positive, labels)
        return Classes("binary", reason, (labels[1 - place], labels[place]), 1)
    if positive is not None:
        return Classes("binary", reason, (f"not {positive}", positive), 1)
    return Classes("binary", reason, ("negative", "positive"), 1)


def _find(positive: object, labels: Sequence[object]) -> int:
    if positive not in labels:
        raise label_errors.positive_absent(positive, labels)
    return list(labels).index(positive)


def _reduce_data_sets(tables: dict[object, NamedTable], positive: object) -> ReadyTable:
    """Line up the tables of several data sets, positive class first."""
    cells = []
    for table in tables.values():
        place = 1 if table.named else _positive_of(table, positive)
        other = 1 - place
        square = table.cells
        cells.append([square[place, place], square[other, place], square[place, other], square[other, other]])
    known = not any(table.is_shares for table in tables.values())
    summary = TableSet(tuple(tables), np.array(cells, dtype=float), known)
    task = Classes("binary", "the counts are tables of several data sets", tuple(tables))
    return ReadyTable(summary, task, _separate_notes(summary), part="data set")


def _positive_of(table: NamedTable, positive: object) -> int:
    place = label_task(Seen("counts", table.labels, table.labels, table.labels), "binary", positive).positive
    return 0 if place is None else place


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
