"""Metrics for cases that carry several labels at once."""

from __future__ import annotations

import numpy as np

from assay.metrics.cards import metric
from assay.stats.arithmetic import Number, plain, ratio
from assay.summaries.binary_counts import LabelTables
from assay.summaries.view import MatchedRows


@metric(
    label="Subset accuracy",
    aliases=("exact_match_ratio",),
    formula="cases with every label right / n",
    bounds=(0, 1),
    better="higher",
    undefined="there are no cases",
    share_of="total",
    headline=True,
    reading="Of 100 cases, {hundred} have every label right.",
)
def subset_accuracy(rows: MatchedRows) -> Number:
    """Share of the cases whose whole set of labels was predicted exactly.

    >>> subset_accuracy(MatchedRows(right=3, total=4))
    0.75
    """
    return ratio(rows.right, rows.total)


@metric(
    label="Hamming loss",
    formula="wrong labels / (n x labels)",
    bounds=(0, 1),
    better="lower",
    undefined="there are no cases",
    headline=True,
    reading="Of 100 yes-or-no decisions about a label, {hundred} are wrong.",
)
def hamming_loss(tables: LabelTables) -> Number:
    """Share of all single label decisions that are wrong.

    >>> hamming_loss(LabelTables(tp=np.array([3, 2]), fp=np.array([1, 0]), fn=np.array([0, 0]), tn=np.array([1, 3])))
    0.1
    """
    wrong = np.sum(tables.fp, axis=-1) + np.sum(tables.fn, axis=-1)
    return ratio(plain(wrong), plain(np.sum(tables.total, axis=-1)))
