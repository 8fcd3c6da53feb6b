"""What the mistakes cost, by the user's own price list."""

from __future__ import annotations

import math

import numpy as np

from assay.metrics.cards import metric
from assay.stats.arithmetic import Number, Numbers, plain, ratio
from assay.summaries.view import SquareCounts


@metric(
    label="Expected cost",
    formula="sum of counts x costs / n",
    bounds=(-math.inf, math.inf),
    better="lower",
    undefined="there are no cases",
    needs=("costs",),
    headline=True,
    reading="A case costs {value} on average.",
)
def expected_cost(counts: SquareCounts, costs: Numbers) -> Number:
    """Mean cost of a case under a cost matrix (rows truth, columns prediction).

    >>> expected_cost(SquareCounts(np.array([[90.0, 10.0], [5.0, 95.0]])), np.array([[0, 1], [10, 0]]))
    0.3
    """
    cells = counts.cells
    return ratio(plain(np.sum(cells * costs, axis=(-2, -1))), plain(cells.sum(axis=(-2, -1))))
