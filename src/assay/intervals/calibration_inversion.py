"""Limits of a binned calibration error by inverting tests: which errors would show one like that seen?

A hypothesis is a true error that lies over the bins in some pattern. The lower limit takes the pattern that was seen,
scaled; the upper one that pattern shrunk by how much of it noise explains, as an error that hides is spread evenly.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.stats.arithmetic import Numbers
from assay.stats.bisection import HALVINGS

REPLICATES = 1000
"""A limit at 2.5% is off by 0.5 points of probability."""
STEPS = min(HALVINGS, 25)
"""25 halvings leave an error of 3e-8 of the range, far below that of 1,000 draws."""

FARTHEST = 3.0
"""No true error lies so many times beyond the one seen, plus what noise alone would show."""


def inverted_limits(gaps: Numbers, errors: Numbers, level: float, rng: np.random.Generator) -> tuple[float, float]:
    """Return the limits of the sum of |gap|, from the gaps seen in every bin and their standard errors."""
    seen, tail = float(np.abs(gaps).sum()), (1 - level) / 2
    noise = rng.standard_normal((REPLICATES, len(gaps))) * errors
    if not errors.sum() > 0 or seen == 0:
        return seen, seen + float(np.quantile(np.abs(noise).sum(axis=1), 1 - tail))
    most = FARTHEST * (seen + float(errors.sum()))
    patterns = [gaps / seen, shrunk(gaps, errors)]
    ends = [
        (_crossing(pattern, noise, seen, tail, most), _crossing(pattern, noise, seen, 1 - tail, most))
        for pattern in patterns
    ]
    return min(low for low, _ in ends), max(high for _, high in ends)


def shrunk(gaps: Numbers, errors: Numbers) -> Numbers:
    """Return the mean size of the true gaps, given those seen, as shares of their sum: empirical Bayes, normal law.

    Reference: Morris 1983.

    >>> shrunk(np.array([0.1, -0.3]), np.array([0.0001, 0.0001])).round(3).tolist()
    [0.25, 0.75]
    >>> shrunk(np.array([0.001, -0.003]), np.array([0.01, 0.01])).tolist()
    [0.5, 0.5]
    """
    between = max(float(np.sum(gaps**2) - np.sum(errors**2)), 0.0) / len(gaps)
    if between == 0:
        return np.asarray(errors / errors.sum())
    kept = between / (between + errors**2)
    middle, spread = kept * np.abs(gaps), np.sqrt(kept) * errors
    safe = np.where(spread > 0, spread, 1.0)
    folded = safe * np.sqrt(2 / np.pi) * np.exp(-((middle / safe) ** 2) / 2)
    sizes = np.where(spread > 0, folded + middle * special.erf(middle / (safe * np.sqrt(2))), middle)
    return np.asarray(sizes / sizes.sum())


def _crossing(pattern: Numbers, noise: Numbers, seen: float, share: float, most: float) -> float:
    """Return the least true error that shows one of at least `seen` in such a share of the draws; 0 if none need be."""

    def shown(error: float) -> float:
        return float(np.mean(np.abs(error * pattern + noise).sum(axis=1) >= seen))

    if shown(0.0) >= share:
        return 0.0
    low, high = 0.0, most
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if shown(middle) >= share else (middle, high)
    return high
