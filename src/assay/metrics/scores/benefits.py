"""What acting on scores is worth, in cases found."""

from __future__ import annotations

import math

import numpy as np

from assay.checks.numbers import real
from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.metrics.families import Need
from assay.metrics.scores.probabilities import NO_PROBABILITY
from assay.stats.arithmetic import Number, plain, ratio
from assay.summaries.score_table import ScoreTable


@metric(
    label="Net benefit",
    label_with="Net benefit at {threshold:g}",
    formula="(TP - FP t / (1 - t)) / n, cut at t",
    bounds=(-math.inf, math.inf),
    better="higher",
    undefined=NO_PROBABILITY,
    requires=(Need.PROBABILITIES,),
    needs=("threshold",),
    reading="{label}: acting on every case that reaches the threshold is worth {value} true positives a case, with no "
    "false alarm; acting on nobody is worth 0.",
    reference="Vickers & Elkin 2006",
)
def net_benefit(table: ScoreTable, threshold: float) -> Number:
    """Benefit of acting on every case whose probability reaches the threshold, in true positives per case.

    The threshold is the probability at which acting is just worth it: it says how many false alarms a case found is
    worth. It must be fixed beforehand; it is not chosen on the cases.

    >>> net_benefit(ScoreTable.of_scores(np.array([0.9, 0.7]), np.array([0.8, 0.1])), threshold=0.5)
    0.25
    """
    if real(threshold) is None or not 0 <= threshold < 1:
        raise errors.parameter_range("net_benefit", "threshold", threshold, "A number from 0 to below 1")
    if not table.probabilities:
        return float("nan")
    called = table.low >= threshold
    tp, fp = (own[..., called].sum(axis=-1) for own in (table.positives, table.negatives))
    return plain(np.asarray(ratio(tp - fp * threshold / (1 - threshold), table.total)))
