"""Checks of the few plain numbers that statistics take."""

from __future__ import annotations

import math
from numbers import Real

from assay.errors import metrics as errors


def check_level(level: object) -> float:
    """Return the confidence level, or refuse it."""
    if not isinstance(level, Real) or isinstance(level, bool) or not 0 < float(level) < 1:
        raise errors.bad_level(level)
    return float(level)


def check_share(name: str, value: object) -> float:
    """Return a number from 0 to 1, or refuse it."""
    if not isinstance(value, Real) or math.isnan(float(value)) or not 0 <= float(value) <= 1:
        raise errors.bad_share(name, value)
    return float(value)
