"""Confidence bands for curves: in closed form where a height is a share, else from resampled weights."""

from __future__ import annotations

import inspect
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
POINTS, REPLICATES = 201, 1000
"""A band is drawn some 300 pixels wide; a quantile of 2.5% among 1,000 draws is off by 0.5 points."""


def band(
    make: Maker, table: ScoreTable, level: float, seed: int, replicates: int = REPLICATES, points: int = POINTS,
    by_unit: UnitScores | None = None,
) -> Curve:  # fmt: skip
    """Return a curve at evenly spaced places with pointwise percentile limits.

    Each replicate redraws the weights at the sorted scores: nothing is sorted again, and the cost does not grow with n.
    Where cases belong together, whole units are redrawn.
    """
    make = inspect.unwrap(make)  # the tables drawn here need no checks
    whole = make(table)
    bare = on_grid(whole, points)
    grid, height = bare.x, bare.y
    rng = Stream.CURVE_BANDS.of(seed)
    atoms = few_atoms(table) if by_unit is None else by_unit.table
    drawn = resample(atoms, rng, replicates) if by_unit is None else by_unit.resampled(rng, replicates)
    pairs = zip(drawn.positives, drawn.negatives, strict=True)
    heights = np.stack([_heights(make(atoms.replicates(*weights)), grid) for weights in pairs])
    merged = _heights(make(atoms), grid)
    low, high = equal_tails(heights, level)
    return with_limits(bare, low + height - merged, high + height - merged)


def on_grid(curve: Curve, points: int) -> Curve:
    """Return a curve at evenly spaced places."""
    grid = np.linspace(float(np.min(curve.x)), float(np.max(curve.x)), points)
    return replace(curve, x=grid, y=_heights(curve, grid), threshold=_thresholds(curve, grid))


def with_limits(curve: Curve, low: Numbers, high: Numbers) -> Curve:
    """Return a curve with a band around it, which holds the curve itself."""
    return replace(curve, low=np.fmin(low, curve.y), high=np.fmax(high, curve.y))


def _thresholds(curve: Curve, grid: Numbers) -> Numbers | None:
    if curve.threshold is None:
        return None
    return np.asarray(np.interp(grid, curve.x, np.where(np.isfinite(curve.threshold), curve.threshold, np.nan)))


def _heights(curve: Curve, grid: Numbers) -> Numbers:
    """Read a curve at given places; where x stands still the curve jumps, and the later height counts."""
    last = np.append(np.diff(curve.x) > 0, True)
    return np.asarray(np.interp(grid, curve.x[last], curve.y[last]))
