"""Amounts as the user hands them over: truth, predictions and perhaps predicted ranges, one column an output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as column_errors
from assay.errors import values as errors
from assay.inputs.columns import Array, as_array, column_names
from assay.inputs.indices import refuse_reordered
from assay.inputs.lazy import open_lazy, read_columns
from assay.inputs.missing import complete_rows
from assay.inputs.numbers import AN_AMOUNT, read_numbers
from assay.inputs.sources import Handed
from assay.inputs.weights import check_total, first_rows, read_weights

if TYPE_CHECKING:
    import polars as pl

Numbers = NDArray[np.float64]

AMOUNTS = ("truth", "prediction", "lower", "upper")


@dataclass(frozen=True)
class HandedValues:
    """What the caller handed over for a regression, not yet looked at."""

    handed: Handed
    lower: object = None
    upper: object = None

    @property
    def columns(self) -> dict[str, object]:
        """The arguments that were given."""
        every = {**self.handed.columns, "lower": self.lower, "upper": self.upper}
        return {name: value for name, value in every.items() if value is not None}


@dataclass(frozen=True, eq=False)
class ValueRows:
    """Amounts in memory, checked: cases x outputs each."""

    truth: Numbers
    prediction: Numbers | None
    lower: Numbers | None
    upper: Numbers | None
    weight: Numbers | None
    outputs: tuple[object, ...]
    dropped: int = 0
    weightless: int = 0


@dataclass(frozen=True, eq=False)
class ValueStream:
    """Columns of a lazy frame by what they are: truth, prediction, perhaps lower, upper and weight."""

    frame: pl.LazyFrame
    names: dict[str, str]
    missing: str
    where: str
    reopen: Callable[[], pl.LazyFrame] | None = None


def read_values(values: HandedValues) -> ValueRows | ValueStream:
    """Check truth, predictions and ranges; single columns of a file stay a stream."""
    _check_given(values)
    if values.handed.data is None:
        refuse_reordered(values.columns)
        arrays = {name: as_array(value, name) for name, value in values.columns.items()}
        arrays = _aligned(arrays, values)
        outputs = column_names(values.handed.truth) if arrays["truth"].ndim == 2 else None
        return _rows(arrays, {name: name for name in arrays}, values.handed, outputs)
    return _from_data(values)


def _check_given(values: HandedValues) -> None:
    given = values.columns
    if "truth" not in given:
        raise column_errors.partner_missing(next(iter(given), "prediction"), "truth")
    for end, other in (("lower", "upper"), ("upper", "lower")):
        if end in given and other not in given:
            raise errors.half_a_range(end, other)
    if "prediction" not in given and "lower" not in given:
        raise column_errors.partner_missing("truth", "prediction")


def _aligned(arrays: dict[str, Array], values: HandedValues) -> dict[str, Array]:
    """Line the columns of frames up by name where the names are the same."""
    order = column_names(values.handed.truth)
    if order is None or arrays["truth"].ndim != 2:
        return arrays
    for name in AMOUNTS[1:]:
        own = column_names(values.columns.get(name))
        if own is not None and len(own) == len(order) and set(own) == set(order):
            arrays[name] = arrays[name][:, [own.index(column) for column in order]]
    return arrays


def _from_data(values: HandedValues) -> ValueRows | ValueStream:
    given = values.columns
    listed = {name: list(value) for name, value in given.items() if isinstance(value, list | tuple)}
    for name, value in given.items():
        texts = listed.get(name, [value])
        if not texts or not all(isinstance(text, str) for text in texts):
            raise column_errors.column_with_data(name, value)
    names = {name: str(value) for name, value in given.items() if name not in listed}
    wanted = dict(names)
    wanted |= {f"{name} {place}": str(text) for name, texts in listed.items() for place, text in enumerate(texts)}
    lazy = None if listed else open_lazy(values.handed.data, list(wanted.values()))
    if lazy is not None:
        return ValueStream(lazy.frame, names, values.handed.missing, lazy.where, lazy.reopen)
    taken = read_columns(values.handed.data, wanted)
    arrays = {name: taken[name] for name in names}
    for name, texts in listed.items():
        arrays[name] = np.stack([taken[f"{name} {place}"] for place in range(len(texts))], axis=1)
    shown = {name: names.get(name, name) for name in arrays}
    return _rows(arrays, shown, values.handed, tuple(listed["truth"]) if "truth" in listed else None)


def _rows(
    arrays: dict[str, Array], names: dict[str, str], handed: Handed, outputs: tuple[object, ...] | None
) -> ValueRows:
    rows = len(arrays["truth"])
    for name, array in arrays.items():
        if len(array) != rows:
            raise column_errors.lengths_differ(names["truth"], rows, names[name], len(array))
    numbers = {name: _matrix(arrays[name], names[name]) for name in AMOUNTS if name in arrays}
    width = numbers["truth"].shape[1]
    if not width:
        raise column_errors.wrong_dimensions(names["truth"], numbers["truth"].shape)
    for name, matrix in numbers.items():
        if matrix.shape[1] != width:
            raise errors.widths_differ(names["truth"], width, names[name], matrix.shape[1])
    weight = read_weights(arrays["weight"], names["weight"]) if "weight" in arrays else None
    numbers, weight, dropped = _complete(numbers, weight, names, handed.missing)
    weight = check_total(weight, names.get("weight", "weight"))
    weightless = 0
    if weight is not None and not weight.all():
        weightless = int(np.count_nonzero(weight == 0))
        numbers = {name: matrix[weight > 0] for name, matrix in numbers.items()}
        weight = weight[weight > 0]
    if "lower" in numbers:
        crossed = np.asarray((numbers["lower"] > numbers["upper"]).any(axis=1))
        if crossed.any():
            raise errors.crossed(names["lower"], names["upper"], int(crossed.sum()), first_rows(crossed))
    parts = {name: numbers.get(name) for name in AMOUNTS[1:]}
    labels = tuple(handed.labels or outputs or range(width))
    if len(labels) != width:
        raise errors.output_names(len(labels), width)
    return ValueRows(numbers["truth"], **parts, weight=weight, outputs=labels, dropped=dropped, weightless=weightless)


def _complete(
    numbers: dict[str, Numbers], weight: Numbers | None, names: dict[str, str], policy: str
) -> tuple[dict[str, Numbers], Numbers | None, int]:
    """Drop or refuse cases with gaps, and refuse infinities."""
    odd = {name: matrix for name, matrix in numbers.items() if not np.isfinite(matrix.sum())}
    gaps = {names[name]: np.asarray(np.isnan(matrix).any(axis=1)) for name, matrix in odd.items()}
    if weight is not None:
        gaps[names["weight"]] = np.isnan(weight)
    kept = complete_rows(gaps, policy)
    if kept is not None:
        numbers = {name: matrix[kept] for name, matrix in numbers.items()}
        weight = None if weight is None else weight[kept]
    for name in odd:
        infinite = np.asarray(np.isinf(numbers[name]).any(axis=1))
        if infinite.any():
            raise errors.infinite(names[name], int(infinite.sum()), first_rows(infinite))
    return numbers, weight, 0 if kept is None else int((~kept).sum())


def _matrix(array: Array, name: str) -> Numbers:
    """Return amounts as floats, cases x outputs, so that small integer types cannot overflow."""
    numbers = read_numbers(array, name, AN_AMOUNT).astype(float, copy=False)
    return numbers[:, None] if numbers.ndim == 1 else numbers
