"""Bands that hold a whole curve at once: no place of the population's curve lies outside, in 95 of 100 samples.

Limits of single places at a higher level: as if a curve had as many places that vary on their own as the logarithm of
the cases says. Where cases belong together, and for one class alone, Kolmogorov's distance holds at any n; it is wider.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.errors import metrics as errors
from assay.intervals.bands import Maker, on_grid, with_limits
from assay.intervals.pointwise_bands import DET, OF_NEGATIVES, OF_POSITIVES, PRECISION_RECALL, ROC, on_roc
from assay.intervals.rate_bands import odds_of_negatives, precision_limits, roc_limits
from assay.results.curve import Curve
from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable

KNOWN = (ROC, PRECISION_RECALL, DET, OF_POSITIVES, OF_NEGATIVES)

PLACES = 2.5
"""Times log n: 10 places for 60 cases, 21 for 5,000. Measured: they hold 95 to 99% of whole curves (0017)."""

ROUNDING = 1e-12
"""Rates are sums of shares, so that a place may miss a step by rounding."""

Limits = tuple[Numbers, Numbers]


@dataclass(frozen=True)
class Worth:
    """How many independent values each class is worth, and whether the cases belong to groups."""

    positives: float
    negatives: float
    grouped: bool

    @classmethod
    def of(cls, table: ScoreTable, units: float | None) -> Worth:
        """Return what the cases are worth; those of groups no more than as many values as there are groups."""
        most = np.inf if units is None else units
        return cls(min(table.effective_positives, most), min(table.effective_negatives, most), units is not None)

    def level(self, level: float) -> float:
        """Return the level at which the limits of single places hold the whole curve."""
        return 1 - (1 - level) / max(PLACES * math.log(self.positives + self.negatives), 1.0)


def simultaneous_band(make: Maker, table: ScoreTable, level: float, points: int, units: float | None = None) -> Curve:
    """Return a curve at evenly spaced places with limits that hold at all of them together."""
    whole = make(table)
    if whole.name not in KNOWN:
        raise errors.no_simultaneous_band(whole.name, KNOWN)
    bare, worth = on_grid(whole, points), Worth.of(table, units)
    return with_limits(bare, *_limits(bare, table, worth, level))


def _limits(curve: Curve, table: ScoreTable, worth: Worth, level: float) -> Limits:
    if curve.name in (ROC, DET):
        rate = curve.x if curve.name == ROC else special.ndtr(curve.x)
        if worth.grouped:
            low, high = _roc_region(table, worth, rate, level)
        else:
            low, high = roc_limits(table, rate, on_roc(table, rate), worth.level(level))
        return (low, high) if curve.name == ROC else (special.ndtri(1 - high), special.ndtri(1 - low))
    if curve.name == PRECISION_RECALL:
        if worth.grouped:
            return _precision_region(table, worth, curve.x, level)
        return precision_limits(table, curve.x, worth.level(level))
    distance = farthest(worth.positives if curve.name == OF_POSITIVES else worth.negatives, level)
    return np.maximum(curve.y - distance, 0.0), np.minimum(curve.y + distance, 1.0)


def farthest(n: float, level: float) -> float:
    """Return how far the distribution of n values lies from that of the population at most, at a level: exact.

    >>> round(farthest(50, 0.95), 4)
    0.1884
    """
    from scipy import stats  # takes long to import

    return float(stats.kstwo.ppf(level, max(int(n), 1)))


def _roc_region(table: ScoreTable, worth: Worth, rate: Numbers, level: float) -> Limits:
    """Return the least and greatest true positive rate at false positive rates, both classes within their bands.

    Reference: Campbell 1994.
    """
    each = float(np.sqrt(level))
    across, up = farthest(worth.negatives, each), farthest(worth.positives, each)
    x, y = table.false_positive_rate[::-1], table.true_positive_rate[::-1]
    low, high = _least(x, y, rate - across) - up, _most(x, y, rate + across) + up
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def _precision_region(table: ScoreTable, worth: Worth, recall: Numbers, level: float) -> Limits:
    """Return the least and greatest precision at recalls, both classes and the prevalence within their limits."""
    each = float(np.cbrt(level))
    up, across = farthest(worth.negatives, each), farthest(worth.positives, each)
    x, y = table.true_positive_rate[::-1], table.false_positive_rate[::-1]
    low, high = _least(x, y, recall - across) - up, _most(x, y, recall + across) + up
    _, fewest, many = odds_of_negatives(table, each)
    with np.errstate(invalid="ignore", divide="ignore"):
        ends = [recall / (recall + odds * np.clip(rate, 0.0, 1.0)) for odds, rate in ((many, high), (fewest, low))]
    return np.nan_to_num(ends[0], nan=0.0), np.nan_to_num(ends[1], nan=1.0)


def _least(x: Numbers, y: Numbers, place: Numbers) -> Numbers:
    """Return the lowest height of a rising curve from a place on; it begins at (0, 0)."""
    first = np.minimum(np.searchsorted(x, place - ROUNDING, side="left"), len(y) - 1)
    return np.where(place > 0, y[first], 0.0)


def _most(x: Numbers, y: Numbers, place: Numbers) -> Numbers:
    """Return the greatest height of a rising curve up to a place."""
    last = np.searchsorted(x, place + ROUNDING, side="right") - 1
    return np.where(last >= 0, y[np.maximum(last, 0)], 0.0)
