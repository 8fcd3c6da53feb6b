"""Two models on the same images: both are measured on the same resampled images."""

from __future__ import annotations

import numpy as np

from assay.comparisons.difference import Difference, undecided, undefined, within, z_difference
from assay.comparisons.situations import IMAGES
from assay.intervals.drawn_limits import alone
from assay.stats.arithmetic import Numbers

SAME = "both models measure the same on every set of images that was drawn"


def compare_draws(value: float, gaps: Numbers, bounds: tuple[float, float], level: float, images: int) -> Difference:
    """Return a difference with its interval; `gaps` are the differences on the images drawn."""
    if np.isnan(value):
        return undefined(images)
    if images < 2:
        return undefined(images, alone("image"))
    known = gaps[np.isfinite(gaps)]
    if value == 0 and len(known) and not known.any():
        return undecided(IMAGES, images, SAME)
    error = float(known.std(ddof=1)) if len(known) > 1 else float("nan")
    return within(z_difference(value, error, level, IMAGES, images, images - 1), *bounds)
