"""Ranks, and how pairs of cases are ordered: the arithmetic of rank correlations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Ranked:
    """A column in order: `order` sorts it, `starts` says where each run of equal values begins in that order."""

    order: Places
    starts: Places

    @property
    def tied(self) -> bool:
        """Whether any two values are equal."""
        return len(self.starts) < len(self.order)

    @property
    def run_of(self) -> Places:
        """The number of the run of equal values that each case belongs to."""
        runs = np.zeros(len(self.order), dtype=np.intp)
        runs[self.starts[1:]] = 1
        numbers = np.empty_like(runs)
        numbers[self.order] = np.cumsum(runs)
        return numbers


GLANCE = 1000
"""Values looked at first: two orders that differ nearly always differ there."""


def same_order(first: Numbers, second: Numbers) -> bool:
    """Say whether two columns put their rows in the same order, ties included.

    >>> same_order(np.array([0.1, 0.9, 0.1]), np.array([1.0, 7.0, 1.0]))
    True
    """
    if len(first) > GLANCE and not same_order(first[:GLANCE], second[:GLANCE]):
        return False
    order = np.argsort(first)
    steps = np.diff(first[order]), np.diff(second[order])
    return bool(np.all(steps[1] >= 0)) and bool(np.array_equal(steps[0] == 0, steps[1] == 0))


def canonical_order(*columns: NDArray[np.generic] | None) -> Places:
    """Return an order of rows that depends on what they hold, not on how they came; the first column decides first.

    >>> canonical_order(np.array([2, 1, 1]), None, np.array([[0.0], [5.0], [4.0]])).tolist()
    [2, 1, 0]
    """
    keys: list[NDArray[Any]] = []
    for column in columns:
        if column is None:
            continue
        flat = column.reshape(len(column), -1)
        plain = flat if flat.dtype.kind != "O" else np.array(flat, dtype=str)
        keys += [plain[:, place] for place in range(plain.shape[1])]
    return np.lexsort(keys[::-1])


def rank(values: Numbers) -> Ranked:
    """Sort a column and find its ties."""
    order = np.argsort(values)
    ordered = values[order]
    fresh = ordered[1:] != ordered[:-1]
    if fresh.all():
        return Ranked(order, np.arange(len(values)))
    return Ranked(order, np.flatnonzero(np.concatenate([[True], fresh])))


def mid_ranks(ranked: Ranked, weight: Numbers | None = None) -> Numbers:
    """Return the weight below each case plus half the weight tied with it, as a share of the whole.

    >>> mid_ranks(rank(np.array([3.0, 1.0, 3.0, 8.0]))).tolist()
    [0.5, 0.125, 0.5, 0.875]
    """
    n = len(ranked.order)
    middle = np.empty(n)
    if weight is None and not ranked.tied:
        middle[ranked.order] = (np.arange(n) + 0.5) / n
        return middle
    ordered = np.ones(n) if weight is None else weight[ranked.order]
    inside = np.add.reduceat(ordered, ranked.starts)
    below = np.concatenate([[0.0], np.cumsum(inside)[:-1]])
    lengths = np.diff(np.append(ranked.starts, n))
    middle[ranked.order] = np.repeat((below + inside / 2) / inside.sum(), lengths)
    return middle


def tied_sums(ranked: Ranked, values: Numbers) -> Numbers:
    """Return, for each case, the sum of `values` over the cases tied with it (itself among them)."""
    sums = np.add.reduceat(values[ranked.order], ranked.starts)
    totals = np.empty(len(values))
    totals[ranked.order] = np.repeat(sums, np.diff(np.append(ranked.starts, len(values))))
    return totals


def sums_above(ranked: Ranked, values: Numbers) -> Numbers:
    """Return, for each case, the sum of `values` over cases ranked above it, and half of those tied with it."""
    running = np.cumsum(values[ranked.order])
    totals = np.empty(len(values))
    if not ranked.tied:
        totals[ranked.order] = running[-1] - running + values[ranked.order] / 2
        return totals
    ends = np.append(ranked.starts[1:], len(values)) - 1
    last = running[ends]
    first = np.concatenate([[0.0], last[:-1]])
    lengths = np.diff(np.append(ranked.starts, len(values)))
    totals[ranked.order] = np.repeat(running[-1] - (first + last) / 2, lengths)
    return totals


def weight_below(places: Places, weight: Numbers) -> Numbers:
    """Return, for each entry, the weight of the earlier entries with a smaller place.

    `places` is a permutation. Positions are split in halves, from the whole down to pairs; at each step every entry
    of a right half collects the weight of the entries of its left half that have a smaller place (a wavelet tree).

    >>> weight_below(np.array([2, 0, 1, 3]), np.ones(4)).tolist()
    [0.0, 0.0, 1.0, 3.0]
    """
    n = len(places)
    below = np.zeros(n)
    position = np.empty(n, dtype=np.intp)
    position[places] = np.arange(n)
    for bit in range(max(n - 1, 1).bit_length() - 1, -1, -1):
        right = (position >> bit) & 1 == 1
        carried = np.cumsum(np.where(right, 0.0, weight[position]))
        group = position >> (bit + 1)
        starts = np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))
        before = np.concatenate([[0.0], carried])[starts]
        lengths = np.diff(np.append(starts, n))
        below[position[right]] += (carried - np.repeat(before, lengths))[right]
        position = _split(position, right, starts, lengths)
    return below


def _split(position: Places, right: NDArray[np.bool_], starts: Places, lengths: Places) -> Places:
    """Move the entries of each group's left half before those of its right half, keeping their order."""
    lefts = np.cumsum(~right)
    before = np.concatenate([[0], lefts])[starts]
    left_place = np.repeat(starts - before, lengths) + lefts - 1
    size = np.diff(np.concatenate([before, lefts[-1:]]))
    rights = np.arange(1, len(position) + 1) - lefts
    earlier = starts - before
    right_place = np.repeat(starts + size - earlier, lengths) + rights - 1
    moved = np.empty_like(position)
    moved[np.where(right, right_place, left_place)] = position
    return moved
