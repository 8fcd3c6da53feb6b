"""Numbers as people read them."""

from __future__ import annotations

import math

from assay.results.estimate import Estimate

LARGEST = 1.7e308
"""Distances between numbers near the largest float are infinite, and as good as this long."""


def decimals_for(low: float, high: float) -> int:
    """Return how many decimals show two digits of an interval's width, at least 3 and at most 6."""
    width = high - low
    if not (math.isfinite(width) and width > 0):
        return 3
    return min(max(math.ceil(-math.log10(width)) + 1, 3), 6)


def number(value: float, decimals: int = 3) -> str:
    """Write a number: shares with fixed decimals, large numbers with few.

    >>> number(0.5), number(1234.5), number(float("inf")), number(float("nan"))
    ('0.500', '1,234', '∞', 'undefined')
    """
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    size = abs(value)
    if size >= 1000:
        return f"{value:,.0f}" if size < 1e9 else f"{value:.3g}"
    if size >= 10:
        return f"{value:.1f}"
    if size > 1:
        return f"{value:.2f}" if decimals <= 3 else f"{value:.{decimals}f}"
    return f"{value:.{decimals}f}"


def interval(estimate: Estimate) -> str:
    """Write the ends of an interval in brackets, a dash if there is none."""
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return "no interval"
    return limits(0, estimate.value, estimate.low, estimate.high)


def value(estimate: Estimate) -> str:
    """Write the value with as many decimals as its interval."""
    return number(estimate.value, decimals_for(estimate.low, estimate.high))


def measured(number: float, low: float, high: float, value: float | None = None) -> str:
    """Write a number in its own unit with the digits that its interval supports: not 0.000, not 1234567.891234.

    An end of the interval is written as its `value` is, or with fewer digits where it lies far from it.

    >>> measured(0.00012345, 0.00011, 0.00014), measured(254321.7, 251000, 258000), measured(3.4567, 3.2, 3.7)
    ('0.000123', '254,300', '3.46')
    >>> measured(4.02, 0.2, 28000.7), measured(0.2, 0.2, 28000.7, 4.02), measured(28000.7, 0.2, 28000.7, 4.02)
    ('4.0', '0.2', '28,000')
    >>> measured(2.5e-9, 2.4e-9, 2.6e-9), measured(6.02e23, 5e23, 7e23), measured(0.0, 0.0, 0.0)
    ('2.50e-09', '6.0e+23', '0')
    """
    if math.isnan(number):
        return "undefined"
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    if number == 0 and not (math.isfinite(high - low) and high > low):
        return "0"
    middle = number if value is None or not math.isfinite(value) else value
    last = max(_last_place(middle, low, high), _place(abs(number - middle)) - 2)
    largest = max(abs(end) for end in (number, low, high) if math.isfinite(end))
    first = _place(largest)
    if first >= 9 or first < -4:
        return f"{number:.{max(first - last, 1)}e}"
    text = f"{round(number, -last):,.0f}" if last >= 0 else f"{number:,.{min(-last, 12)}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text


def _last_place(value: float, low: float, high: float) -> int:
    """Return the place of the last digit: the second of the interval's half width, or of the value where that is finer.

    Only the end that is nearer to the value can ask for the finer one.
    """
    width = high - low if math.isfinite(high - low) and high > low else abs(value) / 10
    last = _place(width / 2) - 1
    nearer = min((abs(value - end) for end in (low, high) if math.isfinite(end) and end != value), default=width / 2)
    return min(last, max(_place(nearer), _place(abs(value))) - 1)


def _place(size: float) -> int:
    """Return the place of a number's first digit: 0 for 1 to 9.99, -1 for 0.1 to 0.99."""
    return math.floor(math.log10(min(max(size, 5e-324), LARGEST)))


def count(size: float) -> str:
    """Write a number of cases.

    >>> count(1869), count(12.5)
    ('1,869', '12.5')
    """
    return f"{size:,.0f}" if float(size).is_integer() else f"{size:,.1f}"


def percent(share: float) -> str:
    """Write a share as a percentage, with a decimal unless it is a whole one.

    >>> percent(0.265), percent(0.5)
    ('26.5%', '50%')
    """
    text = f"{100 * share:.1f}"
    return f"{text.removesuffix('.0')}%"


def p_value(p: float) -> str:
    """Write a p-value in a table; nothing where there is none.

    >>> p_value(0.0312), p_value(0.0015), p_value(0.00001), p_value(float("nan"))
    ('0.031', '0.0015', '<0.001', '')
    """
    if math.isnan(p):
        return ""
    return "<0.001" if p < 0.001 else f"{p:.4f}" if p < 0.01 else f"{p:.3f}"


def cases(n: int, what: str = "case") -> str:
    """Write how many cases there are; 0 stands for a table of shares, which does not say.

    >>> cases(1), cases(7043), cases(0), cases(60, "image")
    ('1 case', '7,043 cases', 'an unknown number of cases', '60 images')
    """
    if n == 0:
        return f"an unknown number of {what}s"
    return f"1 {what}" if n == 1 else f"{n:,} {what}s"


def beside(unit: int, other: float, low: float, high: float) -> str:
    """Write another number with the digits of an interval that it stands beside."""
    return measured(other, low, high) if unit else number(other, decimals_for(low, high))


def limits(unit: int, value: float, low: float, high: float) -> str:
    """Write the ends of an interval around a value.

    >>> limits(0, 0.5, 0.41234, 0.6), limits(1, 254321.7, 251000, 258000)
    ('[0.412, 0.600]', '[251,000, 258,000]')
    """
    if unit:
        return f"[{measured(low, low, high, value)}, {measured(high, low, high, value)}]"
    decimals = decimals_for(low, high)
    return f"[{number(low, decimals)}, {number(high, decimals)}]"


def with_limits(unit: int, value: float, low: float, high: float) -> str:
    """Write a value with its interval."""
    return f"{beside(unit, value, low, high)} {limits(unit, value, low, high)}"


def lone(unit: int, size: float) -> str:
    """Write a number that has no interval.

    >>> lone(0, 0.00031), lone(1, 1234.5)
    ('0.00031', '1,230')
    """
    return beside(unit, size, 0.0, abs(size))


def metric_number(unit: int, estimate: Estimate) -> str:
    """Write a value: a number in its own unit, or a share."""
    return beside(unit, estimate.value, estimate.low, estimate.high)


def metric_interval(unit: int, estimate: Estimate) -> str:
    """Write an interval, nothing where the value is undefined."""
    if not estimate.defined:
        return ""
    if not unit:
        return interval(estimate)
    return limits(unit, estimate.value, estimate.low, estimate.high)


def in_unit(estimate: Estimate) -> str:
    """Write a value in the unit of the truth, or as a share where it has none."""
    return metric_number(estimate.unit, estimate)


def interval_in_unit(estimate: Estimate) -> str:
    """Write the ends of an interval in the unit of the truth, or as shares where they have none."""
    if not estimate.defined or math.isnan(estimate.low):
        return ""
    return "no interval" if estimate.method == "none" else metric_interval(estimate.unit, estimate)
