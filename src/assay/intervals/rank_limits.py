"""Limits of rank correlations: how far few cases pull Spearman's towards 0 is known exactly, and taken back."""

from __future__ import annotations

import numpy as np

from assay.intervals.auc import variance_degrees
from assay.intervals.regression_sample import RegressionSample
from assay.intervals.scales import OpenScale
from assay.stats.arithmetic import Numbers
from assay.stats.rank_correlations import kendall

FROM, MANY = 4, 20_000
"""Fewer cases show no bias, and beyond so many it is a hundredth of the error, while the pairs cost time."""

MOST_TAKEN_BACK = 0.5
"""The share of the way to 1 that the bias may take back: with more, limits of perfect ranks grow without end (0021)."""

FEWEST_DEGREES = 2.0
"""Below, t has no variance and its limits say nothing: a taste."""

Limits = tuple[float, float]


def spearman_limits(
    value: float, influence: Numbers, sample: RegressionSample, scale: OpenScale, level: float
) -> Limits:
    """Return t limits around the correlation with and without its bias, on the atanh scale: the wider ends of both.

    Without the bias alone, errors with heavy tails left the truth beyond the inner end (92.2% at 100 cases; 0021).

    The mean of the sample correlation is ((n - 2) rho + 3 tau) / (n + 1) whatever the law of the cases (Hoeffding
    1948; Moran 1948). A few cases that move it much leave the error fewer degrees of freedom.
    """
    n, worth = sample.summary.rows, sample.summary.worth
    centre, pull = value, influence
    if sample.cases.weight is not None:
        pull = influence * sample.cases.weight
    elif FROM <= n < MANY:
        centre, pull = _without_bias(value, influence, sample)
    error = worth.error(float(pull @ pull))
    squares = float(np.mean(pull**2))
    peak = float(np.mean(pull**4)) / squares**2 if squares > 0 else 3.0
    degrees = max(min(variance_degrees(worth.effective, peak), worth.degrees), min(FEWEST_DEGREES, worth.degrees))
    ends = [end for place in (centre, value) for end in scale.interval(place, error, degrees, level)]
    return min(*ends, value), max(*ends, value)


def _without_bias(value: float, influence: Numbers, sample: RegressionSample) -> tuple[float, Numbers]:
    """Return the correlation without its bias, and what each case contributes to that."""
    n = sample.summary.rows
    pairs = [kendall(*ranked) for ranked in zip(sample.truth_ranks, sample.prediction_ranks, strict=True)]
    tau = float(np.mean([pair.value for pair in pairs]))
    moved = ((n + 1) * value - 3 * tau) / (n - 2)
    nearest = 1 - (1 - MOST_TAKEN_BACK) * (1 - abs(value))
    pull = ((n + 1) * influence - 3 * np.mean([pair.influence for pair in pairs], axis=0)) / (n - 2)
    return float(np.clip(moved, -nearest, nearest)), np.asarray(pull)
