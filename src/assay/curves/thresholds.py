"""Curves that a moving threshold draws: ROC, precision-recall, DET, gain, lift, risk-coverage, and any metric."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import special

from assay.results.curve import Curve
from assay.stats.arithmetic import Number, Numbers, ratio
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.score_table import ScoreTable

BINS = 40


def thresholds(table: ScoreTable) -> Numbers:
    """Return every threshold that changes an answer, strictest first, after one that calls nothing positive."""
    falling = table.low[::-1]
    return np.concatenate([[np.inf], falling if table.exact else np.minimum.accumulate(falling)])


def counts_at(table: ScoreTable) -> BinaryCounts:
    """Return the confusion table at every one of these thresholds."""
    tp = np.concatenate([[0.0], table.positives_from[::-1]])
    fp = np.concatenate([[0.0], table.negatives_from[::-1]])
    return BinaryCounts(tp=tp, fp=fp, fn=tp[-1] - tp, tn=fp[-1] - fp)


def roc_points(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Return false and true positive rates, strictest threshold first, from (0, 0) to (1, 1)."""
    start = np.zeros((*table.positives.shape[:-1], 1))
    x, y = (
        np.concatenate([start, rate[..., ::-1]], axis=-1)
        for rate in (table.false_positive_rate, table.true_positive_rate)
    )
    return x, y


def roc_curve(table: ScoreTable) -> Curve:
    """True against false positive rate, one point a distinct score, from (0, 0) to (1, 1)."""
    return Curve("roc", "false positive rate", "true positive rate", *roc_points(table), thresholds(table))


def precision_recall_curve(table: ScoreTable) -> Curve:
    """Precision against recall; starts at (0, 1), a convention, as nothing is called positive there."""
    recall = np.concatenate([[0.0], table.true_positive_rate[::-1]])
    precision = np.concatenate([[1.0], table.precision[::-1]])
    return Curve("pr", "recall", "precision", recall, precision, thresholds(table))


def det_curve(table: ScoreTable) -> Curve:
    """False negative against false positive rate on normal-deviate scales, where good curves are straight.

    Reference: Martin et al. 1997.
    """
    roc = roc_curve(table)
    x, y = special.ndtri(roc.x), special.ndtri(1 - roc.y)
    inside = np.isfinite(x) & np.isfinite(y)
    labels = "false positive rate (normal deviate)", "false negative rate (normal deviate)"
    return Curve("det", *labels, x[inside], y[inside], thresholds(table)[inside])


def gain_curve(table: ScoreTable) -> Curve:
    """Share of the positive cases found against the share of all cases called positive."""
    counts = counts_at(table)
    share = np.asarray(ratio(counts.called, table.total))
    found = np.asarray(ratio(counts.tp, table.positive_total))
    return Curve(
        "gain", "share of cases called positive", "share of positive cases found", share, found, thresholds(table)
    )


def lift_curve(table: ScoreTable) -> Curve:
    """How many times more positive cases are found than by calling as many at random."""
    gain = gain_curve(table)
    lift = np.asarray(ratio(gain.y, gain.x))[1:]
    return Curve("lift", gain.x_label, "lift", gain.x[1:], lift, thresholds(table)[1:])


def risk_coverage_curve(table: ScoreTable) -> Curve:
    """Error rate among the most confident cases, confidence being the distance from 1/2, as more are answered.

    For scores that are probabilities; a case is answered positive from 1/2 on.
    """
    confidence = np.abs(table.score - 0.5)
    order = np.argsort(-confidence, kind="stable")
    wrong = np.where(table.score >= 0.5, table.negatives, table.positives)[order]
    weight = (table.positives + table.negatives)[order]
    ends = np.append(np.flatnonzero(np.diff(confidence[order]) != 0), len(order) - 1)
    covered = np.cumsum(weight)[ends]
    risk = np.asarray(ratio(np.cumsum(wrong)[ends], covered))
    coverage = covered / table.total
    return Curve(
        "risk", "share of cases answered", "error rate among them", coverage, risk, confidence[order][ends] + 0.5
    )


def density_curve(table: ScoreTable, positive: bool) -> Curve:
    """Share of a class's cases in each of up to 40 bins of score; x is where a bin begins."""
    held = table.positives if positive else table.negatives
    low, high = float(table.score[0]), float(table.score[-1])
    edges = np.linspace(low, high, BINS + 1) if high > low else np.array([low - 0.5, low + 0.5])
    share, _ = np.histogram(table.score, edges, weights=held)
    side = "positive" if positive else "negative"
    heights = np.asarray(ratio(share, held.sum()))
    x, y = edges, np.append(heights, heights[-1])
    return Curve(f"density_{side}", "score", f"share of {side} cases", x, y)


def metric_curve(table: ScoreTable, name: str, formula: Callable[[BinaryCounts], Number]) -> Curve:
    """Any metric of a confusion table against the threshold."""
    values = np.asarray(formula(counts_at(table)))
    where = thresholds(table)[1:]
    return Curve(name, "threshold", name, where[::-1], values[1:][::-1], where[::-1])
