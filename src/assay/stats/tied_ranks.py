"""The exact law of a rank sum where values are tied: all ways to deal the mid-ranks to two samples are counted."""

from __future__ import annotations

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.stats.ranks import mid_ranks, rank


def tied_tails(first: Numbers, second: Numbers) -> tuple[float, float]:
    """Return the chances of a rank sum of the first sample that is at most, and at least, as large as the one seen.

    Mid-ranks are halves of whole numbers, so that twice the sum is counted, value by value (Streitberg & Röhmel 1986).

    >>> tied_tails(np.array([1.0, 2.0]), np.array([2.0, 3.0]))
    (0.3333333333333333, 1.0)
    """
    together = np.concatenate([first, second])
    n = len(together)
    doubled = np.rint(2 * (mid_ranks(rank(together)) * n + 0.5)).astype(int)
    law = deal(doubled, len(first))
    seen = int(doubled[: len(first)].sum())
    return float(min(law[: seen + 1].sum(), 1.0)), float(min(law[seen:].sum(), 1.0))


def deal(scores: np.ndarray[tuple[int, ...], np.dtype[np.int_]], size: int) -> Numbers:
    """Return the chance of every sum of so many of the scores, drawn without putting back."""
    ways = np.zeros((size + 1, int(scores.sum()) + 1))
    ways[0, 0] = 1.0
    for score in scores:
        ways[1:, score:] += ways[:-1, : ways.shape[1] - score].copy()
    return np.asarray(ways[size] / ways[size].sum())
