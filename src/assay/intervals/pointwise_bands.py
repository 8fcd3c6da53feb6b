"""Bands whose limits hold at any one place: in closed form for ROC and rates, with Wilson's help for precision."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.curves.thresholds import roc_curve
from assay.intervals.bands import Maker, band, on_grid, with_limits
from assay.intervals.rate_bands import precision_limits, rates_up, roc_limits
from assay.results.curve import Curve
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores

ROC, DET, PRECISION_RECALL, GAIN = "roc", "det", "pr", "gain"
OF_POSITIVES, OF_NEGATIVES = "recall", "specificity"


def pointwise_band(
    make: Maker, table: ScoreTable, level: float, seed: int, replicates: int, points: int, by_unit: UnitScores | None
) -> Curve:
    """Return a curve at evenly spaced places with limits that hold at each of them; whole units are redrawn."""
    whole = make(table)
    if by_unit is None and whole.name in (ROC, DET, OF_POSITIVES, OF_NEGATIVES):
        bare = on_grid(whole, points)
        return with_limits(bare, *_closed_limits(bare, table, level))
    drawn = band(make, table, level, seed, replicates, points, by_unit)
    if by_unit is None and whole.name == GAIN:
        return _guarded_gain(drawn, table, level)
    if by_unit is not None or whole.name != PRECISION_RECALL:
        return drawn
    return _guarded_precision(drawn, table, level)


def _closed_limits(curve: Curve, table: ScoreTable, level: float) -> tuple[Numbers, Numbers]:
    """Return the limits of a rate at a false positive rate, or at a threshold."""
    if curve.name == ROC:
        return roc_limits(table, curve.x, curve.y, level)
    if curve.name == DET:
        rate = special.ndtr(curve.x)
        low, high = roc_limits(table, rate, on_roc(table, rate), level)
        return special.ndtri(1 - high), special.ndtri(1 - low)
    n = table.effective_positives if curve.name == OF_POSITIVES else table.effective_negatives
    return proportions.limits(proportions.guarded_wilson, curve.y * n, n, level)


def on_roc(table: ScoreTable, rate: Numbers) -> Numbers:
    """Return the heights of the ROC curve at some places."""
    curve = roc_curve(table)
    last = np.append(np.diff(curve.x) > 0, True)
    return np.asarray(np.interp(rate, curve.x[last], curve.y[last]))


def _guarded_precision(curve: Curve, table: ScoreTable, level: float) -> Curve:
    """Widen percentiles by Wilson's limits of the cases called; where false alarms are few, they tell nothing at all.

    Percentiles covered 22 to 96% at five recalls, this 93 to 100%.
    """
    drawn = (curve.y if end is None else end for end in (curve.low, curve.high))
    with np.errstate(invalid="ignore", divide="ignore"):
        called = np.nan_to_num(curve.x * table.effective_positives / curve.y, nan=0.0, posinf=0.0)
    of_called = proportions.limits(proportions.guarded_wilson, curve.y * called, called, level)
    few = rates_up(table).at(curve.x) * table.effective_negatives < proportions.GUARD
    low, high = (
        np.where(few, sure, pick(percentile, share))
        for sure, percentile, share, pick in zip(
            precision_limits(table, curve.x, level), drawn, of_called, (np.fmin, np.fmax), strict=True
        )
    )
    return with_limits(curve, low, high)


def _guarded_gain(curve: Curve, table: ScoreTable, level: float) -> Curve:
    """Widen percentiles by Wilson's limits where few positives are missed; they cannot tell of those that others miss.

    Percentiles covered 3 to 70% where nearly all are found.
    """
    positives = table.effective_positives
    few = positives * (1 - curve.y) < proportions.GUARD
    of_found = proportions.limits(proportions.guarded_wilson, curve.y * positives, positives, level)
    low, high = (
        np.where(few, pick(curve.y if drawn is None else drawn, share), curve.y if drawn is None else drawn)
        for drawn, share, pick in zip((curve.low, curve.high), of_found, (np.fmin, np.fmax), strict=True)
    )
    return with_limits(curve, low, high)
