"""Scores as the user hands them over: one a case, or one a class and case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as column_errors
from assay.errors import scores as errors
from assay.inputs.columns import Array, as_array, column_names
from assay.inputs.indices import refuse_reordered
from assay.inputs.labels import LabelColumn, read_labels
from assay.inputs.lazy import open_lazy, read_columns
from assay.inputs.missing import complete_rows
from assay.inputs.numbers import A_SCORE, read_numbers
from assay.inputs.sources import Handed, indicator_numbers
from assay.inputs.weights import check_total, first_rows, read_weights

if TYPE_CHECKING:
    import polars as pl

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreRows:
    """Cases with scores, in memory, checked.

    `score` is one column, or one a class (named by `classes` if it was; `named` if the user named each on purpose).
    Truth is a column of labels or, for several labels a case, an indicator. `labels_from` hands the same cases on to
    whoever reads predictions.
    """

    truth: LabelColumn | None
    indicator: NDArray[np.bool_] | None
    score: NDArray[np.floating]
    classes: tuple[object, ...] | None
    named: bool
    weight: Numbers | None
    labels_from: Handed
    dropped: int = 0


@dataclass(frozen=True, eq=False)
class ScoreStream:
    """Columns of a lazy frame: truth, one score (of class `of`, if that was said), and perhaps a weight."""

    frame: pl.LazyFrame
    truth: str
    score: str
    weight: str | None
    prediction: str | None
    missing: str
    where: str
    reopen: Callable[[], pl.LazyFrame] | None = None
    of: object = None


@dataclass(frozen=True, eq=False)
class _Columns:
    """Every column as an array, with the name to use in a message."""

    arrays: dict[str, Array]
    names: dict[str, str]
    classes: tuple[object, ...] | None
    named: bool


def read_score_source(handed: Handed, score: object) -> ScoreRows | ScoreStream:
    """Check truth and scores; a single score column of a file stays a stream."""
    if handed.truth is None:
        raise column_errors.partner_missing("score", "truth")
    if handed.data is None:
        return _score_rows(_given(handed, score), handed)
    return _from_data(handed, score)


def _given(handed: Handed, score: object) -> _Columns:
    parts = {f"score[{label!r}]": values for label, values in score.items()} if isinstance(score, Mapping) else {}
    refuse_reordered({**handed.columns, **(parts or {"score": score})})
    arrays = {name: as_array(values, name) for name, values in handed.columns.items() if values is not None}
    if isinstance(score, Mapping):
        columns = [as_array(values, name) for name, values in parts.items()]
        for name, column in zip(parts, columns, strict=True):
            if len(column) != len(columns[0]):
                raise column_errors.lengths_differ(next(iter(parts)), len(columns[0]), name, len(column))
        arrays["score"] = np.stack(columns, axis=1)
    else:
        arrays["score"] = as_array(score, "score")
    classes = tuple(score) if isinstance(score, Mapping) else column_names(score)
    truth_names = column_names(handed.truth)
    if arrays["truth"].ndim == 2 and truth_names is not None and classes is not None:
        if set(truth_names) == set(classes):
            arrays["score"] = arrays["score"][:, [classes.index(name) for name in truth_names]]
        classes = truth_names
    return _Columns(arrays, {name: name for name in arrays}, classes, isinstance(score, Mapping))


def _from_data(handed: Handed, score: object) -> ScoreRows | ScoreStream:
    classes, names = _named_scores(score)
    several = isinstance(handed.truth, list | tuple)
    truths = [str(name) for name in handed.truth] if isinstance(handed.truth, list | tuple) else [str(handed.truth)]
    others = {name: str(value) for name, value in handed.columns.items() if name != "truth" and isinstance(value, str)}
    wanted = {f"truth {name}": name for name in truths} | {f"score {name}": name for name in names} | others
    lazy = open_lazy(handed.data, list(wanted.values())) if len(names) == 1 and not several else None
    if lazy is not None:
        of = classes[0] if classes else None
        rest = others.get("weight"), others.get("prediction"), handed.missing, lazy.where, lazy.reopen, of
        return ScoreStream(lazy.frame, truths[0], names[0], *rest)
    taken = read_columns(handed.data, wanted)
    arrays = {name: taken[name] for name in others}
    arrays["truth"] = _stacked([taken[f"truth {name}"] for name in truths], several)
    arrays["score"] = _stacked([taken[f"score {name}"] for name in names], len(names) > 1 or classes is not None)
    shown = {"truth": truths[0] if not several else "truth", "score": names[0] if len(names) == 1 else "score"}
    return _score_rows(
        _Columns(arrays, {name: shown.get(name, others.get(name, name)) for name in arrays}, classes, True), handed
    )


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


def _score_rows(columns: _Columns, handed: Handed) -> ScoreRows:
    arrays, names = columns.arrays, columns.names
    truth = arrays["truth"]
    for name, values in arrays.items():
        if len(values) != len(truth):
            raise column_errors.lengths_differ(names["truth"], len(truth), names[name], len(values))
    scores = read_numbers(arrays["score"], names["score"], A_SCORE)
    weight = read_weights(arrays["weight"], names["weight"]) if "weight" in arrays else None
    column = read_labels(truth, names["truth"]) if truth.ndim == 1 else None
    flags = np.zeros((0, 0)) if column else indicator_numbers(truth, "truth")
    gaps = {names["score"]: _any(np.isnan(scores)), names["truth"]: column.missing if column else _any(np.isnan(flags))}
    if weight is not None:
        gaps[names["weight"]] = np.isnan(weight)
    if "prediction" in arrays and arrays["prediction"].ndim == 1:
        gaps[names["prediction"]] = read_labels(arrays["prediction"], names["prediction"]).missing
    kept = complete_rows(gaps, handed.missing)
    keep: slice | NDArray[np.bool_] = slice(None) if kept is None else kept
    scores = scores[keep]
    bad = _any(np.isinf(scores))
    if bad.any():
        raise errors.infinite(names["score"], int(bad.sum()), first_rows(bad))
    weight = None if weight is None else weight[keep]
    weight = check_total(weight, names.get("weight", "weight"))
    same = replace(
        handed,
        truth=truth[keep],
        prediction=arrays["prediction"][keep] if "prediction" in arrays else None,
        weight=weight,
        data=None,
    )
    return ScoreRows(
        truth=column.keep(kept) if column and kept is not None else column,
        indicator=None if column else flags[keep] == 1,
        score=scores,
        classes=columns.classes,
        named=columns.named,
        weight=weight,
        labels_from=same,
        dropped=0 if kept is None else int((~kept).sum()),
    )


def _any(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return flags if flags.ndim == 1 else np.asarray(flags.any(axis=1))
