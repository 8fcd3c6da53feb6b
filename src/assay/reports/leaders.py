"""Who is ahead, and of whom that cannot be said: one sentence for terminals, pages, Markdown and prose alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from assay.comparisons.verdicts import plain_metric
from assay.reports.words import plain_label
from assay.results import numbers

if TYPE_CHECKING:
    from assay.results.comparison import MetricComparison, Pair

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_NAMED = 4
"""A sentence with more names is a list."""
MOST_DOUBTS = 2
"""So many reservations are read in one sentence; the tables have the others."""


def who_leads(metrics: Iterable[MetricComparison], control: object = None) -> str:
    """Return the headline of models compared: who leads in what, and from whom the leader cannot be told."""
    judged = [metric for metric in metrics if metric.better != "neither" and metric.order]
    if not judged:
        return "No metric here says which model is better."
    if control is not None:
        return _against(judged, control)
    led = _led(judged)
    if not led:
        return f"No model leads: the best ones are level in {listed(_labels(judged))}."
    best = max(led, key=lambda model: len(led[model]))
    share = [f"{plain_label(best)} leads in {_where(led[best], len(judged))}"]
    share += [
        f"{plain_label(model)} in {listed(_labels(own))}{_own_doubt(model, own)}"
        for model, own in list(led.items())
        if model != best and len(led) <= MOST_NAMED
    ]
    return f"{', '.join(share)}{_doubt(best, led[best], len(share) > 1)}."


def told_from_chance(metrics: Sequence[MetricComparison]) -> str:
    """Count the differences that can be told from chance, and say in which metrics they are."""
    clear = {_label(metric): sum(pair.significant for pair in metric.pairs) for metric in metrics}
    pairs = sum(len(metric.pairs) for metric in metrics)
    told = f"{sum(clear.values())} of {pairs} differences can be told from chance"
    single = all(len(metric.pairs) == 1 for metric in metrics)
    where = [label if single else f"{count} in {label}" for label, count in clear.items() if count]
    return f"{told}: {listed(where)}." if len(clear) > 1 and where else f"{told}."


def _led(metrics: Sequence[MetricComparison]) -> dict[object, list[MetricComparison]]:
    """Return the metrics that each model leads in alone."""
    led: dict[object, list[MetricComparison]] = {}
    for metric in metrics:
        first, *others = metric.order
        if not others or metric.models[others[0]].value != metric.models[first].value:
            led.setdefault(first, []).append(metric)
    return led


def _where(led: Sequence[MetricComparison], count: int) -> str:
    labels = _labels(led)
    if count == 1:
        only = led[0]
        estimate = only.models[only.order[0]]
        value, limits = numbers.metric_number(only.unit, estimate), numbers.metric_interval(only.unit, estimate)
        return f"{labels[0]} ({value} {limits})" if limits else f"{labels[0]} ({value})"
    if len(led) == count:
        return "both metrics" if count == 2 else f"all {_word(count)} metrics"
    return f"{len(led)} of {count} metrics ({listed(labels)})"


def _doubt(best: object, led: Sequence[MetricComparison], several: bool) -> str:
    """Say from whom the leader cannot be told, metric by metric; metrics with the same answer together."""
    doubts: dict[tuple[object, ...], list[MetricComparison]] = {}
    for metric in led:
        doubts.setdefault(_not_told(metric, best), []).append(metric)
    if list(doubts) == [()]:
        others = [model for model in led[0].models if model != best]
        every = plain_label(others[0]) if len(others) == 1 else "every other model"
        start = f"; {plain_label(best)} can" if several else " and can"
        return f"{start} be told from {every}{' in each of them' if len(led) > 1 else ''}"
    parts = [
        f"from {_others(others, metrics[0])}{_there(metrics, led, len(doubts))}"
        for others, metrics in doubts.items()
        if others
    ]
    more = ", and so on below" if len(parts) > MOST_DOUBTS else ""
    start = f"; {plain_label(best)} cannot" if several else " but cannot"
    return f"{start} be told {', nor '.join(parts[:MOST_DOUBTS])}{more}"


def _own_doubt(model: object, led: Sequence[MetricComparison]) -> str:
    """Say in brackets where a model that leads in a few metrics cannot be told from others there."""
    doubted = [metric for metric in led if _not_told(metric, model)]
    if not doubted:
        return ""
    where = "" if len(doubted) == len(led) else f" in {listed(_labels(doubted))}"
    return f" (not told from {_others(_not_told(doubted[0], model), doubted[0])}{where})"


def _there(metrics: Sequence[MetricComparison], led: Sequence[MetricComparison], answers: int) -> str:
    """Say where the leader cannot be told from others; nothing where it leads in one metric alone."""
    if answers > 1:
        return f" in {listed(_labels(metrics))}"
    return " in any of them" if len(led) > 1 else ""


def _not_told(metric: MetricComparison, best: object) -> tuple[object, ...]:
    """Return the models that the leader cannot be told from, in their order."""
    clear = [pair for pair in metric.pairs if best in (pair.a, pair.b) and pair.significant]
    apart = {model for pair in clear for model in (pair.a, pair.b)}
    return tuple(model for model in metric.models if model != best and model not in apart)


def _others(others: Sequence[object], metric: MetricComparison) -> str:
    rest = len(metric.models) - 1
    if len(others) == rest and rest > 1:
        return "any other model"
    if len(others) > MOST_NAMED:
        return f"{len(others)} of the {rest} others"
    return listed([plain_label(model) for model in others], "or")


def _against(metrics: Sequence[MetricComparison], control: object) -> str:
    """Say which models are better than the control, and which worse."""
    better: dict[object, list[MetricComparison]] = {}
    worse: dict[object, list[MetricComparison]] = {}
    for metric in metrics:
        for pair in metric.pairs:
            if pair.significant and control in (pair.a, pair.b):
                other = pair.b if pair.a == control else pair.a
                side = better if _ahead(pair, metric) == other else worse
                side.setdefault(other, []).append(metric)
    name = plain_label(control)
    if not better and not worse:
        where = f" in {_labels(metrics)[0]}" if len(metrics) == 1 else " in any metric"
        return f"No model can be told from {name}{where}."
    parts = [
        f"better than {name}: {_told(better, metrics)}" if better else f"no model can be told to be better than {name}",
        *([f"worse: {_told(worse, metrics)}"] if worse else []),
    ]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _told(cases: Mapping[object, Sequence[MetricComparison]], metrics: Sequence[MetricComparison]) -> str:
    named = [
        plain_label(model) if len(metrics) == 1 else f"{plain_label(model)} (in {_which(own, len(metrics))})"
        for model, own in list(cases.items())[:MOST_NAMED]
    ]
    more = [f"{len(cases) - MOST_NAMED} more"] if len(cases) > MOST_NAMED else []
    return listed([*named, *more])


def _which(led: Sequence[MetricComparison], count: int) -> str:
    if len(led) == count:
        return "both metrics" if count == 2 else f"all {_word(count)} metrics"
    return listed(_labels(led)) if len(led) <= MOST_NAMED else f"{len(led)} of {count} metrics"


def _ahead(pair: Pair, metric: MetricComparison) -> object:
    positive = pair.difference.value > 0
    return pair.a if positive == (metric.better == "higher") else pair.b


def _labels(metrics: Iterable[MetricComparison]) -> list[str]:
    return [_label(metric) for metric in metrics]


def _label(metric: MetricComparison) -> str:
    """Write a metric's name without a comma, which would part it in a list."""
    name, comma, average = plain_metric(metric.label).partition(", ")
    return f"{name} ({average})" if comma else name


def _word(count: int) -> str:
    return WORDS[count] if count < len(WORDS) else str(count)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Join parts as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
