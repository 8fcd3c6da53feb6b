"""Scores as the user hands them over: one a case, or one a class and case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as column_errors
from assay.errors import scores as errors
from assay.inputs.columns import Array, as_array, column_names
from assay.inputs.frames import as_lazy_polars, take_columns
from assay.inputs.labels import LabelColumn, is_missing, read_labels
from assay.inputs.missing import complete_rows
from assay.inputs.sources import Handed, opener_of
from assay.inputs.weights import check_total, first_rows, read_weights

if TYPE_CHECKING:
    import polars as pl

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreRows:
    """Cases with scores, in memory, checked: `score` is one column, or one a class (named by `classes` if it was)."""

    truth: LabelColumn | None
    indicator: NDArray[np.bool_] | None
    score: NDArray[np.floating]
    classes: tuple[object, ...] | None
    weight: Numbers | None
    dropped: int = 0


@dataclass(frozen=True, eq=False)
class ScoreStream:
    """Columns of a lazy frame: truth, one score, and perhaps a weight."""

    frame: pl.LazyFrame
    truth: str
    score: str
    weight: str | None
    missing: str
    where: str


def read_score_source(handed: Handed, score: object) -> ScoreRows | ScoreStream:
    """Check truth and scores; a single score column of a file stays a stream."""
    if handed.truth is None:
        raise column_errors.partner_missing("score", "truth")
    if handed.data is None:
        columns = {"truth": as_array(handed.truth, "truth")}
        if handed.weight is not None:
            columns["weight"] = as_array(handed.weight, "weight")
        matrix, classes = _given_scores(score)
        return _score_rows(columns, {"truth": "truth", "weight": "weight"}, matrix, classes, handed)
    return _from_data(handed, score)


def _given_scores(score: object) -> tuple[Array, tuple[object, ...] | None]:
    if isinstance(score, Mapping):
        parts = [as_array(values, f"score of {label}") for label, values in score.items()]
        for part in parts[1:]:
            if len(part) != len(parts[0]):
                raise column_errors.lengths_differ("score", len(parts[0]), "score", len(part))
        return np.stack(parts, axis=1), tuple(score)
    return as_array(score, "score"), column_names(score)


def _from_data(handed: Handed, score: object) -> ScoreRows | ScoreStream:
    classes, names = _named_scores(score)
    several = isinstance(handed.truth, list | tuple)
    truths = [str(name) for name in handed.truth] if isinstance(handed.truth, list | tuple) else [str(handed.truth)]
    wanted = {f"truth {name}": name for name in truths} | {f"score {name}": name for name in names}
    if handed.weight is not None:
        wanted["weight"] = str(handed.weight)
    opener, where = opener_of(handed.data, list(wanted.values()))
    lazy = opener(False) if opener else as_lazy_polars(handed.data)
    if lazy is not None:
        columns = lazy.collect_schema().names()
        for name in wanted.values():
            if name not in columns:
                raise column_errors.unknown_column(name, columns, where)
        if len(names) == 1 and not several:
            weight = wanted.get("weight")
            return ScoreStream(lazy, truths[0], names[0], weight, handed.missing, where)
    taken = take_columns(handed.data if lazy is None else lazy.collect(), wanted)
    columns_taken = {"truth": _stacked([taken[f"truth {name}"] for name in truths], several)}
    if "weight" in taken:
        columns_taken["weight"] = taken["weight"]
    matrix = _stacked([taken[f"score {name}"] for name in names], len(names) > 1)
    shown = {"truth": truths[0] if not several else "truth", "weight": wanted.get("weight", "weight")}
    return _score_rows(columns_taken, shown, matrix, classes, handed)


def _named_scores(score: object) -> tuple[tuple[object, ...] | None, list[str]]:
    if isinstance(score, str):
        return None, [score]
    if isinstance(score, Mapping):
        return tuple(score), [str(name) for name in score.values()]
    if isinstance(score, list | tuple) and all(isinstance(name, str) for name in score):
        return None, list(score)
    raise column_errors.column_with_data("score", score)


def _stacked(parts: list[Array], several: bool) -> Array:
    return np.stack(parts, axis=1) if several else parts[0]


def _score_rows(
    columns: dict[str, Array],
    names: dict[str, str],
    matrix: Array,
    classes: tuple[object, ...] | None,
    handed: Handed,
) -> ScoreRows:
    truth = columns["truth"]
    if len(matrix) != len(truth):
        raise column_errors.lengths_differ(names["truth"], len(truth), "score", len(matrix))
    scores = _numbers(matrix)
    gaps = {"score": np.asarray(np.isnan(scores) if scores.ndim == 1 else np.isnan(scores).any(axis=1))}
    weight = None
    if "weight" in columns:
        if len(columns["weight"]) != len(truth):
            raise column_errors.lengths_differ(names["truth"], len(truth), "weight", len(columns["weight"]))
        weight = read_weights(columns["weight"], names["weight"])
        gaps[names["weight"]] = np.isnan(weight)
    column = read_labels(truth, names["truth"]) if truth.ndim == 1 else None
    gaps[names["truth"]] = column.missing if column else np.zeros(len(truth), dtype=bool)
    keep = complete_rows(gaps, handed.missing)
    if keep is not None:
        scores, truth = scores[keep], truth[keep]
        column = column.keep(keep) if column else None
        weight = None if weight is None else weight[keep]
    bad = np.isinf(scores) if scores.ndim == 1 else np.isinf(scores).any(axis=1)
    if bad.any():
        raise errors.infinite("score", int(bad.sum()), first_rows(bad))
    check_total(weight, names.get("weight", "weight"))
    dropped = 0 if keep is None else int((~keep).sum())
    return ScoreRows(column, None if column else truth == 1, scores, classes, weight, dropped)


def _numbers(matrix: Array) -> NDArray[np.floating]:
    """Return scores as floats; float32 stays float32, so that its own precision decides where log loss is clipped."""
    if matrix.dtype.kind == "f" and matrix.dtype.itemsize in (4, 8):
        return matrix  # type: ignore[return-value]
    if matrix.dtype.kind == "O":
        flat = [np.nan if is_missing(value) else value for value in matrix.ravel().tolist()]
        matrix = np.array(flat, dtype=object).reshape(matrix.shape)
    try:
        return np.asarray(matrix, dtype=float)
    except (TypeError, ValueError) as problem:
        raise errors.not_numbers("score") from problem
