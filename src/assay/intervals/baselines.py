"""What no model at all would score: the numbers that put others into proportion."""

from __future__ import annotations

import numpy as np

from assay.results.estimate import Estimate
from assay.results.evaluation import Baseline
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import kish
from assay.summaries.label_counts import LabelCounts


def majority_baseline(summary: LabelCounts, level: float) -> Baseline | None:
    """Return what always answering the commonest class would get right; None if true negatives are unknown."""
    per_class = summary.weights.sum(axis=1)
    total = per_class.sum()
    if not total > 0:
        return None
    commonest = int(np.argmax(per_class))
    share = float(per_class[commonest] / total)
    n = float(kish(float(total), float(summary.squares.sum())))
    low, high = proportions.limits(proportions.guarded_wilson, share * n, n, level)
    if not summary.known:
        low = high = np.asarray(np.nan)
    method = "wilson, effective n" if summary.weighted else "wilson"
    return Baseline(summary.labels[commonest], Estimate(share, float(low), float(high), level, method, summary.rows))
