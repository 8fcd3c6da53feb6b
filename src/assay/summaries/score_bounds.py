"""How far a number from a compressed score table can be from the exact one: certified, not estimated.

Inside a bin the order of the cases is not known. Each bound below takes the best and the worst order that the lowest
and highest score of every bin allow, so the exact value always lies between.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable

Range: TypeAlias = tuple[float, float]


def area_range(table: ScoreTable) -> Range:
    """Return the least and greatest area under the ROC curve."""
    surely_below = _mass_below(table.high, table.negatives, table.low, strictly=True)
    maybe_below = _mass_below(table.low, table.negatives, table.high, strictly=False)
    tied = np.sum(np.where(table.low == table.high, table.positives * table.negatives, 0.0)) / 2
    pairs = float(table.positive_total) * float(table.negative_total)
    least = (np.sum(table.positives * surely_below) + tied) / pairs
    most = (np.sum(table.positives * maybe_below) - tied) / pairs
    return float(least), float(most)


def precision_range(table: ScoreTable) -> Range:
    """Return the least and greatest average precision."""
    exact = table.low == table.high
    found_most = _mass_from(table.high, table.positives, table.low)
    alarms_least = _mass_from(table.low, table.negatives, table.high)
    found_least = np.where(
        exact, _mass_from(table.low, table.positives, table.high), _mass_above(table.low, table.positives, table.high)
    )
    alarms_most = _mass_from(table.high, table.negatives, table.low)
    some = table.positives > 0
    most = np.sum(np.where(some, table.positives * _share(found_most, alarms_least), 0.0))
    least = np.sum(np.where(some, table.positives * _share(found_least, alarms_most), 0.0))
    return float(least / float(table.positive_total)), float(most / float(table.positive_total))


def distance_range(table: ScoreTable) -> Range:
    """Return the least and greatest KS distance."""
    places = np.unique(np.concatenate([table.low, table.high]))
    shares = {}
    for name, weights, total in (
        ("positive", table.positives, float(table.positive_total)),
        ("negative", table.negatives, float(table.negative_total)),
    ):
        shares[name] = (_mass_from(table.low, weights, places) / total, _mass_from(table.high, weights, places) / total)
    (sure_positive, maybe_positive), (sure_negative, maybe_negative) = shares["positive"], shares["negative"]
    most = np.maximum(maybe_positive - sure_negative, maybe_negative - sure_positive).max()
    least = np.maximum(sure_positive - maybe_negative, sure_negative - maybe_positive).max()
    return float(max(least, 0.0)), float(min(most, 1.0))


def _mass_below(ends: Numbers, weights: Numbers, places: Numbers, strictly: bool) -> Numbers:
    """Add up the weights whose end lies below each place (or at it, unless strictly)."""
    order = np.argsort(ends, kind="stable")
    running = np.concatenate([[0.0], np.cumsum(weights[order])])
    return np.asarray(running[np.searchsorted(ends[order], places, side="left" if strictly else "right")])


def _mass_from(ends: Numbers, weights: Numbers, places: Numbers) -> Numbers:
    """Add up the weights whose end lies at each place or above."""
    return np.asarray(weights.sum() - _mass_below(ends, weights, places, strictly=True))


def _mass_above(ends: Numbers, weights: Numbers, places: Numbers) -> Numbers:
    return np.asarray(weights.sum() - _mass_below(ends, weights, places, strictly=False))


def _share(hits: Numbers, alarms: Numbers) -> Numbers:
    whole = hits + alarms
    return np.asarray(hits / np.where(whole > 0, whole, 1.0))
