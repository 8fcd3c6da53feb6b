"""The rows that a loss calls worst, found in one pass wherever the rows are: a bounded, mergeable list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assay.inputs.batches import Batch, gaps_of, rows_of
from assay.inputs.blocks import Block
from assay.inputs.labels import LabelColumn
from assay.inputs.numbers import in_double
from assay.inputs.roles import Role

Numbers = NDArray[np.float64]


class CaseLoss(Protocol):
    """Says how much each case matters, and how cases are shown."""

    def losses(self, block: Block) -> Numbers:
        """Return a loss for every case; those of 0 or below are not listed."""

    def kinds(self, block: Block) -> NDArray[np.intp] | None:
        """Return which kind of mistake each case is, where every kind is to be listed; None where the loss decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return what is shown of cases."""


@dataclass(frozen=True, eq=False)
class WorstRows:
    """The worst rows so far: numbers (None where rows have no order), losses, kinds, and what is shown of them.

    `total` is the sum of all losses above 0, `count` how many there are.
    """

    most: int
    rows: NDArray[np.int64] | None
    losses: Numbers
    kinds: NDArray[np.intp]
    columns: Mapping[str, Sequence[object]]
    total: float
    count: int

    def merge(self, other: WorstRows) -> WorstRows:
        """Return the worst rows of both."""
        rows = None if self.rows is None or other.rows is None else np.concatenate([self.rows, other.rows])
        joined = WorstRows(
            self.most,
            rows,
            np.concatenate([self.losses, other.losses]),
            np.concatenate([self.kinds, other.kinds]),
            {name: [*values, *other.columns[name]] for name, values in self.columns.items()},
            self.total + other.total,
            self.count + other.count,
        )
        return joined.take(worst_of_each(joined.losses, joined.kinds, self.most))

    def take(self, places: NDArray[np.intp]) -> WorstRows:
        """Return some of the rows, in this order."""
        rows = None if self.rows is None else self.rows[places]
        columns = {name: [values[place] for place in places.tolist()] for name, values in self.columns.items()}
        return replace(self, rows=rows, losses=self.losses[places], kinds=self.kinds[places], columns=columns)

    def ordered(self) -> WorstRows:
        """Return the rows to list: the worst of every kind before the second worst of any."""
        order = np.lexsort((-self.losses, rank_within(self.losses, self.kinds)))
        return self.take(order[: self.most])


def worst_of_each(losses: Numbers, kinds: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """Return the places of the worst rows of every kind, in their order; of equal losses the earlier row is kept."""
    return np.flatnonzero(rank_within(losses, kinds) < most)


def rank_within(losses: Numbers, kinds: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of every row among those of its kind, 0 for the largest loss.

    >>> rank_within(np.array([1.0, 3.0, 2.0, 2.0]), np.array([0, 0, 1, 0])).tolist()
    [2, 0, 0, 1]
    """
    order = np.lexsort((-losses, kinds))
    sorted_kinds = kinds[order]
    starts = np.flatnonzero(np.r_[True, sorted_kinds[1:] != sorted_kinds[:-1]]) if len(order) else np.zeros(0, int)
    counted = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    ranks = np.empty(len(order), dtype=np.intp)
    ranks[order] = counted
    return ranks


@dataclass(frozen=True)
class FindWorstRows:
    """Looks for the rows of a batch that a loss calls worst."""

    roles: tuple[Role, ...]
    loss: CaseLoss
    most: int

    def __call__(self, batch: Batch) -> WorstRows | None:
        """Return the worst rows of a batch, None where no case is complete."""
        block, places = complete_cases(self.roles, batch)
        losses = weighted_losses(self.loss, block)
        listed = np.flatnonzero(losses > 0)
        kinds = self.loss.kinds(block)
        own = np.zeros(len(listed), dtype=np.intp) if kinds is None else np.asarray(kinds)[listed]
        kept = worst_of_each(losses[listed], own, self.most)
        chosen = listed[kept]
        rows = None if batch.first is None else batch.first + places[chosen].astype(np.int64)
        columns = {name: list(values) for name, values in self.loss.columns(block.take(chosen)).items()}
        total = float(losses[listed].sum())
        return WorstRows(self.most, rows, losses[chosen], own[kept], columns, total, len(listed))


def complete_cases(roles: tuple[Role, ...], batch: Batch) -> tuple[Block, NDArray[np.intp]]:
    """Return the cases of a batch that have no gap, and their places in it."""
    parts = {role.key: batch.part(role) for role in roles}
    gaps = [flags for part in parts.values() if (flags := gaps_of(part)) is not None]
    weight = parts.pop(("weight", None), None)
    size = rows_of(next(iter(parts.values())))
    places = np.flatnonzero(~reduce(or_, gaps)) if gaps else np.arange(size)
    weights = None if weight is None or isinstance(weight, LabelColumn) else in_double(weight)
    return Block(parts, weights, size).take(places), places


def weighted_losses(loss: CaseLoss, block: Block) -> Numbers:
    """Return the loss of every case times its weight."""
    losses = loss.losses(block)
    return losses if block.weight is None else losses * block.weight
