"""Tables of a regression: errors in their own unit, beside what a constant answer would get."""

from __future__ import annotations

import math

from assay.reports import numbers
from assay.reports.document import Cell, Column, Table
from assay.reports.words import card_of, how, plain_label
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation

OUTPUT_METRICS = ("mae", "rmse", "r2")
MOST_OUTPUTS = 20


def error_table(evaluation: Evaluation, shown: list[str]) -> Table:
    """Show metrics with intervals, and beside them what always answering the mean or the median would score."""
    models = list(evaluation.baselines)
    columns = (
        Column("metric", wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(evaluation.level)} interval"),
        *(Column(f"{name} model", align="right") for name in models),
        Column("how", wrap=True),
    )
    rows = []
    for name in shown:
        estimate = evaluation.estimates[name]
        others = [_beside(evaluation.baselines[model].get(name), estimate) for model in models]
        cells: list[Cell] = [card_of(name).label, written(estimate), interval(estimate), *others]
        rows.append((*cells, how(card_of(name), estimate)))
    remark = "The mean model always answers the mean of these cases' truth." if models else None
    return Table(columns, tuple(rows), remark=remark)


def output_table(evaluation: Evaluation) -> Table:
    """Show the main metrics of every output."""
    parts = list(evaluation.per_class.items())
    shown = [name for name in OUTPUT_METRICS if name in parts[0][1]] or list(parts[0][1])[:3]
    columns = (Column(evaluation.parts, wrap=True), *(Column(card_of(name).label) for name in shown))
    rows = tuple(
        (plain_label(label), *(f"{written(own[name])} {interval(own[name])}" for name in shown))
        for label, own in parts[:MOST_OUTPUTS]
    )
    remark = f"and {len(parts) - MOST_OUTPUTS:,} more" if len(parts) > MOST_OUTPUTS else None
    return Table(columns, rows, remark=remark)


def written(estimate: Estimate) -> str:
    """Write the value with the digits that its interval supports."""
    return numbers.amount(estimate.value, estimate.low, estimate.high)


def interval(estimate: Estimate) -> str:
    """Write the ends of an interval in brackets."""
    if not estimate.defined or math.isnan(estimate.low):
        return ""
    if estimate.method == "none" and not math.isfinite(estimate.high - estimate.low):
        return "no interval"
    low, high = (numbers.amount(end, estimate.low, estimate.high) for end in (estimate.low, estimate.high))
    return f"[{low}, {high}]"


def _beside(other: Estimate | None, estimate: Estimate) -> str:
    return "" if other is None else numbers.amount(other.value, estimate.low, estimate.high)
