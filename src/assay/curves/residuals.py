"""Curves of residuals: how many are below any size, their histogram, and how they lie along the predictions."""

from __future__ import annotations

import math

import numpy as np

from assay.results.curve import Curve
from assay.results.significant import significant
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.summaries.regression import RegressionSummary
from assay.summaries.residuals import Residuals

FEWEST_BINS, MOST_BINS = 5, 100
"""A taste: fewer show no shape, and more are narrower than what a page can draw."""

LARGEST = float(np.finfo(float).max)
"""What stands in for an edge beyond it, where errors are as large as floats get."""


@checked()
def error_cdf(summary: RegressionSummary) -> Curve:
    """Share of the residuals whose size is at most x: the regression error characteristic curve.

    Parameters
    ----------
    summary : RegressionSummary
        The residuals of a regression, reduced.

    Returns
    -------
    Curve
        Its note gives the area over the curve, which is the mean absolute error.

    Raises
    ------
    InputError
        If only ranges were predicted, so that there are no residuals.

    See Also
    --------
    dominance : which of two curves lies above the other.

    Notes
    -----
    Bi & Bennett (2003).

    Examples
    --------
    >>> cases = Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    >>> curve = error_cdf(RegressionSummary.of(cases))
    >>> curve.x.tolist(), curve.y.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.25, 0.5, 0.75, 1.0])
    """
    size, weight = _sizes(summary)
    share = np.cumsum(weight) / weight.sum()
    with np.errstate(over="ignore"):
        over = float(np.sum(weight * size) / weight.sum())
    note = f"the area over the curve is {significant(over, 6)}, the mean absolute error"
    x, y = np.concatenate([[0.0], size]), np.concatenate([[0.0], share])
    return Curve("error_cdf", "size of error", "share of cases", x, y, note=note)


@checked()
def error_histogram(summary: RegressionSummary) -> Curve:
    """Share of the residuals in bins of equal width; x is the middle of a bin.

    Parameters
    ----------
    summary : RegressionSummary
        The residuals of a regression, reduced.

    Returns
    -------
    Curve
        Its note says how many bins there are and how wide.

    Raises
    ------
    InputError
        If only ranges were predicted, so that there are no residuals.

    See Also
    --------
    error_cdf : without bins.

    Notes
    -----
    Freedman & Diaconis (1981), with 5 to 100 bins.

    Examples
    --------
    >>> cases = Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    >>> error_histogram(RegressionSummary.of(cases)).y.tolist()
    [0.25, 0.25, 0.0, 0.25, 0.25]
    """
    values, weight = _errors(summary)
    edges = np.linspace(float(np.min(values)), float(np.max(values)), _bins(values) + 1)
    if edges[0] == edges[-1]:
        half = 0.5 / summary.scale
        edges = np.array([edges[0] - half, edges[0] + half])
    # Errors this small in this unit are all alike: numpy wants bins that have a width.
    edges = edges if np.all(np.diff(edges) > 0) else np.array([edges[0], np.nextafter(edges[-1], np.inf)])
    counts, _ = np.histogram(values, edges, weights=weight)
    wide = float(_in_own_unit(edges[1] - edges[0], summary.scale))
    edges = _in_own_unit(edges, summary.scale)
    note = f"{len(counts)} bins, each {significant(wide, 4)} wide"
    return Curve(
        "error_histogram", "error (truth - prediction)", "share of cases", edges[1:] / 2 + edges[:-1] / 2,
        counts / counts.sum(), note=note,
    )  # fmt: skip


@checked()
def residual_plot(cases: Residuals) -> Curve:
    """Every residual against its prediction, in the order of the predictions.

    Parameters
    ----------
    cases : Residuals
        Truth and prediction of every case.

    Returns
    -------
    Curve
        One point per case.

    Raises
    ------
    InputError
        If only ranges were predicted, so that there are no residuals.

    See Also
    --------
    prediction_plot : predictions against the truth.

    Notes
    -----
    Anscombe & Tukey (1963).

    Examples
    --------
    >>> cases = Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    >>> residual_plot(cases).x.tolist(), residual_plot(cases).y.tolist()
    ([0.0, 2.0, 2.5, 8.0], [-0.5, 0.0, 0.5, -1.0])
    """
    order = np.argsort(cases.answers, axis=None)
    x, y = (_in_own_unit(part.ravel()[order], cases.scale) for part in (cases.answers, cases.error))
    return Curve("residuals", "prediction", "error (truth - prediction)", x, y)


@checked()
def prediction_plot(cases: Residuals) -> Curve:
    """Every prediction against its truth, in the order of the truth.

    Parameters
    ----------
    cases : Residuals
        Truth and prediction of every case.

    Returns
    -------
    Curve
        One point per case.

    Raises
    ------
    InputError
        If only ranges were predicted, so that there are no residuals.

    See Also
    --------
    residual_plot : residuals against the predictions.

    Notes
    -----
    Piñeiro et al. (2008) discuss which of the two belongs on which axis.

    Examples
    --------
    >>> cases = Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    >>> prediction_plot(cases).x.tolist(), prediction_plot(cases).y.tolist()
    ([-0.5, 2.0, 3.0, 7.0], [0.0, 2.0, 2.5, 8.0])
    """
    order = np.argsort(cases.truth, axis=None)
    x, y = (_in_own_unit(part.ravel()[order], cases.scale) for part in (cases.truth, cases.answers))
    return Curve("predicted", "truth", "prediction", x, y)


def _sizes(summary: RegressionSummary) -> tuple[Numbers, Numbers]:
    """Return the sizes of the residuals in rising order with their weights."""
    if summary.cases is None:
        size, weight = _sketched(summary, "absolute")
        return size * summary.scale, weight
    size = summary.cases.absolute_error
    order = np.argsort(size, axis=None)
    with np.errstate(over="ignore"):
        return size.ravel()[order] * summary.scale, _weights(summary.cases)[order]


def _in_own_unit(values: Numbers, scale: float) -> Numbers:
    """Return numbers in the unit of the truth; those beyond the largest float are that."""
    with np.errstate(over="ignore"):
        return np.clip(values * scale, -LARGEST, LARGEST)


def _errors(summary: RegressionSummary) -> tuple[Numbers, Numbers]:
    """Return the errors in the summary's own unit, in which none is too large to be subtracted, with their weights."""
    if summary.cases is None:
        return _sketched(summary, "error")
    return summary.cases.error.ravel(), _weights(summary.cases)


def _sketched(summary: RegressionSummary, column: str) -> tuple[Numbers, Numbers]:
    """Return the middles of a sketch's bins with their weights, where the cases were too many to keep."""
    if summary.sketches is None:
        raise LookupError("there are no residuals")
    sketch = getattr(summary.sketches, column)
    return (sketch.low + sketch.high) / 2, sketch.weight


def _weights(cases: Residuals) -> Numbers:
    weight = np.ones(cases.rows) if cases.weight is None else cases.weight
    return np.repeat(weight, cases.width)


def _bins(values: Numbers) -> int:
    quarter, three = np.quantile(values, [0.25, 0.75])
    width = float(2 * (three - quarter) * len(values) ** (-1 / 3))
    wanted = (float(np.max(values)) - float(np.min(values))) / width if width > 0 else FEWEST_BINS
    return math.ceil(min(max(wanted, FEWEST_BINS), MOST_BINS))
