"""Medians and rank correlations of cases drawn again, or of all cases but one, where such an interval is asked for."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from assay.intervals.jackknife import jackknife_ends
from assay.intervals.quantiles import acceleration, bias_corrected, equal_tails
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card
from assay.metrics.families import Family, MedianDeviation, MedianError, RankCorrelation
from assay.stats.arithmetic import Numbers
from assay.stats.ranks import rank
from assay.stats.streams import Stream
from assay.summaries.residuals import Residuals

MOST = 2_000
"""Beyond so many cases, ranking them anew for every draw takes more than a second."""

REPLICATES = 1_000
"""A quantile of 2.5% is off by half a point of probability, as each draw is ranked by itself."""

REDRAWN = ("percentile", "bca")
Places = NDArray[np.intp]
Limits = tuple[float, float, str]


@singledispatch
def over_rows(family: Family, cases: Residuals, rows: Places) -> Numbers:
    """Return a metric on sets of cases, one set per row of places; every family of medians and ranks registers how."""
    raise LookupError("this family is measured on sums of cases, not on the cases themselves")


@over_rows.register
def _(family: MedianError, cases: Residuals, rows: Places) -> Numbers:
    values = cases.absolute_error if family.absolute else cases.error
    return np.asarray(np.median(values[:, 0][rows], axis=1))


@over_rows.register
def _(family: MedianDeviation, cases: Residuals, rows: Places) -> Numbers:
    error = cases.error[:, 0][rows]
    return np.asarray(family.factor * np.median(np.abs(error - np.median(error, axis=1, keepdims=True)), axis=1))


@over_rows.register
def _(family: RankCorrelation, cases: Residuals, rows: Places) -> Numbers:
    truth, answer = cases.truth[:, 0], cases.answers[:, 0]
    return np.array([family.correlate(rank(truth[places]), rank(answer[places]), None).value for places in rows])


def fits_orders(card: Card, method: str | None) -> bool:
    """Say whether a method is made for a metric of ranks; leaving out one case says nothing of a median's variance."""
    if isinstance(card.family, MedianError | MedianDeviation):
        return method in REDRAWN
    return isinstance(card.family, RankCorrelation) and method in (*REDRAWN, "jackknife")


def order_limits(card: Card, sample: RegressionSample, value: float) -> Limits | None:
    """Return the limits of the method asked for, None where that is another one or the cases are too many."""
    cases, method = sample.summary.cases, sample.method
    if cases is None or not fits_orders(card, method) or not np.isfinite(value):
        return None
    if cases.weight is not None or cases.width > 1 or not 2 < cases.rows <= MOST:
        return None
    low, high = _limits(card, cases, value, sample)
    return (low, high, str(method)) if np.isfinite(low) and low < high else None


def _limits(card: Card, cases: Residuals, value: float, sample: RegressionSample) -> tuple[float, float]:
    n, method = cases.rows, sample.method
    if method == "jackknife":
        low, high = jackknife_ends(value, _left_out(card, cases), card.bounds, sample.level)
        return float(low), float(high)
    drawn = Stream.RESAMPLED_ORDERS.of(sample.seed).integers(0, n, (REPLICATES, n))
    replicates = over_rows(card.family, cases, cases.order[drawn])
    if method == "bca":
        return bias_corrected(replicates, value, sample.level, acceleration(_left_out(card, cases)))
    low, high = equal_tails(replicates, sample.level)
    return float(low), float(high)


def _left_out(card: Card, cases: Residuals) -> Numbers:
    return over_rows(card.family, cases, np.array([np.delete(cases.order, place) for place in range(cases.rows)]))
