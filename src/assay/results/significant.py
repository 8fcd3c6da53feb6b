"""Numbers with so many digits that count, and no exponents where people read them."""

from __future__ import annotations

import math

PLAIN_FROM, PLAIN_TO = 1e-7, 1e15
"""Sizes that are written out; beyond, nobody counts the zeros."""
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def significant(value: float, digits: int = 3) -> str:
    """Write a number with so many significant digits, thousands apart.

    >>> significant(20953.0, 2), significant(0.000012345), significant(-1.5), significant(6.02e23)
    ('21,000', '0.0000123', '-1.5', '6.02 × 10²³')
    """
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    rounded = float(f"{value:.{digits - 1}e}")
    if not PLAIN_FROM <= abs(rounded) < PLAIN_TO:
        mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
        return f"{mantissa} × 10{str(int(power)).translate(RAISED)}"
    places = max(digits - 1 - math.floor(math.log10(abs(rounded))), 0)
    text = f"{rounded:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
