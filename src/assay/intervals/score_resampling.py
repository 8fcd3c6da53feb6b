"""Intervals of score metrics on request: percentiles of resampled weights, BCa, and leaving out one case at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.intervals.jackknife import jackknife_ends
from assay.intervals.quantiles import acceleration, bias_corrected, equal_tails
from assay.metrics.cards import Card
from assay.metrics.families import Loss, MeanLoss
from assay.stats.arithmetic import Numbers, kish, ratio
from assay.summaries.losses import log_losses
from assay.summaries.score_draws import few_atoms
from assay.summaries.score_table import ScoreTable

REDRAWN = ("percentile", "bca", "jackknife")

MOST_LEFT_OUT = 1_024
"""Up to so many distinct scores each case is left out of the exact table; beyond, of one of 256 merged scores."""


def measure(card: Card, table: ScoreTable) -> Numbers:
    """Return a metric of a table, or of every replicate of it; a mean loss is taken from the losses at its scores."""
    if not isinstance(card.family, MeanLoss):
        return np.asarray(card.measure(table))
    of_positive, of_negative = (
        _loss(card.family.loss, given, table.epsilon) for given in (table.score, 1 - table.score)
    )
    return np.asarray(ratio(table.positives @ of_positive + table.negatives @ of_negative, table.total))


def _loss(loss: Loss, given: Numbers, epsilon: float) -> Numbers:
    with np.errstate(over="ignore"):  # of scores that are no probabilities, which have no such loss
        return log_losses(given, epsilon) if loss is Loss.LOG else (1 - given) ** 2


def resampled_limits(
    card: Card, merged: ScoreTable, resampled: ScoreTable, value: float, level: float, method: str
) -> tuple[float, float]:
    """Return limits from replicates of a table whose scores were merged, moved by what merging changed."""
    shift = value - float(measure(card, merged))
    replicates = measure(card, resampled) + shift
    if method == "bca":
        return bias_corrected(replicates, value, level, table_acceleration(card, merged))
    low, high = equal_tails(replicates, level)
    return float(low), float(high)


def jackknife_limits(card: Card, table: ScoreTable, value: float, level: float) -> tuple[float, float]:
    """Return value ± t se, the standard error from leaving out one case at a time."""
    shown = table if len(table.score) <= MOST_LEFT_OUT else few_atoms(table)
    without, copies = left_out(card, shown)
    low, high = jackknife_ends(value, without, card.bounds, level, copies)
    return float(low), float(high)


def table_acceleration(card: Card, table: ScoreTable) -> float:
    """Return the acceleration of BCa by leaving out one case at a time."""
    return acceleration(*left_out(card, table))


def left_out(card: Card, table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Return a metric without one case, once for every score and class, and how many cases each stands for.

    A weight W with squares Q counts as W²/Q cases of weight Q/W.
    """
    weights = np.concatenate([table.positives, table.negatives])
    squares = np.concatenate([table.positive_squares, table.negative_squares])
    filled = np.flatnonzero(weights > 0)
    left = np.repeat(weights[None], len(filled), axis=0)
    left[np.arange(len(filled)), filled] -= squares[filled] / weights[filled]
    size = len(table.score)
    kept = np.maximum(left, 0.0)
    without = measure(card, replace(table, positives=kept[:, :size], negatives=kept[:, size:], losses=None))
    return without, kish(weights[filled], squares[filled])
