"""Tables of a regression: errors in their own unit, and what a constant answer would get."""

from __future__ import annotations

import numpy as np

from assay.reports.document import Column, Table
from assay.reports.evaluations import tables_of
from assay.reports.prose import answers, opening_sentences, value_in_unit
from assay.reports.words import how, plain_label
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.stats.concentration import carried_words, few_carriers, largest_few
from assay.tasks.regression.result import RegressionEvaluation

OUTPUT_METRICS = ("mae", "r2", "rmse")
MOST_OUTPUTS = 20
"""A taste: more rows are shown on the page alone."""
MOST_SQUARED = 1_000_000
"""Cases whose squares are looked through for a sentence; of more the alarm speaks, which looks at them in blocks."""
WIDEST = 80
"""The columns of a usual terminal."""


@tables_of.register
def _(evaluation: RegressionEvaluation) -> list[Table]:
    tables = [error_table(evaluation)]
    if evaluation.baselines and any(name in evaluation.estimates for name in OUTPUT_METRICS):
        tables.append(baseline_table(evaluation))
    return [*tables, *([output_table(evaluation)] if evaluation.per_class else [])]


def error_table(evaluation: Evaluation) -> Table:
    """Show metrics with intervals, in the unit of the truth."""
    columns = (
        Column("metric", wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(evaluation.level)} interval"),
        Column("how", wrap=True),
    )
    estimates = [evaluation.estimates[name] for name in evaluation.shown]
    return Table(
        columns,
        tuple((made.label, numbers.in_unit(made), numbers.interval_in_unit(made), how(made)) for made in estimates),
    )


def baseline_table(evaluation: Evaluation) -> Table:
    """Set the model beside those that always give the same answer."""
    models = {"this model": evaluation.estimates}
    models |= {f"always the {name}": own for name, own in evaluation.baselines.items()}
    shown = [name for name in OUTPUT_METRICS if name in evaluation.estimates]
    columns = (Column("answer"), *(Column(evaluation.estimates[name].label, align="right") for name in shown))
    rows = tuple(
        (model, *(_like(own.get(name), evaluation.estimates[name]) for name in shown)) for model, own in models.items()
    )
    return Table(columns, rows)


def output_table(evaluation: Evaluation) -> Table:
    """Show the main metrics of every output."""
    parts = list(evaluation.per_class.items())
    shown = [name for name in OUTPUT_METRICS if name in parts[0][1]] or list(parts[0][1])[:3]
    columns = (Column(evaluation.part, wrap=True), *(Column(parts[0][1][name].label) for name in shown))
    rows = [
        (
            plain_label(label),
            *(f"{numbers.in_unit(own[name])} {numbers.interval_in_unit(own[name])}" for name in shown),
        )
        for label, own in parts
    ]
    while len(columns) > 2 and _width(columns, rows) > WIDEST:
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table(columns, tuple(rows), most=MOST_OUTPUTS, what="outputs")


def _width(columns: tuple[Column, ...], rows: list[tuple[str, ...]]) -> int:
    """Return how many characters a table takes in a line."""
    return sum(2 + max(len(column.heading), *(len(row[place]) for row in rows)) for place, column in enumerate(columns))


def _like(other: Estimate | None, estimate: Estimate) -> str:
    """Write a value with the digits of the estimate it stands beside."""
    return "" if other is None else numbers.beside(estimate.unit, other.value, estimate.low, estimate.high)


@answers.register
def _(evaluation: RegressionEvaluation) -> list[str]:
    sentences = opening_sentences(evaluation, value_in_unit)
    own = evaluation.estimates.get("mae")
    if evaluation.errors is not None and own is not None:
        sentences.insert(2, f"95% of the errors are below {value_in_unit(evaluation.errors.below(0.95))}.")
    if (carried := _carried(evaluation)) is not None:
        sentences.insert(1, carried)
    mean = evaluation.baselines.get("mean", {}).get("mae")
    if mean is not None and own is not None and own.defined:
        sentences.append(
            f"Always answering the mean would be off by {numbers.beside(own.unit, mean.value, own.low, own.high)}."
        )
    return sentences


def _carried(evaluation: RegressionEvaluation) -> str | None:
    """Say how few cases carry nearly all of the squared error, where a few do."""
    if evaluation.n > MOST_SQUARED or "residuals" not in evaluation.curves or "rmse" not in evaluation.estimates:
        return None
    sizes = np.abs(evaluation.curves["residuals"].y)
    largest = float(np.max(sizes, initial=0.0))
    if not 0 < largest < np.inf:
        return None
    squares = np.square(sizes / largest)  # shares have no unit, and squares of 1e200 no place among floats
    carriers = few_carriers(largest_few(squares), float(np.sum(squares)))
    return None if carriers is None else f"{carried_words(carriers[0], len(squares), carriers[1])}."
