"""The mean of a metric over folds, with an interval that knows that folds share training cases."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.stats.fold_t_tests import corrected_error

METHOD = "corrected-t"


def mean_over_folds(
    card: Card,
    values: Numbers,
    test_ratio: float,
    parts: int | None,
    level: float,
    note: str,
    centre: float | None = None,
) -> Estimate:
    """Return the mean with the Nadeau-Bengio interval; `parts` - 1 degrees of freedom, as repetitions bring no data.

    `test_ratio` is test cases over training cases; `centre` replaces the mean where another estimate is asked for.
    """
    n = len(values)
    missing = int(np.count_nonzero(np.isnan(values)))
    if missing or not n:
        reason = card.undefined.format(positive="positive")
        why = f"it is undefined in {missing} of {n} folds ({reason}); see the pooled estimate"
        return Estimate(math.nan, *card.bounds, level, "none", n, why)
    mean = float(np.mean(values)) if centre is None else centre
    if n < 2 or not np.isfinite(values).all():
        return Estimate(mean, *card.bounds, level, "none", n, "one fold has no spread to judge by")
    degrees = (parts or n) - 1
    half = float(special.stdtrit(max(degrees, 1), (1 + level) / 2)) * corrected_error(values, test_ratio)
    low, high = (float(end) for end in np.clip([mean - half, mean + half], *card.bounds))
    return Estimate(mean, min(low, mean), max(high, mean), level, METHOD, n, note)
