"""What models that always give the same answer would score: the mean, or the median, of the truth."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from assay.intervals.regression_intervals import in_unit
from assay.intervals.regression_sample import RegressionSample
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates
from assay.summaries.made_values import MadeValues


def constant_models(sample: RegressionSample) -> Mapping[str, Estimates]:
    """Return what always answering the mean, or the median, of these cases would score."""
    summary = sample.summary
    if summary.centre is None or not summary.worth.weight:
        return {}
    if summary.several:
        return {"mean": _mean_model(sample)}
    if summary.cases is not None:
        middle = sample.truth.median()
        off = MadeValues((summary.cases.truth,), lambda truth: np.abs(truth - middle))
        absolute = off.mean(summary.cases.weight)
    elif summary.sketches is not None:
        sketch = summary.sketches.truth
        middle = float(np.mean(sketch.median()))
        absolute = float(np.average(np.abs((sketch.low + sketch.high) / 2 - middle), weights=sketch.weight))
    squared = float(summary.means.truth_variance) + (middle - float(summary.centre.truth[0])) ** 2
    return {"mean": _mean_model(sample), "median": _model(sample, absolute, squared)}


def _mean_model(sample: RegressionSample) -> Estimates:
    means = sample.summary.means
    return _model(sample, float(means.truth_off_absolute), float(means.truth_variance))


def _model(sample: RegressionSample, absolute: float, squared: float) -> Estimates:
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
