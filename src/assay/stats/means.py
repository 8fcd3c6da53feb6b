"""The mean of a few independent numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from assay.errors import metrics as errors
from assay.results.estimate import Estimate
from assay.stats.checks import check_level

FOLDS_WARNING = (
    "right for independent runs; folds of one cross-validation share training data, so for them it is too narrow"
)


def mean_t(values: Iterable[float], *, level: float = 0.95) -> Estimate:
    """Mean with Student's t interval: for a few independent runs (seeds), not for cross-validation folds.

    >>> mean_t([0.8, 0.6, 0.7, 0.8])
    0.725 [0.5727, 0.8773]
    """
    from scipy import special

    check_level(level)
    numbers = np.asarray(list(values), dtype=float)
    n = int(np.isfinite(numbers).sum())
    if n < 2 or n < len(numbers):
        raise errors.too_few_values(n, 2, "mean_t")
    mean, error = float(numbers.mean()), float(numbers.std(ddof=1)) / n**0.5
    half = float(special.stdtrit(n - 1, (1 + level) / 2)) * error
    return Estimate(mean, mean - half, mean + half, level, "t", n, FOLDS_WARNING)
