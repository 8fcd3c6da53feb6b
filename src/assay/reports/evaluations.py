"""An Evaluation laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from assay.reports import numbers
from assay.reports.document import Bar, Cell, Column, Document, Table
from assay.reports.documents import led_by
from assay.reports.kinds import (
    Explained,
    data_of,
    explained_metrics,
    frame_of,
    lay_out,
    load_kind,
    paper_rows,
    slice_tables,
)
from assay.reports.listing import case_table
from assay.reports.paragraphs import evaluation_paragraph
from assay.reports.prose import headline, opening
from assay.reports.ranges import Range, heading, shared
from assay.reports.words import how, plain_label
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.threshold_text import threshold_text

if TYPE_CHECKING:
    import polars as pl

MOST_CLASSES = 20
"""A taste: more rows are shown on the page alone."""
MOST_TABLE = 8
"""Columns of a confusion table that fit into 80."""
FIRST_CONFUSED, MOST_CONFUSED = 10, 500
"""Pairs of classes that a terminal lists, and that a page does."""
TABLE_WIDTH = 48
"""Columns left for cells beside the names of rows in 80."""
POINT_METRICS = ("recall", "precision", "false_positive_rate")
CLASS_METRICS = ("precision", "recall", "f1", "roc_auc", "mean_ap", "ap50", "average_recall")


@lay_out.register
def _(evaluation: Evaluation) -> Document:
    if evaluation.slices:
        load_kind(evaluation.slices)
    document = Document(
        title="Evaluation",
        opening=opening(evaluation),
        tables=(*tables_of(evaluation), *slice_tables(evaluation.slices)),
        notes=tuple(note.message for note in evaluation.notes),
        hints=_hints(evaluation),
        signature=signature(evaluation),
        prose=evaluation_paragraph(evaluation),
        headline=headline(evaluation),
        listed=tuple(case_table(evaluation.listed, evaluation.unit)),
    )
    return led_by(evaluation.notes, document)


@singledispatch
def tables_of(evaluation: Evaluation) -> list[Table]:
    """Return the tables of an evaluation: the numbers that matter, then what is behind them."""
    tables = [metric_table(evaluation), *cells_and_points(evaluation)]
    if evaluation.per_class and (evaluation.part != "class" or evaluation.positive is None):
        tables.append(class_table(evaluation, CLASS_METRICS))
    return tables


def cells_and_points(evaluation: Evaluation) -> list[Table]:
    """Return the confusion table, and the thresholds most often asked for, where there are any."""
    cells = [] if evaluation.confusion is None else [_confusion_table(evaluation.confusion)]
    return [*cells, *([_threshold_table(evaluation)] if evaluation.operating_points else [])]


def signature(evaluation: Evaluation) -> str:
    """Return the choices that made the numbers, on one line: with it anyone can make them again."""
    choices = evaluation.choices
    parts = [
        f"assay {choices.version}",
        f"level {choices.level:g}",
        f"method {choices.method or 'default'}",
        f"seed {choices.seed}",
        choices.engine,
        numbers.cases(evaluation.n, evaluation.unit),
    ]
    if evaluation.grouping is not None:
        parts.append(evaluation.grouping.told)
    if choices.threshold is not None:
        parts.append(f"threshold {choices.threshold:g}")
    if choices.weighted:
        parts.append("weighted")
    if choices.missing != "error":
        parts.append(f"missing {choices.missing}")
    return " · ".join(parts)


def metric_table(evaluation: Evaluation) -> Table:
    """Show metrics with their intervals, and where these lie in the range of what is possible."""
    estimates = [evaluation.estimates[name] for name in evaluation.shown]
    drawn_in = shared(estimates)
    columns = (
        Column("metric", wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(evaluation.level)} interval"),
        Column(heading(drawn_in)),
        Column("how", wrap=True),
    )
    return Table(columns, tuple(_metric_row(estimate, drawn_in) for estimate in estimates))


def _metric_row(estimate: Estimate, drawn_in: Range | None) -> tuple[Cell, ...]:
    finite = math.isfinite(estimate.bounds[1] - estimate.bounds[0])
    bar = Bar(estimate.low, estimate.value, estimate.high, *(drawn_in if drawn_in and finite else estimate.bounds))
    return (estimate.label, numbers.value(estimate), numbers.interval(estimate), bar, how(estimate))


def _threshold_table(evaluation: Evaluation) -> Table:
    """Show the thresholds most often asked for, with what each would give."""
    names = [name for name in POINT_METRICS if all(name in point.estimates for point in evaluation.operating_points)]
    labels = [evaluation.operating_points[0][name].label.lower() for name in names]
    columns = (
        Column("threshold rule", wrap=True),
        Column("from", align="right"),
        *(Column(label.replace("false positive rate", "FPR")) for label in labels),
    )
    rows = tuple(
        (point.rule, threshold_text(point.threshold), *(_short(point[name]) for name in names))
        for point in evaluation.operating_points
    )
    level = numbers.percent(evaluation.level)
    remark = f"Chosen on these same cases, so their numbers flatter; the {level} intervals hold the choice too."
    return Table(columns, rows, remark=remark)


def _confusion_table(confusion: Confusion) -> Table:
    """Show counts of truth against prediction; of many classes, the pairs most often confused."""
    size = len(confusion.labels)
    if size > MOST_TABLE:
        return _confused_pairs(confusion)
    columns = (
        Column("truth ╲ predicted", wrap=True),
        *(
            Column(plain_label(label), align="right", short=plain_label(label, TABLE_WIDTH // size))
            for label in confusion.labels
        ),
        Column("recall", align="right"),
    )
    shares = confusion.row_shares
    rows = [
        (plain_label(label), *(_cell(float(cell)) for cell in row), _own_share(label, shares[index, index]))
        for index, (label, row) in enumerate(zip(confusion.labels, confusion.counts.tolist(), strict=True))
    ]
    columns_shares = confusion.column_shares
    own = (_own_share(label, columns_shares[i, i]) for i, label in enumerate(confusion.labels))
    last = ("precision", *own, "")
    return Table(columns, (*rows, last))


def _cell(number: float) -> str:
    """Write a cell: a count, a share with its decimals, a question mark where it is not known."""
    if math.isnan(number):
        return "?"
    return f"{number:.3f}" if 0 < number < 1 else numbers.count(number)


def _own_share(label: object, share: float) -> str:
    """Write the share that is right; the background of detections can be neither found nor missed."""
    return "–" if label == "background" and share == 0 else _share(share)


def _share(share: float) -> str:
    return "–" if share != share else numbers.percent(share)


def _confused_pairs(confusion: Confusion) -> Table:
    cells = [
        (float(count), confusion.labels[i], confusion.labels[j])
        for i, row in enumerate(confusion.counts.tolist())
        for j, count in enumerate(row)
        if i != j and count > 0
    ]
    cells.sort(key=lambda cell: -cell[0])
    rows = tuple(
        (plain_label(truth), plain_label(answer), numbers.count(count))
        for count, truth, answer in cells[:MOST_CONFUSED]
    )
    columns = (Column("truth", wrap=True), Column("taken for", wrap=True), Column("cases", align="right"))
    caption = f"The pairs most often confused, of {len(confusion.labels):,} classes:"
    return Table(columns, rows, caption=caption, most=FIRST_CONFUSED, what="pairs")


def class_table(evaluation: Evaluation, listed: Sequence[str]) -> Table:
    """Show some metrics of every class, label or data set."""
    parts = list(evaluation.per_class.items())
    shown = [name for name in listed if parts and name in parts[0][1]]
    counted = evaluation.unit == "case" and any("recall" in estimates for _, estimates in parts)
    columns = (
        Column(evaluation.part, wrap=True),
        *((Column("cases", align="right"),) if counted else ()),
        *(Column(_heading(parts[0][1][name])) for name in shown),
    )
    rows = []
    many = len(parts) > MOST_CLASSES and shown
    parts = sorted(parts, key=lambda part: _place(part[1][shown[-1]])) if many else parts
    for label, estimates in parts:
        cells: list[Cell] = [plain_label(label)]
        if counted:
            cells.append(numbers.count(estimates["recall"].n) if "recall" in estimates else "")
        cells += [_short(estimates[name]) for name in shown]
        rows.append(tuple(cells))
    caption = (
        f"{len(parts):,} {_plural(evaluation.part)}, the worst {parts[0][1][shown[-1]].label} first" if many else None
    )
    return Table(columns, tuple(rows), caption, most=MOST_CLASSES, what=_plural(evaluation.part))


def _place(estimate: Estimate) -> float:
    """Return where an estimate stands, the worst first; one that is undefined comes last."""
    return (-estimate.value if estimate.better == "lower" else estimate.value) if estimate.defined else math.inf


def _plural(part: str) -> str:
    return f"{part}es" if part.endswith("s") else part if part.endswith("-grams") else f"{part}s"


def _heading(estimate: Estimate) -> str:
    label = estimate.label
    return label if label[1:2].isupper() else label.lower()


def _short(estimate: Estimate) -> str:
    """Write an estimate in the little room of a class table: 0.96 (.88-.99)."""
    if not estimate.defined:
        return "–"
    value = numbers.number(estimate.value, 2)
    if math.isnan(estimate.low):
        return value
    low, high = (numbers.number(end, 2).removeprefix("0") for end in (estimate.low, estimate.high))
    return f"{value} ({low}-{high})"


def _hints(evaluation: Evaluation) -> tuple[str, ...]:
    hidden = len(evaluation.estimates) - len(evaluation.shown)
    return (
        (f"{hidden} more {'metric' if hidden == 1 else 'metrics'}: --metric all, or result.to_frame()",)
        if hidden
        else ()
    )


@data_of.register
def _(evaluation: Evaluation) -> dict[str, object]:
    from assay.reports.json_document import evaluation_data

    return evaluation_data(evaluation)


@frame_of.register(Evaluation)
def _(evaluation: Evaluation) -> pl.DataFrame:
    import polars as pl

    rows = [
        {"metric": name, **estimate.to_dict(), "level": estimate.level, "n": float(estimate.n)}
        for name, estimate in evaluation.estimates.items()
    ]
    text, real = pl.String, pl.Float64
    numbered = {"value": real, "low": real, "high": real, "level": real}
    schema = {"metric": text, **numbered, "method": text, "n": real, "note": text}
    return pl.DataFrame([{name: row[name] for name in schema} for row in rows], schema=schema)


@paper_rows.register
def _(evaluation: Evaluation) -> dict[str, Mapping[str, Estimate]]:
    return {"": {name: evaluation.estimates[name] for name in evaluation.shown}}


@explained_metrics.register
def _(evaluation: Evaluation) -> Iterable[Explained]:
    for name, estimate in evaluation.estimates.items():
        yield name, estimate, evaluation.methods.get(estimate.method, "")
