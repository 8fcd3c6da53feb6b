"""Confidence bands for curves, from resampled weights at sorted scores."""

from __future__ import annotations

import numpy as np

from assay.curves.thresholds import roc_curve, roc_points
from assay.intervals.quantiles import equal_tails
from assay.results.curve import Curve
from assay.summaries.score_draws import resample
from assay.summaries.score_table import ScoreTable


def roc_band(table: ScoreTable, level: float, seed: int, replicates: int = 1000, points: int = 201) -> Curve:
    """Return the ROC curve at evenly spaced false positive rates, with pointwise percentile limits."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(6,)))
    x, y = roc_points(resample(table, rng, replicates))
    grid = np.linspace(0, 1, points)
    heights = np.stack([np.interp(grid, own_x, own_y) for own_x, own_y in zip(x, y, strict=True)])
    low, high = equal_tails(heights, level)
    exact = roc_curve(table)
    height = np.interp(grid, exact.x, exact.y)
    threshold = exact.threshold[np.minimum(np.searchsorted(exact.x, grid), len(exact) - 1)]
    return Curve(
        "roc", exact.x_label, exact.y_label, grid, height, threshold, np.minimum(low, height), np.maximum(high, height)
    )
