"""The pairs of a comparison: which there are, the difference of each, and what is said of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from assay.checks.words import text_of
from assay.comparisons.difference import Difference, undefined
from assay.comparisons.judged_pairs import judge_pairs
from assay.comparisons.margins import is_vacuous
from assay.comparisons.settling import settle
from assay.comparisons.verdicts import pair_verdict
from assay.errors import samples as sample_errors
from assay.intervals.regression_intervals import in_unit
from assay.metrics.cards import Card
from assay.results.comparison import MetricComparison
from assay.results.estimate import Estimate
from assay.tasks.judged import Judged


def places_of(models: tuple[object, ...], control: object) -> list[tuple[int, int]]:
    """Return the pairs to compare, as places among the models: all of them, or each model with the control."""
    if control is None:
        return [(i, j) for i in range(len(models)) for j in range(i + 1, len(models))]
    by_text = {str(model): place for place, model in enumerate(models)}
    text = text_of(control)
    place = None if text is None else by_text.get(text)
    if place is None:
        raise sample_errors.unknown_model(control, models)
    return [(other, place) for other in range(len(models)) if other != place]


def settled(judged: Judged, card: Card, i: int, j: int, level: float) -> Difference:
    """Compare two models in the user's unit, with limits that say no more than the answers do."""
    left, right = (judged.evaluations[judged.models[place]][card.name] for place in (i, j))
    if math.isnan(left.value) and math.isnan(right.value):
        return undefined(judged.evaluations[judged.models[i]].n)
    difference = _in_unit(judged.compare(card, i, j), judged.scale, card.unit)
    return settle(difference, card, (left, right), level, judged.apart(i, j))


def metric_comparison(
    card: Card,
    estimates: Mapping[object, Estimate],
    places: list[tuple[int, int]],
    differences: list[Difference],
    models: tuple[object, ...],
    level: float,
    margin: float | None,
) -> MetricComparison:
    """Assemble one metric: adjust over its pairs, judge the margin (unless it holds everything), say it in words."""
    margin = None if margin is None or is_vacuous(margin, card.bounds) else margin
    names = [(models[i], models[j]) for i, j in places]
    judged = judge_pairs(card, names, differences, level, margin)
    pairs = tuple(
        replace(pair, verdict=pair_verdict(pair, card, difference))
        for pair, difference in zip(judged, differences, strict=True)
    )
    return MetricComparison(card.name, card.label, card.better, estimates, pairs, card.unit)


def _in_unit(difference: Difference, scale: float, power: int) -> Difference:
    if scale == 1.0 or not power:
        return difference
    value, low, high, error = (
        in_unit(number, scale, power)
        for number in (difference.value, difference.low, difference.high, difference.error)
    )
    own = difference.limits

    def limits(asked: float) -> tuple[float, float]:
        ends = (difference.low, difference.high) if own is None else own(asked)
        return in_unit(ends[0], scale, power), in_unit(ends[1], scale, power)

    return replace(difference, value=value, low=low, high=high, error=error, limits=None if own is None else limits)
