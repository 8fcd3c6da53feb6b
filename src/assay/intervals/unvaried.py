"""Intervals where the cases do not vary, so that no spread can be measured: room is left for cases not yet seen."""

from __future__ import annotations

import math

from assay.stats import proportion_limits as proportions

FEWEST = 1.9
"""With fewer equal cases than this there is no spread to judge by: one case carries nearly all the weight."""

NOTHING = 1e-12
"""A standard error, or a width, below this share of the value is rounding."""

ALONE = "one case gives no interval"
NO_WEIGHT = "no case weighs anything"
HEAVY = "one case carries nearly all the weight, which leaves nothing to judge the spread by"
ALIKE = "the cases do not vary; the interval is what none that differs among so many still allows"


def too_few(rows: int) -> str:
    """Say why fewer than two equal cases give no interval."""
    return ALONE if rows == 1 else HEAVY


def room(value: float, lowest: float, highest: float, n: float, level: float) -> tuple[float, float]:
    """Return what is possible if other cases differ, as often as none among n still allows, as far as they can.

    >>> low, high = room(0.0, 0.0, 1.0, 20, 0.95)
    >>> low, round(high, 3)
    (0.0, 0.168)
    """
    share = float(proportions.limits(proportions.clopper_pearson, 0.0, n, level)[1])
    low = value - share * (value - lowest) if math.isfinite(lowest) else -math.inf
    high = value + share * (highest - value) if math.isfinite(highest) else math.inf
    return low, high


def is_empty(low: float, high: float) -> bool:
    """Say whether an interval has no width but rounding."""
    return high - low <= NOTHING * max(abs(low), abs(high))
