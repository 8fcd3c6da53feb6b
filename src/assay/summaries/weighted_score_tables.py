"""Score tables of weighted cases: each class is sorted with its weights, then both are merged, or cut into bins."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.stats.ranks import Places


@dataclass(frozen=True, eq=False)
class WeightedClass:
    """The scores of one class in ascending order, with the weight of each."""

    score: Numbers
    weight: Numbers

    @classmethod
    def of(cls, score: NDArray[np.floating], weight: Numbers) -> WeightedClass:
        """Sort the cases that have a weight; -0.0 becomes 0.0, as both are one score."""
        heavy = weight > 0
        if not heavy.all():
            score, weight = score[heavy], weight[heavy]
        order = np.argsort(score)
        ordered = score[order].astype(float, copy=False)
        ordered += 0.0
        return cls(ordered, weight[order])

    @property
    def distinct(self) -> int:
        """How many different scores there are."""
        return int(np.count_nonzero(self.score[1:] != self.score[:-1])) + 1 if len(self.score) else 0

    @property
    def fourth(self) -> float:
        """The sum of the weights' fourth powers."""
        squares = self.weight * self.weight
        return float(np.sum(squares * squares))

    def edges(self, bins: int) -> Numbers:
        """Return where to cut so that each bin holds a small share of the weight; a heavy score is cut off.

        They are the scores above those at which the weight from there on crosses evenly spaced levels.
        """
        if not len(self.score):
            return self.score
        running = np.cumsum(self.weight[::-1])
        at = len(running) - 1 - np.searchsorted(running, running[-1] * np.arange(1, bins) / bins)
        crossing = self.score[at]
        return np.concatenate([np.nextafter(crossing, np.inf), crossing[1:][crossing[1:] == crossing[:-1]]])

    def bins(self, edges: Numbers) -> Bins:
        """Return what lies from each edge up to the next one."""
        starts = np.searchsorted(self.score, edges)
        ends = np.append(starts[1:], len(self.score))
        filled = starts < ends
        first, last = starts[filled], ends[filled] - 1
        weight, squares, sums = np.zeros((3, len(edges)))
        low, high = np.full(len(edges), np.inf), np.full(len(edges), -np.inf)
        if len(first):
            weight[filled] = np.add.reduceat(self.weight, first)
            squares[filled] = np.add.reduceat(self.weight * self.weight, first)
            sums[filled] = np.add.reduceat(self.score * self.weight, first)
            low[filled], high[filled] = self.score[first], self.score[last]
        return Bins(weight, squares, sums, low, high)


@dataclass(frozen=True, eq=False)
class Bins:
    """What falls into each bin: its weight, squared weights, weighted sum of scores, lowest and highest score."""

    weight: Numbers
    squares: Numbers
    sum: Numbers
    low: Numbers
    high: Numbers

    def at(self, places: Places) -> Bins:
        """Return some of the bins."""
        return Bins(*(part[places] for part in (self.weight, self.squares, self.sum, self.low, self.high)))


@dataclass(frozen=True, eq=False)
class Atoms:
    """Scores or bins of both classes in ascending order; `low` and `high` are `score` where each is one score."""

    score: Numbers
    low: Numbers
    high: Numbers
    positive: Numbers
    negative: Numbers
    positive_squares: Numbers
    negative_squares: Numbers


def sorted_classes(
    positive: NDArray[np.floating],
    negative: NDArray[np.floating],
    positive_weight: Numbers,
    negative_weight: Numbers,
    at_once: bool,
) -> tuple[WeightedClass, WeightedClass]:
    """Sort both classes, at the same time if that is worth it."""
    with ThreadPoolExecutor(2 if at_once else 1) as pool:
        own, other = pool.map(WeightedClass.of, (positive, negative), (positive_weight, negative_weight))
    return own, other


def merged(positive: WeightedClass, negative: WeightedClass) -> Atoms:
    """Merge two sorted classes: a stable sort of two runs is one pass."""
    both = np.concatenate([negative.score, positive.score])
    order = np.argsort(both, kind="stable")
    both = both[order]
    starts = np.flatnonzero(np.concatenate([[True], both[1:] != both[:-1]]))
    score, flags = both[starts], order >= len(negative.score)
    weight = np.concatenate([negative.weight, positive.weight])[order]

    def summed(weights: Numbers, chosen: NDArray[np.bool_]) -> Numbers:
        return np.asarray(np.add.reduceat(np.where(chosen, weights, 0.0), starts))

    squares = weight * weight
    return Atoms(
        score, score, score, summed(weight, flags), summed(weight, ~flags), summed(squares, flags),
        summed(squares, ~flags),
    )  # fmt: skip


def binned(positive: WeightedClass, negative: WeightedClass, bins_per_class: int, keep: Sequence[float]) -> Atoms:
    """Cut both classes into bins without merging them first; no bin straddles a threshold in `keep`."""
    lowest = min(own.score[0] for own in (positive, negative) if len(own.score))
    cuts = np.concatenate([positive.edges(bins_per_class), negative.edges(bins_per_class), keep])
    edges = np.unique(np.append(cuts[cuts > lowest], lowest))
    own, other = positive.bins(edges), negative.bins(edges)
    filled = np.flatnonzero((own.weight > 0) | (other.weight > 0))
    own, other = own.at(filled), other.at(filled)
    low, high = np.minimum(own.low, other.low), np.maximum(own.high, other.high)
    middle = np.clip((own.sum + other.sum) / (own.weight + other.weight), low, high)
    score = np.where(low == high, low, middle)
    return Atoms(score, low, high, own.weight, other.weight, own.squares, other.squares)
