"""From what the caller handed over to a source: every part bound to columns, and the engine that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.engines.catalogue import open_columns, open_table
from assay.engines.memory import MemoryTable
from assay.engines.protocol import ColumnTable
from assay.engines.sources import Source
from assay.errors import columns as errors
from assay.errors import comparisons as comparison_errors
from assay.inputs.columns import Array, as_array, column_names
from assay.inputs.indices import refuse_reordered
from assay.inputs.roles import Kind, Role

PLAIN = ("truth", "prediction", "score", "weight")
"""Parts that every engine reduces where they are; groups, slices and ranges need the cases side by side."""


@dataclass(frozen=True, eq=False)
class Given:
    """A part as the caller handed it over: values, or names of columns of `data`; not looked at yet."""

    part: str
    value: object
    kind: Kind
    model: object = None

    @property
    def written(self) -> str:
        """How the caller wrote it."""
        return self.part if self.model is None else f"{self.part}[{self.model!r}]"

    @property
    def plain(self) -> bool:
        """Whether it is one column of the one model judged, which is reduced without looking at single cases."""
        return self.model is None and self.part in PLAIN and not isinstance(self.value, Mapping)

    @property
    def shown(self) -> str:
        """What messages call values without a column name."""
        return self.part if self.model is None else str(self.model)


def bind(given: Sequence[Given], data: object, missing: str) -> Source:
    """Return the source of what was given; without data the values themselves are the columns."""
    return _bind_values(given, missing) if data is None else _bind_columns(given, data, missing)


def _bind_values(given: Sequence[Given], missing: str) -> Source:
    truth_first = sorted(given, key=lambda part: part.part != "truth")
    refuse_reordered({name: values for part in truth_first for name, values in _pieces(part).items()})
    if all(part.plain for part in given):
        table = open_columns({part.written: part.value for part in given})
        if table is not None:
            return _bind_where_they_are(given, table, missing)
    arrays = {part.written: _array(part) for part in given}
    _check_lengths(given, {name: len(array) for name, array in arrays.items()})
    roles = tuple(_role(part, arrays[part.written]) for part in given)
    roles, arrays = _aligned(roles, arrays)
    return Source(MemoryTable.of(arrays), roles, missing)


def _bind_where_they_are(given: Sequence[Given], table: ColumnTable, missing: str) -> Source:
    """Return the source of single columns that an engine holds."""
    _check_lengths(given, table.lengths)
    roles = tuple(Role(part.part, part.kind, (part.written,), part.shown) for part in given)
    return Source(table, roles, missing)


def _pieces(part: Given) -> dict[str, object]:
    """Return the columns of a part by the names that the caller gave them."""
    if isinstance(part.value, Mapping):
        return {f"{part.written}[{label!r}]": values for label, values in part.value.items()}
    return {part.written: part.value}


def _array(part: Given) -> Array:
    if not isinstance(part.value, Mapping):
        return as_array(part.value, part.part)
    columns = {name: as_array(values, name) for name, values in _pieces(part).items()}
    if not columns:
        raise errors.empty(part.part)
    first, rows = next((name, len(column)) for name, column in columns.items())
    for name, column in columns.items():
        if len(column) != rows:
            raise errors.lengths_differ(first, rows, name, len(column))
    return np.stack(list(columns.values()), axis=1)


def _check_lengths(given: Sequence[Given], lengths: Mapping[str, int]) -> None:
    rows = lengths["truth"]
    for part in given:
        length = lengths[part.written]
        if length != rows and part.model is not None:
            raise comparison_errors.not_the_same_cases(part.model, length, rows)
        if length != rows:
            raise errors.lengths_differ("truth", rows, part.part, length)


def _role(part: Given, array: Array) -> Role:
    several = array.ndim == 2
    names = tuple(part.value) if isinstance(part.value, Mapping) else column_names(part.value) if several else None
    chosen = isinstance(part.value, Mapping)
    return Role(part.part, part.kind, (part.written,), part.shown, part.model, names=names, chosen=chosen)


def _aligned(roles: tuple[Role, ...], arrays: dict[str, Array]) -> tuple[tuple[Role, ...], dict[str, Array]]:
    """Line columns up with those of the truth where both carry the same names."""
    names = next((role.names for role in roles if role.part == "truth"), None)
    if names is None:
        return roles, arrays
    lined = []
    for role in roles:
        same = role.names is not None and len(role.names) == len(names) and set(role.names) == set(names)
        if same and role.names is not None and role.names != names:
            column = role.columns[0]
            arrays = {**arrays, column: arrays[column][:, [role.names.index(name) for name in names]]}
            role = replace(role, names=names)
        lined.append(role)
    return tuple(lined), arrays


def _bind_columns(given: Sequence[Given], data: object, missing: str) -> Source:
    roles = tuple(_named_role(part) for part in given)
    columns = list(dict.fromkeys(name for role in roles for name in role.columns))
    return Source(open_table(data, columns), roles, missing)


def _named_role(part: Given) -> Role:
    """Bind a part to columns of the data by name: one, a list, or one for each label."""
    value = part.value
    if isinstance(value, str):
        return Role(part.part, part.kind, (value,), value, part.model)
    labelled = isinstance(value, Mapping)
    listed = (
        list(value.values()) if isinstance(value, Mapping) else list(value) if isinstance(value, list | tuple) else []
    )
    several = part.kind is not Kind.WEIGHT and listed and all(isinstance(name, str) for name in listed)
    if not several or (labelled and part.kind is not Kind.SCORE):
        raise errors.column_with_data(part.part, value)
    columns = tuple(str(name) for name in listed)
    if part.kind is Kind.SCORE and not labelled and len(columns) == 1:
        return Role(part.part, part.kind, columns, columns[0], part.model)
    names = tuple(value) if isinstance(value, Mapping) else None if part.kind is Kind.SCORE else columns
    shown = columns[0] if part.kind is Kind.SCORE and len(columns) == 1 else part.shown
    return Role(part.part, part.kind, columns, shown, part.model, True, names, part.kind is Kind.SCORE)
