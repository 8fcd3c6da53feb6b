"""Blocks: complete cases by role, ready to be reduced; gaps, weights and types are checked here for every engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.inputs.batches import Batch, Part, gaps_of, rows_of
from assay.inputs.labels import LabelColumn
from assay.inputs.numbers import in_double
from assay.inputs.profiles import AnyProfile, ColumnProfile, Crossed, Flagged, Profile, Times, number_profile
from assay.inputs.roles import Key, Kind, Role

Flags = NDArray[np.bool_]
Rows = Flags | NDArray[np.intp] | slice
"""Which cases to take: flags, places, or a run from one place to another."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Block:
    """Complete cases: what each role reads, and the weights (None where every case counts 1).

    `times` says how often each row occurs where rows that are alike were counted; only reducers that say that they
    read it are given such a block. Blocks merge to one that holds the cases of both, for summaries that need the
    cases themselves.
    """

    parts: Mapping[Key, Part]
    weight: Numbers | None
    rows: int
    times: Times | None = None

    def labels(self, part: str, model: object = None) -> LabelColumn:
        """Return a part that holds one label per case."""
        column = self.parts[part, model]
        if not isinstance(column, LabelColumn):
            raise LookupError(f"{part} has several columns")
        return column

    def numbers(self, part: str, model: object = None) -> NDArray[np.floating]:
        """Return a part that holds numbers, or an indicator of several labels."""
        numbers = self.parts[part, model]
        if isinstance(numbers, LabelColumn):
            raise LookupError(f"{part} holds labels")
        return numbers

    def has(self, part: str, model: object = None) -> bool:
        """Say whether a part was given."""
        return (part, model) in self.parts

    def of(self, model: object) -> Block:
        """Return the parts of one model, and those that all models share."""
        parts: dict[Key, Part] = {
            (part, None): values for (part, whose), values in self.parts.items() if whose is None or whose == model
        }
        return replace(self, parts=parts)

    def take(self, rows: Rows) -> Block:
        """Return some of the cases."""
        parts = {key: taken(part, rows) for key, part in self.parts.items()}
        weight = None if self.weight is None else self.weight[rows]
        kept = next(iter(parts.values()), None)
        times = None if self.times is None else self.times[rows]
        return Block(parts, weight, count_of(rows) if kept is None else rows_of(kept), times)

    def merge(self, other: Block) -> Block:
        """Return the cases of both."""
        parts = {key: _joined(part, other.parts[key]) for key, part in self.parts.items()}
        weights = [part.weight for part in (self, other) if part.weight is not None]
        weight = np.concatenate(weights) if len(weights) == 2 else None
        return Block(parts, weight, self.rows + other.rows)


def count_of(rows: Rows) -> int:
    """Return how many cases are chosen; a run of them knows its ends."""
    if isinstance(rows, slice):
        return int(rows.stop - rows.start)
    return int(rows.sum()) if rows.dtype == bool else len(rows)


def taken(part: Part, rows: Rows) -> Part:
    """Return some rows of a part."""
    return part.take(rows) if isinstance(part, LabelColumn) else part[rows]


def _joined(first: Part, second: Part) -> Part:
    if isinstance(first, LabelColumn) and isinstance(second, LabelColumn):
        return first.merge(second)
    return np.concatenate([np.asarray(first), np.asarray(second)])


@dataclass(frozen=True)
class Look:
    """The first pass: what some rows hold, role by role."""

    anywhere: ClassVar[bool] = True
    roles: tuple[Role, ...]
    missing: str = "error"

    @property
    def counted(self) -> bool:
        """Whether rows that are alike may come counted: where nothing but labels is read."""
        return only_labels(self.roles)

    def __call__(self, batch: Batch) -> Profile:
        """Return the profile of a batch."""
        parts = {role.key: batch.part(role) for role in self.roles}
        gaps = {key: flags for key, part in parts.items() if (flags := gaps_of(part)) is not None}
        complete = None if not gaps else ~reduce(or_, gaps.values())
        rows = rows_of(next(iter(parts.values())))
        weight = parts.get(("weight", None))
        weight = None if isinstance(weight, LabelColumn) else weight
        columns = {role.key: _profile(parts[role.key], role, gaps, complete, batch, weight) for role in self.roles}
        kept = rows if complete is None else int(complete.sum())
        if batch.times is not None:
            rows, kept = int(batch.times.sum()), int((batch.times if complete is None else batch.times[complete]).sum())
        return Profile(columns, rows, kept, self._crossed(parts, complete, batch.first))

    def _crossed(self, parts: Mapping[Key, Part], complete: Flags | None, first: int | None) -> Crossed | None:
        """Look for predicted ranges that run backwards."""
        ends = {role.part: role for role in self.roles if role.part in ("lower", "upper")}
        if len(ends) < 2:
            return None
        lower, upper = (np.asarray(parts[ends[name].key]) for name in ("lower", "upper"))
        flags = np.zeros(len(lower), dtype=bool)
        if lower.shape == upper.shape:
            with np.errstate(invalid="ignore"):
                flags = np.asarray((lower > upper).any(axis=1)) & (True if complete is None else complete)
        return Crossed(ends["lower"].shown, ends["upper"].shown, Flagged.of(flags, first))


def only_labels(roles: Iterable[Role]) -> bool:
    """Say whether all columns are read as labels, so that rows that are alike need to be counted and no more."""
    return all(role.kind is Kind.LABEL for role in roles)


def _profile(
    part: Part, role: Role, gaps: Mapping[Key, Flags], complete: Flags | None, batch: Batch,
    weight: NDArray[np.floating] | None,
) -> AnyProfile:  # fmt: skip
    first, times = batch.first, batch.times
    if isinstance(part, LabelColumn):
        return ColumnProfile.of(part, first, times)
    if role.kind is not Kind.LABEL:
        of_numbers = weight if role.kind is Kind.NUMBER else None
        return number_profile(part, role.shown, role.kind, complete, first, of_numbers)
    flagged = Flagged.of(gaps[role.key], first, times) if role.key in gaps else Flagged()
    return ColumnProfile(role.shown, "indicator", 2, width=int(part.shape[1]) if part.ndim == 2 else 1, gaps=flagged)


@dataclass(frozen=True)
class Cut:
    """How batches become blocks, known from the profile: whether rows are dropped, and what weights are divided by.

    Without a divisor every case counts 1; a case whose weight is missing is dropped all the same.
    """

    roles: tuple[Role, ...]
    drop: bool
    divisor: float | None = None

    def __call__(self, batch: Batch) -> Block | None:
        """Return the complete cases of a batch, None where there are none."""
        parts = {role.key: batch.part(role) for role in self.roles}
        weight = parts.pop(("weight", None), None)
        rows = rows_of(next(iter(parts.values())))
        block = Block(parts, None if weight is None or isinstance(weight, LabelColumn) else in_double(weight), rows,
                      batch.times)  # fmt: skip
        if self.drop:
            gaps = [flags for part in (*parts.values(), *([] if weight is None else [weight]))
                    if (flags := gaps_of(part)) is not None]  # fmt: skip
            block = block.take(~reduce(or_, gaps)) if gaps else block
        if block.weight is not None and self.divisor != 1.0:
            block = replace(block, weight=None if self.divisor is None else block.weight / self.divisor)
        return block if block.rows else None
