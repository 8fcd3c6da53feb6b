"""An Evaluation laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import TYPE_CHECKING

from assay.comparisons.verdicts import plain_metric
from assay.reports.class_tables import (
    CLASS_METRICS,
    class_table,
    classes_in_brief,
    confused_pairs,
    counted_in,
    many_classes,
    short,
)
from assay.reports.document import Bar, Cell, Column, Document, Table
from assay.reports.documents import led_by
from assay.reports.grouped import grouping_tables
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
from assay.reports.words import how, plain_label, rule_name
from assay.results import numbers
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.frames import frame_of_rows
from assay.results.threshold_text import threshold_text

if TYPE_CHECKING:
    import polars as pl

MOST_TABLE = 8
"""Columns of a confusion table that fit into 80."""
TABLE_WIDTH = 48
"""Columns left for cells beside the names of rows in 80."""
POINT_METRICS = ("recall", "precision", "false_positive_rate")


@lay_out.register
def _(evaluation: Evaluation) -> Document:
    if evaluation.slices:
        load_kind(evaluation.slices)
    sliced = slice_tables(evaluation.slices)
    document = Document(
        title="Evaluation",
        opening=opening(evaluation),
        tables=(*tables_of(evaluation), *sliced),
        sliced=len(sliced),
        appendix=grouping_tables(evaluation),
        appendix_title="What grouping did",
        notes=tuple(note.message for note in evaluation.notes),
        hints=_hints(evaluation),
        signature=signature(evaluation),
        prose=evaluation_paragraph(evaluation),
        headline=headline(evaluation),
        main=2 if many_classes(evaluation) else 1,
        listed=tuple(case_table(evaluation.listed, evaluation.unit)),
    )
    return led_by(evaluation.notes, document)


@singledispatch
def tables_of(evaluation: Evaluation) -> list[Table]:
    """Return the tables of an evaluation: the numbers that matter, then what is behind them."""
    cells = cells_and_points(evaluation)
    if not classes_in_brief(evaluation) or (evaluation.part == "class" and evaluation.positive is not None):
        return [metric_table(evaluation), *cells]
    classes = class_table(evaluation, CLASS_METRICS)
    first = [classes, *cells] if many_classes(evaluation) else [*cells, classes]
    return [metric_table(evaluation), *first]


def cells_and_points(evaluation: Evaluation) -> list[Table]:
    """Return the confusion table, and the thresholds most often asked for, where there are any."""
    cells = [] if evaluation.confusion is None else [_confusion_table(evaluation.confusion, counted_in(evaluation))]
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
    labels = [evaluation.operating_points[0][name].label for name in names]
    columns = (
        Column("threshold rule", wrap=True),
        Column("from", align="right"),
        *(Column("FPR" if label == "False positive rate" else plain_metric(label)) for label in labels),
    )
    rows = tuple(
        (rule_name(point.rule), _from(point.threshold), *(short(point[name]) for name in names))
        for point in evaluation.operating_points
    )
    level = numbers.percent(evaluation.level)
    remark = f"Chosen on these same cases, so their numbers flatter; the {level} intervals hold the choice too."
    return Table(columns, rows, remark=remark)


def _from(threshold: float) -> str:
    return "above every score" if threshold == math.inf else threshold_text(threshold)


def _confusion_table(confusion: Confusion, counted: tuple[str, str] = ("case", "cases")) -> Table:
    """Show counts of truth against prediction; of many classes, the pairs most often confused."""
    size = len(confusion.labels)
    if size > MOST_TABLE:
        return confused_pairs(confusion, counted)
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
    return frame_of_rows([{name: row[name] for name in schema} for row in rows], schema=schema)


@paper_rows.register
def _(evaluation: Evaluation) -> dict[str, Mapping[str, Estimate]]:
    return {"": {name: evaluation.estimates[name] for name in evaluation.shown}}


@explained_metrics.register
def _(evaluation: Evaluation) -> Iterable[Explained]:
    for name, estimate in evaluation.estimates.items():
        yield name, estimate, evaluation.methods.get(estimate.method, "")
