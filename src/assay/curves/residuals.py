"""Pictures of errors: how many are below any size, their histogram, and how they lie along the predictions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from assay.results.curve import Curve
from assay.stats.arithmetic import Numbers
from assay.summaries.regression import ErrorSummary
from assay.summaries.residuals import Residuals

FEWEST_BINS, MOST_BINS = 5, 100


def error_cdf(summary: ErrorSummary) -> Curve:
    """Return the share of the errors that are at most x: the regression error characteristic curve.

    The area over it is the mean absolute error. Reference: Bi & Bennett 2003.
    """
    size, weight = _sizes(summary)
    share = np.cumsum(weight) / weight.sum()
    over = float(np.sum(weight * size) / weight.sum())
    note = f"the area over the curve is {over:.6g}, the mean absolute error"
    x, y = np.concatenate([[0.0], size]), np.concatenate([[0.0], share])
    return Curve("error_cdf", "size of error", "share of cases", x, y, note=note)


def error_histogram(summary: ErrorSummary) -> Curve:
    """Return the share of the errors in bins of equal width (Freedman & Diaconis 1981); x is a bin's middle."""
    values, weight = _errors(summary)
    edges = np.linspace(float(np.min(values)), float(np.max(values)), _bins(values) + 1)
    if edges[0] == edges[-1]:
        edges = np.array([edges[0] - 0.5, edges[0] + 0.5])
    counts, _ = np.histogram(values, edges, weights=weight)
    note = f"{len(counts)} bins, each {edges[1] - edges[0]:.4g} wide"
    return Curve(
        "error_histogram", "error (truth - prediction)", "share of cases", (edges[1:] + edges[:-1]) / 2,
        counts / counts.sum(), note=note,
    )  # fmt: skip


def residual_plot(cases: Residuals) -> Curve:
    """Return every error against its prediction, in the order of the predictions."""
    order = np.argsort(cases.answers, axis=None)
    x, y = (part.ravel()[order] * cases.scale for part in (cases.answers, cases.error))
    return Curve("residuals", "prediction", "error (truth - prediction)", x, y)


def prediction_plot(cases: Residuals) -> Curve:
    """Return every prediction against its truth, in the order of the truth."""
    order = np.argsort(cases.truth, axis=None)
    x, y = (part.ravel()[order] * cases.scale for part in (cases.truth, cases.answers))
    return Curve("predicted", "truth", "prediction", x, y)


@dataclass(frozen=True)
class Span:
    """A range of sizes of error over which one model has more cases below every size than the other."""

    start: float
    end: float
    leader: str
    most: float

    def __str__(self) -> str:
        to = "on" if math.isinf(self.end) else f"to {self.end:.4g}"
        return f"from {self.start:.4g} {to}: {self.leader} (by up to {self.most:.1%} of the cases)"


def dominance(first: Curve, second: Curve, names: tuple[str, str] = ("first", "second")) -> tuple[Span, ...]:
    """Say which of two error CDFs lies above the other, and where; one span means it dominates everywhere.

    >>> near = Curve("error_cdf", "", "", np.array([0.0, 1, 2]), np.array([0.0, 0.5, 1]))
    >>> far = Curve("error_cdf", "", "", np.array([0.0, 1, 3]), np.array([0.0, 0.5, 1]))
    >>> [str(span) for span in dominance(near, far, ("near", "far"))]
    ['from 2 to 3: near (by up to 50.0% of the cases)']
    """
    grid = np.unique(np.concatenate([first.x, second.x]))
    shares = [curve.y[np.searchsorted(curve.x, grid, side="right") - 1] for curve in (first, second)]
    gap = shares[0] - shares[1]
    gap[np.abs(gap) < 1e-12] = 0.0
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


def _sizes(summary: ErrorSummary) -> tuple[Numbers, Numbers]:
    """Return the sizes of the errors in rising order with their weights."""
    if summary.cases is None:
        sketch = summary.sketches.absolute if summary.sketches else None
        if sketch is None:
            raise LookupError("there are no errors")
        return (sketch.low + sketch.high) / 2 * summary.scale, sketch.weight
    size = summary.cases.absolute_error
    order = np.argsort(size, axis=None)
    with np.errstate(over="ignore"):
        return size.ravel()[order] * summary.scale, _weights(summary.cases)[order]


def _errors(summary: ErrorSummary) -> tuple[Numbers, Numbers]:
    if summary.cases is None:
        sketch = summary.sketches.error if summary.sketches else None
        if sketch is None:
            raise LookupError("there are no errors")
        return (sketch.low + sketch.high) / 2 * summary.scale, sketch.weight
    return summary.cases.error.ravel() * summary.scale, _weights(summary.cases)


def _weights(cases: Residuals) -> Numbers:
    held = np.ones(cases.rows) if cases.weight is None else cases.weight
    return np.repeat(held, cases.width)


def _bins(values: Numbers) -> int:
    quarter, three = np.quantile(values, [0.25, 0.75])
    width = 2 * (three - quarter) * len(values) ** (-1 / 3)
    if not width > 0:
        return FEWEST_BINS
    return int(np.clip(math.ceil((float(np.max(values)) - float(np.min(values))) / width), FEWEST_BINS, MOST_BINS))
