"""Many classes in an order in which those that are confused stand together, in blocks small enough to read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

LARGEST_BLOCK = 20
"""Classes of a block: a table of so many rows and columns is read on a screen."""
MOST_CLUSTERED = 2000
"""Classes whose distances are worked out: 32 MB of them; more keep their order."""


@dataclass(frozen=True)
class ClassOrder:
    """Places of classes in their new order, and where each block of them begins and ends in it."""

    places: tuple[int, ...]
    blocks: tuple[tuple[int, int], ...]


def clustered(counts: Numbers) -> ClassOrder:
    """Return classes by average linkage of the share of cases that two of them exchange.

    >>> table = np.array([[9.0, 0, 3, 0], [0, 9, 0, 4], [2, 0, 9, 0], [0, 5, 0, 9]])
    >>> sorted(clustered(table).places[:2]), sorted(clustered(table).places[2:])
    ([1, 3], [0, 2])
    """
    size = len(counts)
    if not 2 < size <= MOST_CLUSTERED:
        return ClassOrder(tuple(range(size)), tuple(_even(size)))
    from scipy.cluster import hierarchy
    from scipy.spatial.distance import squareform

    exchanged = _exchanged(counts)
    tree = hierarchy.to_tree(hierarchy.linkage(squareform(1 - exchanged, checks=False), method="average"))
    groups = sorted(_groups(tree), key=lambda group: (-_mistakes(counts, group), group))
    places: list[int] = []
    blocks: list[tuple[int, int]] = []
    for group in groups:
        start = len(places)
        places += group
        if blocks and (start - blocks[-1][0] + len(group) <= LARGEST_BLOCK) and _alone(counts, group):
            blocks[-1] = (blocks[-1][0], len(places))
        else:
            blocks.append((start, len(places)))
    return ClassOrder(tuple(places), tuple(blocks))


def _exchanged(counts: Numbers) -> Numbers:
    """Return for each two classes the mean share of one that was taken for the other."""
    cells = np.nan_to_num(np.asarray(counts, dtype=float))
    rows = cells.sum(axis=1, keepdims=True)
    shares = np.divide(cells, rows, out=np.zeros_like(cells), where=rows > 0)
    both = np.asarray((shares + shares.T) / 2)
    np.fill_diagonal(both, 1.0)
    return both


def _groups(node: object) -> list[list[int]]:
    """Return the classes of every branch that is small enough for a block."""
    from scipy.cluster.hierarchy import ClusterNode

    stack, found = [node], []
    while stack:
        branch = stack.pop()
        if not isinstance(branch, ClusterNode):
            continue
        if branch.get_count() <= LARGEST_BLOCK and (branch.is_leaf() or branch.dist < 1):
            found.append([int(place) for place in branch.pre_order()])
        else:
            stack += [branch.get_right(), branch.get_left()]
    return found


def _mistakes(counts: Numbers, group: list[int]) -> float:
    """Return how many cases of the classes of a group were taken for another of them."""
    inside = np.nan_to_num(counts[np.ix_(group, group)])
    return float(inside.sum() - np.trace(inside))


def _alone(counts: Numbers, group: list[int]) -> bool:
    return _mistakes(counts, group) == 0


def _even(size: int) -> NDArray[np.intp]:
    starts = np.arange(0, size, LARGEST_BLOCK)
    return np.stack([starts, np.minimum(starts + LARGEST_BLOCK, size)], axis=1)
