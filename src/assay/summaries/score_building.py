"""Score tables made from the scores of two classes: sorted once each, merged, or cut at quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.summaries.losses import Losses, losses_of, sum_losses
from assay.summaries.weighted_score_tables import binned, merged, sorted_classes

MOST_DISTINCT = 2**20
"""Up to this many distinct scores the table is exact: 60 MB, and a sort of a tenth of a second."""

BINS_PER_CLASS = 2**15 - 1
"""Beyond, it has at most twice this many bins, cut at quantiles of each class."""

LARGE = 100_000
"""From this many cases on, the two classes are sorted at the same time, and losses are summed meanwhile."""


@dataclass(frozen=True, eq=False)
class ScoreColumns:
    """Atoms in ascending order of score; `low` and `high` are its lowest and highest score, equal where it is exact.

    `fourth` is the sum of the weights' fourth powers; no bin straddles a threshold in `keep`.
    """

    score: Numbers
    low: Numbers
    high: Numbers
    positives: Numbers
    negatives: Numbers
    positive_squares: Numbers
    negative_squares: Numbers
    rows: int
    weighted: bool = False
    epsilon: float = float(np.finfo(float).eps)
    losses: Losses | None = None
    fourth: float = 0.0
    keep: tuple[float, ...] = ()


def build(
    positive: NDArray[np.floating],
    negative: NDArray[np.floating],
    positive_weight: Numbers | None,
    negative_weight: Numbers | None,
    keep: Sequence[float],
    in_place: bool,
) -> ScoreColumns:
    """Return the columns of the table of two classes' scores; see `ScoreTable.of_scores`."""
    epsilon = float(np.finfo(positive.dtype).eps)
    if not len(positive) + len(negative):
        return _nothing(epsilon)
    if positive_weight is None or negative_weight is None:
        return _unweighted(*_sorted(positive, negative, in_place), epsilon, keep)
    return _weighted(positive, negative, positive_weight, negative_weight, epsilon, keep)


@singledispatch
def build_cases(
    score: NDArray[np.floating],
    positive: NDArray[np.bool_],
    weight: Numbers | None,
    keep: Sequence[float],
    with_losses: bool,
) -> ScoreColumns:
    """Return the columns of the table of scores with flags; other kinds of arrays register their own way.

    Without losses, what is cut into bins may leave out the sums of losses, which cannot be had from it later.
    """
    classes = positive, ~positive
    weights = (None, None) if weight is None else tuple(weight[own] for own in classes)
    return build(score[classes[0]], score[classes[1]], weights[0], weights[1], keep, in_place=weight is None)


def _sorted(
    positive: NDArray[np.floating], negative: NDArray[np.floating], in_place: bool
) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Sort both classes, at the same time if they are large; -0.0 becomes 0.0, as both are one score."""
    if len(positive) + len(negative) < LARGE:
        return np.sort(positive) + 0.0, np.sort(negative) + 0.0
    if not in_place:
        positive, negative = positive.copy(), negative.copy()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(np.ndarray.sort, (positive, negative)))
    for ordered in (positive, negative):
        ordered += 0.0
    return positive, negative


def _unweighted(
    positive: NDArray[np.floating], negative: NDArray[np.floating], epsilon: float, keep: Sequence[float]
) -> ScoreColumns:
    """Build the table from two sorted classes."""
    rows = len(positive) + len(negative)
    if rows > MOST_DISTINCT and _distinct(positive) + _distinct(negative) > MOST_DISTINCT:
        return _cut(positive.astype(float, copy=False), negative.astype(float, copy=False), epsilon, keep)
    if rows < LARGE:
        return _merged(positive, negative, epsilon)
    with ThreadPoolExecutor(1) as pool:
        losses = pool.submit(_row_losses, positive, negative, None, None, epsilon)
        return replace(_merged(positive, negative, epsilon), losses=losses.result())


def _merged(positive: NDArray[np.floating], negative: NDArray[np.floating], epsilon: float) -> ScoreColumns:
    """Merge two sorted classes: a stable sort of two runs is one pass."""
    rows = len(positive) + len(negative)
    both = np.concatenate([negative, positive]).astype(float, copy=False)
    order = np.argsort(both, kind="stable")
    score, flags = both[order], order >= len(negative)
    changed = score[1:] != score[:-1]
    if changed.all():
        positives, negatives = flags.astype(float), (~flags).astype(float)
    else:
        ends = np.append(np.flatnonzero(changed), rows - 1)
        positives = np.diff(np.cumsum(flags)[ends].astype(float), prepend=0.0)
        score, negatives = score[ends], np.diff((ends + 1).astype(float), prepend=0.0) - positives
    return ScoreColumns(score, score, score, positives, negatives, positives, negatives, rows, epsilon=epsilon)


def _weighted(
    positive: NDArray[np.floating],
    negative: NDArray[np.floating],
    positive_weight: Numbers,
    negative_weight: Numbers,
    epsilon: float,
    keep: Sequence[float],
) -> ScoreColumns:
    rows = len(positive) + len(negative)
    own, other = sorted_classes(positive, negative, positive_weight, negative_weight, at_once=rows >= LARGE)
    if not len(own.score) + len(other.score):
        return _nothing(epsilon)
    many = max(own.distinct, other.distinct) > MOST_DISTINCT
    atoms = binned(own, other, BINS_PER_CLASS, keep) if many else merged(own, other)
    return ScoreColumns(
        atoms.score,
        atoms.low,
        atoms.high,
        atoms.positive,
        atoms.negative,
        atoms.positive_squares,
        atoms.negative_squares,
        rows=rows,
        weighted=True,
        epsilon=epsilon,
        losses=_row_losses(own.score, other.score, own.weight, other.weight, epsilon),
        fourth=own.fourth + other.fourth,
        keep=tuple(keep),
    )


def _row_losses(
    positive: NDArray[np.floating],
    negative: NDArray[np.floating],
    positive_weight: Numbers | None,
    negative_weight: Numbers | None,
    epsilon: float,
) -> Losses | None:
    """Sum the losses from the cases themselves, a block at a time; None if their scores are no probabilities."""
    everything = [scores for scores in (positive, negative) if len(scores)]
    if any(np.min(scores) < 0 or np.max(scores) > 1 for scores in everything):
        return None
    parts = [
        losses_of(
            scores[block].astype(float, copy=False),
            None if weight is None else weight[block],
            None if weight is None else weight[block] ** 2,
            is_positive,
            epsilon,
        )
        for is_positive, scores, weight in ((True, positive, positive_weight), (False, negative, negative_weight))
        for block in (slice(start, start + MOST_DISTINCT) for start in range(0, len(scores), MOST_DISTINCT))
    ]
    return sum_losses(parts) if parts else None


def _nothing(epsilon: float) -> ScoreColumns:
    """Return the table of no cases: one score without weight, so that every rate is undefined."""
    zero = np.zeros(1)
    return ScoreColumns(zero, zero, zero, zero, zero, zero, zero, 0, epsilon=epsilon)


def _distinct(ordered: NDArray[np.floating]) -> int:
    return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + 1 if len(ordered) else 0


def _cut(positive: Numbers, negative: Numbers, epsilon: float, keep: Sequence[float]) -> ScoreColumns:
    """Cut two sorted classes at quantiles of each: no merging, only a search for every edge."""
    quantiles = np.concatenate([_every(positive), _every(negative)])
    inside = [threshold for threshold in keep if quantiles.min() < threshold <= quantiles.max()]
    edges = np.unique(np.append(quantiles, inside))
    of_positive, of_negative = (_in_bins(scores, edges) for scores in (positive, negative))
    high = np.maximum(of_positive.highest, of_negative.highest)
    losses = _row_losses(positive, negative, None, None, epsilon)
    positives, negatives = of_positive.count, of_negative.count
    whole = positives + negatives
    score = np.where(whole > 0, (of_positive.sum + of_negative.sum) / np.where(whole > 0, whole, 1.0), edges)
    high = np.maximum(high, edges)
    rows = len(positive) + len(negative)
    return ScoreColumns(
        score,
        edges,
        high,
        positives,
        negatives,
        positives,
        negatives,
        rows,
        epsilon=epsilon,
        losses=losses,
        keep=tuple(keep),
    )


@dataclass(frozen=True, eq=False)
class _Binned:
    """What falls into each bin: how many, their sum, and the highest (minus infinity if none)."""

    count: Numbers
    sum: Numbers
    highest: Numbers


def _in_bins(ordered: Numbers, edges: Numbers) -> _Binned:
    starts = np.append(np.searchsorted(ordered, edges, side="left"), len(ordered))
    count = np.diff(starts).astype(float)
    running = np.zeros(len(ordered) + 1)
    np.cumsum(ordered, out=running[1:])
    last = ordered[np.maximum(starts[1:] - 1, 0)] if len(ordered) else np.zeros(len(edges))
    return _Binned(count, np.diff(running[starts]), np.where(count > 0, last, -np.inf))


def even_places(count: int) -> NDArray[np.intp]:
    """Return the places at which sorted scores of one class are cut, the first and the last among them."""
    if count <= BINS_PER_CLASS:
        return np.arange(count)
    return np.linspace(0, count - 1, BINS_PER_CLASS).astype(np.intp)


def _every(ordered: Numbers) -> Numbers:
    """Take evenly spaced order statistics, the first included; a score that is many of them gets a bin of its own."""
    if not len(ordered):
        return ordered
    taken = ordered[even_places(len(ordered))]
    heavy = taken[1:][taken[1:] == taken[:-1]]
    return np.concatenate([taken, np.nextafter(np.unique(heavy), np.inf)])
