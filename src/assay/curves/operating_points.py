"""Where to put the threshold: given, or best by a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from assay.curves.thresholds import counts_at, thresholds
from assay.stats.arithmetic import Number, Numbers, plain, ratio
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.score_table import ScoreTable


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every threshold with its confusion table, strictest first."""

    threshold: Numbers
    counts: BinaryCounts

    @classmethod
    def of(cls, table: ScoreTable) -> Candidates:
        """List the thresholds of a score table."""
        return cls(thresholds(table), counts_at(table))

    @property
    def false_positive_rate(self) -> Numbers:
        """Share of the negative cases called positive."""
        return np.asarray(ratio(self.counts.fp, self.counts.negatives))

    @property
    def true_positive_rate(self) -> Numbers:
        """Share of the positive cases found."""
        return np.asarray(ratio(self.counts.tp, self.counts.positives))

    def best(self, worth: Number, allowed: np.ndarray | None = None) -> Number:
        """Return the threshold of greatest worth, the strictest of equals; nan if none is allowed."""
        values = np.where(np.isnan(worth), -np.inf, worth)
        if allowed is not None:
            values = np.where(allowed, values, -np.inf)
        threshold = np.where(np.isfinite(values.max(axis=-1)), self.threshold[values.argmax(axis=-1)], np.nan)
        return plain(threshold)


def cells_at(table: ScoreTable, threshold: Numbers) -> BinaryCounts:
    """Return the confusion table of every replicate at its own threshold (nan: undefined)."""
    every = counts_at(table)
    known = thresholds(table)
    place = np.searchsorted(-known, -np.where(np.isnan(threshold), np.inf, threshold))
    cells = (np.take_along_axis(np.asarray(cell), place[:, None], axis=-1)[:, 0] for cell in every.stack())
    return BinaryCounts(*(np.where(np.isnan(threshold), np.nan, cell) for cell in cells))


def best_metric(table: ScoreTable, formula: Callable[[BinaryCounts], Number]) -> Number:
    """Return the threshold that maximises a metric of the confusion table."""
    candidates = Candidates.of(table)
    return candidates.best(formula(candidates.counts))


def closest_to_corner(table: ScoreTable) -> Number:
    """Return the threshold whose ROC point is nearest to (0, 1)."""
    candidates = Candidates.of(table)
    return candidates.best(-np.hypot(candidates.false_positive_rate, 1 - candidates.true_positive_rate))


def neyman_pearson(table: ScoreTable, alpha: float) -> Number:
    """Return the most powerful threshold whose false positive rate is at most alpha.

    Reference: Neyman & Pearson 1933; here the test rejects "negative" when the score is high.
    """
    candidates = Candidates.of(table)
    return candidates.best(candidates.true_positive_rate, candidates.false_positive_rate <= alpha)


def least_cost(
    table: ScoreTable, false_positive: float, false_negative: float, prevalence: float | None = None
) -> Number:
    """Return the threshold of least expected cost, at the prevalence of these cases or at another one."""
    candidates = Candidates.of(table)
    share = np.asarray(table.positive_total / table.total)[..., None] if prevalence is None else prevalence
    misses = (1 - candidates.true_positive_rate) * share * false_negative
    alarms = candidates.false_positive_rate * (1 - share) * false_positive
    return candidates.best(-(misses + alarms))


def precision_at_recall(table: ScoreTable, recall: float) -> Number:
    """Return the threshold of highest precision among those that reach a recall."""
    candidates = Candidates.of(table)
    precision = ratio(candidates.counts.tp, candidates.counts.called)
    return candidates.best(precision, candidates.true_positive_rate >= recall)


def recall_at_precision(table: ScoreTable, precision: float) -> Number:
    """Return the threshold of highest recall among those that reach a precision."""
    candidates = Candidates.of(table)
    reached = np.asarray(ratio(candidates.counts.tp, candidates.counts.called)) >= precision
    return candidates.best(candidates.true_positive_rate, reached)
