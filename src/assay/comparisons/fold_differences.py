"""Two models on the same folds: the corrected resampled t."""

from __future__ import annotations

import numpy as np

from assay.comparisons.difference import Difference, undefined, z_difference
from assay.stats.arithmetic import Numbers
from assay.stats.t_tests import corrected_error

TEST = "corrected resampled t"


def compare_folds(
    first: Numbers, second: Numbers, test_share: float, parts: int | None, repeats: int, level: float
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
    why = "the folds share training cases, so the variance is corrected for it (Nadeau & Bengio)"
    if parts is not None and repeats > 1:
        why += f"; {degrees} degrees of freedom, as repetitions bring no new cases"
    error = corrected_error(differences, test_share)
    return z_difference(float(differences.mean()), error, level, TEST, why, "corrected-t", n, max(degrees, 1))
