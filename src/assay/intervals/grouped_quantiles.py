"""Quantiles of cases that belong together: how far they move, and what a share of such cases is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assay.intervals.grouped import Moves, variance_of
from assay.stats.arithmetic import Numbers, sum_of_products

REACH = 1.96
"""The slope of a quantile is taken over as far as its share could be off, at 95%."""

WIDEST = 0.45
"""That reach ends before the smallest and the largest value."""

MARKS = 31
"""So many sizes of error, evenly spaced by share, tell the design effect at all others."""


def quantile_moves(share: Numbers, at: float, quantile: Callable[[float], float]) -> Numbers:
    """Turn how far the share of cases below a quantile moves into how far the quantile itself does.

    Reference: Woodruff 1952. The slope spans the error that the groups give the share, so that copies of the cases
    inside their groups change nothing.
    """
    error = math.sqrt((len(share) - 1) / len(share) * sum_of_products(share, share))
    reach = min(REACH * error, WIDEST * min(1.0, 2 * at, 2 * (1 - at)))
    if not reach > 0:
        return np.zeros(len(share))
    slope = (quantile(at + reach) - quantile(at - reach)) / (2 * reach)
    return np.asarray(-share * slope)


def below(values: Numbers, mark: float) -> Numbers:
    """Say of every value whether it lies below a mark; one that is equal counts half."""
    return ((values < mark).astype(float) + (values <= mark)) / 2


@dataclass(frozen=True, eq=False)
class DesignEffects:
    """By how much groups multiply the variance of the share of cases below each of some rising marks."""

    marks: Numbers
    effects: Numbers

    @classmethod
    def of(cls, marks: Numbers, shares: Numbers, moves: Sequence[Sequence[Moves]], cases: float) -> DesignEffects:
        """Compare the variance of every share over groups with that of so many independent cases."""
        single = shares * (1 - shares) / cases
        grouped = np.array([max(variance_of(own), 0.0) for own in moves])
        with np.errstate(invalid="ignore", divide="ignore"):
            effects = np.where(single > 0, grouped / single, 1.0)
        return cls(marks, effects)

    def at(self, value: float) -> float:
        """Return the design effect of the share below a value."""
        return float(np.interp(value, self.marks, self.effects))
