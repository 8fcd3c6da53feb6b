"""Metrics read off the sorted errors: medians and the largest."""

from __future__ import annotations

import numpy as np

from assay.metrics.cards import metric
from assay.metrics.families import Largest, MedianDeviation, MedianError
from assay.metrics.regression.sizes import FREE, NO_PREDICTION, POSITIVE
from assay.stats.arithmetic import Numbers
from assay.summaries.residuals import Residuals

NORMAL_SD = 1.4826022185056018
"""The sd of a normal distribution over its median absolute deviation: 1 / Φ⁻¹(3/4)."""


def median(values: Numbers, weight: Numbers | None = None) -> float:
    """Return the median of cases x outputs; with weights, the mean of the lower and the upper weighted median.

    >>> median(np.array([[1.0], [2.0], [9.0]]), np.array([1.0, 1.0, 2.0]))
    5.5
    """
    if weight is None:
        flat = values.ravel()
        half = len(flat) // 2
        places = [half] if len(flat) % 2 else [half - 1, half]
        return float(np.partition(flat, places)[places].mean())
    order = np.argsort(values, axis=None)
    flat, heavy = values.ravel()[order], np.repeat(weight, values.shape[1])[order]
    flat, heavy = flat[heavy > 0], heavy[heavy > 0]
    running = np.cumsum(heavy)
    below, above = (np.searchsorted(running, running[-1] / 2 * (1 + sign * 1e-14)) for sign in (-1, 1))
    return float((flat[below] + flat[min(above, len(flat) - 1)]) / 2)


@metric(
    label="Median absolute error",
    aliases=("medae",),
    formula="median |e|",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    family=MedianError(absolute=True),
    unit=1,
    headline=True,
    reading="Half of the predictions are off by less than {value}.",
)
def median_absolute_error(cases: Residuals) -> float:
    """Size of error that half of the cases stay below.

    >>> median_absolute_error(Residuals.of([1, 2, 3], [1, 3, 9]))
    1.0
    """
    return median(cases.absolute_error, cases.weight)


@metric(
    label="Median error",
    formula="median e, e = y - ŷ",
    bounds=FREE,
    better="neither",
    undefined=NO_PREDICTION,
    family=MedianError(),
    unit=1,
    reading="In half of the cases the truth lies more than {value} above the prediction.",
)
def median_error(cases: Residuals) -> float:
    """Median of truth less prediction: bias that outliers cannot move.

    >>> median_error(Residuals.of([1, 2, 3], [1, 3, 0]))
    0.0
    """
    return median(cases.error, cases.weight)


@metric(
    label="Median absolute deviation",
    aliases=("median_absolute_deviation",),
    formula="median |e - median e|; times 1.4826 it estimates a normal sd",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    family=MedianDeviation(),
    unit=1,
    reading="Half of the errors lie within {value} of their median.",
    beware="Some texts call the mean absolute error MAD; that is mae here.",
)
def mad(cases: Residuals) -> float:
    """Median distance of the errors from their median: their spread, untouched by outliers.

    >>> mad(Residuals.of([1, 2, 3, 4, 100], [0, 0, 0, 0, 0]))
    1.0
    """
    return median(np.abs(cases.error - median_error(cases)), cases.weight)


@metric(
    label="Scaled MAD",
    aliases=("robust_sd",),
    formula="1.4826 median |e - median e|",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    family=MedianDeviation(NORMAL_SD),
    unit=1,
    reading="A robust standard deviation of the errors is {value}.",
)
def mad_scaled(cases: Residuals) -> float:
    """Median absolute deviation scaled to estimate the standard deviation of normal errors.

    >>> round(mad_scaled(Residuals.of([1, 2, 3, 4, 100], [0, 0, 0, 0, 0])), 4)
    1.4826
    """
    return NORMAL_SD * mad(cases)


@metric(
    label="Largest error",
    aliases=("maximum_error",),
    formula="max |e|",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_PREDICTION,
    family=Largest(),
    unit=1,
    reading="The largest error is {value}.",
    beware="It can only grow with more cases.",
)
def max_error(cases: Residuals) -> float:
    """Size of the worst error; cases of weight 0 count too.

    >>> max_error(Residuals.of([1, 2, 3], [1, 3, 9]))
    6.0
    """
    return float(np.max(cases.absolute_error))
