"""A cell of our own: limits that are looked at a thousand times while cases arrive."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import numpy as np

from assay import stats
from assay.intervals.always import sequence_limits
from honesty.cell import Cell, Measured
from honesty.rounds import rounds

LOOKS = 1000
RUNS = 200
AT_LEAST = (0.95, 1.0)
"""A confidence sequence holds at every look at once; it may hold more often than it says."""


def _watched(share: float, rng: np.random.Generator) -> Measured:
    """Share of the runs in which the limits hold at every look, from the first case to the thousandth."""
    held, fixed, runs = [], [], rounds(RUNS)
    for _ in range(runs):
        hits = np.cumsum(rng.random(LOOKS) < share).tolist()
        held.append(all(_holds(share, *sequence_limits(hit, n, 0.95)) for n, hit in enumerate(hits, 1)))
        fixed.append(all(_holds(share, *_wilson(hit, n)) for n, hit in enumerate(hits, 1)))
    coverage = float(np.mean(held))
    error = math.sqrt(coverage * (1 - coverage) / runs)
    return Measured(coverage, error, others={"Wilson at every look": float(np.mean(fixed))})


def _wilson(hits: int, n: int) -> tuple[float, float]:
    interval = stats.wilson(hits, n)
    return interval.low, interval.high


def _holds(share: float, low: float, high: float) -> bool:
    return low <= share <= high


def cells() -> Iterator[Cell]:
    """Yield the cells of looks; few of a thousand cases, and about a third of them."""
    for share in (0.02, 0.3):
        yield Cell("L1", "share, every look", f"1,000 looks, p={share:g}", "beta mixture", partial(_watched, share),
                   AT_LEAST, uniform=False)  # fmt: skip
