"""Curves of both rates as the threshold moves: ROC, precision-recall, DET; and the counts at every threshold."""

from __future__ import annotations

import numpy as np
from scipy import special

from assay.results.curve import Curve
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.score_table import ScoreTable


def thresholds(table: ScoreTable) -> Numbers:
    """Return every threshold that changes an answer, strictest first, after one that calls nothing positive."""
    falling = table.low[::-1]
    return np.concatenate([[np.inf], falling if table.exact else np.minimum.accumulate(falling)])


def counts_at(table: ScoreTable) -> BinaryCounts:
    """Return the confusion table at every one of these thresholds."""
    start = np.zeros((*table.positives.shape[:-1], 1))
    tp, fp = (
        np.concatenate([start, called[..., ::-1]], axis=-1) for called in (table.positives_from, table.negatives_from)
    )
    return BinaryCounts(tp=tp, fp=fp, fn=tp[..., -1:] - tp, tn=fp[..., -1:] - fp)


@checked()
def roc_points(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Return false and true positive rates, strictest threshold first, from (0, 0) to (1, 1)."""
    start = np.zeros((*table.positives.shape[:-1], 1))
    x, y = (
        np.concatenate([start, rate[..., ::-1]], axis=-1)
        for rate in (table.false_positive_rate, table.true_positive_rate)
    )
    return x, y


@checked()
def roc_curve(table: ScoreTable) -> Curve:
    """True positive rate against false positive rate, one point per distinct score, from (0, 0) to (1, 1).

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        With the threshold of every point, strictest first.

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

    See Also
    --------
    det_curve : both kinds of error, on normal-deviate scales.
    roc_points : classifiers without scores.

    Notes
    -----
    Swets (1988).

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> roc_curve(table).x.tolist(), roc_curve(table).y.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    return Curve("roc", "false positive rate", "true positive rate", *roc_points(table), thresholds(table))


@checked()
def precision_recall_curve(table: ScoreTable) -> Curve:
    """Precision against recall, one point per distinct score.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        With the threshold of every point, strictest first.

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

    See Also
    --------
    roc_curve : does not depend on the prevalence.

    Notes
    -----
    Raghavan, Bollmann & Jung (1989). It starts at (0, 1) by convention, as nothing is called positive there.

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> precision_recall_curve(table).x.tolist(), precision_recall_curve(table).y.round(2).tolist()
    ([0.0, 0.5, 0.5, 1.0, 1.0], [1.0, 1.0, 0.5, 0.67, 0.5])
    """
    recall = np.concatenate([[0.0], table.true_positive_rate[::-1]])
    precision = np.concatenate([[1.0], table.precision[::-1]])
    return Curve("pr", "recall", "precision", recall, precision, thresholds(table))


@checked()
def det_curve(table: ScoreTable) -> Curve:
    """False negative rate against false positive rate on normal-deviate scales, where good curves are straight.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        Without the points at which a rate is 0 or 1, as they lie at infinity.

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

    See Also
    --------
    roc_curve : on plain scales.

    Notes
    -----
    Martin et al. (1997).

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> det_curve(table).threshold.tolist(), det_curve(table).x.tolist(), det_curve(table).y.tolist()
    ([0.8], [0.0], [0.0])
    """
    roc = roc_curve(table)
    x, y = special.ndtri(roc.x), special.ndtri(1 - roc.y)
    inside = np.isfinite(x) & np.isfinite(y)
    labels = "false positive rate (normal deviate)", "false negative rate (normal deviate)"
    return Curve("det", *labels, x[inside], y[inside], thresholds(table)[inside])
