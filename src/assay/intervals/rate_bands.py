"""Heights of ROC and precision-recall curves at given places, with limits that know both the height and the place.

At a false positive rate of 0.1 the height is a share of the positive cases, and where the rate is 0.1 is known from the
negative ones only. Either part gets Wilson's limits; their distances from the height are added in squares (MOVER,
Zou & Donner 2008). Nothing is drawn, and no limit has width zero where a curve stands still.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable

METHOD = "wilson-mover"
Limits = tuple[Numbers, Numbers]


@dataclass(frozen=True, eq=False)
class Knots:
    """A curve through its steps: the j-th of n cases across stands at j / (n + 1), where it lies on average."""

    places: Numbers
    heights: Numbers

    @classmethod
    def of(cls, across: Numbers, up: Numbers, n: float) -> Knots:
        """Place the cases of both classes, strictest score first; n are those across, in equal cases."""
        seen = across > 0
        middle = (np.cumsum(across) - across / 2)[seen] / across.sum()
        halfway = (np.cumsum(up) - up / 2)[seen] / up.sum()
        return cls(
            np.concatenate([[0.0], (middle * n + 0.5) / (n + 1), [1.0]]), np.concatenate([[0.0], halfway, [1.0]])
        )

    def at(self, places: Numbers) -> Numbers:
        """Return the heights at some places."""
        return np.asarray(np.interp(places, self.places, self.heights))


def rates_across(table: ScoreTable) -> Knots:
    """Return true positive rates at false positive rates."""
    return Knots.of(table.negatives[::-1], table.positives[::-1], table.effective_negatives)


def rates_up(table: ScoreTable) -> Knots:
    """Return false positive rates at true positive rates."""
    return Knots.of(table.positives[::-1], table.negatives[::-1], table.effective_positives)


def roc_limits(table: ScoreTable, rate: Numbers, height: Numbers, level: float) -> Limits:
    """Return the limits of the true positive rate at false positive rates, around the heights of the curve there."""
    moved = _moved(rates_across(table), rate, table.effective_negatives, level)
    return _around(np.clip(height, 0.0, 1.0), table.effective_positives, moved, level)


def precision_limits(table: ScoreTable, recall: Numbers, level: float) -> Limits:
    """Return the limits of the precision at recalls, from those of false alarms and of the prevalence.

    Precision is 1 / (1 + odds x FPR / recall), the odds those of a negative case; the limits of a product add the
    distances in squares too (Donner & Zou 2012).
    """
    knots, n = rates_up(table), table.effective_negatives
    rate = knots.at(recall)
    low, high = _around(rate, n, _moved(knots, recall, table.effective_positives, level), level)
    odds, fewest, many = odds_of_negatives(table, level)
    middle = odds * rate
    with np.errstate(invalid="ignore", divide="ignore"):
        below = middle - np.hypot(_times(rate, odds - fewest), odds * (rate - low))
        above = middle + np.hypot(_times(rate, many - odds), odds * (high - rate))
        ends = [recall / (recall + part) for part in (above, np.maximum(below, 0.0))]
    return np.nan_to_num(ends[0], nan=0.0), np.nan_to_num(ends[1], nan=1.0)


def odds_of_negatives(table: ScoreTable, level: float) -> tuple[float, float, float]:
    """Return the odds that a case is negative, and their limits."""
    worth = table.effective_positives + table.effective_negatives
    share = float(table.positive_total) / float(table.total)
    least, most = (float(end) for end in proportions.limits(proportions.guarded_wilson, share * worth, worth, level))
    odds, fewest, many = (1 / part - 1 if part > 0 else np.inf for part in (share, most, least))
    return odds, fewest, many


def _times(rate: Numbers, distance: float) -> Numbers:
    """Return rate times distance, 0 where the rate is 0 however far."""
    with np.errstate(invalid="ignore"):
        return np.where(rate > 0, rate * distance, 0.0)


def _moved(knots: Knots, place: Numbers, n: float, level: float) -> Limits:
    """Return the heights at the ends of Wilson's interval of a place."""
    low, high = proportions.limits(proportions.wilson, place * n, n, level)
    return knots.at(low), knots.at(high)


def _around(height: Numbers, n: float, moved: Limits, level: float) -> Limits:
    """Add what the height and what its place leave open."""
    low, high = proportions.limits(proportions.guarded_wilson, height * n, n, level)
    below = np.hypot(height - low, np.maximum(height - moved[0], 0.0))
    above = np.hypot(high - height, np.maximum(moved[1] - height, 0.0))
    return np.maximum(height - below, 0.0), np.minimum(height + above, 1.0)
