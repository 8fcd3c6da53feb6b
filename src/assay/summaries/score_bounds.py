"""How far a number from a compressed score table can be from the exact one: certified, not estimated.

Inside a bin the order of the cases is not known. Each bound below takes the best and the worst order that the lowest
and highest score of every bin allow, so the exact value always lies between.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from assay.stats.arithmetic import Numbers, sum_of_products
from assay.summaries.score_table import ScoreTable

Range: TypeAlias = tuple[float, float]


def area_range(table: ScoreTable) -> Range:
    """Return the least and greatest area under the ROC curve."""
    inside = table.positives * table.negatives
    tied = np.sum(inside, where=table.low == table.high) / 2
    pairs = float(table.positive_total) * float(table.negative_total)
    if disjoint(table):
        surely = sum_of_products(table.positives, float(table.negative_total) - table.negatives_from)
        maybe = surely + float(np.sum(inside))
    else:
        surely_below = _mass_below(table.high, table.negatives, table.low, strictly=True)
        maybe_below = _mass_below(table.low, table.negatives, table.high, strictly=False)
        surely, maybe = (sum_of_products(table.positives, below) for below in (surely_below, maybe_below))
    return float((surely + tied) / pairs), float((maybe - tied) / pairs)


def disjoint(table: ScoreTable) -> bool:
    """Say whether each bin lies above the one before, as where scores were cut once; merged bins may overlap."""
    return bool(np.all(table.high[:-1] < table.low[1:]))


def precision_range(table: ScoreTable) -> Range:
    """Return the least and greatest average precision."""
    (found_least, found_most), (alarms_least, alarms_most) = _found(table), _alarms(table)
    some = table.positives > 0
    most = np.sum(np.where(some, table.positives * _share(found_most, alarms_least), 0.0))
    least = np.sum(np.where(some, table.positives * _share(found_least, alarms_most), 0.0))
    return float(least / float(table.positive_total)), float(most / float(table.positive_total))


def _found(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Add up the positive weight that surely, and that maybe, is found before a positive case of each bin."""
    if disjoint(table):
        return _reached(table, table.positives_from)
    exact = table.low == table.high
    surely = np.where(
        exact, _mass_from(table.low, table.positives, table.high), _mass_above(table.low, table.positives, table.low)
    )
    return surely, _mass_from(table.high, table.positives, table.low)


def _alarms(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Add up the negative weight that surely, and that maybe, is found before a positive case of each bin."""
    if disjoint(table):
        return _reached(table, table.negatives_from)
    surely = _mass_from(table.low, table.negatives, table.high)
    return surely, _mass_from(table.high, table.negatives, table.low)


def _reached(table: ScoreTable, whole: Numbers) -> tuple[Numbers, Numbers]:
    """Return the weight from the highest and from the lowest score of each bin on, where bins are disjoint."""
    return np.where(table.low == table.high, whole, np.append(whole[1:], 0.0)), whole


def distance_range(table: ScoreTable) -> Range:
    """Return the least and greatest KS distance."""
    (sure_positive, maybe_positive), (sure_negative, maybe_negative) = (
        tuple(mass / total for mass in _at_ends(table, weights, whole))
        for weights, whole, total in (
            (table.positives, table.positives_from, float(table.positive_total)),
            (table.negatives, table.negatives_from, float(table.negative_total)),
        )
    )
    most = np.maximum(maybe_positive - sure_negative, maybe_negative - sure_positive).max()
    least = np.maximum(sure_positive - maybe_negative, sure_negative - maybe_positive).max()
    return float(max(least, 0.0)), float(min(most, 1.0))


def _at_ends(table: ScoreTable, weights: Numbers, whole: Numbers) -> tuple[Numbers, Numbers]:
    """Add up the weights that surely, and that maybe, lie at each end of a bin or above."""
    if disjoint(table):
        surely, whole = _reached(table, whole)
        return np.append(whole, surely), np.append(whole, whole)
    places = np.sort(np.concatenate([table.low, table.high]))
    return _mass_from(table.low, weights, places), _mass_from(table.high, weights, places)


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
