"""The jackknife: Student's t on the standard error that comes from leaving out one case at a time (Tukey 1958)."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.intervals.quantiles import Limits
from assay.stats.arithmetic import Number, Numbers


def jackknife_error(left_out: Numbers, copies: Numbers) -> Numbers:
    """Return sqrt((n - 1) / n sum (theta without i - their mean)^2), the cases on the first axis.

    `copies` says how many cases each value stands for: cases that are alike are left out once.

    >>> values = np.array([1.0, 2.0, 6.0])
    >>> error = jackknife_error((values.sum() - values) / 2, np.ones(3))
    >>> bool(np.isclose(error, values.std(ddof=1) / np.sqrt(3)))
    True
    """
    n = copies.sum(axis=0)
    left_out = np.where(copies > 0, left_out, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = np.sum(copies * left_out, axis=0) / n
        return np.asarray(np.sqrt((n - 1) / n * np.sum(copies * (left_out - centre) ** 2, axis=0)))


def jackknife_ends(
    value: Number, left_out: Numbers, bounds: tuple[float, float], level: float, copies: Numbers | None = None
) -> Limits:
    """Return value ± t se on n - 1 degrees of freedom, clipped to what the metric can be; nan where se is."""
    copies = np.ones_like(left_out) if copies is None else copies
    degrees = np.maximum(copies.sum(axis=0) - 1, 1.0)
    half = special.stdtrit(degrees, (1 + level) / 2) * jackknife_error(left_out, copies)
    return np.clip(np.asarray(value) - half, *bounds), np.clip(np.asarray(value) + half, *bounds)
