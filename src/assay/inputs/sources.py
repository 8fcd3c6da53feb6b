"""The cases as they came: rows in memory, rows with several labels, or columns of a file still to be streamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as errors
from assay.errors import labels as label_errors
from assay.inputs.columns import Array, as_array, column_names
from assay.inputs.frames import check_names
from assay.inputs.indices import refuse_reordered
from assay.inputs.labels import LabelColumn, read_labels, same_kind
from assay.inputs.lazy import open_lazy, read_columns
from assay.inputs.missing import complete_rows
from assay.inputs.profiles import regression_reason
from assay.inputs.weights import check_total, read_weights

if TYPE_CHECKING:
    import polars as pl

Flags = NDArray[np.bool_]
Weights = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LabelRows:
    """One label a case, in memory, checked and without gaps."""

    truth: LabelColumn
    prediction: LabelColumn
    weight: Weights | None
    dropped: int = 0


@dataclass(frozen=True, eq=False)
class IndicatorRows:
    """Several labels a case: cases x labels of 0 and 1."""

    labels: tuple[object, ...]
    truth: Flags
    prediction: Flags
    weight: Weights | None
    dropped: int = 0


@dataclass(frozen=True, eq=False)
class LabelStream:
    """Columns of a lazy frame; `reopen` gives the frame again with column types read off every row."""

    frame: pl.LazyFrame
    truth: str
    prediction: str
    weight: str | None
    missing: str
    where: str
    reopen: Callable[[], pl.LazyFrame] | None = None


@dataclass(frozen=True)
class NotLabels:
    """The truth holds amounts; whoever reads amounts takes it from here. `reason` says how that was seen."""

    reason: str


Source = LabelRows | IndicatorRows | LabelStream | NotLabels


@dataclass(frozen=True)
class Handed:
    """What the caller handed over, not yet looked at."""

    truth: object
    prediction: object
    weight: object
    data: object
    missing: str
    labels: Sequence[object] | None = None
    task: str | None = None

    @property
    def columns(self) -> dict[str, object]:
        """The arguments that may be columns."""
        return {"truth": self.truth, "prediction": self.prediction, "weight": self.weight}


def read_source(handed: Handed) -> Source:
    """Check what was handed over and return it in one of three known forms."""
    if handed.truth is None and handed.prediction is None:
        raise errors.nothing_to_evaluate()
    for given, wanted in (("truth", "prediction"), ("prediction", "truth")):
        if handed.columns[wanted] is None:
            raise errors.partner_missing(given, wanted)
    if handed.data is None:
        refuse_reordered(handed.columns)
        columns = {name: as_array(values, name) for name, values in handed.columns.items() if values is not None}
        columns, handed = _aligned(columns, handed)
        return _rows(columns, {name: name for name in columns}, handed)
    if _names_several(handed):
        return _indicator_columns(handed)
    names = check_names(handed.columns)
    return _stream(handed, names) or _rows(read_columns(handed.data, names), names, handed)


def _aligned(columns: dict[str, Array], handed: Handed) -> tuple[dict[str, Array], Handed]:
    """Take the labels of two frames from their column names, and line the columns up where the names are the same."""
    truth, prediction = column_names(handed.truth), column_names(handed.prediction)
    if truth is None or columns["truth"].ndim != 2:
        return columns, handed
    if prediction is not None and set(prediction) == set(truth) and len(prediction) == len(truth):
        order = [prediction.index(name) for name in truth]
        columns = {**columns, "prediction": columns["prediction"][:, order]}
    return columns, replace(handed, labels=handed.labels or truth)


def _stream(handed: Handed, names: dict[str, str]) -> LabelStream | None:
    """Return a stream if the data are a file, two files side by side, or a lazy frame."""
    lazy = open_lazy(handed.data, list(names.values()))
    if lazy is None:
        return None
    weight = names.get("weight")
    return LabelStream(lazy.frame, names["truth"], names["prediction"], weight, handed.missing, lazy.where, lazy.reopen)


def _names_several(handed: Handed) -> bool:
    return all(
        isinstance(value, list | tuple) and value and all(isinstance(name, str) for name in value)
        for value in (handed.truth, handed.prediction)
    )


def _indicator_columns(handed: Handed) -> IndicatorRows | NotLabels:
    """Read truth=[...] and prediction=[...], lists of column names, as a multilabel indicator."""
    truth, prediction = ([str(name) for name in _listed(value)] for value in (handed.truth, handed.prediction))
    names = {f"truth {name}": name for name in truth} | {f"prediction {name}": name for name in prediction}
    if isinstance(handed.weight, str):
        names["weight"] = handed.weight
    taken = read_columns(handed.data, names)
    columns = {
        "truth": np.stack([taken[f"truth {name}"] for name in truth], axis=1),
        "prediction": np.stack([taken[f"prediction {name}"] for name in prediction], axis=1),
    }
    if "weight" in taken:
        columns["weight"] = taken["weight"]
    reason = amounts_in_columns(columns["truth"], "truth") if handed.task is None else None
    if reason is not None:
        return NotLabels(reason)
    return _indicator(columns, handed, tuple(handed.labels or truth))


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else (value,)


def _rows(columns: dict[str, Array], names: dict[str, str], handed: Handed) -> LabelRows | IndicatorRows | NotLabels:
    _check_lengths(columns)
    if columns["truth"].ndim == 2 or columns["prediction"].ndim == 2:
        reason = amounts_in_columns(columns["truth"], names["truth"]) if handed.task is None else None
        return NotLabels(reason) if reason else _indicator(columns, handed, tuple(handed.labels or ()))
    truth = read_labels(columns["truth"], names["truth"])
    reason = regression_reason(truth.profile) if handed.task is None and handed.labels is None else None
    if reason is not None:
        return NotLabels(reason)
    prediction = read_labels(columns["prediction"], names["prediction"])
    weight = read_weights(columns["weight"], names["weight"]) if "weight" in columns else None
    gaps = {column.name: column.missing for column in (truth, prediction)}
    if weight is not None:
        gaps[names["weight"]] = np.isnan(weight)
    keep = complete_rows(gaps, handed.missing)
    if keep is not None:
        truth, prediction = truth.keep(keep), prediction.keep(keep)
        weight = None if weight is None else weight[keep]
    weight = check_total(weight, names.get("weight", "weight"))
    return LabelRows(*same_kind(truth, prediction), weight, 0 if keep is None else int((~keep).sum()))


def amounts_in_columns(truth: Array, name: str) -> str | None:
    """Say why several columns hold amounts: fractions, or more whole numbers than classes have."""
    if truth.ndim != 2 or truth.dtype.kind not in "fiu":
        return None
    return regression_reason(read_labels(truth.ravel(), name).profile, columns=truth.shape[1])


def _check_lengths(columns: dict[str, Array]) -> None:
    rows = len(columns["truth"])
    for name, values in columns.items():
        if len(values) != rows:
            raise errors.lengths_differ("truth", rows, name, len(values))


def _indicator(columns: dict[str, Array], handed: Handed, labels: tuple[object, ...]) -> IndicatorRows:
    truth, prediction = columns["truth"], columns["prediction"]
    widths = [array.shape[1] if array.ndim == 2 else 1 for array in (truth, prediction)]
    if widths[0] != widths[1]:
        raise label_errors.widths_differ(*widths)
    if labels and len(labels) != widths[0]:
        raise label_errors.label_columns(len(labels), widths[0])
    weight = read_weights(columns["weight"], "weight") if "weight" in columns else None
    numbers = {name: indicator_numbers(columns[name], name) for name in ("truth", "prediction")}
    gaps = {name: np.asarray(np.isnan(array).any(axis=1)) for name, array in numbers.items()}
    if weight is not None:
        gaps["weight"] = np.isnan(weight)
    keep = complete_rows(gaps, handed.missing)
    if keep is not None:
        numbers = {name: array[keep] for name, array in numbers.items()}
        weight = None if weight is None else weight[keep]
    weight = check_total(weight, "weight")
    dropped = 0 if keep is None else int((~keep).sum())
    names = labels or tuple(range(widths[0]))
    return IndicatorRows(names, numbers["truth"] == 1, numbers["prediction"] == 1, weight, dropped)


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
