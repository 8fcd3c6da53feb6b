"""How large the errors are, in the unit of the truth."""

from __future__ import annotations

import math

import numpy as np

from assay.checks.numbers import between
from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.stats.arithmetic import Number, Numbers, ratio, root
from assay.summaries.residual_means import ResidualMeans
from assay.summaries.residuals import Residuals

NO_PREDICTION = "only ranges were predicted, no single values"
FREE = (-math.inf, math.inf)
POSITIVE = (0.0, math.inf)


@metric(
    label="Mean absolute error",
    aliases=("mean_absolute_error", "mean_absolute_deviation"),
    formula="mean |e|, e = y - ŷ",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    mean_of="absolute",
    unit=1,
    headline=True,
    reading="Predictions are off by {value} on average.",
)
def mae(means: ResidualMeans) -> Number:
    """Mean size of the errors; the metric to trust where a few errors are huge.

    >>> mae(ResidualMeans.of(Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])))
    0.5
    """
    return means.absolute


@metric(
    label="Mean squared error",
    aliases=("mean_squared_error", "l2_loss"),
    formula="mean e²",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    mean_of="squared",
    unit=2,
    reading="The mean squared error is {value}, in squared units.",
    beware="Its unit is the square of the truth's; a few large errors can carry all of it.",
)
def mse(means: ResidualMeans) -> Number:
    """Mean of the squared errors.

    >>> mse(ResidualMeans.of(Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])))
    0.375
    """
    return means.squared


@metric(
    label="RMSE",
    aliases=("root_mean_squared_error",),
    formula="√(mean e²), over all cases and outputs",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    unit=1,
    headline=True,
    reading="The root mean squared error is {value}.",
    beware="Where a few errors are huge, its interval is too narrow whatever the method; read the MAE then.",
)
def rmse(means: ResidualMeans) -> Number:
    """Root of the mean squared error: the size of the errors with large ones counting more.

    >>> rmse(ResidualMeans.of(Residuals.of([1, 2, 3, 4], [1, 2, 3, 8])))
    2.0
    """
    return root(means.squared)


@metric(
    label="Residual sum of squares",
    aliases=("sse", "residual_sum_of_squares"),
    formula="Σ e²",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    unit=2,
    reading="The squared errors add up to {value}.",
    beware="It grows with the number of cases, so it compares models on the same cases only.",
)
def rss(means: ResidualMeans) -> Number:
    """Sum of the squared errors over all cases and outputs.

    >>> rss(ResidualMeans.of(Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])))
    1.5
    """
    return means.squared * means.worth.weight * means.outputs


@metric(
    label="Mean error",
    aliases=("bias", "mean_bias_error"),
    formula="mean e, e = y - ŷ",
    bounds=FREE,
    better="neither",
    undefined=NO_PREDICTION,
    mean_of="error_off",
    unit=1,
    headline=True,
    reading="On average the truth lies {value} above the prediction.",
    beware="Positive means that predictions are too low. Errors of both signs cancel.",
)
def mean_error(means: ResidualMeans) -> Number:
    """Mean of truth less prediction: 0 for a model without bias.

    >>> mean_error(ResidualMeans.of(Residuals.of([3, 5], [2, 5])))
    0.5
    """
    return means.mean_error


@metric(
    label="Error variance",
    formula="Σ (e - mean e)² / (n - 1); with weights n is the effective number of cases",
    bounds=POSITIVE,
    better="lower",
    undefined="one case does not vary",
    unit=2,
    reading="The errors have a variance of {value}.",
)
def error_variance(means: ResidualMeans) -> Number:
    """Variance of the errors with n - 1 in the denominator (the sample estimate); the bias does not count.

    >>> error_variance(ResidualMeans.of(Residuals.of([1, 2, 3], [1, 1, 1])))
    1.0
    """
    n = means.worth.effective
    return ratio(means.error_variance, ratio(n - 1, n))


@metric(
    label="Error standard deviation",
    aliases=("error_standard_deviation",),
    formula="√(Σ (e - mean e)² / (n - 1)); with weights n is the effective number of cases",
    bounds=POSITIVE,
    better="lower",
    undefined="one case does not vary",
    unit=1,
    reading="The errors have a standard deviation of {value}.",
)
def error_sd(means: ResidualMeans) -> Number:
    """Standard deviation of the errors with n - 1 in the denominator; the bias does not count.

    >>> error_sd(ResidualMeans.of(Residuals.of([1, 2, 3], [1, 1, 1])))
    1.0
    """
    return root(error_variance(means))


def huber_loss(cases: Residuals, delta: float) -> Numbers:
    """Return e²/2 inside delta, delta |e| - delta²/2 outside, of every case."""
    if between(delta, 0, math.inf) is None:
        raise errors.parameter_range("huber", "delta", delta, "A number above 0")
    size = abs(cases.truth - cases.answers) * cases.scale
    inside = size.clip(max=delta)
    return inside * (size - inside / 2)


@metric(
    label="Huber loss",
    aliases=("huber_loss",),
    formula="mean of e²/2 where |e| ≤ δ, else δ|e| - δ²/2",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    loss=huber_loss,
    needs=("delta",),
    reading="{label} is {value}.",
    beware="Inside delta it is half the squared error; its unit changes there.",
    reference="Huber 1964",
)
def huber(cases: Residuals, delta: float) -> float:
    """Mean loss that is square for small errors and straight for large ones.

    >>> huber(Residuals.of([0, 0], [1, 4]), delta=2)
    3.25
    """
    return average(huber_loss(cases, delta), cases)


def pinball_loss(cases: Residuals, quantile: float) -> Numbers:
    """Return q e above the prediction, (q - 1) e below it, of every case."""
    return cases.scale * pinball_of(cases.truth - cases.answers, quantile)


@metric(
    label="Pinball loss",
    aliases=("quantile_loss", "mean_pinball_loss"),
    formula="mean of q e where e ≥ 0, else (q - 1) e",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    loss=pinball_loss,
    needs=("quantile",),
    reading="{label} is {value}.",
    reference="Koenker & Bassett 1978",
)
def pinball(cases: Residuals, quantile: float) -> float:
    """Mean loss of predictions that are meant as a quantile of the truth; least for the right quantile.

    >>> pinball(Residuals.of([1, 1], [0, 2]), quantile=0.75)
    0.5
    """
    return average(pinball_loss(cases, quantile), cases)


def pinball_of(error: Numbers, quantile: float) -> Numbers:
    """Return the pinball loss of errors at a quantile."""
    if between(quantile, 0, 1) is None:
        raise errors.parameter_range("pinball", "quantile", quantile, "A number between 0 and 1")
    return quantile * error.clip(min=0) + (quantile - 1) * error.clip(max=0)


def average(losses: Numbers, cases: Residuals) -> float:
    """Return the mean of per-case losses over cases and outputs."""
    return float(np.average(losses.mean(axis=1), weights=cases.weight))
