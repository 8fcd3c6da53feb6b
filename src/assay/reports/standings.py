"""Models side by side: one table of all metrics, one table for each, and one matrix of differences for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from assay.comparisons.significance_letters import significance_letters
from assay.comparisons.verdicts import plain_metric
from assay.reports.document import Bar, Cell, Column, Table
from assay.reports.pair_tables import lost_words, mark_of
from assay.reports.ranges import zoomed
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.comparison import MetricComparison, Pair

FEWEST_MODELS = 4
"""From so many models on the pairs are a matrix; of three there are three pairs, which read better one by one."""
WIDEST_MATRIX = 7
"""Matrices of more models do not fit a terminal: pages have them."""
LETTERS = "models with a common letter cannot be told apart"


def letters_of(metric: MetricComparison) -> Mapping[object, str]:
    """Return the letters of the models; none where not every pair was judged, or two models are a pair anyway."""
    models = metric.order
    pairs = [pair for pair in metric.pairs if pair.a in models and pair.b in models]
    if len(models) < FEWEST_MODELS - 1 or len(pairs) < len(models) * (len(models) - 1) // 2:
        return {}
    return significance_letters(models, [(pair.a, pair.b) for pair in pairs if pair.significant])


def standings_table(metrics: Sequence[MetricComparison]) -> Table:
    """Show every model in every metric, those first that lead most often, each metric with its letters."""
    letters = {metric.name: letters_of(metric) for metric in metrics}
    models = sorted(metrics[0].models, key=lambda model: _mean_place(metrics, model))
    columns = (Column("model", wrap=True), *(Column(metric.label, align="right", wrap=True) for metric in metrics))
    rows = tuple(
        (plain_label(model), *(_standing(metric, model, letters[metric.name]) for metric in metrics))
        for model in models
    )
    words = [f"▲ best in this metric; {LETTERS} in that metric"] if any(letters.values()) else ["▲ best in this metric"]
    return Table(columns, rows, caption="All models in all metrics", remark="; ".join(words))


def _mean_place(metrics: Sequence[MetricComparison], model: object) -> float:
    """Return the mean place of a model over the metrics in which it has a value."""
    places = [metric.order.index(model) for metric in metrics if model in metric.order]
    return sum(places) / len(places) if places else math.inf


def _standing(metric: MetricComparison, model: object, letters: Mapping[object, str]) -> str:
    estimate = metric.models[model]
    if not estimate.defined:
        return "undefined"
    best = metric.better != "neither" and estimate.value == metric.models[metric.order[0]].value
    mark = " ▲" if best else ""
    letter = f" {letters[model]}" if model in letters else ""
    return f"{numbers.metric_number(metric.unit, estimate)}{mark}{letter}"


def model_table(metric: MetricComparison, level: float) -> Table:
    """Show every model's own value and interval in a metric, the best first, with the letters of its groups."""
    bounds = next(iter(metric.models.values())).bounds
    bounded, letters = math.isfinite(bounds[1] - bounds[0]), letters_of(metric)
    lowest, highest = zoomed(list(metric.models.values()), bounds) if bounded else bounds
    drawn = "range" if (lowest, highest) == bounds else f"{lowest:g} to {highest:g}"
    columns = (
        Column(metric.label, wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(level)} interval"),
        *((Column(drawn),) if bounded else ()),
        *((Column("group"),) if letters else ()),
    )
    rows = []
    order = [*metric.order, *(model for model in metric.models if model not in metric.order)]
    for model in order:
        estimate = metric.models[model]
        bar = Bar(estimate.low, estimate.value, estimate.high, lowest, highest)
        shown = numbers.metric_number(metric.unit, estimate), numbers.metric_interval(metric.unit, estimate)
        group = (letters.get(model, ""),) if letters else ()
        cells: tuple[Cell, ...] = (plain_label(model), *shown, *((bar,) if bounded else ()), *group)
        rows.append(cells)
    return Table(columns, tuple(rows), remark=f"group: {LETTERS}" if letters else None)


def matrix_table(metric: MetricComparison, level: float) -> list[Table]:
    """Show the differences of all pairs at once, row less column; none where there are few pairs."""
    order = metric.order
    pairs = {frozenset((pair.a, pair.b)): pair for pair in metric.pairs if pair.difference.defined}
    if len(order) < FEWEST_MODELS or len(pairs) < len(order):
        return []
    heads = [f"{place}" for place in range(1, len(order) + 1)]
    columns = (Column("row less column", wrap=True), *(Column(head, align="right") for head in heads[1:]))
    rows = []
    for place, model in enumerate(order[:-1]):
        beside = [pairs.get(frozenset((model, other))) for other in order[1:]]
        cells = [
            "" if column <= place or pair is None else _difference(metric, pair, model)
            for column, pair in enumerate(beside, start=1)
        ]
        rows.append((f"{heads[place]} {plain_label(model)}", *cells))
    rows.append((f"{heads[-1]} {plain_label(order[-1])}", *([""] * (len(order) - 1))))
    wide = len(order) > WIDEST_MATRIX
    caption = f"Differences in {plain_metric(metric.label)}"
    folded = f"{caption}, all {len(pairs)} pairs at a glance" if wide else None
    remark = f"* can be told apart at {1 - level:.2g}, p adjusted over {len(metric.pairs)} pairs (Holm)"
    if any(pair.lost_to_adjustment and pair.excludes_zero for pair in metric.pairs):
        remark += f"; {lost_words(len(metric.pairs))}"
    return [Table(columns, tuple(rows), caption=None if wide else caption, remark=remark, folded=folded)]


def _difference(metric: MetricComparison, pair: Pair, first: object) -> str:
    """Write the difference of a pair with the first model in front, and mark it where it can be told from chance."""
    made = pair.difference
    sign = 1 if pair.a == first else -1
    ends = sorted((sign * made.low, sign * made.high))
    return f"{numbers.beside(metric.unit, sign * made.value, *ends)}{mark_of(pair)}"
