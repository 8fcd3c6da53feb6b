"""Calibration: do cases with a score of 0.7 turn out positive seven times in ten?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.results.curve import Curve
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers, ratio
from assay.stats.doors import checked
from assay.summaries.score_table import ScoreTable

BINS = 15
"""Of calibration, by custom since Guo et al. (2017)."""


@dataclass(frozen=True, eq=False)
class CalibrationBins:
    """Neighbouring scores in bins: mean score, share of positive cases, and weights."""

    starts: np.ndarray
    low: Numbers
    high: Numbers
    weight: Numbers
    positives: Numbers
    mean_score: Numbers

    @property
    def share(self) -> Numbers:
        """Share of positive cases in each bin."""
        return np.asarray(ratio(self.positives, self.weight))

    @property
    def residual(self) -> Numbers:
        """Positive cases beyond what the scores promised, in each bin."""
        return self.positives - self.weight * self.mean_score

    @property
    def error(self) -> float:
        """Mean distance between promise and outcome, weighted by the cases in each bin."""
        return float(np.abs(self.residual).sum() / self.weight.sum())


def calibration_bins(table: ScoreTable, bins: int = BINS) -> CalibrationBins:
    """Cut the scores into bins of equal mass; equal scores are never torn apart, so there may be fewer."""
    weight = table.weights
    running = np.cumsum(weight)
    middle = running - weight / 2
    cuts = np.searchsorted(middle, running[-1] * np.arange(bins) / bins)
    return _summed(table, np.unique(np.append(0, cuts[cuts < len(weight)])))


def equal_width_bins(table: ScoreTable, bins: int = BINS) -> CalibrationBins:
    """Cut [0, 1] into bins of equal width, ((m - 1) / M, m / M]; those without cases are left out."""
    cuts = np.searchsorted(table.score, np.linspace(0, 1, bins + 1)[1:-1], side="right")
    starts = np.unique(np.append(0, cuts[cuts < len(table.score)]))
    filled = np.add.reduceat(table.weights, starts) > 0
    return _summed(table, starts[filled])


def _summed(table: ScoreTable, starts: np.ndarray) -> CalibrationBins:
    total = np.add.reduceat(table.weights, starts)
    return CalibrationBins(
        starts,
        table.low[starts],
        np.maximum.reduceat(table.high, starts),
        total,
        np.add.reduceat(table.positives, starts),
        np.asarray(ratio(np.add.reduceat(table.weighted_scores, starts), total)),
    )


def without_gaps(table: ScoreTable, cut: CalibrationBins) -> CalibrationBins:
    """Cut bins where no score lies for more than a bin's share of the range, so that each stays where scores are.

    The mean of a bin with scores on both sides of a gap would lie in the gap, where nothing was promised.
    """
    gaps = np.flatnonzero(table.low[1:] - np.maximum.accumulate(table.high)[:-1] > 1 / BINS) + 1
    starts = np.unique(np.concatenate([cut.starts, gaps]))
    filled = np.add.reduceat(table.weights, starts) > 0
    return _summed(table, starts[filled])


@checked(bins=1)
def calibration_curve(table: ScoreTable, level: float = 0.95, bins: int = BINS) -> Curve:
    """Share of positive cases against mean score, one point per bin of scores, with the interval of each share.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.
    level : float, default 0.95
        Confidence level.
    bins : int, default 15
        How many bins at most.

    Returns
    -------
    Curve
        `low` and `high` are the interval, `threshold` the lowest score of a bin.

    Raises
    ------
    InputError
        If `table` is no ScoreTable, `level` does not lie between 0 and 1, or `bins` is less than 1.

    See Also
    --------
    risk_coverage_curve : what the surest answers are worth.

    Notes
    -----
    Bröcker & Smith (2007). Bins hold equal numbers of cases, equal scores stay together, and no bin spans a wide gap.

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.9, 0.9, 0.2]), np.array([0.9, 0.2, 0.2, 0.2]))
    >>> calibration_curve(table).x.round(2).tolist(), calibration_curve(table).y.tolist()
    ([0.2, 0.9], [0.25, 0.75])
    """
    cut = without_gaps(table, calibration_bins(table, bins))
    squares = np.add.reduceat(table.squares, cut.starts)
    n = cut.weight**2 / squares
    low, high = proportions.limits(proportions.guarded_wilson, cut.share * n, n, level)
    return Curve("calibration", "mean score", "share of positive cases", cut.mean_score, cut.share, cut.low, low, high)
