"""Measure errors: every metric of a regression, with baselines, distribution, notes and the reasons for intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from assay.errors import metrics as metric_errors
from assay.frontdoors.error_distribution import ErrorCurves, ErrorDistribution
from assay.frontdoors.error_notes import error_notes
from assay.frontdoors.judge_labels import choices_of
from assay.frontdoors.losses import USER
from assay.frontdoors.requests import Wanted, check_parameters
from assay.frontdoors.value_sources import reduce_values
from assay.inputs.values import HandedValues
from assay.intervals.error_estimates import REASONS, estimate_error, fits_error, in_unit
from assay.intervals.error_sample import ErrorSample
from assay.metrics.cards import Card, aliases, cards
from assay.metrics.regression.ranges import NO_RANGES
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.summaries.errors import Loss

OF_RANGES = {"pinball_lower": -1, "pinball_upper": 1}


def judge_errors(values: HandedValues, wanted: Wanted, reason: str) -> Evaluation:
    """Measure everything that was asked for on amounts."""
    chosen = _choose(values, wanted)
    losses = _losses(chosen, values)
    reduced = reduce_values(values, losses, reason)
    if wanted.metrics is None and len(reduced.outputs) == 1:
        chosen = tuple(card for card in chosen if card.average is None)
    sample = ErrorSample(reduced.summary, wanted.level, wanted.seed, wanted.method)
    _check_method(chosen, wanted)
    estimates = {card.name: estimate_error(card, sample) for card in chosen}
    distribution = ErrorDistribution(replace(sample))
    several = len(reduced.outputs) > 1
    return Evaluation(
        task="regression",
        reason=reduced.reason,
        n=reduced.summary.rows,
        estimates=estimates,
        choices=choices_of(wanted, reduced.engine, reduced.summary.weighted),
        build_baselines=partial(_baselines, distribution.sample),
        notes=(*reduced.notes, *error_notes(sample, chosen, estimates, wanted.coverage)),
        methods={found.method: REASONS.get(found.method, "asked for") for found in estimates.values()},
        curves=ErrorCurves(distribution),
        errors=distribution if reduced.summary.centre is not None else None,
        aliases=aliases(),
        parts="output",
        source=wanted.source,
        build_per_class=_PerOutput(sample, chosen, reduced.outputs) if several else dict,
    )


def _choose(values: HandedValues, wanted: Wanted) -> tuple[Card, ...]:
    """Return the cards asked for, or every one that these columns can answer."""
    if wanted.metrics is not None:
        for card in wanted.metrics:
            if not card.of_amounts:
                raise metric_errors.wrong_task(card.name, "a regression", ["mae", "rmse", "r2"])
        asked = tuple(_promised(card, wanted.coverage) for card in wanted.metrics)
        for card in asked:
            check_parameters(card)
        return asked
    every = [_promised(card, wanted.coverage) for card in cards() if card.of_amounts]
    return tuple(card for card in every if not card.needs and _possible(card, values))


def _promised(card: Card, coverage: float | None) -> Card:
    """Judge predicted ranges by what they promise, where that was said and the metric does not say it itself."""
    if coverage is None or card.undefined != NO_RANGES or not card.needs:
        return card
    if "coverage" in card.needs:
        return replace(card.with_parameters(card.name, {"coverage": coverage}), label=card.label)
    quantile = (1 + OF_RANGES[card.name] * coverage) / 2
    label = f"{card.label}, {100 * quantile:.4g}%"
    return replace(card.with_parameters(card.name, {"quantile": quantile}), label=label)


def _possible(card: Card, values: HandedValues) -> bool:
    if card.undefined == NO_RANGES:
        return values.lower is not None
    return values.handed.prediction is not None


def _losses(chosen: tuple[Card, ...], values: HandedValues) -> dict[str, Loss]:
    """Return the per-case losses that must be summed, by the name of their metric."""
    return {
        card.name: partial(card.loss, **_loss_parameters(card))
        for card in chosen
        if card.loss is not None and _possible(card, values)
    }


def _loss_parameters(card: Card) -> Mapping[str, object]:
    return {} if card.interval == USER else card.parameters


def _check_method(chosen: tuple[Card, ...], wanted: Wanted) -> None:
    if wanted.method is not None and not any(fits_error(card, wanted.method) for card in chosen):
        why = "for amounts there are bootstrap-t, log-t, delta, percentile, bca and (for pearson) fisher-z"
        raise metric_errors.method_fits_nothing(wanted.method, [card.name for card in chosen], why)


def _baselines(sample: ErrorSample) -> Mapping[str, Estimates]:
    """Return what always answering the mean, or the median, of these cases would score."""
    summary = sample.summary
    if summary.centre is None:
        return {}
    if summary.several:
        return {"mean": _mean_model(sample)}
    if summary.cases is not None:
        middle = sample.truth.median()
        off = np.abs(summary.cases.truth[:, 0] - middle)
        absolute = float(np.average(off, weights=summary.cases.weight))
    elif summary.sketches is not None:
        sketch = summary.sketches.truth
        middle = float(np.mean(sketch.median()))
        absolute = float(np.average(np.abs((sketch.low + sketch.high) / 2 - middle), weights=sketch.weight))
    squared = float(summary.means.truth_variance) + (middle - float(summary.centre.truth[0])) ** 2
    return {"mean": _mean_model(sample), "median": _model(sample, absolute, squared)}


def _mean_model(sample: ErrorSample) -> Estimates:
    means = sample.summary.means
    return _model(sample, float(means.truth_off_absolute), float(means.truth_variance))


def _model(sample: ErrorSample, absolute: float, squared: float) -> Estimates:
    """Name what a constant answer scores; it has no interval, as it is only there for comparison."""
    summary = sample.summary
    variance = float(summary.means.truth_variance)
    unit = summary.scale
    values = {
        "mae": in_unit(absolute, unit, 1),
        "mse": in_unit(squared, unit, 2),
        "rmse": in_unit(math.sqrt(max(squared, 0.0)), unit, 1),
        "r2": 1 - squared / variance if variance > 0 else math.nan,
    }
    nothing = math.nan, math.nan, sample.level, "none", summary.rows
    return {name: Estimate(value, *nothing) for name, value in values.items()}


@dataclass(frozen=True)
class _PerOutput:
    """Each output judged alone, when somebody asks."""

    sample: ErrorSample
    chosen: tuple[Card, ...]
    outputs: tuple[object, ...]

    def __call__(self) -> Mapping[object, Estimates]:
        own = [card for card in self.chosen if card.average is None]
        return {
            name: {card.name: estimate_error(card, self.sample.output(place)) for card in own}
            for place, name in enumerate(self.outputs)
        }
