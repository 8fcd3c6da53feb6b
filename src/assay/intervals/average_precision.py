"""The interval for average precision, from what each case contributes to it."""

from __future__ import annotations

import numpy as np

from assay.intervals.scales import logit_t
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers, sum_of_products
from assay.summaries.score_table import ScoreTable


def influences(table: ScoreTable, value: float) -> tuple[Numbers, Numbers]:
    """Return the influence of a positive and of a negative case at every score, times the positive weight.

    A case raises or lowers the precision at every positive case ranked at or below it, and a positive one also
    brings its own precision.
    """
    each = table.positives / table.weights_from
    weighted = each * table.precision
    np.cumsum(weighted, out=weighted)
    np.cumsum(each, out=each)
    each += table.precision
    each -= weighted
    each -= value
    return each, np.negative(weighted, out=weighted)


def limits(table: ScoreTable, value: float, level: float) -> tuple[float, float, str]:
    """Return the logit interval with influence standard error and t on the positive cases; and its name."""
    m = table.effective_positives
    error = standard_error(table, value)
    if value in (0.0, 1.0) or not error > 0 or m <= 1:
        low, high = proportions.limits(proportions.guarded_wilson, value * m, m, level)
        return float(low), float(high), "wilson+clopper-pearson"
    return *logit_t(value, error, m - 1, level), "logit-influence"


def standard_error(table: ScoreTable, value: float) -> float:
    """Return the influence-function standard error of average precision."""
    of_positive, of_negative = influences(table, value)
    m = table.effective_positives
    of_positive *= of_positive
    of_negative *= of_negative
    total = sum_of_products(table.positive_squares, of_positive) + sum_of_products(table.negative_squares, of_negative)
    return float(np.sqrt(total) / float(table.positive_total) * (np.sqrt(m / (m - 1)) if m > 1 else 1.0))
