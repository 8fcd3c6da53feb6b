"""Two models on cases that belong together: how their difference moves when each group is left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.comparisons.difference import Difference, as_large, permuted, undefined, within, within_reach, z_difference
from assay.comparisons.situations import FEW_GROUPS, GROUPS
from assay.intervals.grouped import Moves, degrees_of, variance_of
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers

FEW = 20
"""With fewer groups than this, whole groups are swapped in all 2^G ways (STATISTICS 8)."""

ROWS = 1 << 14
"""Patterns of signs per block: 2.6 MB for 20 groups."""
MOST_ALIKE = 0.5
"""Where half of the groups tell two models apart, groups that happen to add nothing are no sign of models alike."""

SAME = 1e-9
"""What rounding leaves of two equal contributions, as a share of the largest."""


def grouped_difference(
    card: Card, value: float, first: Sequence[Moves], second: Sequence[Moves], level: float
) -> Difference:
    """Return the difference of a metric between two models judged on the same groups."""
    count = min(part.units.count for part in first if part.sign > 0)
    if math.isnan(value):
        return undefined(count)
    apart = [Moves(left.units, left.moves - right.moves, left.sign) for left, right in zip(first, second, strict=True)]
    if not all(np.isfinite(part.moves).all() for part in apart):
        return undefined(count, "the metric is undefined without one of the groups")
    error = math.sqrt(max(variance_of(apart), 0.0))
    difference = within(z_difference(value, error, level, GROUPS, count, degrees_of(apart)), *card.bounds)
    if len(apart) > 1 or count >= FEW or math.isnan(difference.p_value):
        return difference
    added = contributions(apart[0], value)
    swapped = permuted(value, difference, flipped(added), level)
    telling = int(np.count_nonzero(np.abs(added) > SAME * np.abs(added).max()))
    return within_reach(replace(swapped, test=FEW_GROUPS.test, reason=FEW_GROUPS.why), telling, level, "group")


def groups_apart(first: Moves, second: Moves, value: float) -> float:
    """Return the share of groups that tell two models apart, by what each adds to their difference."""
    added = np.abs(contributions(replace(first, moves=first.moves - second.moves), value))
    share = float(np.mean(added > SAME * added.max(initial=0.0)))
    return share if share < MOST_ALIKE else 1.0


def contributions(moves: Moves, value: float) -> Numbers:
    """Return what each group adds to a difference: of a mean, its own total exactly."""
    share = moves.units.sizes / moves.units.sizes.sum()
    return np.asarray(share * value - moves.moves * (1 - share))


def flipped(totals: Numbers) -> float:
    """Return the exact p-value of swapping the models in whole groups.

    >>> flipped(np.array([1.0, 1.0, 1.0, 1.0]))
    0.125
    """
    signs = 1 << (len(totals) - 1)
    large, size = 0, float(np.abs(totals).sum())
    for start in range(0, signs, ROWS):
        codes = np.arange(start, min(start + ROWS, signs))
        flips = 1.0 - 2.0 * ((codes[:, None] >> np.arange(len(totals))) & 1)
        large += as_large(flips @ totals, float(totals.sum()), size)
    return large / signs
