"""Coverage by simulation: draw data, ask assay for an interval, see whether it holds the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from assay.results.evaluation import Evaluation
from honesty.cell import Measured
from honesty.rounds import rounds

REPLICATIONS = 2000
"""So many give a Monte-Carlo error of half a point at 95%, and the whole table a run of less than 40 minutes."""

RIVAL_DRAWS = 1000
"""Rivals are measured on the first draws alone: together they cost more than the default."""

Judge = Callable[[Hashable, str | None], Evaluation]


def ratios(widths: Sequence[float], rivals: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return how wide the default is on average beside each rival, on the draws that the rival was measured on.

    Those of endless intervals, which some samples give, have no ratio.
    """
    means = {name: (float(np.mean(widths[: len(own)])), float(np.mean(own))) for name, own in rivals.items() if own}
    return {
        name: ours / theirs for name, (ours, theirs) in means.items() if theirs and np.isfinite([ours, theirs]).all()
    }


def coverage(
    draw: Callable[[], Hashable],
    judge: Judge,
    metric: str,
    truth: float,
    competitors: tuple[str, ...] = (),
    warning: str | Collection[str] | None = None,
    replications: int = REPLICATIONS,
) -> Measured:
    """Measure how often the default interval (and each competitor) holds the truth.

    Draws that repeat are judged once. Draws on which the metric is undefined are counted and left out.
    """
    judged = lru_cache(maxsize=None)(judge)
    codes = {warning} if isinstance(warning, str) else set(warning or ())
    covered: dict[str | None, int] = dict.fromkeys((None, *competitors), 0)
    widths: dict[str | None, list[float]] = {method: [] for method in covered}
    kept, warned = 0, 0
    for turn in range(replications := rounds(replications)):
        data = draw()
        default = judged(data, None)
        if math.isnan(default[metric].value):
            continue
        kept += 1
        warned += any(note.code in codes for note in default.notes)
        for method in covered if turn < RIVAL_DRAWS else (None,):
            estimate = judged(data, method)[metric]
            covered[method] += estimate.low <= truth <= estimate.high
            widths[method].append(estimate.high - estimate.low)
    share = covered[None] / kept
    return Measured(
        coverage=share,
        error=math.sqrt(share * (1 - share) / kept),
        width=float(np.mean(widths[None])),
        undefined=1 - kept / replications,
        warned=warned / kept if warning else None,
        others={str(method): covered[method] / max(len(widths[method]), 1) for method in competitors},
        ratios=ratios(widths[None], {str(method): widths[method] for method in competitors}),
    )
