"""Intervals over groups: the delete-a-group jackknife on a metric's own scale, with t on the effective groups.

Variance (G - 1) / G sum (theta without g - theta)^2, and t with G_eff - 1 degrees of freedom; two crossed groupings add
their variances less that of their cells (Cameron, Gelbach & Miller 2011).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import special

from assay.intervals.scales import OpenScale
from assay.intervals.unvaried import NOTHING, room
from assay.results.estimate import Estimate
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers, sum_of_products
from assay.summaries.units import Units

METHOD = "jackknife over groups"
REASON = "cases of one group are one unit: each group is left out once, on the metric's own scale"
ALIKE = "the groups do not vary; the interval is what none that differs among so many still allows"


@dataclass(frozen=True, eq=False)
class Moves:
    """How far a metric moves when each unit is left out; `sign` is -1 for the cells of two crossed groupings."""

    units: Units
    moves: Numbers
    sign: int = 1

    @property
    def variance(self) -> float:
        """The jackknife's variance of the metric."""
        count = len(self.moves)
        return self.sign * (count - 1) / count * sum_of_products(self.moves, self.moves)


def variance_of(moves: Sequence[Moves]) -> float:
    """Return the variance over one grouping, or over two that cross; never less than that of either alone."""
    added = sum(part.variance for part in moves)
    return max(added, *(part.variance for part in moves)) if len(moves) > 1 else added


def degrees_of(moves: Sequence[Moves]) -> float:
    """Return the degrees of freedom: those of the smaller grouping."""
    return max(min(part.units.effective for part in moves if part.sign > 0) - 1, 1.0)


def grouped_estimate(made: Estimate, moves: Sequence[Moves]) -> Estimate:
    """Return an estimate of cases with the interval that its groups give."""
    if not made.defined or made.method == "none":
        return made
    undefined = next((name for part in moves for name in _undefined(part)), None)
    if undefined is not None:
        note = f"it is undefined without group {undefined!r}, so that the groups do not say how far it could be off"
        return replace(made, low=made.bounds[0], high=made.bounds[1], method="none", note=note, independent=False)
    error = math.sqrt(variance_of(moves))
    if error <= NOTHING * abs(made.value):
        return _unvaried(made, degrees_of(moves) + 1)
    low, high = OpenScale(*made.bounds).interval(made.value, error, degrees_of(moves), made.level)
    low, high = (float(end) for end in np.clip([low, high], *made.bounds))
    return replace(made, low=low, high=high, method=METHOD, independent=False)


def _undefined(part: Moves) -> list[object]:
    return [part.units.names[place] for place in np.flatnonzero(~np.isfinite(part.moves))[:1]]


def _unvaried(made: Estimate, n: float) -> Estimate:
    """Return what so many groups that do not vary still allow: Wilson at a bound, as n equal cases."""
    lowest, highest = made.bounds
    if made.value in made.bounds and math.isfinite(highest - lowest):
        share = (made.value - lowest) / (highest - lowest)
        ends = proportions.limits(proportions.wilson, share * n, n, made.level)
        low, high = (lowest + (highest - lowest) * float(end) for end in ends)
    else:
        low, high = room(made.value, lowest, highest, n, made.level)
    return replace(made, low=low, high=high, method=METHOD, note=made.note or ALIKE, independent=False)


def design_effect(made: Estimate, error: float) -> float | None:
    """Return by how much groups multiply the variance that single cases gave; None where that cannot be told.

    The variance of single cases is read off their interval, on the scale on which it is symmetric.
    """
    scale = OpenScale(*made.bounds)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        ends = [float(scale.to(np.array(end))) for end in (made.low, made.high)]
        slope = float(scale.slope(np.array(made.value)))
    single = (ends[1] - ends[0]) / (2 * float(special.ndtri((1 + made.level) / 2)))
    if not math.isfinite(single) or single <= 0 or not math.isfinite(slope):
        return None
    return (error * slope / single) ** 2
