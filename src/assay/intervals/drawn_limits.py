"""Limits of a metric over images or segments: t on the spread of resampled sets, percentiles on request."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy import special

from assay.intervals.method_names import VALUES_ALONE
from assay.intervals.quantiles import acceleration, bias_corrected
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers

METHODS = (None, "jackknife", "percentile", "bca", VALUES_ALONE)
"""What can be asked for; None is the usual one."""
OFFERED = "jackknife, percentile and bca, beside the usual one"
USUAL = "images"
SAME = 1e-9
"""Draws that differ by less are one value, rounded in different ways."""

Bounds = tuple[float, float]


def without_draws(
    value: float, bounds: Bounds, level: float, count: int, undefined: str, unit: str = "image"
) -> Estimate | None:
    """Return the estimate where drawing again would say nothing; None where it would."""
    if np.isnan(value):
        return Estimate(value, *bounds, level, "none", count, undefined)
    return Estimate(value, *bounds, level, "none", count, alone(unit)) if count < 2 else None


def alone(unit: str) -> str:
    """Say that one image, or segment, is not enough."""
    return f"one {unit} says nothing of how others would do"


def around(
    centre: float, value: float, drawn: Numbers, bounds: Bounds, level: float, count: int, method: str | None,
    unit: str = "image", left_out: Callable[[], Numbers] | None = None,
) -> Estimate:  # fmt: skip
    """Return the interval around `centre`, stretched to hold the value.

    `left_out` gives the metric without each unit, from which BCa takes how its error changes.
    """
    known = drawn[np.isfinite(drawn)]
    if len(known) < 2:
        return Estimate(value, *bounds, level, "none", count, alone(unit))
    spread = spread_of(known, method)
    if spread <= SAME:
        return unvaried(value, bounds, level, count, unit)
    if method == "percentile":
        low, high = percentiles(known, level)
    elif method == "bca" and left_out is not None:
        low, high = bias_corrected(known, value, level, acceleration(left_out()))
    else:
        half = float(special.stdtrit(count - 1, (1 + level) / 2)) * spread
        low, high = np.clip([centre - half, centre + half], *bounds)
    return Estimate(value, min(float(low), value), max(float(high), value), level, method or f"{unit}s", count)


def percentiles(drawn: Numbers, level: float) -> tuple[float, float]:
    """Return the values that leave out an equal number of the lowest and highest, as sacrebleu and Moses do.

    >>> percentiles(np.arange(1000.0), 0.95)
    (25.0, 974.0)
    """
    ordered = np.sort(drawn)
    outside = math.floor(len(ordered) * (1 - level) / 2 + SAME)
    return float(ordered[outside]), float(ordered[-1 - outside])


def spread_of(known: Numbers, method: str | None) -> float:
    """Return the standard error from draws, or from leaving each out."""
    factor = (len(known) - 1) / math.sqrt(len(known)) if method == "jackknife" else 1.0
    return factor * float(known.std(ddof=1))


def unvaried(value: float, bounds: Bounds, level: float, count: int, unit: str) -> Estimate:
    """Leave room where all score the same: as many others as none among so many would still allow."""
    share = 1 - ((1 - level) / 2) ** (1 / count)
    highest = bounds[1] if math.isfinite(bounds[1]) else max(1.0, 2 * value)
    low, high = value - share * (value - bounds[0]), value + share * (highest - value)
    note = f"all {unit}s score the same; the interval is what none that differs among so many still allows"
    return Estimate(value, float(low), float(high), level, "all alike", count, note)
