"""An Evaluation laid out as a Document."""

from __future__ import annotations

import math

from assay.metrics.cards import Card
from assay.reports import numbers
from assay.reports.document import Bar, Cell, Column, Document, Table
from assay.reports.json_document import evaluation_data
from assay.reports.paragraphs import evaluation_paragraph
from assay.reports.prose import headline, opening
from assay.reports.regression import OUTPUT_METRICS, baseline_table, error_table, output_table
from assay.reports.texts import ngram_table, quoted_signatures, worst_table
from assay.reports.words import card_of, how, plain_label
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.threshold_text import threshold_text

MOST_CLASSES = 20
NGRAMS = "n-grams"
MOST_TABLE = 8
TABLE_WIDTH = 48
POINT_METRICS = ("recall", "precision", "false_positive_rate", "f1")
OF_MASKS = ("accuracy", "jaccard_macro", "f1_macro", "jaccard_weighted", "jaccard_per_image", "recall_macro")
CLASS_METRICS = ("precision", "recall", "f1", "roc_auc", "mean_ap", "ap50", "average_recall")


def lay_out(evaluation: Evaluation) -> Document:
    """Arrange an evaluation: words, the numbers that matter, the confusion table, classes, notes."""
    shown = _shown(evaluation)
    amounts = evaluation.task == "regression"
    tables = [error_table(evaluation, shown) if amounts else _metric_table(evaluation, shown)]
    if evaluation.confusion is not None:
        tables.append(_confusion_table(evaluation.confusion))
    if evaluation.operating_points:
        tables.append(_threshold_table(evaluation))
    if amounts and evaluation.baselines and any(name in evaluation.estimates for name in OUTPUT_METRICS):
        tables.append(baseline_table(evaluation))
    if amounts and evaluation.per_class:
        tables.append(output_table(evaluation))
    elif evaluation.parts == NGRAMS:
        tables += [ngram_table(evaluation)] if evaluation.per_class else []
    elif not amounts and (evaluation.parts != "class" or evaluation.task != "binary"):
        tables += [_class_table(evaluation)] if evaluation.per_class or evaluation.task != "text" else []
    worst = worst_table(evaluation)
    return Document(
        title="Evaluation",
        opening=opening(evaluation),
        tables=tuple(tables),
        notes=tuple(note.message for note in evaluation.notes),
        hints=_hints(evaluation, shown),
        signature=signature(evaluation),
        prose=evaluation_paragraph(evaluation),
        headline=headline(evaluation),
        appendix=() if worst is None else (worst,),
        closing=quoted_signatures(evaluation.signatures),
        data=evaluation_data(evaluation),
    )


def signature(evaluation: Evaluation) -> str:
    """Return the choices that made the numbers, on one line: with it anyone can make them again."""
    choices = evaluation.choices
    parts = [
        f"assay {choices.version}",
        f"level {choices.level:g}",
        f"method {choices.method or 'default'}",
        f"seed {choices.seed}",
        choices.engine,
        numbers.cases_of(evaluation.task, evaluation.n),
    ]
    if choices.threshold is not None:
        parts.append(f"threshold {choices.threshold:g}")
    if choices.weighted:
        parts.append("weighted")
    if choices.missing != "error":
        parts.append(f"missing {choices.missing}")
    return " · ".join(parts)


def _shown(evaluation: Evaluation) -> list[str]:
    """Return what was asked for; when nothing was, the metrics that matter most."""
    headline = [name for name in evaluation.estimates if card_of(name).headline]
    if evaluation.task == "segmentation":
        headline = [name for name in OF_MASKS if name in evaluation.estimates]
    return list(evaluation.estimates) if evaluation.choices.asked or not headline else headline


def _metric_table(evaluation: Evaluation, shown: list[str]) -> Table:
    columns = (
        Column("metric", wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(evaluation.level)} interval"),
        Column("range"),
        Column("how", wrap=True),
    )
    rows = tuple(_metric_row(card_of(name).in_task(evaluation.task), evaluation.estimates[name]) for name in shown)
    return Table(columns, rows)


def _metric_row(card: Card, estimate: Estimate) -> tuple[Cell, ...]:
    lowest, highest = card.bounds
    bar = Bar(estimate.low, estimate.value, estimate.high, lowest, highest)
    return (card.label, numbers.value(estimate), numbers.interval(estimate), bar, how(card, estimate))


def _threshold_table(evaluation: Evaluation) -> Table:
    """Show the thresholds most often asked for, with what each would give."""
    names = [name for name in POINT_METRICS if all(name in point.estimates for point in evaluation.operating_points)]
    columns = (
        Column("threshold rule"),
        Column("from", align="right"),
        *(Column(card_of(name).label.lower().replace("false positive rate", "FPR"), align="right") for name in names),
    )
    rows = tuple(
        (point.rule, threshold_text(point.threshold), *(numbers.number(point[name].value, 3) for name in names))
        for point in evaluation.operating_points
    )
    return Table(columns, rows, remark="Chosen on these same cases, so their numbers flatter.")


def _confusion_table(confusion: Confusion) -> Table:
    """Show counts of truth against prediction; of many classes, the pairs most often confused."""
    size = len(confusion.labels)
    if size > MOST_TABLE:
        return _confused_pairs(confusion)
    columns = (
        Column("truth ╲ predicted", wrap=True),
        *(Column(plain_label(label, TABLE_WIDTH // size), align="right") for label in confusion.labels),
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
    rows = tuple((plain_label(truth), plain_label(said), numbers.count(count)) for count, truth, said in cells[:10])
    columns = (Column("truth"), Column("taken for"), Column("cases", align="right"))
    return Table(columns, rows, caption=f"The pairs most often confused, of {len(confusion.labels):,} classes:")


def _class_table(evaluation: Evaluation) -> Table:
    parts = list(evaluation.per_class.items())
    masks = evaluation.task == "segmentation"
    listed = ("jaccard", "f1", "precision", "recall") if masks else CLASS_METRICS
    shown = [name for name in listed if parts and name in parts[0][1]]
    counted = not masks and evaluation.task != "text" and any("recall" in estimates for _, estimates in parts)
    columns = (
        Column(evaluation.parts, wrap=True),
        *((Column("cases", align="right"),) if counted else ()),
        *(Column(_heading(name)) for name in shown),
    )
    rows = []
    for label, estimates in parts[:MOST_CLASSES]:
        cells: list[Cell] = [plain_label(label)]
        if counted:
            cells.append(numbers.count(estimates["recall"].n) if "recall" in estimates else "")
        cells += [_short(estimates[name]) for name in shown]
        rows.append(tuple(cells))
    remark = f"and {len(parts) - MOST_CLASSES:,} more" if len(parts) > MOST_CLASSES else None
    return Table(columns, tuple(rows), remark=remark)


def _heading(name: str) -> str:
    label = card_of(name).label
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


def _hints(evaluation: Evaluation, shown: list[str]) -> tuple[str, ...]:
    hidden = len(evaluation.estimates) - len(shown)
    return (
        (f"{hidden} more {'metric' if hidden == 1 else 'metrics'}: --metric all, or result.to_frame()",)
        if hidden
        else ()
    )
