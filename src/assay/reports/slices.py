"""Slices as a table: where the model is worse, the worst first."""

from __future__ import annotations

import math

from assay.reports import numbers
from assay.reports.document import Bar, Cell, Column, Table
from assay.reports.words import plain_label
from assay.results.compared_slices import ComparedSlices
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.slices import SCREENED, SMALL, Slices, SliceTest, slice_columns

MOST_ROWS = 20


def slice_tables(evaluation: Evaluation) -> list[Table]:
    """Return one table per set of slice columns: the metric that stands first, slice by slice."""
    slices = evaluation.slices
    if not isinstance(slices, Slices) or not slices.shown:
        return []
    return [slice_table(slices, slices.shown[0])]


def slice_table(slices: Slices, metric: str) -> Table:
    """Show one metric of every slice, the worst first, beside the rest of the cases."""
    tests = slices.against_rest(metric)
    label = tests[0].estimate.label
    columns = (
        Column("slice" if len(slices.names) > 1 else slices.names[0], wrap=True),
        Column("cases", align="right"),
        Column(label, align="right"),
        Column(f"{numbers.percent(slices.level)} interval"),
        Column("range"),
        Column("rest", align="right"),
        Column("p", align="right"),
    )
    rows = tuple(_row(slices, test) for test in tests[:MOST_ROWS])
    return Table(columns, rows, caption=f"{label} by {' and '.join(slices.names)}, the worst first:",
                 remark=_remark(slices, len(tests)))  # fmt: skip


def _row(slices: Slices, test: SliceTest) -> tuple[Cell, ...]:
    made = test.estimate
    p = "–" if math.isnan(test.p_adjusted) else _p(test)
    bar = Bar(made.low, made.value, made.high, *made.bounds)
    return (
        plain_label(slices.text(test.key)), f"{test.n:,}", numbers.value(made), numbers.interval(made), bar,
        numbers.value(test.rest), p,
    )  # fmt: skip


def _p(test: SliceTest) -> str:
    return _stars(test.p_adjusted, test.difference.level)


def _stars(p_value: float, level: float) -> str:
    p = "<0.001" if p_value < 0.001 else f"{p_value:.3f}"
    return f"{p} *" if p_value <= 1 - level + 1e-15 else p


def _remark(slices: Slices, count: int) -> str:
    adjusted = "Holm" if count <= SCREENED else "Benjamini-Hochberg: screened, to be checked on new cases"
    told = f"p: each slice against the rest of the cases, adjusted over {count:,} slices ({adjusted})."
    if any(size < SMALL for size in slices.sizes.values()):
        told += f" Slices of fewer than {SMALL} cases are not tested."
    return told if count <= MOST_ROWS else f"{told} {count - MOST_ROWS:,} more: result.slices.to_frame()."


def compared_slice_tables(comparison: Comparison) -> list[Table]:
    """Return where which model wins: the first metric's differences, slice by slice."""
    slices = comparison.slices
    if not isinstance(slices, ComparedSlices) or not len(comparison):
        return []
    metric = next(iter(comparison))
    found = sorted(slices.where(metric), key=lambda one: _sort(one.pair.difference.value))
    label = comparison[metric].label
    columns = (
        Column("slice" if len(slices.names) > 1 else slices.names[0], wrap=True),
        Column("cases", align="right"),
        Column("difference"),
        Column(label, align="right"),
        Column(f"{numbers.percent(comparison.level)} interval"),
        Column("p", align="right"),
    )
    rows = tuple(
        (
            plain_label(slices.text(one.key)), f"{one.n:,}", f"{plain_label(one.pair.a)} - {plain_label(one.pair.b)}",
            numbers.value(one.pair.difference), numbers.interval(one.pair.difference),
            "–" if math.isnan(one.p_adjusted) else _stars(one.p_adjusted, comparison.level),
        )
        for one in found[:MOST_ROWS]
    )  # fmt: skip
    adjusted = "Holm" if len(found) <= SCREENED else "Benjamini-Hochberg: screened"
    remark = f"p: adjusted over {len(found):,} slices and pairs ({adjusted})."
    return [Table(columns, rows, caption=f"{label} by {' and '.join(slices.names)}:", remark=remark)]


def _sort(value: float) -> float:
    return math.inf if math.isnan(value) else value


def compared_slices_data(comparison: Comparison) -> list[dict[str, object]]:
    """Return the first metric's pairs on every slice as plain data; [] without by=."""
    slices = comparison.slices
    if not isinstance(slices, ComparedSlices) or not len(comparison):
        return []
    metric = next(iter(comparison))
    return [
        {**slice_columns(slices.names, one.key), "n": one.n, "metric": metric, "pair": one.pair.to_dict(),
         "p_adjusted": one.p_adjusted, "adjustment": one.adjustment}
        for one in slices.where(metric)
    ]  # fmt: skip
