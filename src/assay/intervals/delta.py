"""Intervals from a standard error: plain, on the logit scale, and by deleting one case at a time."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.intervals.jackknife import jackknife_ends
from assay.intervals.quantiles import Limits
from assay.intervals.sample import Sample
from assay.intervals.scales import OpenScale
from assay.intervals.slopes import cell_slopes, moment
from assay.metrics.cards import Card
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Number, Numbers, kish, left_of
from assay.stats.proportion_limits import normal_quantile


def standard_error(card: Card, sample: Sample) -> Numbers:
    """Return the delta-method standard error of a metric."""
    return np.sqrt(moment(sample.summary, cell_slopes(card, sample.summary, sample.view), 2))


def critical(sample: Sample, level: float) -> float:
    """Return how many standard errors to go: normal, or Student's t where unequal weights blur the variance."""
    degrees = sample.summary.degrees
    return normal_quantile(level) if np.isinf(degrees) else float(special.stdtrit(max(degrees, 1.0), (1 + level) / 2))


def delta_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return value ± z se, clipped to what the metric can be."""
    half = critical(sample, level) * standard_error(card, sample)
    return _clip(card, np.asarray(value) - half, np.asarray(value) + half)


def logit_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return the delta interval made on the logit scale of the metric's range (log scale if it has no upper end)."""
    error, z = standard_error(card, sample), critical(sample, level)
    scale = OpenScale(*card.bounds)
    value = np.asarray(value, dtype=float)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        spread = z * error * scale.slope(value)
        low, high = scale.back(scale.to(value) - spread), scale.back(scale.to(value) + spread)
    at_the_end = ~(np.isfinite(low) & np.isfinite(high))
    return np.where(at_the_end, value, low), np.where(at_the_end, value, high)


def jackknife_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Return value ± t se, the standard error from leaving out one case at a time (once per filled cell).

    A cell with summed weights W and summed squares Q counts as W²/Q cases of weight Q/W.
    """
    summary = sample.summary
    axes = len(summary.cell_axes)
    lead = summary.weights.shape[: summary.weights.ndim - axes]
    weights, squares = (part.reshape(*lead, -1) for part in (summary.weights, summary.squares))
    places = np.flatnonzero(weights.reshape(-1, weights.shape[-1]).any(axis=0))
    filled = weights > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        each = np.where(filled, squares / weights, 0.0)
    cells = np.repeat(weights[None], len(places), axis=0)
    order = np.arange(len(places))
    cells[order, ..., places] = np.maximum(left_of(cells[order, ..., places], np.moveaxis(each, -1, 0)[places]), 0.0)
    left_out = np.asarray(card(summary.view(cells.reshape(-1, *summary.weights.shape))))
    copies = np.moveaxis(kish(weights, squares), -1, 0)[places]
    return jackknife_ends(value, left_out, card.bounds, level, copies)


def mover_limits(card: Card, sample: Sample, value: Number, level: float) -> Limits:
    """Recover the variance of a mean of recalls from the Wilson limits of each (MOVER; Donner & Zou 2012)."""
    scale, _ = card.of_mean_recall or (1, 0)
    tables, squares = sample.view.tables, sample.squares.tables
    weight, square = np.asarray(tables.positives), np.asarray(squares.positives)
    n = kish(weight, square)
    recall = np.asarray(tables.tp) / weight
    lows, highs = proportions.limits(proportions.wilson, recall * n, n, level)
    share = scale / tables.size
    low = np.asarray(value) - share * np.sqrt(np.sum((recall - lows) ** 2, axis=-1))
    high = np.asarray(value) + share * np.sqrt(np.sum((highs - recall) ** 2, axis=-1))
    return _clip(card, low, high)


def _clip(card: Card, low: Numbers, high: Numbers) -> Limits:
    return np.clip(low, *card.bounds), np.clip(high, *card.bounds)
