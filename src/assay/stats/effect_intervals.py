"""Intervals for effects that have no formula: percentiles over resampled cases, rough but honest about their origin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream

DRAWS = 499
"""A taste: these intervals are rough by nature, and the test waits for every draw."""

NOTE = "the interval of the effect comes from percentiles of resampled cases"


def in_order(values: Numbers) -> Numbers:
    """Return values, or rows of a table, in rising order: the same cases then give the same draws, however they came.

    >>> in_order(np.array([[2.0, 1.0], [1.0, 9.0]])).tolist()
    [[1.0, 9.0], [2.0, 1.0]]
    """
    return np.sort(values) if values.ndim == 1 else values[np.lexsort(values.T[::-1])]


def resampled_interval(
    measure: Callable[[list[Numbers]], float],
    samples: list[Numbers],
    level: float,
    draws: int = DRAWS,
    seed: int = 0,
    effect: float | None = None,
) -> tuple[float, float]:
    """Return percentiles of an effect over resampled samples (rows of a table stay together), widened to hold `effect`.

    >>> low, high = resampled_interval(lambda parts: float(parts[0].mean()), [np.arange(10.0)], 0.95)
    >>> 2 < low < 4.5 < high < 7
    True
    """
    if not draws:
        return float("nan"), float("nan")
    rng = Stream.EFFECTS.of(seed)
    rising = [in_order(part) for part in samples]
    drawn = []
    for _ in range(draws):
        with np.errstate(invalid="ignore", divide="ignore"):
            drawn.append(measure([part[rng.integers(0, len(part), len(part))] for part in rising]))
    finite = np.array([value for value in drawn if np.isfinite(value)])
    if not len(finite):
        return float("nan"), float("nan")
    low, high = np.quantile(finite, [(1 - level) / 2, (1 + level) / 2])
    return (float(low), float(high)) if effect is None else (min(float(low), effect), max(float(high), effect))
