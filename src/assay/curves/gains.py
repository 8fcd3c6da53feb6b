"""Curves over the share of cases that are called positive or answered: gain, lift, risk-coverage."""

from __future__ import annotations

import numpy as np

from assay.curves.thresholds import counts_at, thresholds
from assay.results.curve import Curve
from assay.stats.arithmetic import ratio
from assay.stats.doors import checked
from assay.summaries.score_table import ScoreTable


@checked()
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

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

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


@checked()
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

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

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


@checked()
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

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

    See Also
    --------
    calibration_curve : whether these probabilities hold.

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
    weight = table.weights[order]
    ends = np.append(np.flatnonzero(np.diff(confidence[order]) != 0), len(order) - 1)
    covered = np.cumsum(weight)[ends]
    risk = np.asarray(ratio(np.cumsum(wrong)[ends], covered))
    coverage = covered / table.total
    return Curve(
        "risk", "share of cases answered", "error rate among them", coverage, risk, confidence[order][ends] + 0.5
    )
