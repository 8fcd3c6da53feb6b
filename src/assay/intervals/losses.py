"""Intervals for a mean of per-case losses."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.intervals.quantiles import equal_tails
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers
from assay.summaries.losses import Spread

SMALL = 1000
REPLICATES = 2000


def mean_limits(
    spread: Spread, values: Numbers | None, worst: float, level: float, seed: int
) -> tuple[float, float, str]:
    """Return bootstrap-t below a thousand cases (where the cases are at hand), Student's t above; and its name."""
    n = spread.weight**2 / spread.squares
    if not spread.error > 0:
        share = float(proportions.limits(proportions.clopper_pearson, 0.0, n, level)[1])
        return spread.mean * (1 - share), spread.mean + share * (worst - spread.mean), "clopper-pearson"
    if values is not None and len(values) < SMALL:
        low, high = bootstrap_t(values, level, seed)
        if np.isfinite(low) and np.isfinite(high):
            return max(low, 0.0), min(high, worst), "bootstrap-t"
    half = float(special.stdtrit(n - 1, (1 + level) / 2)) * spread.error
    return max(spread.mean - half, 0.0), min(spread.mean + half, worst), "t"


def bootstrap_t(values: Numbers, level: float, seed: int) -> tuple[float, float]:
    """Return mean - t* se, t* the quantiles of the studentised resampled means (Efron 1981)."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(3,)))
    n = len(values)
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(n)
    draws = values[rng.integers(0, n, (REPLICATES, n))]
    errors = draws.std(axis=1, ddof=1) / np.sqrt(n)
    with np.errstate(invalid="ignore", divide="ignore"):
        pivots = np.where(errors > 0, (draws.mean(axis=1) - mean) / errors, np.nan)
    low, high = equal_tails(pivots, level)
    return float(mean - high * error), float(mean - low * error)
