"""The range in which intervals are drawn: what is possible, or where they are if all of them sit in a corner of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from assay.results.estimate import Estimate

CORNER = 0.3
"""Share of the range of a metric; intervals that lie within one that small are drawn larger (a taste)."""
STEP = 0.05
"""Ends of such a range are multiples of that share: numbers that people read at once."""
Range = tuple[float, float]


def zoomed(estimates: Sequence[Estimate], bounds: Range) -> Range:
    """Return the range to draw intervals in: where they are, if all of them sit in a corner of what is possible.

    >>> from assay.results.estimate import Estimate
    >>> zoomed([Estimate(0.95, 0.92, 0.97, 0.95, "wilson", 9), Estimate(0.9, 0.86, 0.93, 0.95, "wilson", 9)], (0, 1))
    (0.85, 1.0)
    """
    ends = [
        end for estimate in estimates for end in (estimate.low, estimate.high, estimate.value) if math.isfinite(end)
    ]
    whole = bounds[1] - bounds[0]
    if not ends or not whole > 0 or min(ends) < bounds[0] or max(ends) - min(ends) > CORNER * whole:
        return bounds
    step = STEP * whole
    low, high = math.floor(min(ends) / step + 1e-9) * step, math.ceil(max(ends) / step - 1e-9) * step
    low, high = max(low - (step if high <= low else 0), bounds[0]), min(high, bounds[1])
    return (round(low, 12), round(high, 12)) if high > low else bounds


def shared(estimates: Iterable[Estimate]) -> Range | None:
    """Return the one range in which different metrics are drawn together; None where each keeps its own.

    >>> from assay.results.estimate import Estimate
    >>> shared([Estimate(0.95, 0.92, 0.97, 0.95, "wilson", 9, bounds=(-1, 1))])
    (0.9, 1.0)
    """
    drawn = [made for made in estimates if made.defined and math.isfinite(made.bounds[1] - made.bounds[0])]
    if not drawn:
        return None
    bounds = max(made.bounds[0] for made in drawn), min(made.bounds[1] for made in drawn)
    bounds = (0.0, 1.0) if bounds == (-1, 1) and min(made.value for made in drawn) >= 0 else bounds
    found = zoomed(drawn, bounds)
    return None if found == bounds else found


def heading(own: Range | None) -> str:
    """Return what stands over the drawn intervals.

    >>> heading(None), heading((0.85, 1.0))
    ('range', '0.85 to 1')
    """
    return "range" if own is None else f"{own[0]:g} to {own[1]:g}"
