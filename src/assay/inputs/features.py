"""What a model learns from: X as it came (array, frame, sparse matrix, list), checked, and cut by rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import estimators as errors
from assay.inputs.columns import Array, column_names, unmasked
from assay.inputs.labels import is_missing

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Features:
    """X with its length, which cases have a gap in which column, and the columns that hold infinities or text."""

    values: Any
    rows: int
    gaps: Mapping[str, Flags]
    infinite: tuple[str, ...]
    text: tuple[str, ...]

    def keep(self, flags: Flags) -> Features:
        """Return the flagged cases alone."""
        gaps = {name: gap[flags] for name, gap in self.gaps.items() if gap[flags].any()}
        rows = np.flatnonzero(flags)
        return replace(self, values=take(self.values, rows), rows=len(rows), gaps=gaps)


def read_features(values: Any, rows: int) -> Features:
    """Check that X has as many cases as y, and look for what models cannot take."""
    if isinstance(values, list | tuple):
        values = _rows(values) if not any(isinstance(row, str | dict) for row in values[:1]) else list(values)
    if isinstance(values, np.ma.MaskedArray):
        values = unmasked(values)
    count = row_count(values)
    if count != rows:
        raise errors.features_and_target_differ(count, rows)
    gaps, infinite, text = _look(values)
    return Features(values, count, gaps, tuple(infinite), tuple(text))


def _rows(values: Any) -> np.ndarray:
    try:
        return np.asarray(values)
    except Exception as problem:  # rows of different lengths, and whatever stands in them
        raise errors.not_features(f"a {type(values).__name__} whose rows differ in length") from problem


def row_count(values: Any) -> int:
    """Return how many cases X holds."""
    if isinstance(values, str | bytes) or values is None or not (hasattr(values, "shape") or _dimensions(values)):
        raise errors.not_features(type(values).__name__)
    shape = getattr(values, "shape", None)
    if shape is not None and not len(shape):
        raise errors.not_features("a single number")
    return int(shape[0]) if shape is not None else len(values)


def _dimensions(values: Any) -> int:
    """Return how many dimensions an array would have, 0 for what numpy cannot make one of."""
    try:
        return np.ndim(values)
    except Exception:  # whatever somebody's own object does when it is read
        return 0


def take(values: Any, rows: np.ndarray) -> Any:
    """Return some cases of X, in the form it came in."""
    if hasattr(values, "iloc"):
        return values.iloc[rows]
    if isinstance(values, list):
        return [values[row] for row in rows]
    if type(values).__module__.startswith("pyarrow"):
        return values.take(rows)
    return values[rows]


def gap_rows(column: Array) -> Flags:
    """Return which cases have a gap; of several columns, in any of them."""
    if column.dtype == object:
        flags = np.array([is_missing(value) for value in column.ravel().tolist()], dtype=bool).reshape(column.shape)
    else:
        flags = np.asarray(column != column)
    return np.asarray(flags.any(axis=1)) if flags.ndim == 2 else flags


def plain_values(column: Array) -> Array:
    """Return objects of one plain kind as an array of that kind, which scikit-learn and checkpoints can take."""
    if column.dtype != object:
        return column
    kinds = {type(value) for value in column.ravel().tolist()}
    plain = len(kinds) == 1 and issubclass(kinds.pop(), str | int | float | np.generic)
    return np.asarray(column.tolist()) if plain else column


def refuse_constant(target: Array) -> None:
    """Refuse a y that never varies."""
    first = target.ravel()[0]
    if len(target) > 1 and target.ndim == 1 and bool(np.all(target == first)):
        raise errors.constant_target(first.item() if isinstance(first, np.generic) else first)


Look = tuple[dict[str, Flags], list[str], list[str]]
"""Gaps by column, columns with infinities, columns with text."""


def _look(values: Any) -> Look:
    """Find gaps, infinities and text, by column."""
    if isinstance(values, list):
        return {}, [], []
    if type(values).__module__.startswith("scipy"):
        stored = values.tocoo()
        missing = stored.row[np.isnan(stored.data)] if stored.data.dtype.kind == "f" else []
        return _with_gaps({"X": np.isin(np.arange(values.shape[0]), missing)}), [], []
    return _look_array(np.asarray(values)) if column_names(values) is None else _look_frame(values)


def _with_gaps(columns: Mapping[str, Flags]) -> dict[str, Flags]:
    return {name: flags for name, flags in columns.items() if flags.any()}


def _look_array(array: np.ndarray) -> Look:
    flat = array.reshape(len(array), -1) if array.ndim > 1 else array[:, None]
    names = [f"column {place}" for place in range(flat.shape[1])]
    if array.dtype.kind == "f":
        if np.isfinite(flat.sum()):
            return {}, [], []
        infinite = [names[place] for place in np.flatnonzero(np.isinf(flat).any(axis=0))]
        return _with_gaps(dict(zip(names, np.isnan(flat).T, strict=True))), infinite, []
    if array.dtype.kind not in "OUS":
        return {}, [], []
    text = [name for name, column in zip(names, flat.T, strict=True) if any(isinstance(cell, str) for cell in column)]
    return _with_gaps({name: gap_rows(column) for name, column in zip(names, flat.T, strict=True)}), [], text


def _look_frame(frame: Any) -> Look:
    """Look at a frame column by column; one that narwhals cannot read is looked at as an array."""
    import narwhals.stable.v2 as nw

    try:
        known = nw.from_native(frame, eager_only=True)
        columns = [(str(name), known[:, place]) for place, name in enumerate(known.columns)]
    except Exception:
        return _look_array(np.asarray(frame))
    gaps, infinite, text = {}, [], []
    for name, column in columns:
        missing = column.is_null()
        if column.dtype.is_float():
            missing = missing | column.is_nan()
            if bool((column.abs() == float("inf")).any()):
                infinite.append(name)
        elif column.dtype in (nw.String, nw.Object):
            text.append(name)
        if missing.any():
            gaps[name] = np.asarray(missing.to_numpy(), dtype=bool)
    return gaps, infinite, text
