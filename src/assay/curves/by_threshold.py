"""Curves against the threshold or the score itself: densities, any metric, net benefit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assay.checks.arrays import NotNumbersError
from assay.checks.callables import numbers_from
from assay.curves.thresholds import counts_at, thresholds
from assay.errors import samples as errors
from assay.results.curve import Curve
from assay.stats.arithmetic import Number, ratio
from assay.stats.doors import checked
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.score_table import ScoreTable

BINS = 40
"""Of a density: a taste, fine enough to see two humps on a page."""


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


@checked()
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

    Raises
    ------
    InputError
        If `table` is no ScoreTable, or `formula` does not give one number per table.

    See Also
    --------
    decision_curve : net benefit, which weighs both kinds of error by the threshold.

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
    where = thresholds(table)[1:]
    try:
        values = numbers_from(formula, counts_at(table))
    except NotNumbersError as problem:
        raise errors.unfit("formula", str(problem)) from problem
    if values.shape != (len(where) + 1,):
        raise errors.unfit("formula", f"gives {values.shape} numbers for {len(where) + 1:,} tables")
    return Curve(name, "threshold", name, where[::-1], values[1:][::-1], where[::-1])


@checked()
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

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

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
