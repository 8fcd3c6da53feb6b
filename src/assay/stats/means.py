"""The mean of a few independent numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from assay.checks.arrays import finite_count
from assay.checks.lists import listed
from assay.errors import metrics as errors
from assay.results.estimate import Estimate
from assay.stats.doors import checked
from assay.stats.samples import sample

FOLDS_WARNING = (
    "right for independent runs; folds of one cross-validation share training data, so for them it is too narrow"
)


@checked()
def mean_t(values: Iterable[float], *, level: float = 0.95) -> Estimate:
    """Mean of independent numbers with Student's t interval.

    It is made for a few independent runs (seeds), not for the folds of a cross-validation.

    Parameters
    ----------
    values : iterable of float
        At least two numbers.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Estimate
        The mean with its interval.

    Raises
    ------
    InputError
        If there are fewer than two finite values, or some are missing or infinite.

    See Also
    --------
    corrected_t : for differences over folds.

    Notes
    -----
    Student (1908).

    Examples
    --------
    >>> mean_t([0.8, 0.6, 0.7, 0.8])
    0.725 [0.5727, 0.8773]
    """
    from scipy import special

    runs = values if isinstance(values, np.ndarray) else listed(values)
    given = values if runs is None else runs
    known = finite_count(given)
    if known is not None and known < 2:
        raise errors.too_few_values(known, 2, "mean_t")
    numbers = sample(given, "values")
    n = len(numbers)
    mean, error = float(numbers.mean()), float(numbers.std(ddof=1)) / n**0.5
    half = float(special.stdtrit(n - 1, (1 + level) / 2)) * error
    return Estimate(mean, mean - half, mean + half, level, "t", n, FOLDS_WARNING)
