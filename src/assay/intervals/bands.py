"""Confidence bands for curves, from resampled weights at sorted scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from assay.intervals.quantiles import equal_tails
from assay.results.curve import Curve
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.score_draws import few_atoms, resample
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores

Maker = Callable[[ScoreTable], Curve]


def band(
    make: Maker, table: ScoreTable, level: float, seed: int, replicates: int = 1000, points: int = 201,
    by_unit: UnitScores | None = None,
) -> Curve:  # fmt: skip
    """Return a curve at evenly spaced places with pointwise percentile limits.

    Each replicate redraws the weights at the sorted scores: nothing is sorted again, and the cost does not grow with n.
    Where cases belong together, whole units are redrawn.
    """
    whole = make(table)
    grid = np.linspace(float(np.min(whole.x)), float(np.max(whole.x)), points)
    rng = Stream.CURVE_BANDS.of(seed)
    atoms = few_atoms(table) if by_unit is None else by_unit.table
    drawn = resample(atoms, rng, replicates) if by_unit is None else by_unit.resampled(rng, replicates)
    pairs = zip(drawn.positives, drawn.negatives, strict=True)
    heights = np.stack([_heights(make(atoms.replicates(*weights)), grid) for weights in pairs])
    height, merged = _heights(whole, grid), _heights(make(atoms), grid)
    low, high = equal_tails(heights, level)
    return replace(
        whole,
        x=grid,
        y=height,
        threshold=_thresholds(whole, grid),
        low=np.fmin(low + height - merged, height),
        high=np.fmax(high + height - merged, height),
    )


def _thresholds(curve: Curve, grid: Numbers) -> Numbers | None:
    if curve.threshold is None:
        return None
    return np.asarray(np.interp(grid, curve.x, np.where(np.isfinite(curve.threshold), curve.threshold, np.nan)))


def _heights(curve: Curve, grid: Numbers) -> Numbers:
    """Read a curve at given places; where x stands still the curve jumps, and the later height counts."""
    last = np.append(np.diff(curve.x) > 0, True)
    return np.asarray(np.interp(grid, curve.x[last], curve.y[last]))
