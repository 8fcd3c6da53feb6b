"""Two models on the same folds: the corrected resampled t."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from assay.comparisons.difference import Difference, undecided, undefined, z_difference
from assay.comparisons.situations import FOLDS, LEFT_OUT_PAIRS
from assay.stats.arithmetic import Numbers
from assay.stats.fold_t_tests import corrected_error

SAME = "both models score the same in every fold, which says nothing of how far apart they could be"


def compare_folds(
    first: Numbers, second: Numbers, test_ratio: float, parts: int | None, repeats: int, level: float
) -> Difference:
    """Return the mean difference over the folds both models have, with the variance that shared training asks for."""
    both = ~(np.isnan(first) | np.isnan(second))
    if not both.all():
        return undefined(len(first), "the metric is undefined in some folds for one of the models")
    differences = first - second
    n = len(differences)
    if n < 2:
        return undefined(n, "one fold has no spread to judge by")
    degrees = (parts or n) - 1
    situation = FOLDS
    if parts is not None and repeats > 1:
        situation = FOLDS.asked(f"{FOLDS.why}; {degrees} degrees of freedom, as repetitions bring no new cases")
    if not differences.any():
        return replace(undecided(situation.with_interval("none"), n, SAME), error=math.nan, flat=False)
    error = corrected_error(differences, test_ratio)
    return z_difference(float(differences.mean()), error, level, situation, n, max(degrees, 1))


def compare_orders(first: Numbers, second: Numbers, level: float) -> Difference:
    """Compare areas over left-out pairs: rows are positive cases, columns negative ones, cells 1 for the right order.

    The variance is DeLong's, of what each case contributes to the difference.
    """
    gaps = first - second
    if np.isnan(gaps).any():
        return undefined(gaps.size, "some pairs have no scores for one of the models")
    error = math.sqrt(sum(float(np.var(gaps.mean(axis=axis), ddof=1)) / gaps.shape[1 - axis] for axis in (0, 1)))
    return z_difference(float(gaps.mean()), error, level, LEFT_OUT_PAIRS, gaps.size)
