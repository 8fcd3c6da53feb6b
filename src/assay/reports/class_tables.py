"""Classes, labels and data sets one by one: their metrics, of many the worst first, and the pairs that are confused."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import singledispatch

import numpy as np

from assay.comparisons.verdicts import plain_metric
from assay.reports.document import Cell, Column, Table
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation

MOST_CLASSES = 20
"""A taste: more rows are shown on the page alone."""
FIRST_CONFUSED, MOST_CONFUSED = 10, 1000
"""Pairs of classes that a terminal lists, and that a page does."""
BACKGROUND = "background"
"""What stands in the place of a label where there is no box."""
CLASS_METRICS = ("precision", "recall", "f1", "roc_auc", "mean_ap", "ap50", "average_recall")
"""What is shown of every class, where there is room."""


@singledispatch
def counted_in(evaluation: Evaluation) -> tuple[str, str]:
    """Return what a cell of the confusion table counts, one of them and several."""
    return "case", "cases"


def many_classes(evaluation: Evaluation) -> bool:
    """Say whether there are so many classes that the worst ones come first."""
    return len(classes_in_brief(evaluation)) > MOST_CLASSES


def classes_in_brief(evaluation: Evaluation, listed: Sequence[str] = CLASS_METRICS) -> Mapping[object, Estimates]:
    """Return the estimates of every class; of many classes, no more metrics than are shown."""
    return evaluation._per_class_in_brief(tuple(listed), MOST_CLASSES)


def class_table(evaluation: Evaluation, listed: Sequence[str]) -> Table:
    """Show some metrics of every class, label or data set, of many the worst first."""
    parts = list(classes_in_brief(evaluation, listed).items())
    shown = [name for name in listed if parts and name in parts[0][1]]
    counts = counts_by_class(evaluation)
    many = bool(len(parts) > MOST_CLASSES and shown)
    ranked = sorted(parts, key=lambda part: _place(part[1][ranking_metric(shown)])) if many else parts
    columns = (
        Column(evaluation.part, wrap=True),
        *(Column(heading, align="right") for heading in counts),
        *(Column(plain_metric(parts[0][1][name].label)) for name in shown),
    )
    rows = []
    for label, estimates in ranked:
        cells: list[Cell] = [plain_label(label)]
        cells += [numbers.count(known[label]) if label in known else "" for known in counts.values()]
        cells += [short(estimates[name]) for name in shown]
        rows.append(tuple(cells))
    what = _plural(evaluation.part)
    caption = f"{len(parts):,} {what}, the worst {ranked[0][1][ranking_metric(shown)].label} first" if many else None
    return Table(columns, tuple(rows), caption, most=MOST_CLASSES, what=what)


def ranking_metric(shown: Sequence[str]) -> str:
    """Return the metric by which many classes are ordered."""
    return "mean_ap" if "mean_ap" in shown else "f1" if "f1" in shown else shown[-1]


@singledispatch
def counts_by_class(evaluation: Evaluation) -> Mapping[str, Mapping[object, float]]:
    """Return what is counted of every class beside its metrics, by heading and class."""
    if evaluation.unit != "case":
        return {}
    known = {label: own["recall"].n for label, own in classes_in_brief(evaluation).items() if "recall" in own}
    return {"cases": known} if known else {}


def confused_pairs(confusion: Confusion, counted: tuple[str, str]) -> Table:
    """Show the pairs of classes most often confused, the most frequent first."""
    cells = confused_cells(confusion)
    rows = tuple(
        (plain_label(truth), plain_label(answer), numbers.count(count), numbers.percent(share))
        for count, share, truth, answer in cells[:MOST_CONFUSED]
    )
    counts = (Column(counted[1], align="right"), Column("of the truth", align="right"))
    columns = (Column("truth"), Column("taken for"), *counts)
    caption = f"The pairs most often confused, of {len(confusion.labels):,} classes"
    left = f"the other {len(cells) - MOST_CONFUSED:,} pairs: result.confusion" if len(cells) > MOST_CONFUSED else ""
    boxes = f"taken for {BACKGROUND} is missed, truth {BACKGROUND} is a false alarm" if counted[0] == "box" else ""
    remark = "; ".join(part for part in (boxes, left) if part) or None
    return Table(columns, rows, caption=caption, remark=remark, most=FIRST_CONFUSED, what="pairs")


def confused_cells(confusion: Confusion) -> list[tuple[float, float, object, object]]:
    """Return count, share of the row, truth and answer of every pair that was confused, the most frequent first."""
    shares, counts = np.nan_to_num(confusion.row_shares), np.asarray(confusion.counts)
    rows, columns = np.nonzero((counts > 0) & ~np.eye(len(counts), dtype=bool))
    order = np.argsort(-counts[rows, columns], kind="stable")
    return [
        (float(counts[i, j]), float(shares[i, j]), confusion.labels[i], confusion.labels[j])
        for i, j in zip(rows[order].tolist(), columns[order].tolist(), strict=True)
    ]


def worst_words(evaluation: Evaluation, listed: Sequence[str]) -> str:
    """Say which class is judged worst, and which two are confused most; nothing where there are two classes."""
    parts = {label: own for label, own in classes_in_brief(evaluation, listed).items() if own}
    shown = [name for name in listed if parts and name in next(iter(parts.values()))]
    known = {label: own[ranking_metric(shown)] for label, own in parts.items()} if shown else {}
    known = {label: estimate for label, estimate in known.items() if estimate.defined}
    if len(known) < 3 or evaluation.part not in ("class", "label"):
        return ""
    worst = min(known, key=lambda label: _place(known[label]))
    made = known[worst]
    value = f"{made.label} {numbers.value(made)} {numbers.interval(made)}"
    said = f"{_plural(evaluation.part)}: {plain_label(worst)}, {value}"
    confused = confused_cells(evaluation.confusion)[:1] if evaluation.confusion is not None else []
    more = [
        f"most confused: {plain_label(truth)} taken for {plain_label(answer)} "
        f"({numbers.count(count)} {'case' if count == 1 else 'cases'})"
        for count, _, truth, answer in confused
        if evaluation.unit == "case"
    ]
    return "; ".join([f"The worst of {len(known)} {said}", *more]) + "."


def _place(estimate: Estimate) -> float:
    """Return where an estimate stands, the worst first; one that is undefined comes last."""
    return (-estimate.value if estimate.better == "lower" else estimate.value) if estimate.defined else math.inf


def _plural(part: str) -> str:
    return f"{part}es" if part.endswith("s") else part if part.endswith("-grams") else f"{part}s"


def short(estimate: Estimate) -> str:
    """Write an estimate in the little room of a class table: 0.96 (.88-.99)."""
    if not estimate.defined:
        return "–"
    value = numbers.number(estimate.value, 2)
    if math.isnan(estimate.low):
        return value
    low, high = (numbers.number(end, 2).removeprefix("0") for end in (estimate.low, estimate.high))
    return f"{value} ({low}-{high})"
