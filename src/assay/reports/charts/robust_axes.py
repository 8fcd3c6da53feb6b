"""Axes for numbers of which a few lie far away: even near 0, logarithmic farther out, so that all of them are seen."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from assay.stats.arithmetic import Numbers

FAR = 20.0
"""How many times farther than 95 of 100 the farthest number lies before a straight axis would show nothing else."""
MOST_TICKS = 9
"""More labels run into one another."""
SHORT = "format(datum.value, '~s')"
"""Writes 20000 as 20k."""


def far_out(values: Numbers) -> bool:
    """Say whether a few numbers lie so far away that a straight axis shows nothing but them.

    >>> far_out(np.array([1.0] * 99 + [500.0])), far_out(np.arange(100.0))
    (True, False)
    """
    sizes = np.abs(values[np.isfinite(values)])
    if len(sizes) < 2:
        return False
    usual = float(np.quantile(sizes, 0.95))
    return usual > 0 and float(sizes.max()) > FAR * usual


def scale_of(values: Numbers, robust: bool, **straight: Any) -> tuple[Any, Any]:
    """Return the scale of an axis and its ticks: straight, or even up to the usual size and logarithmic beyond."""
    import altair as alt

    if not robust:
        return alt.Scale(**straight), alt.Axis(labelExpr=SHORT)
    sizes = np.abs(values[np.isfinite(values)])
    usual = float(np.median(sizes[sizes > 0]))
    ends = [float(values.min()), float(values.max())]
    scale = alt.Scale(type="symlog", constant=usual, domain=ends, nice=False)
    return scale, alt.Axis(values=ticks_between(ends[0], ends[1], usual), labelExpr=SHORT)


def ticks_between(low: float, high: float, usual: float) -> list[float]:
    """Return 0 and powers of ten between two ends, none smaller than the usual size; of many every second or third.

    >>> ticks_between(-50.0, 2e6, 30.0)
    [0.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0]
    """
    least, most = math.ceil(math.log10(usual)), math.floor(math.log10(max(abs(low), abs(high))))
    step = max(math.ceil((most - least + 1) / MOST_TICKS), 1)
    powers = [10.0**power for power in range(least, most + 1, step)]
    return [*(-size for size in reversed(powers) if -size >= low), 0.0, *(size for size in powers if size <= high)]
