"""A metric's range stretched to the whole line, where intervals can be symmetric without leaving the range."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.stats.arithmetic import Numbers


def logit_t(value: float, error: float, degrees: float, level: float) -> tuple[float, float]:
    """Return expit(logit v ± t se / (v (1 - v))): an interval that stays between 0 and 1."""
    t = float(special.stdtrit(degrees, (1 + level) / 2))
    spread, centre = t * error / (value * (1 - value)), special.logit(value)
    return float(special.expit(centre - spread)), float(special.expit(centre + spread))


@dataclass(frozen=True)
class OpenScale:
    """The logit of where a value lies between its bounds; a logarithm if one bound is missing, itself if both are.

    >>> scale = OpenScale(-1, 1)
    >>> float(scale.to(np.array(0.0))), float(scale.back(np.array(0.0)))
    (0.0, 0.0)
    >>> scale = OpenScale(-np.inf, 1)
    >>> float(scale.back(scale.to(np.array(-3.0))))
    -3.0
    """

    lowest: float
    highest: float

    @property
    def span(self) -> float:
        """How long the range is."""
        return self.highest - self.lowest

    def to(self, value: Numbers) -> Numbers:
        """Carry a value to the open scale; a bound goes to infinity."""
        if np.isinf(self.lowest):
            return np.asarray(value) if np.isinf(self.highest) else -np.log(self.highest - value)
        if np.isinf(self.highest):
            return np.log(value - self.lowest)
        return np.asarray(special.logit((value - self.lowest) / self.span))

    def back(self, place: Numbers) -> Numbers:
        """Carry a place on the open scale back to the metric's own."""
        if np.isinf(self.lowest):
            return np.asarray(place) if np.isinf(self.highest) else self.highest - np.exp(-place)
        if np.isinf(self.highest):
            return self.lowest + np.exp(place)
        return np.asarray(self.lowest + self.span * special.expit(place))

    def slope(self, value: Numbers) -> Numbers:
        """Return how fast the open scale moves with the value."""
        if np.isinf(self.lowest):
            return np.ones_like(value) if np.isinf(self.highest) else 1 / (self.highest - value)
        if np.isinf(self.highest):
            return 1 / (value - self.lowest)
        share = (value - self.lowest) / self.span
        return np.asarray(1 / (self.span * share * (1 - share)))

    def interval(self, value: float, error: float, degrees: float, level: float) -> tuple[float, float]:
        """Return the limits value ± t · error, symmetric on the open scale, so that they stay within the bounds.

        A value that rounds to a bound has no place on the open scale; its limits are then plain and cut off.
        """
        t = float(special.stdtrit(degrees, (1 + level) / 2))
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            place, half = self.to(np.array(value)), t * error * self.slope(np.array(value))
            low, high = (float(self.back(place + sign * half)) for sign in (-1, 1))
        if np.isfinite(place):
            return low, high
        return max(value - t * error, self.lowest), min(value + t * error, self.highest)

    def stretched(self, value: Numbers, end: Numbers, factor: float) -> Numbers:
        """Move an interval's end away from the value by a factor, on the open scale."""
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            moved = self.back(self.to(value) + factor * (self.to(end) - self.to(value)))
        return np.where(np.isfinite(moved), moved, end)
