"""Tables of scores as users keep them: data sets x models, the names found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import samples as errors
from assay.inputs.columns import as_array, series_to_array
from assay.inputs.files import open_file, readable
from assay.inputs.models import check_distinct

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreMatrix:
    """Scores, rows data sets and columns models, without gaps; `dropped` names data sets that were left out."""

    models: tuple[object, ...]
    data_sets: tuple[object, ...]
    scores: Numbers
    dropped: tuple[object, ...] = ()


def read_score_matrix(table: object, missing: str) -> ScoreMatrix:
    """Read a frame, a path, {model: scores} or a 2-D array; refuse what cannot be ranked."""
    models, data_sets, columns = _columns(table)
    if len(models) < 2:
        raise errors.too_few_models(len(models))
    check_distinct(models)
    sizes = [len(column) for column in columns]
    for model, size in zip(models, sizes, strict=True):
        if size != sizes[0]:
            raise errors.ragged(model, size, sizes[0])
    names = data_sets or tuple(range(1, sizes[0] + 1))
    return _complete(ScoreMatrix(tuple(models), names, np.stack(columns, axis=1)), missing)


def _complete(matrix: ScoreMatrix, missing: str) -> ScoreMatrix:
    infinite = np.argwhere(np.isinf(matrix.scores))
    if len(infinite):
        row, column = infinite[0]
        raise errors.infinite_cell(matrix.data_sets[row], matrix.models[column])
    gaps = np.isnan(matrix.scores)
    kept: list[bool] = (~np.any(gaps, axis=1)).tolist()
    dropped: tuple[object, ...] = ()
    if gaps.any():
        row, column = np.argwhere(gaps)[0]
        if missing == "error":
            raise errors.missing_cell(matrix.data_sets[row], matrix.models[column], int(gaps.sum()))
        dropped = tuple(name for name, keep in zip(matrix.data_sets, kept, strict=True) if not keep)
    names = tuple(name for name, keep in zip(matrix.data_sets, kept, strict=True) if keep)
    if len(names) < 3:
        raise errors.too_few_data_sets(len(names))
    return ScoreMatrix(matrix.models, names, matrix.scores[kept], dropped)


Columns = tuple[list[object], tuple[object, ...] | None, list[Numbers]]


def _columns(table: object) -> Columns:
    if isinstance(table, str | os.PathLike):
        with readable(str(table)):
            return _from_frame(open_file(table).collect())
    if isinstance(table, Mapping):
        return list(table), None, [_numbers(as_array(values, str(model)), model) for model, values in table.items()]
    if isinstance(table, list | tuple | np.ndarray):
        try:
            array = np.asarray(table)
        except ValueError as problem:
            raise errors.not_a_table("has rows of different lengths") from problem
        if array.ndim != 2:
            raise errors.not_a_table(f"has {array.ndim} dimension{'s' if array.ndim != 1 else ''}")
        names: list[object] = [f"model {place + 1}" for place in range(array.shape[1])]
        return names, None, [_numbers(array[:, place], names[place]) for place in range(array.shape[1])]
    return _from_frame(table)


def _from_frame(table: object) -> Columns:
    """Take every numeric column as a model; one column of text (or a named index) names the data sets."""
    import narwhals.stable.v2 as nw

    lazy = hasattr(table, "collect_schema") and not hasattr(table, "shape")
    listed = [] if lazy else [str(name) for name in getattr(table, "columns", ())]
    for place, name in enumerate(listed):
        original = name.partition("_duplicated_")[0]
        if name in listed[:place] or (original != name and original in listed):
            raise errors.same_model_twice(original)
    try:
        frame: Any = nw.from_native(table)
    except TypeError as problem:
        raise errors.not_a_table(f"is a {type(table).__name__}") from problem
    if hasattr(frame, "collect"):
        frame = frame.collect()
    names = list(frame.columns)
    kinds = {name: frame.get_column(name).dtype for name in names}
    texts = [name for name in names if not (kinds[name].is_numeric() or kinds[name] == nw.Boolean)]
    texts = [name for name in texts if not _hidden_numbers(frame.get_column(name))]
    for name in texts[1:]:
        raise errors.text_column(name, frame.get_column(name).drop_nulls().head(1).to_list()[0])
    data_sets = tuple(frame.get_column(texts[0]).to_list()) if texts else _index(table)
    models = [name for name in names if name not in texts]
    return list(models), data_sets, [_numbers(series_to_array(frame.get_column(name)), name) for name in models]


def _hidden_numbers(series: Any) -> bool:
    """Say whether a column of objects holds only numbers and gaps."""
    values = [value for value in series.to_list() if value is not None and value == value]
    return all(isinstance(value, int | float) for value in values)


def _index(table: object) -> tuple[object, ...] | None:
    """Return the names in a pandas index that is not just a count of rows."""
    index = getattr(table, "index", None)
    values = list(index) if index is not None and hasattr(index, "tolist") else []
    return tuple(values) if values and all(isinstance(value, str) for value in values) else None


def _numbers(array: NDArray[np.generic], name: object) -> Numbers:
    try:
        flat = [np.nan if value is None else value for value in array.tolist()]
        return np.array(flat, dtype=float)
    except (TypeError, ValueError) as problem:
        text = next(value for value in array.tolist() if isinstance(value, str))
        raise errors.text_column(name, text) from problem
