"""A source: roles bound to the columns of a table, which can be looked at and reduced wherever the rows are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Generic, Protocol

import numpy as np
from numpy.typing import NDArray

from assay.engines.gathering import CaseFree, KeepCases
from assay.engines.protocol import Reduced, Reducer, Summary, Table
from assay.errors import columns as errors
from assay.inputs.batches import Batch
from assay.inputs.blocks import Block, Cut, Look, only_labels
from assay.inputs.labels import LabelColumn
from assay.inputs.profiles import ColumnProfile, Profile
from assay.inputs.roles import Kind, Role
from assay.inputs.weights import extreme


class Rows(Protocol):
    """Says which rows of a block belong to a part of the cases."""

    def __call__(self, block: Block) -> NDArray[np.intp]:
        """Return the places of those rows."""


@dataclass(frozen=True, eq=False)
class Source:
    """Named roles over the columns of one table, and what happens to cases with a gap ("error" or "drop")."""

    table: Table
    roles: tuple[Role, ...]
    missing: str = "error"

    @property
    def engine(self) -> str:
        """What signatures call the engine."""
        return self.table.engine

    def role(self, part: str, model: object = None) -> Role:
        """Return a role by what it is for."""
        return next(role for role in self.roles if role.key == (part, model))

    def has(self, part: str, model: object = None) -> bool:
        """Say whether a part was given."""
        return any(role.key == (part, model) for role in self.roles)

    def bound(self, kinds: Mapping[str, Kind]) -> Source:
        """Return the same columns, read in other ways."""
        roles = tuple(replace(role, kind=kinds.get(role.part, role.kind)) for role in self.roles)
        return replace(self, roles=roles)

    def kind(self, part: str) -> ColumnProfile:
        """Say what a column holds, before it is known whether it holds labels or numbers."""
        role = self.role(part)
        profile = self.table.reduce(_Kind(role), role.columns, _is_number)
        if profile is None:
            raise errors.empty(role.columns[0])
        return profile

    @cached_property
    def profile(self) -> Profile:
        """What one look at all columns tells; whatever cannot be used is refused."""
        profile = self.table.reduce(Look(self.roles, self.missing), self._columns)
        if profile is None:
            raise errors.empty(self._columns[0])
        profile.refuse(self.missing)
        return profile

    def first_row(self, part: str, labels: Collection[object]) -> tuple[int | None, object]:
        """Return the number of the first row that holds one of these labels (None without an order), and the label."""
        role = self.role(part)
        first = self.table.reduce(_FirstRow(role, frozenset(labels)), role.columns)
        if first is None:
            raise LookupError("none of these labels is there")
        return first.row, first.label

    @property
    def _columns(self) -> list[str]:
        return [name for role in self.roles for name in role.columns]

    def reduce(self, reducer: Reducer[Summary]) -> Summary:
        """Reduce all complete cases to a summary."""
        return self._reduced(reducer)

    def _reduced(self, reducer: Reducer[Summary], rows: Rows | None = None) -> Summary:
        profile = self.profile
        divisor = (extreme(profile.numbers("weight").high) or 1.0) if profile.weighted else None
        cut = Cut(self.roles, bool(profile.dropped), divisor)
        own = reducer if self.table.gathers else CaseFree(reducer, self.engine)
        summary = self.table.reduce(_Reduce(cut, own, rows), self._columns)
        if summary is None:
            raise LookupError("no case is complete")
        return summary

    @property
    def kept(self) -> bool:
        """Whether the cases are held already, or few enough to be."""
        return self.table.gathers and self.table.keeps(self.profile.complete)

    def cases(self) -> Block:
        """Return the complete cases themselves, where they may be gathered."""
        if not self.table.gathers:
            raise errors.rows_elsewhere(self.engine)
        return self.reduce(KeepCases())


@dataclass(frozen=True, eq=False)
class Part(Source):
    """Some of the cases of a source, read already; the profile is that of all cases."""

    block: Block | None = None

    @classmethod
    def of(cls, source: Source, block: Block) -> Part:
        """Return some cases of a source."""
        part = cls(source.table, source.roles, source.missing, block)
        part.__dict__["profile"] = source.profile
        return part

    @property
    def kept(self) -> bool:
        """Whether the cases are held already: they are."""
        return True

    def reduce(self, reducer: Reducer[Summary]) -> Summary:
        """Reduce the cases that are held."""
        if self.block is None:
            raise LookupError("no cases are held")
        return reducer.reduce(self.block)


@dataclass(frozen=True, eq=False)
class Within(Source):
    """Some of the cases of a source, which stay where they are; the profile is that of all cases."""

    rows: Rows | None = None

    @classmethod
    def of(cls, source: Source, rows: Rows) -> Within:
        """Return some cases of a source."""
        part = cls(source.table, source.roles, source.missing, rows)
        part.__dict__["profile"] = source.profile
        return part

    def reduce(self, reducer: Reducer[Summary]) -> Summary:
        """Reduce the cases that belong to the part."""
        if self.rows is None:
            raise LookupError("nothing says which rows belong to the part")
        return self._reduced(reducer, self.rows)


@dataclass(frozen=True)
class _Row:
    """A row and the label that it holds."""

    row: int | None
    label: object

    def merge(self, other: _Row) -> _Row:
        """Return the earlier row; without an order, the one whose label sorts first."""
        if self.row is None or other.row is None:
            return min(self, other, key=lambda row: str(row.label))
        return self if self.row <= other.row else other


@dataclass(frozen=True)
class _FirstRow:
    """Looks for the first row that holds one of some labels."""

    role: Role
    labels: frozenset[object]

    def __call__(self, batch: Batch) -> _Row | None:
        column = batch.part(replace(self.role, kind=Kind.LABEL))
        if not isinstance(column, LabelColumn):
            return None
        codes = [code for code, label in enumerate(column.labels) if label in self.labels]
        if batch.first is None:
            return _Row(None, column.labels[codes[0]]) if codes else None
        rows = np.flatnonzero(np.isin(column.codes, codes))
        return _Row(batch.first + int(rows[0]), column.labels[column.codes[rows[0]]]) if len(rows) else None


@dataclass(frozen=True)
class _Kind:
    """Looks at one column, before its kind is known."""

    anywhere: ClassVar[bool] = True
    counted: ClassVar[bool] = True
    role: Role

    def __call__(self, batch: Batch) -> ColumnProfile:
        return batch.kind(self.role)


def _is_number(profile: ColumnProfile) -> bool:
    return profile.example is not None


@dataclass(frozen=True)
class _Reduce(Generic[Reduced]):
    """Cuts a batch into a block and reduces it."""

    cut: Cut
    reducer: Reducer[Reduced]
    rows: Rows | None = None

    @property
    def anywhere(self) -> bool:
        """Whether it reduces rows of every kind of array where they are."""
        return self.rows is None and bool(getattr(self.reducer, "anywhere", False))

    @property
    def counted(self) -> bool:
        """Whether rows that are alike may come counted."""
        return only_labels(self.cut.roles) and bool(getattr(self.reducer, "counted", False))

    def __call__(self, batch: Batch) -> Reduced | None:
        block = self.cut(batch)
        if block is not None and self.rows is not None:
            rows = self.rows(block)
            block = block.take(rows) if len(rows) else None
        return None if block is None else self.reducer.reduce(block)
