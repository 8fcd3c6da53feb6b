"""Intervals from random replicates of the cells: Dirichlet, percentile, BCa and bootstrap-t."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy import special

from assay.intervals.delta import critical, logit_limits, standard_error
from assay.intervals.quantiles import Limits, corrected_shares, equal_tails, quantiles
from assay.intervals.sample import Sample
from assay.intervals.scales import OpenScale
from assay.intervals.slopes import cell_slopes, moment
from assay.metrics.cards import Card
from assay.stats.arithmetic import Number
from assay.stats.proportion_limits import normal_quantile
from assay.summaries.label_counts import LabelCounts
from assay.summaries.view import SquareCounts

PIVOTS = 1000
"""Replicates that bootstrap-t works out one by one, each with its own standard error."""


def dirichlet_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return quantiles of the metric over Dirichlet draws of the cells, stretched to hold the value itself.

    Where unequal weights blur the variance, the ends move out as Student's t does from the normal.
    """
    low, high = equal_tails(np.asarray(card(sample.dirichlet)), level)
    low, high = np.fmin(low, value), np.fmax(high, value)
    if np.isinf(sample.summary.degrees):
        return low, high
    scale, factor = OpenScale(*card.bounds), critical(sample, level) / normal_quantile(level)
    value = np.asarray(value)
    return scale.stretched(value, low, factor), scale.stretched(value, high, factor)


def wider_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return, on each side, the wider of the Dirichlet and the logit delta interval: the rule for K > 2.

    Where a class has few cases, draws with half a hit and half a miss more per class count as well.
    """
    by_logit = logit_limits(card, sample, value, level)
    if card.reads is SquareCounts and sample.dirichlet.optional_square is None:
        return by_logit
    by_draws = dirichlet_limits(card, sample, value, level)
    low, high = np.fmin(by_logit[0], by_draws[0]), np.fmax(by_logit[1], by_draws[1])
    if sample.by_row is None:
        return low, high
    by_row = equal_tails(np.asarray(card(sample.by_row)), level)
    return np.fmin(low, by_row[0]), np.fmax(high, by_row[1])


def percentile_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return quantiles of the metric over resampled rows."""
    return equal_tails(np.asarray(card(sample.resampled)), level)


def bca_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return percentiles corrected for bias and skew (Efron 1987); the skew comes from the slopes, not a jackknife."""
    replicates = np.asarray(card(sample.resampled))
    slopes = cell_slopes(card, sample.summary, sample.view)
    with np.errstate(invalid="ignore", divide="ignore"):
        skew = moment(sample.summary, slopes, 3) / moment(sample.summary, slopes, 2) ** 1.5 / 6
    skew = np.where(np.isfinite(skew), skew, 0.0)
    defined = (~np.isnan(replicates)).sum(axis=0)
    below = ((replicates < value).sum(axis=0) + (replicates == value).sum(axis=0) / 2) / np.maximum(defined, 1)
    bias = special.ndtri(np.clip(below, 1 / (defined + 1), defined / (defined + 1)))
    tail = (1 - level) / 2
    z = special.ndtri(np.array([tail, 1 - tail])).reshape(2, *([1] * np.ndim(bias)))
    low, high = quantiles(replicates, np.nan_to_num(corrected_shares(z, bias, skew), nan=0.5))
    return low, high


def bootstrap_t_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return value - t* se, t* the quantiles of (replicate - value) / its own standard error."""
    error = standard_error(card, sample)
    pivots = [_pivot(card, replicate, value) for replicate in _replicates(sample)]
    low, high = equal_tails(np.array(pivots), level)
    if not error > 0 or np.isnan(low):
        return np.asarray(value), np.asarray(value)
    return np.clip(value - high * error, *card.bounds), np.clip(value - low * error, *card.bounds)


def _replicates(sample: Sample) -> Iterator[Sample]:
    """Yield each resampled table as a sample of its own."""
    summary = sample.summary
    if not isinstance(summary, LabelCounts):
        raise TypeError("bootstrap-t resamples one confusion table")
    for cells in sample.resampled.square.cells[:PIVOTS]:
        yield Sample(replace(summary, weights=cells, squares=cells), sample.seed)


def _pivot(card: Card, replicate: Sample, value: Number) -> float:
    spread = float(standard_error(card, replicate))
    return (float(card(replicate.view)) - float(value)) / spread if spread > 0 else np.nan
