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
"""Of a density: a taste, fine enough to see two humps on a page."""


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


def roc_points(table: ScoreTable) -> tuple[Numbers, Numbers]:
    """Return false and true positive rates, strictest threshold first, from (0, 0) to (1, 1)."""
    start = np.zeros((*table.positives.shape[:-1], 1))
    x, y = (
        np.concatenate([start, rate[..., ::-1]], axis=-1)
        for rate in (table.false_positive_rate, table.true_positive_rate)
    )
    return x, y


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


def gain_curve(table: ScoreTable) -> Curve:
    """Share of the positive cases found against the share of all cases called positive.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        With the threshold of every point, strictest first.

    See Also
    --------
    lift_curve : the same, divided by what chance would find.

    Notes
    -----
    Also known as the cumulative gains or capture curve (Ling & Li 1998).

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> gain_curve(table).x.tolist(), gain_curve(table).y.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    counts = counts_at(table)
    share = np.asarray(ratio(counts.called, table.total))
    recall = np.asarray(ratio(counts.tp, table.positive_total))
    return Curve(
        "gain", "share of cases called positive", "share of positive cases found", share, recall, thresholds(table)
    )


def lift_curve(table: ScoreTable) -> Curve:
    """How many times more positive cases are found than by calling as many cases at random.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        Against the share of cases called positive, with the threshold of every point, strictest first.

    See Also
    --------
    gain_curve : the share that is found.

    Notes
    -----
    Ling & Li (1998).

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> lift_curve(table).x.tolist(), lift_curve(table).y.round(2).tolist()
    ([0.25, 0.5, 0.75, 1.0], [2.0, 1.0, 1.33, 1.0])
    """
    gain = gain_curve(table)
    lift = np.asarray(ratio(gain.y, gain.x))[1:]
    return Curve("lift", gain.x_label, "lift", gain.x[1:], lift, thresholds(table)[1:])


def risk_coverage_curve(table: ScoreTable) -> Curve:
    """Error rate among the cases answered, as more of them are answered, the most confident first.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        With the confidence (the larger of the two probabilities) from which on cases are answered.

    Notes
    -----
    El-Yaniv & Wiener (2010). Scores must be probabilities; a case is answered positive from 1/2 on.

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> risk_coverage_curve(table).x.tolist(), risk_coverage_curve(table).y.round(2).tolist()
    ([0.5, 0.75, 1.0], [0.0, 0.33, 0.25])
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
    weight = table.positives if positive else table.negatives
    low, high = float(table.score[0]), float(table.score[-1])
    edges = np.linspace(low, high, BINS + 1) if high > low else np.array([low - 0.5, low + 0.5])
    share, _ = np.histogram(table.score, edges, weights=weight)
    side = "positive" if positive else "negative"
    heights = np.asarray(ratio(share, weight.sum()))
    x, y = edges, np.append(heights, heights[-1])
    return Curve(f"density_{side}", "score", f"share of {side} cases", x, y)


def metric_curve(table: ScoreTable, name: str, formula: Callable[[BinaryCounts], Number]) -> Curve:
    """Any metric of the confusion table against the threshold, in rising order.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.
    name : str
        Name of the metric.
    formula : callable
        The metric of a `BinaryCounts`, which holds one table per threshold.

    Returns
    -------
    Curve
        With `name` as its name and the label of its y axis.

    Notes
    -----
    The confusion table changes at a score and nowhere else.

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1]))
    >>> accuracy = metric_curve(table, "accuracy", lambda counts: (counts.tp + counts.tn) / 4)
    >>> accuracy.x.tolist(), accuracy.y.tolist()
    ([0.1, 0.7, 0.8, 0.9], [0.5, 0.75, 0.5, 0.75])
    """
    values = np.asarray(formula(counts_at(table)))
    where = thresholds(table)[1:]
    return Curve(name, "threshold", name, where[::-1], values[1:][::-1], where[::-1])


def decision_curve(table: ScoreTable) -> Curve:
    """Net benefit of acting on every case whose probability reaches the threshold, against the threshold.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the weight of the positive and negative cases at each.

    Returns
    -------
    Curve
        Net benefit at thresholds from 0.01 to 0.99: (tp - fp t / (1 - t)) / cases.

    See Also
    --------
    roc_curve : both rates, whatever the threshold.

    Notes
    -----
    Vickers & Elkin (2006). Acting on nobody has a net benefit of 0.

    Examples
    --------
    >>> curve = decision_curve(ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1])))
    >>> float(curve.y[49])
    0.25
    """
    at = np.arange(1, 100) / 100
    place = np.searchsorted(table.low, at)
    tp, fp = (np.append(part, 0.0)[place] for part in (table.positives_from, table.negatives_from))
    benefit = np.asarray(ratio(tp - fp * at / (1 - at), table.total))
    return Curve("decision", "threshold", "net benefit", at, benefit, at)
