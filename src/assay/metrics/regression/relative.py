"""Errors as shares: of the truth, or of what a model that knows only the mean would get wrong."""

from __future__ import annotations

import math

from assay.metrics.cards import metric
from assay.metrics.families import Need
from assay.metrics.regression.sizes import FREE, NO_PREDICTION, POSITIVE, average
from assay.stats.arithmetic import Number, Numbers, ratio
from assay.summaries.residual_means import ResidualMeans
from assay.summaries.residuals import Residuals

CONSTANT_TRUTH = "the truth is the same in every case, so there is nothing to explain"
HAS_ZEROS = "the truth holds zeros, by which errors cannot be divided; use nmae or mae"


@metric(
    label="MAPE",
    aliases=("mean_absolute_percentage_error",),
    formula="mean |e| / |y| (a fraction, not a percentage)",
    bounds=POSITIVE,
    better="lower",
    undefined=HAS_ZEROS,
    requires=(Need.NONZERO_TRUTH,),
    mean_of="absolute_relative",
    headline=True,
    reading="Predictions are off by a share of {value} of the truth on average.",
    beware="It favours predictions that are too low, and explodes where the truth is near 0.",
)
def mape(means: ResidualMeans) -> Number:
    """Mean of the errors as shares of the truth.

    >>> mape(ResidualMeans.of(Residuals.of([2, -4], [1, -5])))
    0.375
    """
    return means.absolute_relative


@metric(
    label="MPE",
    aliases=("mean_percentage_error",),
    formula="mean e / y (a fraction)",
    bounds=FREE,
    better="neither",
    undefined=HAS_ZEROS,
    requires=(Need.NONZERO_TRUTH,),
    mean_of="relative",
    reading="The mean signed share is {value}; for a positive truth, above 0 means too low.",
)
def mpe(means: ResidualMeans) -> Number:
    """Mean of the errors as signed shares of the truth; its sign shows the bias.

    >>> mpe(ResidualMeans.of(Residuals.of([2, 4], [1, 5])))
    0.125
    """
    return means.relative


@metric(
    label="Normalised MAE",
    aliases=("wape", "mad_mean_ratio", "normalized_mae"),
    formula="Σ|e| / Σ|y|",
    bounds=POSITIVE,
    better="lower",
    undefined="the truth is 0 in every case",
    reading="All errors together are a share of {value} of all that is true.",
)
def nmae(means: ResidualMeans) -> Number:
    """Errors together as a share of all truths together; safe where some truths are 0.

    >>> nmae(ResidualMeans.of(Residuals.of([2, 0, 4], [1, 1, 5])))
    0.5
    """
    return ratio(means.absolute, means.size)


def symmetric_loss(cases: Residuals) -> Numbers:
    """Return 2|e| / (|y| + |ŷ|) of every case, 0 where both are 0."""
    size = abs(cases.truth)
    size += abs(cases.answers)
    losses: Numbers = abs(cases.truth - cases.answers)
    losses *= 2
    losses /= size if size.all() else size + (size == 0)
    return losses


@metric(
    label="Symmetric MAPE",
    aliases=("symmetric_mean_absolute_percentage_error",),
    formula="mean 2|e| / (|y| + |ŷ|), 0 where both are 0",
    bounds=(0, 2),
    better="lower",
    undefined=NO_PREDICTION,
    loss=symmetric_loss,
    needs=(),
    reading="The symmetric share of error is {value}, of at most 2.",
    reference="Makridakis 1993",
)
def smape(cases: Residuals) -> float:
    """Mean error as a share of the mean of truth and prediction; defined where the truth is 0.

    >>> smape(Residuals.of([1, 0], [3, 0]))
    0.5
    """
    return average(symmetric_loss(cases), cases)


@metric(
    label="Relative absolute error",
    aliases=("relative_absolute_error",),
    formula="Σ|e| / Σ|y - mean y|",
    bounds=POSITIVE,
    better="lower",
    undefined=CONSTANT_TRUTH,
    reading="The errors are {value} times those of always answering the mean.",
    beware="Above 1 the model is worse than the mean of these cases.",
)
def rae(means: ResidualMeans) -> Number:
    """Absolute errors beside those of a model that always answers the mean.

    >>> rae(ResidualMeans.of(Residuals.of([1, 3], [2, 3])))
    0.5
    """
    return ratio(means.absolute, means.truth_off_absolute)


@metric(
    label="Relative squared error",
    aliases=("relative_squared_error",),
    formula="Σe² / Σ(y - mean y)² = 1 - R²",
    bounds=POSITIVE,
    better="lower",
    undefined=CONSTANT_TRUTH,
    reading="The squared errors are {value} times those of always answering the mean.",
    beware="Above 1 the model is worse than the mean of these cases, and R² is negative.",
)
def rse(means: ResidualMeans) -> Number:
    """Squared errors beside those of a model that always answers the mean.

    >>> rse(ResidualMeans.of(Residuals.of([1, 3], [2, 3])))
    0.5
    """
    return ratio(means.squared, means.truth_variance)


EXPLAINED = (-math.inf, 1.0)
