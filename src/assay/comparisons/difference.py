"""A difference between two models, before it is put into words."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assay.comparisons.situations import Situation
from assay.results.levels import rejects
from assay.stats.arithmetic import Number

Limits = Callable[[float], tuple[float, float]]

ALIKE = "both models answer alike on every case"
SAME_LOSS = "every case adds the same to both models"
NO_SPREAD = "the cases differ too little to say how far the difference could be off"
UNDEFINED = "the metric is undefined for at least one of the models"
DISAGREE = "the test and the interval are made in different ways; near the border the two can disagree"
NOISE = 1e-10
"""An error below this share of the value is rounding: sums of floats are right to about 1e-12 of their size."""


ROUNDING = 1e-12
"""Differences of two values that are apart by less than this share of the values are the same difference."""


@dataclass(frozen=True)
class Difference:
    """The first's value less the second's, its limits, the test and why it was chosen.

    `limits` gives the interval at any level, where that is known: margins are judged by the interval that is reported.
    `alike` says that both models answer alike on every case, `certain` that they do in all that the metric looks at,
    `flat` that no case shows how far off the value could be.
    `counted` says that the limits know that cases which both models answered alike might have told them apart.
    `least` is the smallest difference that the test could show, `names` are those that ask for the test.
    """

    value: float
    low: float
    high: float
    interval: str
    test: str
    reason: str
    statistic: float
    p_value: float
    df: tuple[float, ...] = ()
    n: float = 0
    error: float = math.nan
    notes: tuple[str, ...] = ()
    limits: Limits | None = field(default=None, repr=False, compare=False)
    alike: bool = False
    certain: bool = False
    flat: bool = False
    counted: bool = False
    least: float = 0.0
    names: tuple[str, ...] = ()


def nothing_differs(situation: Situation, n: float, note: str | None = None) -> Difference:
    """Return the difference of two models that are the same case by case; whoever says so has compared the cases.

    With a note they are the same in what the metric looks at, without they answer alike altogether.
    """
    same = difference_of(situation, 0.0, (0.0, 0.0), 0.0, 1.0, n)
    return replace(same, error=0.0, notes=(note or ALIKE,), alike=note is None, certain=True)


def undecided(situation: Situation, n: float, note: str, p_value: float = 1.0) -> Difference:
    """Return a difference of 0 between models that answer differently, where no case tells how far off it may be."""
    same = difference_of(situation, 0.0, (-math.inf, math.inf), 0.0, p_value, n)
    return replace(same, error=0.0, notes=(note,), flat=True)


def difference_of(
    situation: Situation, value: float, limits: tuple[float, float], statistic: float, p_value: float, n: float
) -> Difference:
    """Return a difference by the test of a situation."""
    return Difference(
        value, *limits, situation.interval, situation.test, situation.why, statistic, p_value, n=n,
        names=situation.names,
    )  # fmt: skip


def z_difference(
    value: float, error: float, level: float, situation: Situation, n: float, degrees: float = math.inf
) -> Difference:
    """Return the difference with a normal (or t) interval, and the test that goes with it.

    Where there is no spread to judge by, there is no interval and no p-value, not even for a difference of 0.
    """
    if not error > NOISE * abs(value):
        return replace(undecided(situation, n, NO_SPREAD, math.nan), value=value)
    statistic = value / error
    finite = math.isfinite(degrees)
    chance = special.stdtr(degrees, -abs(statistic)) if finite else special.ndtr(-abs(statistic))

    def limits(asked: float) -> tuple[float, float]:
        tail = (1 + asked) / 2
        t = float(special.stdtrit(degrees, tail) if finite else special.ndtri(tail))
        return value - t * error, value + t * error

    made = difference_of(situation, value, limits(level), statistic, float(2 * chance), n)
    return replace(made, df=(degrees,) if finite else (), error=error, limits=limits)


def is_as_large(shifts: Number, value: float, size: Number) -> NDArray[np.bool_]:
    """Say which permuted differences are not smaller than the one seen; an undefined one counts as large.

    `size` is how large the numbers are whose differences these are: rounding is a share of it, in any unit.

    >>> is_as_large(np.array([0.1, -0.3, np.nan]), 0.2, 0.9).tolist()
    [False, True, True]
    """
    return np.asarray(~(np.abs(shifts) < abs(value) - ROUNDING * np.abs(size)))


def as_large(shifts: Number, value: float, size: Number) -> int:
    """Count the permuted differences that are not smaller than the one seen.

    >>> as_large(np.array([0.1e-9, -0.3e-9, np.nan]), 0.2e-9, 0.9e-9)
    2
    """
    return int(np.count_nonzero(is_as_large(shifts, value, size)))


def within_reach(difference: Difference, apart: int, level: float, what: str) -> Difference:
    """Say of a test that swaps units where so few of them differ that no difference could reach the level.

    With k units that differ there are 2^k ways to swap them, of which at least two show a difference as large.
    """
    floor = 2.0 ** (1 - apart)
    if rejects(floor, level) or math.isnan(difference.p_value):
        return difference
    told = f"1 {what} tells" if apart == 1 else f"{apart} {what}s tell"
    note = f"only {told} the models apart, so that p is at least {floor:.2g} and no difference can show at this level"
    p_value = max(difference.p_value, floor)  # permutations that were drawn may have been lucky
    return replace(difference, p_value=p_value, least=math.inf, notes=(*difference.notes, note))


def permuted(value: float, difference: Difference, p_value: float, level: float) -> Difference:
    """Return a difference whose p-value comes from permutations; its interval stays."""
    notes = difference.notes
    if math.isfinite(difference.low) and (p_value <= 1 - level) != (difference.low > 0 or difference.high < 0):
        notes = (*notes, DISAGREE)
    return replace(difference, statistic=value, p_value=p_value, df=(), notes=notes)


def undefined(n: float, note: str = UNDEFINED) -> Difference:
    """Return the difference of a metric that has no value for one of the models."""
    nan = math.nan
    return Difference(nan, nan, nan, "none", "none", note, nan, nan, (), n, nan, (note,))


def within(difference: Difference, lowest: float, highest: float) -> Difference:
    """Cut limits to what two values of a bounded metric can differ by."""
    span = highest - lowest
    if not math.isfinite(span) or math.isnan(difference.value):
        return difference
    return replace(difference, low=max(difference.low, -span), high=min(difference.high, span))
