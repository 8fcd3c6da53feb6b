"""Some rows of a table as an engine hands them over, each column read once for the role that it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as errors
from assay.errors import labels as label_errors
from assay.inputs.columns import Array
from assay.inputs.labels import LabelColumn, read_labels
from assay.inputs.numbers import (
    A_NUMBER,
    A_SCORE,
    A_WEIGHT,
    TO_BE_CUT,
    all_finite,
    in_any_column,
    in_double,
    read_numbers,
)
from assay.inputs.profiles import ColumnProfile, Times
from assay.inputs.roles import Key, Kind, Role

Part = LabelColumn | NDArray[np.floating]
"""A column as it is judged: labels with codes, or numbers; of several columns, cases x columns."""

BATCH = 500_000
"""Rows of a batch: large enough that the cost per batch vanishes, small enough for any machine's memory."""

MOST_ABREAST, MOST_LONGER = 9, 4
"""Columns of numbers that a batch of that many rows may have: 36 MB. Fewer columns have up to four times the rows."""

PURPOSES = {Kind.SCORE: A_SCORE, Kind.NUMBER: A_NUMBER, Kind.WEIGHT: A_WEIGHT}


def longer(rows: int, columns: int) -> int:
    """Return the rows of a batch of a few columns of scores or amounts: tables of more rows at once merge less often.

    What is handed over takes no more memory, what is made of it up to twice as much.

    >>> longer(500_000, 1), longer(500_000, 2), longer(500_000, 3), longer(500_000, 40)
    (2000000, 2000000, 1500000, 500000)
    """
    return rows * min(max(MOST_ABREAST // max(columns, 1), 1), MOST_LONGER)


class Column(Protocol):
    """One column of some rows, whoever holds it."""

    @property
    def array(self) -> Array:
        """The values as a numpy array."""

    @property
    def several(self) -> bool:
        """Whether a row holds several values; said without making the array, which is dear for texts."""

    def labels(self, shown: str) -> LabelColumn:
        """Return the values coded as labels; messages call the column `shown`."""


@dataclass(frozen=True, eq=False)
class ArrayColumn:
    """A column that is an array already."""

    array: Array

    @property
    def several(self) -> bool:
        """Whether a row holds several values."""
        return self.array.ndim > 1

    def labels(self, shown: str) -> LabelColumn:
        """Return the values coded as labels."""
        return read_labels(self.array, shown)


@dataclass(frozen=True, eq=False)
class Batch:
    """Columns of some rows by name; `first` is the number of the first row, None where rows have no order.

    `times` says how often each row occurs, None where every row stands for itself.
    """

    columns: Mapping[str, Column]
    first: int | None = 0
    parts: dict[tuple[Key, Kind], Part] = field(default_factory=dict, repr=False)
    times: Times | None = None

    def part(self, role: Role) -> Part:
        """Return what a role reads, read when it is first asked for."""
        key = role.key, role.kind
        if key not in self.parts:
            self.parts[key] = self._read(role)
        return self.parts[key]

    def kind(self, role: Role) -> ColumnProfile:
        """Say what a column holds, before it is known whether it holds labels or numbers."""
        column = self._column(role)
        if not column.several:
            if (role.key, Kind.LABEL) not in self.parts:
                self.parts[role.key, Kind.LABEL] = column.labels(role.shown)
            labels = self.parts[role.key, Kind.LABEL]
            if not isinstance(labels, LabelColumn):
                return _unknown(role, 1)
            return ColumnProfile.of(labels, self.first, self.times)
        if column.array.dtype.kind not in "fiu":
            return _unknown(role, column.array.shape[1])
        labels = read_labels(column.array.ravel(), role.shown)
        return ColumnProfile(
            role.shown, labels.kind, len(labels.labels), labels.example, width=int(column.array.shape[1])
        )

    def _column(self, role: Role) -> Column:
        if not role.stacked:
            return self.columns[role.columns[0]]
        return ArrayColumn(np.stack([self.columns[name].array for name in role.columns], axis=1))

    def _read(self, role: Role) -> Part:
        column = self._column(role)
        if role.kind is Kind.LABEL:
            flat = not role.stacked and not column.several
            return column.labels(role.shown) if flat else indicator_numbers(column.array, role.shown)
        array = column.array
        if array.ndim == 2 and not array.shape[1]:
            raise errors.wrong_dimensions(role.shown, array.shape)
        numbers = read_numbers(array, role.shown, _purpose(role), self.first)
        if role.kind is Kind.SCORE:
            return numbers
        numbers = in_double(numbers)
        if role.kind is Kind.WEIGHT and numbers.ndim != 1:
            raise errors.wrong_dimensions(role.shown, numbers.shape)
        return numbers[:, None] if role.kind is Kind.NUMBER and numbers.ndim == 1 else numbers


def _purpose(role: Role) -> str:
    """Say what the numbers of a part are for."""
    return TO_BE_CUT if role.part.startswith("by ") else PURPOSES[role.kind]


def _unknown(role: Role, width: int) -> ColumnProfile:
    return ColumnProfile(role.shown, "string", 0, width=width)


def indicator_numbers(array: Array, name: str) -> NDArray[np.float64]:
    """Return an indicator of 0, 1 and gaps as numbers, or refuse what else it holds."""
    try:
        numbers = np.asarray(array, dtype=float)
    except (TypeError, ValueError) as problem:
        raise label_errors.not_an_indicator(name, array.ravel()[0]) from problem
    strange = ~np.isnan(numbers) & (numbers != 0) & (numbers != 1)
    if strange.any():
        raise label_errors.not_an_indicator(name, float(numbers[strange][0]))
    return numbers


def rows_of(part: Part) -> int:
    """Return how many rows a part has."""
    return len(part.codes) if isinstance(part, LabelColumn) else len(part)


def gaps_of(part: Part) -> NDArray[np.bool_] | None:
    """Return where a part has a gap, None where there is none."""
    if isinstance(part, LabelColumn):
        flags = part.missing
    else:
        if all_finite(part):
            return None
        flags = part != part  # nan alone differs from itself, in arrays of every kind
    flags = flags if flags.ndim == 1 else in_any_column(flags)
    return flags if flags.any() else None
