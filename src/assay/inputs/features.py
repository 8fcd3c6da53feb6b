"""What a model learns from: X as it came (array, frame, sparse matrix, list), checked, and cut by rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.errors import estimators as errors
from assay.inputs.columns import Array, as_array, column_names, unmasked


@dataclass(frozen=True, eq=False)
class Features:
    """X with its length, and the columns that hold gaps, infinities or text."""

    values: Any
    rows: int
    gaps: dict[str, int]
    infinite: tuple[str, ...]
    text: tuple[str, ...]


def read_features(values: Any, rows: int) -> Features:
    """Check that X has as many cases as y, and look for what models cannot take."""
    if isinstance(values, list | tuple):
        values = np.asarray(values) if not any(isinstance(row, str | dict) for row in values[:1]) else list(values)
    if isinstance(values, np.ma.MaskedArray):
        values = unmasked(values)
    count = row_count(values)
    if count != rows:
        raise errors.features_and_target_differ(count, rows)
    gaps, infinite, text = _look(values)
    return Features(values, count, gaps, tuple(infinite), tuple(text))


def row_count(values: Any) -> int:
    """Return how many cases X holds."""
    if isinstance(values, str | bytes) or values is None or (np.ndim(values) == 0 and not hasattr(values, "shape")):
        raise errors.not_features(type(values).__name__)
    shape = getattr(values, "shape", None)
    if shape is not None and not len(shape):
        raise errors.not_features("a single number")
    return int(shape[0]) if shape is not None else len(values)


def take(values: Any, rows: np.ndarray) -> Any:
    """Return some cases of X, in the form it came in."""
    if hasattr(values, "iloc"):
        return values.iloc[rows]
    if isinstance(values, list):
        return [values[row] for row in rows]
    if type(values).__module__.startswith("pyarrow"):
        return values.take(rows)
    return values[rows]


def read_target(values: object) -> Array:
    """Return y as an array without gaps."""
    target = as_array(values, "y")
    missing = target != target if target.dtype.kind in "fO" else np.zeros(target.shape, bool)
    if target.dtype == object:
        missing = np.array([value is None or value != value for value in target.ravel()]).reshape(target.shape)
    lost = int(np.count_nonzero(missing.any(axis=1) if missing.ndim == 2 else missing))
    if lost:
        raise errors.gaps_in_target(lost, len(target))
    flat = target.ravel()
    if len(target) > 1 and target.ndim == 1 and all(value == flat[0] for value in flat[1:]):
        raise errors.constant_target(flat[0].item() if isinstance(flat[0], np.generic) else flat[0])
    return _plain_strings(target)


def _plain_strings(target: Array) -> Array:
    """Return labels of text as fixed-width strings, which scikit-learn and checkpoints can take."""
    if target.dtype == object and all(isinstance(value, str) for value in target.ravel()):
        return np.asarray(target.astype(str))
    if target.dtype == object and all(isinstance(value, bool | np.bool_) for value in target.ravel()):
        return np.asarray(target.astype(bool))
    return target


def _look(values: Any) -> tuple[dict[str, int], list[str], list[str]]:
    """Find gaps, infinities and text, by column."""
    if isinstance(values, list) or type(values).__module__.startswith("scipy"):
        stored = np.asarray(getattr(values, "data", ())) if not isinstance(values, list) else np.empty(0)
        missing = int(np.isnan(stored).sum()) if stored.dtype.kind == "f" else 0
        return ({"X": missing} if missing else {}), [], []
    names = column_names(values)
    if names is None:
        return _look_array(np.asarray(values))
    return _look_frame(values)


def _look_array(array: np.ndarray) -> tuple[dict[str, int], list[str], list[str]]:
    flat = array.reshape(len(array), -1) if array.ndim > 1 else array[:, None]
    if array.dtype.kind == "f":
        if np.isfinite(flat.sum()):
            return {}, [], []
        missing = np.isnan(flat).sum(axis=0)
        gaps = {f"column {place}": int(count) for place, count in enumerate(missing) if count}
        return gaps, [f"column {place}" for place in np.flatnonzero(np.isinf(flat).any(axis=0))], []
    if array.dtype.kind not in "OUS":
        return {}, [], []
    gaps, text = {}, []
    for place in range(flat.shape[1]):
        column = flat[:, place]
        lost = sum(value is None or value != value for value in column)
        if lost:
            gaps[f"column {place}"] = lost
        if any(isinstance(value, str) for value in column):
            text.append(f"column {place}")
    return gaps, [], text


def _look_frame(frame: Any) -> tuple[dict[str, int], list[str], list[str]]:
    """Look at a frame column by column; one that narwhals cannot read is looked at as an array."""
    import narwhals.stable.v2 as nw

    try:
        known = nw.from_native(frame, eager_only=True)
        columns = [(str(name), known[:, place]) for place, name in enumerate(known.columns)]
    except Exception:
        return _look_array(np.asarray(frame))
    gaps, infinite, text = {}, [], []
    for name, column in columns:
        missing = int(column.null_count())
        if column.dtype.is_float():
            missing = int((column.is_null() | column.is_nan()).sum())
            if bool((column.abs() == float("inf")).any()):
                infinite.append(name)
        elif column.dtype in (nw.String, nw.Object):
            text.append(name)
        if missing:
            gaps[name] = missing
    return gaps, infinite, text
