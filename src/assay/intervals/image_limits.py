"""Limits of a metric over images: t on the spread of resampled sets, percentiles on request."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers

METHODS = (None, "jackknife", "percentile")
"""What can be asked for; None is the usual one."""
USUAL = "images"
ONE_IMAGE = "one image says nothing of how others would do"
SAME = 1e-9
ALL_ALIKE = "all images score the same; the interval is what none that differs among so many still allows"

Bounds = tuple[float, float]


def without_draws(value: float, bounds: Bounds, level: float, images: int, undefined: str) -> Estimate | None:
    """Return the estimate where drawing images again would say nothing; None where it would."""
    if np.isnan(value):
        return Estimate(value, *bounds, level, "none", images, undefined)
    return Estimate(value, *bounds, level, "none", images, ONE_IMAGE) if images < 2 else None


def around(
    centre: float, value: float, drawn: Numbers, bounds: Bounds, level: float, images: int, method: str | None
) -> Estimate:
    """Return the interval around `centre`, stretched to hold the value."""
    known = drawn[np.isfinite(drawn)]
    if len(known) < 2:
        return Estimate(value, *bounds, level, "none", images, ONE_IMAGE)
    spread = spread_of(known, method)
    if spread <= SAME:
        return _unvaried(value, bounds, level, images)
    if method == "percentile":
        low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    else:
        half = float(special.stdtrit(images - 1, (1 + level) / 2)) * spread
        low, high = np.clip([centre - half, centre + half], *bounds)
    return Estimate(value, min(float(low), value), max(float(high), value), level, method or USUAL, images)


def spread_of(known: Numbers, method: str | None) -> float:
    """Return the standard error from draws of images, or from leaving images out."""
    factor = (len(known) - 1) / math.sqrt(len(known)) if method == "jackknife" else 1.0
    return factor * float(known.std(ddof=1))


def _unvaried(value: float, bounds: Bounds, level: float, images: int) -> Estimate:
    """Leave room where all images score the same: as many others as none among so many images would still allow."""
    share = 1 - ((1 - level) / 2) ** (1 / images)
    low, high = value - share * (value - bounds[0]), value + share * (bounds[1] - value)
    return Estimate(value, float(low), float(high), level, "clopper-pearson", images, ALL_ALIKE)
