"""Equivalence and non-inferiority: whether a difference is smaller than one that matters."""

from __future__ import annotations

import math
from collections.abc import Callable

from assay.comparisons.difference import Difference
from assay.results.comparison import Margin

STEPS = 40
"""Halvings of the search for a p-value: 2**-40 is below the rounding of what it is made of."""


def is_vacuous(margin: float, bounds: tuple[float, float]) -> bool:
    """Say whether a margin holds every difference that there can be between two values within these bounds.

    >>> is_vacuous(2, (0, 1)), is_vacuous(0.02, (0, 1)), is_vacuous(2, (0, math.inf))
    (True, False, False)
    """
    return margin >= bounds[1] - bounds[0]


def judge_margin(difference: Difference, margin: float, better: str, level: float) -> Margin:
    """Test that a difference lies within ± margin, and that the first is not worse by more than it.

    Both are read off the interval that is reported: at level 1 - 2α it must lie inside (two one-sided tests).

    Reference: Schuirmann 1987.
    """
    sign = -1.0 if better == "lower" else 1.0
    not_worse = _chance(difference, lambda low, high: min(sign * low, sign * high) > -margin)
    both = max(not_worse, _chance(difference, lambda low, high: max(sign * low, sign * high) < margin))
    alpha = 1 - level
    return Margin(margin, both <= alpha, not_worse <= alpha, both, not_worse)


def _chance(difference: Difference, holds: Callable[[float, float], bool]) -> float:
    """Return the smallest α at which the interval of level 1 - 2α satisfies a condition, by bisection."""
    limits = difference.limits
    if limits is None:
        return math.nan if not math.isfinite(difference.low) else 1.0
    low, high = 0.0, 0.5
    if not holds(*limits(1e-9)):
        return 1.0
    for _ in range(STEPS):
        alpha = (low + high) / 2
        if holds(*limits(max(1 - 2 * alpha, 1e-9))):
            high = alpha
        else:
            low = alpha
    return high
