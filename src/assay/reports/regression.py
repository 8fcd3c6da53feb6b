"""Tables of a regression: errors in their own unit, and what a constant answer would get."""

from __future__ import annotations

import math

from assay.reports import numbers
from assay.reports.document import Column, Table
from assay.reports.words import card_of, how, plain_label
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation

OUTPUT_METRICS = ("mae", "r2", "rmse")
MOST_OUTPUTS = 20
WIDEST = 80


def error_table(evaluation: Evaluation, shown: list[str]) -> Table:
    """Show metrics with intervals, in the unit of the truth."""
    columns = (
        Column("metric", wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(evaluation.level)} interval"),
        Column("how", wrap=True),
    )
    rows = []
    for name in shown:
        card, estimate = card_of(name), evaluation.estimates[name]
        rows.append((card.label, written(estimate), interval(estimate), how(card, estimate)))
    return Table(columns, tuple(rows))


def baseline_table(evaluation: Evaluation) -> Table:
    """Set the model beside those that always give the same answer."""
    models = {"this model": evaluation.estimates}
    models |= {f"always the {name}": own for name, own in evaluation.baselines.items()}
    shown = [name for name in OUTPUT_METRICS if name in evaluation.estimates]
    columns = (Column("beside"), *(Column(card_of(name).label, align="right") for name in shown))
    rows = tuple(
        (model, *(_like(own.get(name), evaluation.estimates[name]) for name in shown)) for model, own in models.items()
    )
    return Table(columns, rows)


def output_table(evaluation: Evaluation) -> Table:
    """Show the main metrics of every output."""
    parts = list(evaluation.per_class.items())
    shown = [name for name in OUTPUT_METRICS if name in parts[0][1]] or list(parts[0][1])[:3]
    columns = (Column(evaluation.parts), *(Column(card_of(name).label) for name in shown))
    rows = [
        (plain_label(label, 16), *(f"{written(own[name])} {interval(own[name])}" for name in shown))
        for label, own in parts[:MOST_OUTPUTS]
    ]
    while len(columns) > 2 and _width(columns, rows) > WIDEST:
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    remark = f"and {len(parts) - MOST_OUTPUTS:,} more" if len(parts) > MOST_OUTPUTS else None
    return Table(columns, tuple(rows), remark=remark)


def _width(columns: tuple[Column, ...], rows: list[tuple[str, ...]]) -> int:
    """Return how many characters a table takes in a line."""
    return sum(2 + max(len(column.heading), *(len(row[place]) for row in rows)) for place, column in enumerate(columns))


def written(estimate: Estimate) -> str:
    """Write the value with the digits that its interval supports."""
    return numbers.amount(estimate.value, estimate.low, estimate.high)


def interval(estimate: Estimate) -> str:
    """Write the ends of an interval in brackets."""
    if not estimate.defined or math.isnan(estimate.low):
        return ""
    if estimate.method == "none":
        return "no interval"
    low, high = (numbers.amount(end, estimate.low, estimate.high) for end in (estimate.low, estimate.high))
    return f"[{low}, {high}]"


def _like(other: Estimate | None, estimate: Estimate) -> str:
    """Write a value with the digits of the estimate it stands beside."""
    return "" if other is None else numbers.amount(other.value, estimate.low, estimate.high)
