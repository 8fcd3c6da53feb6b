"""A paragraph for a paper: what was measured on how many cases, the estimates, the tests and why, what was found."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.comparisons.names_of_tests import test_name
from assay.comparisons.verdicts import p_text, plain_metric
from assay.errors.tree import quote
from assay.reports.leaders import listed, who_leads
from assay.reports.words import METHOD_NAMES, plain_label, sentence
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation

if TYPE_CHECKING:
    from assay.results.comparison import Comparison, MetricComparison, Pair

MOST_METRICS, MOST_PAIRS, MOST_MODELS = 5, 3, 12
"""Tastes: a paragraph that names more is a table."""
NO_METHOD = ("none", "")


def evaluation_paragraph(evaluation: Evaluation) -> str:
    """Write what was judged, the main metrics with their intervals and how these were made."""
    named = evaluation.shown if evaluation.choices.asked else evaluation.headlines
    shown = [name for name in named if evaluation.estimates[name].defined]
    mix = f" ({quote(evaluation.positive)} being the positive class)" if evaluation.positive is not None else ""
    told = [_told(evaluation.estimates[name]) for name in shown]
    level = numbers.percent(evaluation.level)
    methods = dict.fromkeys(_method(evaluation.estimates[name]) for name in shown)
    made = ", ".join(method for method in methods if method not in NO_METHOD)
    if evaluation.choices.threshold is not None:
        mix += f", cut at a score of {evaluation.choices.threshold:.6g}"
    lines = [f"We judged the model on {numbers.cases(evaluation.n, evaluation.unit)}{_in_groups(evaluation)}{mix}."]
    if told:
        lines.append(f"With {level} confidence intervals, {listed(told)}{f' ({made})' if made else ''}.")
    undefined = [evaluation.estimates[name].label for name in named if not evaluation.estimates[name].defined]
    if undefined:
        lines.append(f"Undefined on these cases: {', '.join(undefined[:MOST_METRICS])}.")
    if evaluation.baseline is not None and "accuracy" in evaluation.estimates:
        share = numbers.percent(evaluation.baseline.accuracy.value)
        lines.append(f"The commonest answer alone would be right in {share} of the cases.")
    return " ".join(lines)


def comparison_paragraph(comparison: Comparison) -> str:
    """Write what was compared, how, why so, and what came out in every metric asked for."""
    names = [plain_label(model) for model in comparison.models[:MOST_MODELS]]
    more = f" and {len(comparison.models) - MOST_MODELS} more" if len(comparison.models) > MOST_MODELS else ""
    cases = numbers.cases(comparison.n, comparison.unit)
    where = f"the same {cases}" if comparison.paired else f"cases of their own ({cases} in all)"
    lines = [f"We compared {listed(names)}{more} on {where}{_in_groups(comparison)}."]
    lines.append(who_leads(list(comparison.values()), comparison.control))
    told: set[str] = set()
    for metric in comparison.values():
        lines.append(_metric(metric, comparison.level, told))
    pairs = max((len(metric.pairs) for metric in comparison.values()), default=0)
    if pairs > 1:
        lines.append("P-values were adjusted by Holm over the pairs of a metric.")
    if comparison.margin is not None:
        lines.append(f"Differences up to {comparison.margin:g} were taken not to matter.")
    return " ".join(lines)


def _in_groups(result: Evaluation | Comparison) -> str:
    """Say how many groups the cases come in, each judged as one unit."""
    return "" if result.grouping is None else f" in {result.grouping.told}, each counted as one unit"


def _metric(metric: MetricComparison, level: float, told: set[str]) -> str:
    """Write the values of a metric, how they were judged and what was found; a test is explained once (`told`)."""
    values = [
        f"{plain_label(model)} {_shown(metric.unit, metric.models[model])}" for model in metric.order[:MOST_MODELS]
    ]
    judged = _judged(metric, told)
    told_apart = " ".join(sentence(pair.verdict) for pair in metric.pairs)
    if len(metric.pairs) > MOST_PAIRS:
        told_apart = _clear(metric)
    models = f"{'; '.join(values)} ({numbers.percent(level)} intervals)"
    return f"In {plain_metric(metric.label)}: {models}.{judged} {told_apart}"


def _judged(metric: MetricComparison, told: set[str]) -> str:
    pair = next((pair for pair in metric.pairs if pair.difference.defined), None)
    if pair is None:
        return ""
    why = "" if pair.test in told else f" ({pair.reason})"
    told.add(pair.test)
    return f" Differences were judged by {test_name(pair.test)}{why}."


def _clear(metric: MetricComparison) -> str:
    """Name the pairs that can be told apart, each with its difference and p."""
    clear = sorted((pair for pair in metric.pairs if pair.significant), key=lambda pair: pair.p_adjusted)
    if not clear:
        return f"None of the {len(metric.pairs)} pairs can be told apart."
    named = [_ahead(metric, pair) for pair in clear]
    return f"{len(clear)} of {len(metric.pairs)} pairs can be told apart: {'; '.join(named)}."


def _ahead(metric: MetricComparison, pair: Pair) -> str:
    """Write by how much the better of two models leads."""
    made = pair.difference
    first, second = (pair.a, pair.b) if (made.value > 0) == (metric.better != "lower") else (pair.b, pair.a)
    ends = (made.low, made.value, made.high) if made.value > 0 else (-made.high, -made.value, -made.low)
    shown = _shown(metric.unit, replace(made, low=ends[0], value=ends[1], high=ends[2]))
    word = "higher" if metric.better == "neither" else "better"
    p = f"{p_text(pair.p_adjusted)}, {test_name(pair.test)}"
    return f"{plain_label(first)} is {word} than {plain_label(second)} by {shown} ({p})"


def _told(estimate: Estimate) -> str:
    return f"{plain_metric(estimate.label)} was {_shown(estimate.unit, estimate)}"


def _shown(unit: int, estimate: Estimate) -> str:
    shown = numbers.metric_number(unit, estimate)
    known = estimate.method != "none" and math.isfinite(estimate.high - estimate.low)
    return f"{shown} {numbers.metric_interval(unit, estimate)}" if known else f"{shown} (no interval)"


def _method(estimate: Estimate) -> str:
    base = estimate.method.partition(",")[0]
    return METHOD_NAMES.get(base, base)
