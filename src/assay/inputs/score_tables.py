"""Tables of scores as users keep them: data sets x models, or one score per row; names are found, runs averaged."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.checks.arrays import floats
from assay.checks.lists import listed
from assay.errors import samples as errors
from assay.errors.tree import quote, quote_all
from assay.inputs.columns import Array, as_array, series_to_array
from assay.inputs.files import open_file
from assay.inputs.indices import refuse_reordered
from assay.inputs.models import check_distinct
from assay.inputs.scans import readable
from assay.inputs.score_columns import Layout, lay_out
from assay.results.note import Note

Numbers = NDArray[np.float64]

FEWEST_DATA_SETS = 3
"""With two the smallest two-sided p is 0.5."""


@dataclass(frozen=True, eq=False)
class ScoreMatrix:
    """Scores, rows data sets and columns models, without gaps; `dropped` names data sets that were left out."""

    models: tuple[object, ...]
    data_sets: tuple[object, ...]
    scores: Numbers
    dropped: tuple[object, ...] = ()
    notes: tuple[Note, ...] = ()
    masked: bool = False


@dataclass(frozen=True, eq=False)
class _Columns:
    """The columns of a table by name. `keys` came from an index; `names_models` where the user named the models."""

    columns: Mapping[object, Array]
    keys: tuple[object, ...] = ()
    row_names: tuple[object, ...] | None = None
    names_models: bool = False
    masked: bool = False


def read_score_matrix(table: object, missing: str) -> ScoreMatrix:
    """Read a frame, a path, {model: scores} or a 2-D array; refuse what cannot be ranked."""
    given = _columns(table)
    _check_lengths(given.columns)
    layout = lay_out(given.columns, given.keys, given.names_models)
    matrix = _long(given, layout) if layout.model is not None else _wide(given, layout)
    if len(matrix.models) < 2:
        raise errors.too_few_models(len(matrix.models))
    check_distinct(matrix.models)
    notes = (*_layout_notes(layout), *matrix.notes)
    return _complete(replace(matrix, notes=notes, masked=given.masked), missing)


def _check_lengths(columns: Mapping[object, Array]) -> None:
    sizes = [len(column) for column in columns.values()]
    for name, size in zip(columns, sizes, strict=True):
        if size != sizes[0]:
            raise errors.ragged(name, size, sizes[0])


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
            where = matrix.data_sets[row], matrix.models[column]
            raise errors.missing_cell(*where, int(gaps.sum()), matrix.masked)
        dropped = tuple(name for name, keep in zip(matrix.data_sets, kept, strict=True) if not keep)
    names = tuple(name for name, keep in zip(matrix.data_sets, kept, strict=True) if keep)
    if len(names) < FEWEST_DATA_SETS:
        raise errors.too_few_data_sets(len(names))
    return replace(matrix, data_sets=names, scores=matrix.scores[kept], dropped=dropped)


def _wide(given: _Columns, layout: Layout) -> ScoreMatrix:
    """Read one column per model; several runs on a data set are averaged, as they are not independent."""
    scores = [_numbers(given.columns[name], name) for name in layout.scores]
    rows = len(scores[0]) if scores else 0
    table = np.stack(scores, axis=1) if scores else np.empty((0, 0))
    named = given.row_names if layout.data_set is None else tuple(given.columns[layout.data_set].tolist())
    runs = _runs(given, layout, rows)
    if named is None and len(set(runs)) > 1:
        raise errors.runs_without_data_sets(layout.runs[0])
    names = tuple(range(1, rows + 1)) if named is None or not scores else named
    runs = runs if scores else [()] * rows
    _check_repeats(list(zip(names, runs, strict=True)), layout, "data set")
    data_sets = tuple(dict.fromkeys(names))
    if len(data_sets) == len(names):
        return ScoreMatrix(layout.scores, names, table, notes=_single_runs(layout))
    place = {name: number for number, name in enumerate(data_sets)}
    rows_of = np.array([place[name] for name in names])
    counts = np.bincount(rows_of)
    means = np.stack([np.bincount(rows_of, column) / counts for column in table.T], axis=1)
    return ScoreMatrix(layout.scores, data_sets, means, notes=(_averaged(layout, counts),))


def _long(given: _Columns, layout: Layout) -> ScoreMatrix:
    """Read one score per row; several runs of a model on a data set are averaged."""
    column = layout.scores[0]
    scores = _numbers(given.columns[column], column)
    if layout.data_set is None and given.row_names is None:
        raise errors.no_data_sets(layout.model)
    of_set = given.row_names if layout.data_set is None else given.columns[layout.data_set].tolist()
    of_model = given.columns[layout.model].tolist()
    pairs = list(zip(of_set or (), of_model, strict=True))
    runs = _runs(given, layout, len(scores))
    _check_repeats([(*pair, run) for pair, run in zip(pairs, runs, strict=True)], layout, "data set and model")
    data_sets, models = (tuple(dict.fromkeys(pair[side] for pair in pairs)) for side in (0, 1))
    places = [{name: number for number, name in enumerate(names)} for names in (data_sets, models)]
    cells = np.array([places[0][pair[0]] * len(models) + places[1][pair[1]] for pair in pairs])
    counts = np.bincount(cells, minlength=len(data_sets) * len(models))
    with np.errstate(invalid="ignore"):
        means = np.bincount(cells, scores, len(counts)) / np.where(counts > 0, counts, np.nan)
    words = f"Every row holds one score: `{column}` of the model in `{layout.model}`"
    notes = [Note("long-format", f"{words} on the data set in `{layout.data_set or 'the index'}`.")]
    if counts.max() > 1:
        notes.append(_averaged(layout, counts[counts > 0]))
    return ScoreMatrix(models, data_sets, means.reshape(len(data_sets), len(models)), notes=tuple(notes))


def _runs(given: _Columns, layout: Layout, rows: int) -> list[Hashable]:
    """Return what tells the runs of a data set apart, the same for all where nothing does."""
    if not layout.runs:
        return [()] * rows
    return list(zip(*(given.columns[name].tolist() for name in layout.runs), strict=True))


def _check_repeats(keys: Sequence[tuple[Any, ...]], layout: Layout, what: str) -> None:
    """Refuse rows that say the same thing twice."""
    seen: dict[tuple[Any, ...], int] = {}
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
    twice = [(key, count) for key, count in seen.items() if count > 1]
    if not twice:
        return
    names = list(dict.fromkeys(" / ".join(str(part) for part in key[:-1]) for key, _ in twice))
    if layout.runs:
        raise errors.same_run_twice(what, names, twice[0][1], layout.runs)
    raise errors.repeated_data_sets(what, names, twice[0][1])


def _averaged(layout: Layout, counts: NDArray[np.intp]) -> Note:
    least, most = int(counts.min()), int(counts.max())
    several = f"{most} runs" if least == most else f"{least} to {most} runs"
    what = "data set and model" if layout.model is not None else "data set"
    opening = f"Scores are means over {several} of each {what} (`{'`, `'.join(str(name) for name in layout.runs)}`), "
    return Note("runs-averaged", opening + "since runs on one data set are not independent of each other.")


def _single_runs(layout: Layout) -> tuple[Note, ...]:
    """Say that columns of runs were not needed, where every data set has one."""
    if not layout.runs:
        return ()
    what = f"Column {quote(layout.runs[0])} was" if len(layout.runs) == 1 else f"Columns {quote_all(layout.runs)} were"
    return (Note("one-run", f"{what} left out, as there is one run on every data set."),)


def _layout_notes(layout: Layout) -> Iterator[Note]:
    if layout.left_out:
        single = len(layout.left_out) == 1
        what = f"Columns {quote_all(layout.left_out)} number"
        if single:
            what = f"Column {quote(layout.left_out[0])} numbers"
        verb, it = ("was", "it is") if single else ("were", "one of them is")
        yield Note("columns-left-out", f"{what} the rows and {verb} left out; if {it} a model, rename that column.")


def _columns(table: object) -> _Columns:
    if isinstance(table, str | os.PathLike):
        with readable(str(table)):
            return _from_frame(open_file(table).collect())
    if isinstance(table, Mapping):
        return _from_mapping(table)
    if isinstance(table, list | tuple | np.ndarray):
        return _from_array(table)
    return _from_frame(table)


def _from_mapping(table: Mapping[object, object]) -> _Columns:
    """Read {model: scores}; a masked score is a missing one."""
    refuse_reordered({f"table[{name!r}]": values for name, values in table.items()})
    hidden = any(np.ma.is_masked(values) for values in table.values())
    arrays = {
        name: floats(values) if isinstance(values, np.ma.MaskedArray) else as_array(values, str(name))
        for name, values in table.items()
    }
    return _Columns(arrays, names_models=True, masked=hidden)


def _from_array(table: Any) -> _Columns:
    try:
        rows = listed(table) or ()
        hidden = isinstance(table, np.ma.MaskedArray) or any(isinstance(row, np.ma.MaskedArray) for row in rows)
        array = floats(table) if hidden else np.asarray(table)
    except ValueError as problem:
        raise errors.not_a_table("has rows of different lengths") from problem
    if array.ndim != 2:
        raise errors.not_a_table(f"has {array.ndim} dimension{'s' if array.ndim != 1 else ''}")
    columns: dict[object, Array] = {f"model {place + 1}": array[:, place] for place in range(array.shape[1])}
    return _Columns(columns, names_models=True, masked=hidden)


def _from_frame(table: Any) -> _Columns:
    """Read every column of a frame; a named index of pandas is a column too, but never a model."""
    import narwhals.stable.v2 as nw

    keys = _index_names(table)
    table = table.reset_index() if keys else table
    lazy = hasattr(table, "collect_schema") and not hasattr(table, "shape")
    listed = [] if lazy else [str(name) for name in getattr(table, "columns", ())]
    for place, name in enumerate(listed):
        original = name.partition("_duplicated_")[0]
        if name in listed[:place] or (original != name and original in listed):
            raise errors.same_model_twice(original)
    try:
        frame: Any = nw.from_native(table)
    except TypeError as problem:
        raise errors.not_a_table(f"has the type {type(table).__name__}") from problem
    if hasattr(frame, "collect"):
        frame = frame.collect()
    columns: dict[object, Array] = {name: series_to_array(frame.get_column(name)) for name in frame.columns}
    return _Columns(columns, tuple(key for key in keys if key in columns), _index(table))


def _index_names(table: Any) -> tuple[object, ...]:
    """Return the names of a pandas index that is more than a count of the rows, where its columns leave them free."""
    index = getattr(table, "index", None)
    names = tuple(getattr(index, "names", None) or ())
    if not (hasattr(table, "reset_index") and hasattr(table, "columns")) or set(names) & set(table.columns):
        return ()
    several = len(names) > 1
    return (
        tuple(f"level_{at}" if name is None else name for at, name in enumerate(names))
        if several or any(name is not None for name in names)
        else ()
    )


def _index(table: object) -> tuple[object, ...] | None:
    """Return the names in a pandas index that is not just a count of rows."""
    index = getattr(table, "index", None)
    values = list(index) if index is not None and hasattr(index, "tolist") else []
    return tuple(values) if values and all(isinstance(value, str) for value in values) else None


def _numbers(array: Array, name: object) -> Numbers:
    try:
        flat = [np.nan if value is None else value for value in array.tolist()]
        return np.array(flat, dtype=float)
    except (TypeError, ValueError) as problem:
        text = next(value for value in array.tolist() if isinstance(value, str))
        raise errors.text_column(name, text) from problem
