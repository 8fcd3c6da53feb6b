"""Metrics of regression with their intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch

import numpy as np

from assay.intervals.estimating import estimate_from, value_alone
from assay.intervals.medians import Spectrum, deviation_limits, known_values, sketch_limits
from assay.intervals.method_names import VALUES_ALONE
from assay.intervals.order_draws import fits_orders, order_limits
from assay.intervals.rank_limits import spearman_limits
from assay.intervals.regression_sample import RegressionSample, slopes
from assay.intervals.scales import OpenScale
from assay.intervals.smooth_means import closed_form, fits_smooth, smooth_limits
from assay.intervals.unvaried import FEWEST, NO_WEIGHT, too_few
from assay.metrics.cards import Card
from assay.metrics.families import (
    CaseShare,
    Family,
    Largest,
    Means,
    MedianDeviation,
    MedianError,
    Need,
    OwnLoss,
    RankCorrelation,
    Spearman,
    SquaredCorrelation,
)
from assay.metrics.regression.ranges import NO_RANGES
from assay.metrics.regression.sizes import NO_PREDICTION
from assay.results.estimate import Estimate
from assay.stats import proportion_limits as proportions
from assay.summaries.sketch import Sketch, folded

NOT_KEPT = "it needs all cases at once, and there are more than are held; pass the columns as arrays"

NOT_SORTED = "it compares all cases with one another, which takes most of the time where there are millions of them"

MOST_SORTED = 2_000_000
"""As many cases as a stream holds: pairs of more take longer than all other metrics together, ten times as long."""

OF_QUANTILES = ("order statistics", "woodruff")
CERTAIN = "so many cases have exactly this error that the median can hardly be another"

Limits = tuple[float, float, str]


@dataclass(frozen=True)
class Found:
    """A value with its limits, in the unit that the summary is held in."""

    value: float
    low: float
    high: float
    method: str
    note: str | None = None


@estimate_from.register
def _(sample: RegressionSample, card: Card) -> Estimate:
    base = card.averaged if card.average is not None and card.averaged is not None else card
    rows = sample.summary.rows
    if not sample.summary.worth.weight:
        return Estimate(np.nan, *card.bounds, sample.level, "none", rows, NO_WEIGHT)
    if sample.method == VALUES_ALONE:
        value = _value(card, base, sample)
        return value_alone(value, card, sample.level, rows, refusal(base, sample) if np.isnan(value) else None)
    limits = _found(card, base, sample)
    asked = order_limits(card, sample, limits.value) if limits.method != "none" else None
    if asked is not None:
        low, high, method = asked
        limits = replace(limits, low=low, high=high, method=method, note=None)
    if np.isnan(limits.value):
        return Estimate(limits.value, *card.bounds, sample.level, "none", rows, limits.note or card.undefined)
    ends = np.clip([limits.value, min(limits.low, limits.value), max(limits.high, limits.value)], *card.bounds)
    value, low, high = (in_unit(float(end), sample.summary.scale, card.unit) for end in ends)
    note = limits.note if np.isfinite(value) else "it is too large for a floating-point number"
    if low == high and limits.method in OF_QUANTILES:
        note = note or CERTAIN
    return Estimate(value, low, high, sample.level, limits.method, rows, note)


def regression_value(card: Card, sample: RegressionSample) -> float:
    """Return a metric's value alone, without the cost of its interval where that is possible."""
    if card.average is not None or not is_smooth(card):
        return estimate_from(sample, card).value
    if refusal(card, sample) is not None:
        return float("nan")
    value = float(sample.formula(card)(sample.summary.moments.mean))
    return in_unit(value, sample.summary.scale, card.unit)


def _value(card: Card, base: Card, sample: RegressionSample) -> float:
    """Return the value in the user's own unit, without the interval where the family makes one of its own."""
    if refusal(base, sample) is not None:
        return float("nan")
    if card.average is not None and sample.summary.several:
        return float(np.mean([_value(base, base, part) for part in sample.outputs]))
    from assay.metrics.find import find

    squared = isinstance(base.family, SquaredCorrelation)
    formed = squared or isinstance(base.family, Means | OwnLoss | CaseShare)
    if not formed:
        return in_unit(regression_interval(base.family, base, sample).value, sample.summary.scale, card.unit)
    value = float(sample.formula(find("pearson") if squared else base)(sample.summary.moments.mean))
    return in_unit(value**2 if squared else value, sample.summary.scale, card.unit)


def in_unit(number: float, scale: float, power: int) -> float:
    """Return a number in the user's own unit; one too large for a float is infinite."""
    for _ in range(power):
        number *= scale
    return number


def _found(card: Card, base: Card, sample: RegressionSample) -> Found:
    refused = refusal(base, sample)
    if refused is not None:
        return Found(float("nan"), *card.bounds, "none", refused)
    if card.average is not None and sample.summary.cases is not None:
        return _averaged(base, sample)
    return regression_interval(base.family, base, sample)


def refusal(card: Card, sample: RegressionSample) -> str | None:
    """Say why a metric cannot be computed on these cases, None if it can."""
    summary = sample.summary
    if Need.RANGES in card.requires:
        return None if card.name in summary.losses else NO_RANGES
    if summary.centre is None:
        return NO_PREDICTION
    if isinstance(card.family, RankCorrelation) and summary.cases is None:
        return NOT_KEPT
    if isinstance(card.family, RankCorrelation) and not sample.asked and summary.rows > MOST_SORTED:
        return f"{NOT_SORTED}; ask for it by name (metrics={card.name!r})"
    if Need.NONZERO_TRUTH in card.requires and summary.zeros:
        count = "1 case" if summary.zeros == 1 else f"{summary.zeros:,} cases"
        return f"the truth is 0 in {count}, by which errors cannot be divided; use nmae (their share of all) or mae"
    return None


@singledispatch
def regression_interval(family: Family, card: Card, sample: RegressionSample) -> Found:
    """Return a metric of predicted numbers with its limits: a function of means, unless its family knows better."""
    value = float(sample.formula(card)(sample.summary.moments.mean))
    if np.isnan(value):
        return Found(value, *card.bounds, "none")
    if Need.NONZERO_TRUTH in card.requires:
        near = _near_zero(sample)
        if near:
            return Found(value, *card.bounds, "none", near)
    low, high, method = smooth_limits(card, sample, value)
    return Found(value, low, high, method, _no_spread(sample) if method == "none" else None)


def _no_spread(sample: RegressionSample) -> str:
    if sample.summary.worth.effective < FEWEST:
        return too_few(sample.summary.rows)
    return "every case contributes the same, so the cases do not say how far it could be off"


def _near_zero(sample: RegressionSample) -> str | None:
    """Say that some truths are so close to 0 that shares of them have no stable mean."""
    if not sample.near_zero:
        return None
    return "some truths are below 1% of the typical size, so no interval covers; use nmae, smape or mae"


@regression_interval.register
def _(family: CaseShare, card: Card, sample: RegressionSample) -> Found:
    moments = sample.summary.moments
    place = sample.summary.loss_place(card.name)
    value, n = float(moments.mean[place]), moments.worth.effective
    if sample.summary.several:
        low, high, method = smooth_limits(card, sample, value)
        return Found(value, low, high, method)
    low, high = (float(end) for end in proportions.limits(proportions.guarded_wilson, value * n, n, sample.level))
    return Found(value, low, high, "wilson")


@regression_interval.register
def _(family: SquaredCorrelation, card: Card, sample: RegressionSample) -> Found:
    from assay.metrics.find import find

    root = find("pearson")
    own = regression_interval(root.family, root, sample)
    ends = sorted((own.low**2, own.high**2))
    low = 0.0 if own.low < 0 < own.high else ends[0]
    return Found(own.value**2, low, ends[1], own.method, own.note)


@regression_interval.register
def _(family: MedianError, card: Card, sample: RegressionSample) -> Found:
    absolute = family.absolute
    sketches = sample.summary.sketches
    if sketches is None:
        spectrum = sample.absolute if absolute else sample.signed
    else:
        sketch = sketches.absolute if absolute else sketches.error
        known = None if sample.summary.weighted else known_values(sketch, sample.summary.rows)
        if known is None:
            return _sketched(sketch, sample)
        spectrum = Spectrum(known)
    low, high, method = spectrum.limits(0.5, sample.level, card.bounds)
    return Found(spectrum.median(), low, high, method, _no_spread(sample) if method == "none" else None)


def _sketched(sketch: Sketch, sample: RegressionSample) -> Found:
    low, high = sketch.median()
    value = (low + high) / 2
    ends = sketch_limits(sketch, 0.5, sample.summary.worth.effective, sample.level)
    note = f"exact to ± {(high - low) / 2 * sample.summary.scale:.1g}, as the stream was cut into bins"
    method = "woodruff" if sample.summary.weighted else "order statistics"
    return Found(value, *ends, method, note if high > low else None)


@regression_interval.register
def _(family: MedianDeviation, card: Card, sample: RegressionSample) -> Found:
    factor, sketches = family.factor, sample.summary.sketches
    known = None
    if sketches is not None and not sample.summary.weighted:
        known = known_values(sketches.error, sample.summary.rows)
    if sketches is not None and known is None:
        middle = float(np.mean(sketches.error.median()))
        median = _sketched(folded(sketches.error, middle), sample)
        return replace(median, value=factor * median.value, low=factor * median.low, high=factor * median.high)
    degrees = sample.summary.worth.mean_degrees
    value, low, high = sample.deviation if known is None else deviation_limits(known, None, degrees, sample.level)
    return Found(factor * value, factor * low, factor * high, "woodruff")


@regression_interval.register
def _(family: Largest, card: Card, sample: RegressionSample) -> Found:
    value, n = sample.summary.largest, sample.summary.rows
    beyond = 1 - (1 - sample.level) ** (1 / n)
    note = f"the largest of {n:,} cases; up to {beyond:.2g} of new cases could err by more"
    return Found(value, value, card.bounds[1], "none", note)


@regression_interval.register
def _(family: RankCorrelation, card: Card, sample: RegressionSample) -> Found:
    weight = sample.cases.weight
    pairs = zip(sample.truth_ranks, sample.prediction_ranks, strict=True)
    correlations = [family.correlate(first, second, weight) for first, second in pairs]
    value = float(np.mean([correlation.value for correlation in correlations]))
    if np.isnan(value):
        return Found(value, *card.bounds, "none")
    influence = np.asarray(sum(correlation.influence for correlation in correlations) / len(correlations))
    low, high, method = _influence_limits(card, sample, value, influence)
    if isinstance(family, Spearman) and method != "none":
        low, high = spearman_limits(value, influence, sample, OpenScale(*card.bounds), sample.level)
    return Found(value, low, high, method)


def _influence_limits(card: Card, sample: RegressionSample, value: float, influence: np.ndarray) -> Limits:
    worth, weight = sample.summary.worth, sample.cases.weight
    pull = influence if weight is None else influence * weight
    error = worth.error(float(pull @ pull))
    scale = OpenScale(*card.bounds)
    if not error > 0 or value in card.bounds:
        return *card.bounds, "none"
    return *scale.interval(value, error, worth.degrees, sample.level), closed_form(scale)


def _averaged(card: Card, sample: RegressionSample) -> Found:
    """Return the mean over the outputs of a metric, each output judged alone."""
    parts = [sample.output(place) for place in range(sample.cases.width)]
    each = [_found(card, card, part) for part in parts]
    value = float(np.mean([output.value for output in each]))
    if np.isnan(value):
        return Found(value, *card.bounds, "none", next((output.note for output in each if output.note), None))
    if len(each) == 1:
        return each[0]
    if not is_smooth(card):
        low, high = (float(np.mean([getattr(output, end) for output in each])) for end in ("low", "high"))
        return Found(value, low, high, each[0].method, "the mean of the outputs' own limits")
    pulls = []
    for part in parts:
        formula, moments = part.formula(card), part.summary.moments
        pulls.append(slopes(formula, moments.mean) @ (part.columns - moments.mean[:, None]))
    return Found(value, *_influence_limits(card, sample, value, np.mean(pulls, axis=0)))


def is_smooth(card: Card) -> bool:
    """Say whether a metric is a function of means and nothing else."""
    return isinstance(card.family, Means | OwnLoss) and not isinstance(card.family, SquaredCorrelation)


def fits_regression(card: Card, method: str) -> bool:
    """Say whether a method can be used for a metric of regression."""
    base = card.averaged or card
    smooth = is_smooth(base) or isinstance(base.family, SquaredCorrelation)
    return card.average is None and (fits_orders(base, method) or (smooth and fits_smooth(base, method)))
