"""Predicted ranges: how often they hold the truth, how wide they are, and what both together cost."""

from __future__ import annotations

import numpy as np

from assay.checks.numbers import between
from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.metrics.families import CaseShare, Need
from assay.metrics.regression.sizes import POSITIVE, average, pinball_of
from assay.stats.arithmetic import Numbers
from assay.summaries.residuals import Residuals

NO_RANGES = "lower= and upper= were not given"


def ends_of(cases: Residuals) -> tuple[Numbers, Numbers]:
    """Return the predicted ranges."""
    if cases.lower is None or cases.upper is None:
        raise LookupError(NO_RANGES)
    return cases.lower, cases.upper


def held(cases: Residuals) -> Numbers:
    """Return 1 where the truth lies in the range, ends included."""
    lower, upper = ends_of(cases)
    return np.asarray((lower <= cases.truth) & (cases.truth <= upper), dtype=float)


def below(cases: Residuals) -> Numbers:
    """Return 1 where the truth lies below the range."""
    return np.asarray(cases.truth < ends_of(cases)[0], dtype=float)


def above(cases: Residuals) -> Numbers:
    """Return 1 where the truth lies above the range."""
    return np.asarray(cases.truth > ends_of(cases)[1], dtype=float)


def width(cases: Residuals) -> Numbers:
    """Return how wide every range is."""
    lower, upper = ends_of(cases)
    return cases.scale * (upper - lower)


def lower_loss(cases: Residuals, quantile: float) -> Numbers:
    """Return the pinball loss of the lower ends."""
    return cases.scale * pinball_of(cases.truth - ends_of(cases)[0], quantile)


def upper_loss(cases: Residuals, quantile: float) -> Numbers:
    """Return the pinball loss of the upper ends."""
    return cases.scale * pinball_of(cases.truth - ends_of(cases)[1], quantile)


def interval_loss(cases: Residuals, coverage: float) -> Numbers:
    """Return width + 2/alpha times how far the truth lies outside, of every case."""
    if between(coverage, 0, 1) is None:
        raise errors.parameter_range("interval_score", "coverage", coverage, "A number between 0 and 1")
    lower, upper = ends_of(cases)
    outside = np.maximum(lower - cases.truth, 0) + np.maximum(cases.truth - upper, 0)
    return np.asarray(cases.scale * (upper - lower + 2 / (1 - coverage) * outside))


@metric(
    label="Interval coverage",
    aliases=("prediction_interval_coverage", "picp"),
    formula="share of cases with lower ≤ y ≤ upper",
    bounds=(0, 1),
    better="neither",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    family=CaseShare(),
    loss=held,
    headline=True,
    reading="The predicted ranges hold the truth in {hundred} of 100 cases.",
    beware="It should match what the ranges promise, not be as high as possible.",
)
def interval_coverage(cases: Residuals) -> float:
    """Share of the cases whose predicted range holds the truth.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> interval_coverage(ranges)
    0.5
    """
    return average(held(cases), cases)


@metric(
    label="Truth below range",
    formula="share of cases with y < lower",
    bounds=(0, 1),
    better="lower",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    family=CaseShare(),
    loss=below,
    reading="In {hundred} of 100 cases the truth lies below the range.",
)
def interval_below(cases: Residuals) -> float:
    """Share of the cases whose truth lies below the predicted range.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> interval_below(ranges)
    0.0
    """
    return average(below(cases), cases)


@metric(
    label="Truth above range",
    formula="share of cases with y > upper",
    bounds=(0, 1),
    better="lower",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    family=CaseShare(),
    loss=above,
    reading="In {hundred} of 100 cases the truth lies above the range.",
)
def interval_above(cases: Residuals) -> float:
    """Share of the cases whose truth lies above the predicted range.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> interval_above(ranges)
    0.5
    """
    return average(above(cases), cases)


@metric(
    label="Interval width",
    aliases=("mean_interval_width", "mpiw"),
    formula="mean of upper - lower",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    loss=width,
    headline=True,
    reading="The ranges are {value} wide on average.",
)
def interval_width(cases: Residuals) -> float:
    """Mean width of the predicted ranges; narrow is good only where the coverage is right.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> interval_width(ranges)
    2.0
    """
    return average(width(cases), cases)


@metric(
    label="Interval score",
    aliases=("winkler_score",),
    formula="mean of width + 2/(1 - coverage) · distance outside",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    loss=interval_loss,
    needs=("coverage",),
    reading="{label} is {value}.",
    reference="Gneiting & Raftery 2007",
)
def interval_score(cases: Residuals, coverage: float) -> float:
    """Width plus a fine for every miss: least for the right ranges of a given coverage.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> interval_score(ranges, coverage=0.5)
    6.0
    """
    return average(interval_loss(cases, coverage), cases)


@metric(
    label="Pinball loss of the lower ends",
    formula="mean of q e where e ≥ 0, else (q - 1) e; e = y - lower",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    loss=lower_loss,
    needs=("quantile",),
    reading="{label} is {value}.",
)
def pinball_lower(cases: Residuals, quantile: float) -> float:
    """Pinball loss of the lower ends, meant as a quantile of the truth.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> pinball_lower(ranges, quantile=0.1)
    0.25
    """
    return average(lower_loss(cases, quantile), cases)


@metric(
    label="Pinball loss of the upper ends",
    formula="mean of q e where e ≥ 0, else (q - 1) e; e = y - upper",
    bounds=POSITIVE,
    better="lower",
    undefined=NO_RANGES,
    requires=(Need.RANGES,),
    loss=upper_loss,
    needs=("quantile",),
    reading="{label} is {value}.",
)
def pinball_upper(cases: Residuals, quantile: float) -> float:
    """Pinball loss of the upper ends, meant as a quantile of the truth.

    >>> ranges = Residuals(np.array([[1.0], [5.0]]), None, lower=np.array([[0.0], [1.0]]), upper=np.array([[2.0], [3]]))
    >>> round(pinball_upper(ranges, quantile=0.9), 10)
    0.95
    """
    return average(upper_loss(cases, quantile), cases)
