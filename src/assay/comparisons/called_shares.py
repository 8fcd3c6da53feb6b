"""Shares of what each model calls (precision, NPV): two models, judged on different numbers of the same cases."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.summaries.joint_labels import Cells


def score_test(cells: Cells, answer: int) -> tuple[float, float]:
    """Return z and p of the test that two models are right equally often where they answer `answer`.

    The variance is that under equal shares, both pooled, less what cases that both models answer so have in common.
    Swapping the models' answers instead tests that they are exchangeable, which models with different numbers of
    calls never are: that told equal precisions apart in 9 to 10 of 100 trials at a level of 5%.

    Reference: Kosinski 2013, A weighted generalized score statistic for comparison of predictive values.
    """
    right = cells.truth == answer
    called = cells.first == answer, cells.second == answer
    n, hits = ([float(cells.weight[kind & own].sum()) for own in called] for kind in (np.ones_like(right), right))
    pooled = sum(hits) / sum(n)
    shared = called[0] & called[1]
    common = float(np.sum(cells.weight[shared] * (right[shared] - pooled) ** 2))
    variance = pooled * (1 - pooled) * (1 / n[0] + 1 / n[1]) - 2 * common / (n[0] * n[1])
    value = hits[0] / n[0] - hits[1] / n[1]
    if not variance > 1e-12 / min(n):
        return 0.0, 1.0 if abs(value) < 1e-12 else math.nan
    z = value / math.sqrt(variance)
    return z, float(2 * special.ndtr(-abs(z)))
