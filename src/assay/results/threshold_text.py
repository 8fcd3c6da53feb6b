"""A threshold as text that can be typed in again."""

from __future__ import annotations

import math


def threshold_text(value: float) -> str:
    """Write a threshold with enough digits to use it, rounded down: a case that reaches it still does.

    >>> threshold_text(0.48637219), threshold_text(-1000000.25), threshold_text(0.5), threshold_text(0.48637289)
    ('0.486372', '-1000000.25', '0.5', '0.486372')
    """
    size = abs(value)
    if not (size < 1e5 and (size == 0 or size >= 1e-4)):
        return repr(float(value))
    text = f"{value:.6g}"
    if float(text) <= value:
        return text
    last = 10.0 ** (math.floor(math.log10(size)) - 5)
    lower = f"{value - last / 2:.6g}"
    return lower if float(lower) <= value else repr(float(value))
