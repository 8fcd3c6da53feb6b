"""Columns of labels: each value replaced by a small whole number, with the list of what the numbers stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import singledispatch
from numbers import Integral, Real
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.checks.labels import differs_from_itself, hashable
from assay.errors import columns as errors
from assay.errors import values as value_errors
from assay.inputs.columns import Array
from assay.inputs.conversions import one_conversion

Codes = NDArray[np.intp]
Entry = TypeVar("Entry", bound=np.generic)
Label: TypeAlias = Any
"""A string, whole number or boolean of the user's; which one, `LabelColumn.kind` says."""

DENSE_RANGE = 4096
"""Integers that span less than this are counted by offset, without sorting."""

MISSING = -1

LARGEST_LABEL = 2**53
"""Beyond this, whole floats are no longer counted one by one."""

HASH_BITS = 16
"""Bits of the hash of a label: its table of 65,536 places stays in the processor's cache."""

NARROW = 127
"""Codes of so many labels fit one byte."""

GLANCE = 1000
"""Values looked at first: columns of many distinct values nearly always show them there."""


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """A column as codes into `labels`; a gap has code -1.

    `kind` is "string", "integer", "boolean" or "number" (fractional, so not labels at all; `example` is one of them).
    """

    name: str
    kind: str
    labels: tuple[Label, ...]
    codes: Codes
    from_floats: bool = False
    example: float | None = None

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where the gaps are."""
        flags: NDArray[np.bool_] = self.codes == MISSING
        return flags

    def take(self, rows: NDArray[np.bool_] | NDArray[np.intp] | slice) -> LabelColumn:
        """Return only these rows."""
        few = isinstance(rows, slice) or rows.dtype == bool or len(rows) < GLANCE or len(self.labels) > NARROW
        if few or not isinstance(self.codes, np.ndarray):
            return replace(self, codes=self.codes[rows])
        # Scattered places are read several times faster from a column that fits the processor's cache.
        narrow: NDArray[Any] = self.codes.astype(np.int8)
        return replace(self, codes=narrow[rows])

    def merge(self, other: LabelColumn) -> LabelColumn:
        """Return the rows of both, with codes into the labels of both."""
        if self.labels == other.labels:
            return replace(self, codes=np.concatenate([self.codes, other.codes]))
        labels = tuple(sorted({*self.labels, *other.labels}))
        return replace(self, labels=labels, codes=np.concatenate([self.over(labels), other.over(labels)]))

    def over(self, labels: tuple[Label, ...]) -> Codes:
        """Return the codes into another list of labels that holds all of these."""
        place = {label: code for code, label in enumerate(labels)}
        places = np.array([place[label] for label in self.labels], dtype=np.intp)
        if np.array_equal(places, np.arange(len(places))):
            return self.codes.astype(np.intp, copy=False) if isinstance(self.codes, np.ndarray) else self.codes
        # The last entry is that of gaps: their code is -1.
        return looked_up(self.codes, np.append(places, MISSING))

    def flags(self, labels: Sequence[object]) -> NDArray[np.bool_]:
        """Say which rows hold each of some labels, a column for each."""
        place = {label: column for column, label in enumerate(labels)}
        columns = looked_up(self.codes, np.array([*(place.get(label, MISSING) for label in self.labels), MISSING]))
        return np.asarray(np.arange(len(labels))[:, None] == columns).T

    def is_label(self, label: object) -> NDArray[np.bool_]:
        """Say which rows hold a label."""
        return looked_up(self.codes, np.array([*(known == label for known in self.labels), False]))


@singledispatch
def looked_up(codes: Codes, table: NDArray[Entry]) -> NDArray[Entry]:
    """Return the entry of a small table for every code; -1 is the last one. Other kinds of codes register their own."""
    return table[codes]


@singledispatch
def read_labels(array: Array, name: str) -> LabelColumn:
    """Find the distinct labels of a column and code every value.

    >>> column = read_labels(np.array(["b", "a", "b"]), "truth")
    >>> column.labels, column.codes.tolist()
    (('a', 'b'), [1, 0, 1])
    """
    readers: dict[str, Callable[[Array, str], LabelColumn]] = {
        "b": _read_booleans,
        "i": _read_integers,
        "u": _read_integers,
        "f": _read_floats,
        "U": _read_fixed_width,
        "O": _read_objects,
        "T": _read_objects,
    }
    reader = readers.get(array.dtype.kind)
    if reader is None:
        raise errors.strange_kind(name, array.ravel()[0])
    return reader(array, name)


def _read_booleans(array: Array, name: str) -> LabelColumn:
    return _compressed(name, "boolean", (False, True), array.astype(np.intp))


def _read_integers(array: Array, name: str) -> LabelColumn:
    lowest, highest = int(array.min()), int(array.max())
    if highest - lowest < DENSE_RANGE:
        wide = np.uint64 if array.dtype == np.uint64 else np.int64  # others could overflow
        offsets = np.subtract(array, lowest, dtype=wide, casting="unsafe") if lowest else array
        return _compressed(name, "integer", range(lowest, highest + 1), offsets.astype(np.intp, copy=False))
    labels, codes = np.unique(array, return_inverse=True)
    return LabelColumn(name, "integer", tuple(labels.tolist()), codes)


def _read_floats(array: Array, name: str) -> LabelColumn:
    """Whole floats are labels that lost their type; anything fractional is no label."""
    numbers = np.asarray(array, dtype=float)
    example = _first_strange(numbers[:GLANCE])
    if example is None:
        example = _first_strange(numbers[GLANCE:])
    gaps = np.isnan(numbers)
    if example is not None:
        return LabelColumn(name, "number", (), np.where(gaps, MISSING, 0), from_floats=True, example=example)
    if gaps.all():
        return LabelColumn(name, "integer", (), np.full(len(numbers), MISSING), from_floats=True)
    column = _read_integers(numbers[~gaps].astype(np.int64), name)
    codes = np.full(len(numbers), MISSING)
    codes[~gaps] = column.codes
    return replace(column, codes=codes, from_floats=True)


def _first_strange(numbers: NDArray[np.float64]) -> float | None:
    """Return the first number that cannot be a label; a glance at few rows saves most columns of numbers the rest."""
    strange = ~np.isnan(numbers) & ((numbers != np.rint(numbers)) | (np.abs(numbers) > LARGEST_LABEL))
    return float(numbers[strange.argmax()]) if strange.any() else None


def _read_fixed_width(array: Array, name: str) -> LabelColumn:
    """Code numpy strings by a 16-bit hash of their characters, then check every row against its label.

    Sorting a million strings takes a second; hashing them takes a few milliseconds. A collision is found by the
    check, and the rows are then read one by one.
    """
    array = np.ascontiguousarray(array)
    width = array.dtype.itemsize // 4  # numpy holds a letter in four bytes
    if width == 0:
        return LabelColumn(name, "string", ("",), np.zeros(len(array), dtype=np.intp))
    letters = array.view(np.uint32).reshape(len(array), width)
    # Odd multipliers below 2^63, always the same ones (Dietzfelbinger et al. 1997); the upper bits are the hash.
    multipliers = np.random.default_rng(0).integers(1, 2**63, width, dtype=np.uint64) | np.uint64(1)
    hashes = np.zeros(len(array), dtype=np.uint64)
    for position in range(width):
        hashes += letters[:, position] * multipliers[position]
    buckets = (hashes >> np.uint64(64 - HASH_BITS)).astype(np.intp)
    first = np.full(2**HASH_BITS, -1)
    first[buckets[::-1]] = np.arange(len(array) - 1, -1, -1)
    filled = np.flatnonzero(first >= 0)
    labels = array[first[filled]]
    codes = np.searchsorted(filled, np.arange(2**HASH_BITS))[buckets]
    if not np.array_equal(labels[codes], array):
        return _read_objects(array.astype(object), name)
    order = np.argsort(labels)
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.arange(len(order))
    return LabelColumn(name, "string", tuple(labels[order].tolist()), place[codes])


def _read_objects(array: Array, name: str) -> LabelColumn:
    """Code Python objects through a dictionary of the distinct ones."""
    values = array.tolist()
    try:
        distinct = set(values)
    except Exception as problem:  # whatever somebody's own hash does
        strange = next(value for value in values if not hashable(value))
        raise errors.strange_kind(name, strange) from problem
    gaps = {value for value in distinct if is_missing(value)}
    kinds = _kinds(distinct - gaps, name)
    if len(kinds) > 1:
        how = one_conversion(distinct - gaps)
        raise errors.mixed_kinds(f"`{name}` mixes", list(kinds.items()), f"Convert every label with {how} first.")
    kind = next(iter(kinds), "string")
    if kind == "number":
        return _read_floats(_floats(values, name), name)
    ordered = sorted(distinct - gaps)
    place = {value: code for code, value in enumerate(ordered)} | dict.fromkeys(gaps, MISSING)
    codes = np.fromiter(map(place.__getitem__, values), np.intp, len(values))
    return LabelColumn(name, kind, tuple(_plain(value) for value in ordered), codes)


def _floats(values: list[Any], name: str) -> NDArray[np.float64]:
    try:
        return np.array([np.nan if is_missing(value) else value for value in values], dtype=float)
    except OverflowError as problem:
        raise value_errors.too_large(name) from problem


def is_missing(value: object) -> bool:
    """Say whether a value is None, NaN, NaT, masked or pandas' NA."""
    if value is None or value is np.ma.masked or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return differs_from_itself(value)


def _kinds(values: Iterable[object], name: str) -> dict[str, object]:
    """Return each kind of label with an example."""
    kinds: dict[str, object] = {}
    for value in values:
        kinds.setdefault(_kind(value, name), value)
    if set(kinds) == {"integer", "number"}:
        kinds.pop("integer")
    return kinds


def _kind(value: object, name: str) -> str:
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool | np.bool_):
        return "boolean"
    if isinstance(value, Integral):
        return "integer"
    if isinstance(value, Real | Decimal):
        return "number"
    raise errors.strange_kind(name, value)


def _plain(value: object) -> Label:
    label: Label = value.item() if isinstance(value, np.generic) else value
    return str(label) if isinstance(label, str) else label


def _compressed(name: str, kind: str, candidates: Iterable[Label], offsets: Codes) -> LabelColumn:
    """Keep only the candidates that occur."""
    listed = tuple(candidates)
    present = np.bincount(offsets, minlength=len(listed)) > 0
    if present.all():
        return LabelColumn(name, kind, listed, offsets)
    place = np.cumsum(present) - 1
    return LabelColumn(
        name, kind, tuple(label for label, seen in zip(listed, present, strict=True) if seen), place[offsets]
    )
