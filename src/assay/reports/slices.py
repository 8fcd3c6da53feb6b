"""Slices as a table: where the model is worse, the worst first."""

from __future__ import annotations

import math

from assay.comparisons.names_of_tests import test_name
from assay.comparisons.verdicts import p_text, plain_metric
from assay.reports.document import Bar, Cell, Column, Table
from assay.reports.kinds import compared_slice_tables, compared_slices_data, slice_tables, slice_words
from assay.reports.ranges import Range, heading, shared
from assay.reports.slice_gaps import gap_tables
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.compared_slices import ComparedSlices, SlicePair
from assay.results.comparison import Comparison
from assay.results.slices import SCREENED, SMALL, Slices, SliceTest, slice_columns

MOST_ROWS = 20
"""A taste: more slices are shown on the page alone."""


@slice_tables.register
def _(slices: Slices) -> list[Table]:
    """Return the metric that stands first, slice by slice, and how unequal the slices are in every metric shown."""
    return [slice_table(slices, slices.shown[0]), *gap_tables(slices)] if slices.shown else []


@slice_words.register
def _(slices: Slices) -> str:
    """Name the worst slice in the metric that stands first."""
    if not slices.shown or len(slices) < 2:
        return ""
    worst = slices.against_rest(slices.shown[0])[0]
    made, rest = worst.estimate, worst.rest
    if not made.defined or made.better == "neither":
        return ""
    value = f"{numbers.metric_number(made.unit, made)} {numbers.metric_interval(made.unit, made)}"
    beside = f"against {numbers.metric_number(rest.unit, rest)} for the rest" if rest.defined else ""
    told = f"Worst in {plain_metric(made.label)}, of {len(slices):,} slices: {slices.text(worst.key)}, {value} {beside}"
    if math.isnan(worst.p_adjusted):
        return f"{told.strip()}; too few cases for a test."
    doubt = "" if worst.significant else ", which chance may do"
    return f"{told.strip()} ({p_text(worst.p_adjusted)}, {test_name(worst.test)}, adjusted){doubt}."


def slice_table(slices: Slices, metric: str) -> Table:
    """Show one metric of every slice, the worst first, beside the rest of the cases."""
    tests = slices.against_rest(metric)
    first = tests[0].estimate
    drawn = all(math.isfinite(end) for end in first.bounds)
    drawn_in = shared([test.estimate for test in tests])
    columns = (
        Column("slice" if len(slices.names) > 1 else plain_label(slices.names[0]), wrap=True),
        Column("cases", align="right"),
        Column("value", align="right"),
        Column(f"{numbers.percent(slices.level)} interval"),
        *((Column(heading(drawn_in)),) if drawn else ()),
        Column("rest", align="right"),
        Column("p", align="right"),
    )
    rows = tuple(_row(slices, test, drawn, drawn_in) for test in tests)
    order = "the lowest" if first.better == "neither" else "the worst"
    caption = f"{first.label} by {' and '.join(slices.names)}, {order} first:"
    return Table(columns, rows, caption=caption, remark=_remark(slices, len(tests)), most=MOST_ROWS, what="slices")


def _row(slices: Slices, test: SliceTest, drawn: bool, drawn_in: Range | None) -> tuple[Cell, ...]:
    made, rest = test.estimate, test.rest
    bar = (Bar(made.low, made.value, made.high, *(drawn_in or made.bounds)),) if drawn else ()
    return (
        plain_label(slices.text(test.key)), f"{test.n:,}", numbers.metric_number(made.unit, made),
        numbers.metric_interval(made.unit, made), *bar, numbers.metric_number(rest.unit, rest),
        _stars(test.p_adjusted, test.difference.level),
    )  # fmt: skip


def _stars(p_value: float, level: float) -> str:
    if math.isnan(p_value):
        return "–"
    p = numbers.p_value(p_value)
    return f"{p} *" if p_value <= 1 - level + 1e-15 else p


def _remark(slices: Slices, count: int) -> str:
    adjusted = "Holm" if count <= SCREENED else "Benjamini-Hochberg: screened, to be checked on new cases"
    tests = dict.fromkeys(
        test_name(test.test) for test in slices.against_rest(slices.shown[0]) if not math.isnan(test.p_value)
    )
    by = f" by {' or '.join(tests)}" if tests else ""
    told = f"p: each slice against the rest of the cases{by}, adjusted over {count:,} slices ({adjusted})."
    if any(size < SMALL for size in slices.sizes.values()):
        told += f" Slices of fewer than {SMALL} cases are not tested."
    return told


@compared_slice_tables.register
def _(slices: ComparedSlices, comparison: Comparison) -> list[Table]:
    """Return where which model wins: the first metric's differences, slice by slice."""
    if not len(comparison):
        return []
    metric = next(iter(comparison))
    shown = slices.where(metric)
    pairs = list(dict.fromkeys((judged.pair.a, judged.pair.b) for judged in shown))
    shown.sort(key=lambda judged: (pairs.index((judged.pair.a, judged.pair.b)), _sort(judged.pair.difference.value)))
    columns = (
        Column("models", wrap=True),
        Column("slice" if len(slices.names) > 1 else plain_label(slices.names[0]), wrap=True),
        Column("cases", align="right"),
        Column("difference", align="right"),
        Column(f"{numbers.percent(comparison.level)} interval"),
        Column("p", align="right"),
    )
    rows = tuple(_compared_row(comparison, slices, judged) for judged in shown)
    caption = f"Differences in {plain_metric(comparison[metric].label)} by {' and '.join(slices.names)}:"
    remark = _compared_remark(slices, len(shown))
    return [Table(columns, rows, caption=caption, remark=remark, most=MOST_ROWS, what="slices and pairs")]


def _compared_row(comparison: Comparison, slices: ComparedSlices, judged: SlicePair) -> tuple[Cell, ...]:
    difference, unit = judged.pair.difference, comparison[next(iter(comparison))].unit
    models = f"{plain_label(judged.pair.a)} - {plain_label(judged.pair.b)}"
    return (
        models, plain_label(slices.text(judged.key)), f"{judged.n:,}",
        numbers.metric_number(unit, difference), numbers.metric_interval(unit, difference),
        _stars(judged.p_adjusted, comparison.level),
    )  # fmt: skip


def _compared_remark(slices: ComparedSlices, count: int) -> str:
    adjusted = "Holm" if count <= SCREENED else "Benjamini-Hochberg: screened, to be checked on new cases"
    told = f"p: the two models on the cases of one slice, adjusted over {count:,} slices and pairs ({adjusted})."
    if any(size < SMALL for size in slices.sizes.values()):
        told += f" Slices of fewer than {SMALL} cases are not tested."
    return told


def _sort(value: float) -> float:
    return math.inf if math.isnan(value) else value


@compared_slices_data.register
def _(slices: ComparedSlices, comparison: Comparison) -> list[dict[str, object]]:
    """Return the first metric's pairs on every slice as plain data."""
    if not len(comparison):
        return []
    metric = next(iter(comparison))
    return [
        {**slice_columns(slices.names, judged.key), "n": judged.n, "metric": metric, "pair": judged.pair.to_dict(),
         "p_adjusted": judged.p_adjusted, "adjustment": judged.adjustment}
        for judged in slices.where(metric)
    ]  # fmt: skip
