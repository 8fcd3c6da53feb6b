"""Measure errors: every metric of a regression, with baselines, distribution, notes and the reasons for intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from assay.errors import metrics as metric_errors
from assay.intervals.error_estimates import REASONS, fits_error, in_unit
from assay.intervals.error_sample import ErrorSample
from assay.intervals.estimating import estimate
from assay.metrics.cards import Card, aliases
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.summaries.regression import ErrorSummary
from assay.summaries.residuals import Residuals
from assay.tasks.labels.judging import choices_of
from assay.tasks.regression.distribution import ErrorCurves, ErrorDistribution
from assay.tasks.regression.notes import error_notes
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.requests import Request


def judge_residuals(plan: RegressionPlan, reduced: Residuals | ErrorSummary) -> Evaluation:
    """Measure everything that was asked for on predicted numbers."""
    request, chosen = plan.request, plan.chosen
    summary = ErrorSummary.of(reduced, plan.losses) if isinstance(reduced, Residuals) else reduced
    several = len(plan.outputs) > 1
    if request.metrics is None and not several:
        chosen = tuple(card for card in chosen if card.average is None)
    sample = ErrorSample(summary, request.level, request.seed, request.method)
    _check_method(chosen, request)
    estimates = {card.name: estimate(card, sample) for card in chosen}
    distribution = ErrorDistribution(replace(sample))
    return Evaluation(
        task="regression",
        reason=plan.reason,
        n=summary.rows,
        estimates=estimates,
        choices=choices_of(request, plan.engine, summary.weighted),
        build_baselines=partial(_baselines, distribution.sample),
        notes=(*plan.notes, *error_notes(sample, chosen, estimates, request.coverage)),
        methods={estimate.method: REASONS.get(estimate.method, "asked for") for estimate in estimates.values()},
        curves=ErrorCurves(distribution),
        errors=distribution if summary.centre is not None else None,
        aliases=aliases(),
        parts="output",
        source=request.source_name,
        build_per_class=_PerOutput(sample, chosen, plan.outputs) if several else dict,
    )


def _check_method(chosen: tuple[Card, ...], request: Request) -> None:
    if request.method is not None and not any(fits_error(card, request.method) for card in chosen):
        why = "for amounts there are bootstrap-t, log-t, delta, percentile, bca and (for pearson) fisher-z"
        raise metric_errors.method_fits_nothing(request.method, [card.name for card in chosen], why)


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
            name: {card.name: estimate(card, self.sample.output(place)) for card in own}
            for place, name in enumerate(self.outputs)
        }
