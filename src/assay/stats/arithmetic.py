"""Arithmetic that says "undefined" instead of failing."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from assay.results.estimate import ROUNDING

Numbers: TypeAlias = NDArray[np.float64]
Number: TypeAlias = float | Numbers
"""One number or an array of them: every formula here broadcasts."""


SHORT = 8 * float(np.finfo(float).eps)
"""How far short of a bound a ratio of sums may fall by rounding, as a share."""

MISSED = 1e-9
"""By how much numbers of cases miss a whole one by rounding; a case is a billion times as much."""

LEFT = 1e-12
"""Sums of a million weights are off by a smaller share of themselves, and counts of so many cases by nothing."""


def ratio(part: Number, whole: Number) -> Number:
    """Divide; where the whole is 0 the answer is undefined, which is nan.

    >>> ratio(6, 8), ratio(0, 0)
    (0.75, nan)
    """
    part, whole = _inexact(part), _inexact(whole)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        quotient = part / whole
    return plain(quotient if whole.all() else np.where(whole == 0, np.nan, quotient))


def left_of(whole: Numbers, *parts: Numbers) -> Numbers:
    """Return what is left of sums when parts are taken off them: 0 where nothing but rounding is.

    >>> 0.3 + 0.2 + 2.7 - 0.3 - 2.7 - 0.2, left_of(np.array([0.3 + 0.2 + 2.7]), 0.3, 2.7, 0.2)
    (1.6653345369377348e-16, array([0.]))
    """
    left = whole - sum(parts)
    if left.size and np.min(left) > LEFT * np.max(whole):
        return np.asarray(left)
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(left) <= LEFT * np.abs(whole), 0.0, left)


def whole_up(number: float) -> int:
    """Round up, but for what rounding has left on top of a whole number.

    >>> whole_up(2.0000000000004), whole_up(2.1)
    (2, 3)
    """
    return math.ceil(number - MISSED)


def whole_down(number: float) -> int:
    """Round down, but for what rounding has taken off a whole number.

    >>> whole_down(2.9999999999996), whole_down(2.9)
    (3, 2)
    """
    return math.floor(number + MISSED)


def kish(weight: Number, square: Number) -> Numbers:
    """Return how many equal cases weighted ones are worth: (sum w)² / sum w², 0 where there are none (Kish 1965).

    >>> float(kish(10.0, 20.0))
    5.0
    """
    return np.asarray(np.nan_to_num(np.asarray(ratio(np.asarray(weight) ** 2, square))))


def root(number: Number) -> Number:
    """Square root, nan below 0 (where a rounding error may have led)."""
    with np.errstate(invalid="ignore"):
        return plain(np.sqrt(_inexact(number)))


def within_rounding(number: Number, low: float, high: float) -> Number:
    """Return numbers that rounding carried past a bound, or kept from it, at the bound; what is further out stays.

    Short of a bound other than 0 the last digits are rounding; next to 0 they are not.

    >>> within_rounding(1.0000000000000002, 0, 1), within_rounding(0.9999999999999999, 0, 1), within_rounding(1.5, 0, 1)
    (1.0, 1.0, 1.5)
    """
    lowest, highest = _inside(low, 1), _inside(high, -1)
    if np.iscomplexobj(number) or (isinstance(number, float) and lowest <= number <= highest):
        return number
    value = np.asarray(number, dtype=float)
    if value.size and lowest <= value.min() and value.max() <= highest:
        return number
    with np.errstate(invalid="ignore"):
        value = np.where((value > highest) & (value <= high + ROUNDING * max(1.0, abs(high))), high, value)
        value = np.where((value < lowest) & (value >= low - ROUNDING * max(1.0, abs(low))), low, value)
    return plain(value)


def _inside(bound: float, side: int) -> float:
    return bound + side * SHORT * abs(bound) if np.isfinite(bound) else bound


def plain(number: Number) -> Number:
    """Return one number as a Python float, and an array as it is (one that carries slopes is complex)."""
    if isinstance(number, float):
        return float(number)
    return float(number) if np.ndim(number) == 0 and not np.iscomplexobj(number) else number


def _inexact(number: Number) -> Numbers:
    """Return an array of floats; complex numbers, which carry slopes along, stay complex."""
    array = np.asarray(number)
    return array if array.dtype.kind in "fc" else array.astype(float)


def over_classes(values: Numbers) -> Numbers:
    """Return the sums over the last axis; those of two classes are added at once, not pair by pair.

    >>> over_classes(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [3.0, 7.0]
    """
    return np.asarray(values[..., 0] + values[..., 1] if values.shape[-1] == 2 else np.sum(values, axis=-1))


def sum_of_products(first: Numbers, second: Numbers) -> float:
    """Return the sum of the products of two columns, by one thread.

    BLAS shares even short columns out among threads; where cores are busy, waiting for them takes a hundred times as
    long as the sum itself.

    >>> sum_of_products(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    11.0
    """
    return float(np.einsum("i,i->", first, second))
