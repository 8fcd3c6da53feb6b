"""Which of two models has more of its cases below every size of error, and where."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from assay.results.curve import Curve
from assay.results.significant import significant
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked

ROUNDING = 1e-12
"""Shares that differ by less are equal: sums of 1e6 weights of 1e-6 are 1 to that."""


@dataclass(frozen=True)
class Span:
    """A range of sizes of error over which one model has more cases below every size than the other."""

    start: float
    end: float
    leader: str
    most: float

    def __str__(self) -> str:
        to = "on" if math.isinf(self.end) else f"to {significant(self.end, 4)}"
        return f"from {significant(self.start, 4)} {to}: {self.leader} (by up to {self.most:.1%} of the cases)"


@checked()
def dominance(first: Curve, second: Curve, names: tuple[str, str] = ("first", "second")) -> tuple[Span, ...]:
    """Which of two error CDFs lies above the other, and where; a single span means that it does so everywhere.

    Parameters
    ----------
    first, second : Curve
        Two curves of `error_cdf`.
    names : tuple of str, default ("first", "second")
        What to call them.

    Returns
    -------
    tuple of Span
        In rising order of the size of error; empty where the curves are the same.

    Raises
    ------
    InputError
        If one of both is no Curve.

    See Also
    --------
    error_cdf : makes the curves.

    Notes
    -----
    Bi & Bennett (2003). Where both curves are equal, the last leader keeps the lead.

    Examples
    --------
    >>> near = Curve("error_cdf", "", "", np.array([0.0, 1, 2]), np.array([0.0, 0.5, 1]))
    >>> far = Curve("error_cdf", "", "", np.array([0.0, 1, 3]), np.array([0.0, 0.5, 1]))
    >>> [str(span) for span in dominance(near, far, ("near", "far"))]
    ['from 2 to 3: near (by up to 50.0% of the cases)']
    """
    grid = np.unique(np.concatenate([first.x, second.x]))
    shares = [curve.y[np.searchsorted(curve.x, grid, side="right") - 1] for curve in (first, second)]
    gap = shares[0] - shares[1]
    gap[np.abs(gap) < ROUNDING] = 0.0
    return tuple(_spans(grid, gap, names))


def _spans(grid: Numbers, gap: Numbers, names: tuple[str, str]) -> Iterator[Span]:
    """Yield a span for every change of leader; where both are equal, the last leader keeps the lead."""
    signs = np.sign(gap)
    filled = np.flatnonzero(signs)
    if not len(filled):
        return
    starts = filled[np.concatenate([[True], signs[filled][1:] != signs[filled][:-1]])]
    for place, start in enumerate(starts):
        stop = starts[place + 1] if place + 1 < len(starts) else min(filled[-1] + 1, len(grid) - 1)
        most = float(np.max(np.abs(gap[start:stop]), initial=0.0))
        yield Span(float(grid[start]), float(grid[stop]), names[0] if gap[start] > 0 else names[1], most)
