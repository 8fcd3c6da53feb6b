"""Coverage by simulation: draw data, ask assay for an interval, see whether it holds the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import lru_cache

import numpy as np

from assay.results.evaluation import Evaluation
from honesty.cell import Measured

REPLICATIONS = 4000

Judge = Callable[[Hashable, str | None], Evaluation]


def coverage(
    draw: Callable[[], Hashable],
    judge: Judge,
    metric: str,
    truth: float,
    competitors: tuple[str, ...] = (),
    warning: str | None = None,
    replications: int = REPLICATIONS,
) -> Measured:
    """Measure how often the default interval (and each competitor) holds the truth.

    Draws that repeat are judged once. Draws on which the metric is undefined are counted and left out.
    """
    judged = lru_cache(maxsize=None)(judge)
    covered: dict[str | None, int] = dict.fromkeys((None, *competitors), 0)
    widths, kept, warned = [], 0, 0
    for _ in range(replications):
        data = draw()
        default = judged(data, None)
        if math.isnan(default[metric].value):
            continue
        kept += 1
        widths.append(default[metric].high - default[metric].low)
        warned += any(note.code == warning for note in default.notes)
        for method in covered:
            estimate = judged(data, method)[metric]
            covered[method] += estimate.low <= truth <= estimate.high
    share = covered[None] / kept
    return Measured(
        coverage=share,
        error=math.sqrt(share * (1 - share) / kept),
        width=float(np.mean(widths)),
        undefined=1 - kept / replications,
        warned=warned / kept if warning else None,
        others={str(method): count / kept for method, count in covered.items() if method is not None},
    )
