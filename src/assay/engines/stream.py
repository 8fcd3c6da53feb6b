"""Reduce the columns of a file to a confusion table without ever holding the rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.engines.stream_checks import all_ones, first_places, reduce_stream, refuse_text
from assay.engines.stream_profile import first_strange, kind_of, profile_column
from assay.errors import columns as errors
from assay.errors import labels as label_errors
from assay.inputs.labels import LabelColumn, same_kind
from assay.inputs.numbers import A_WEIGHT
from assay.inputs.profiles import ColumnProfile
from assay.inputs.sources import LabelStream
from assay.inputs.tasks import MOST_LABELS
from assay.inputs.weights import extreme
from assay.summaries.label_counts import Label, LabelCounts, sorted_labels

if TYPE_CHECKING:
    import polars as pl

NAME = "streamed"
GLANCE = 200_000


@dataclass(frozen=True)
class Streamed:
    """The reduction of a file: the table, what its columns turned out to be, and how many rows were dropped."""

    counts: LabelCounts
    truth: LabelColumn
    prediction: LabelColumn
    dropped: int


def count_labels(stream: LabelStream) -> Streamed:
    """Group the rows by truth and prediction."""
    return reduce_stream(stream, _count)


def profile_truth(stream: LabelStream) -> ColumnProfile:
    """Return what one look at the truth tells."""
    return reduce_stream(stream, lambda opened: profile_column(opened.frame, opened.truth))


def _count(stream: LabelStream) -> Streamed:
    import polars as pl

    columns = {name: _profile(stream.frame, name) for name in (stream.truth, stream.prediction)}
    if any(column.kind == "number" for column in columns.values()):
        nothing = LabelCounts((), np.zeros((0, 0)), np.zeros((0, 0)), 0)
        return Streamed(nothing, columns[stream.truth], columns[stream.prediction], 0)
    scale = _checked_scale(stream)
    weight = pl.lit(1.0) if stream.weight is None else pl.col(stream.weight).cast(pl.Float64) / scale
    keys = [pl.col(stream.truth).alias("truth"), pl.col(stream.prediction).alias("prediction"), weight.alias("weight")]
    gap = pl.col("weight").is_null() | pl.col("weight").is_nan()
    cells = (
        stream.frame.select(keys)
        .group_by("truth", "prediction", gap.alias("gap"))
        .agg(
            pl.len().alias("rows"),
            pl.col("weight").sum(),
            (pl.col("weight") ** 2).sum().alias("square"),
            (pl.col("weight") ** 4).sum().alias("fourth"),
        )
        .collect(engine="streaming")
    )
    if not cells.height:
        raise errors.empty(stream.truth)
    complete, dropped = _complete(cells, stream)
    return _assemble(complete, columns, stream, dropped)


def _profile(frame: pl.LazyFrame, name: str) -> LabelColumn:
    """Find out what a column holds before grouping by it: fractions and identifiers are no labels."""
    import polars as pl

    kind = kind_of(frame.collect_schema()[name], name)
    codes = np.zeros(0, dtype=np.intp)
    if kind == "float":
        example = first_strange(frame, name)
        kind = "integer" if example is None else "number"
        return LabelColumn(name, kind, (), codes, from_floats=True, example=example)
    distinct = frame.select(pl.col(name)).head(GLANCE).select(pl.col(name).n_unique()).collect().item()
    if distinct > MOST_LABELS:
        raise label_errors.too_many_labels(distinct, MOST_LABELS)
    return LabelColumn(name, kind, (), codes)


def _checked_scale(stream: LabelStream) -> float:
    """Refuse weights that are not numbers, negative or infinite, in one pass; return what to divide them by."""
    import polars as pl

    if stream.weight is None:
        return 1.0
    refuse_text(stream.frame, stream.weight, A_WEIGHT)
    weight = pl.col(stream.weight).cast(pl.Float64)
    counts = stream.frame.select(
        (weight < 0).sum().alias("negative"),
        weight.is_infinite().sum().alias("infinite"),
        weight.fill_nan(None).max().alias("largest"),
    ).collect(engine="streaming")
    if counts["negative"].item():
        raise errors.negative_weights(stream.weight, counts["negative"].item(), first_places(stream.frame, weight < 0))
    if counts["infinite"].item():
        rows = first_places(stream.frame, weight.is_infinite())
        raise errors.infinite_weights(stream.weight, counts["infinite"].item(), rows)
    return extreme(counts["largest"].item() or 0.0) or 1.0


def _complete(cells: pl.DataFrame, stream: LabelStream) -> tuple[pl.DataFrame, int]:
    """Set the groups with a gap aside: refuse them, or count them as dropped."""
    import polars as pl

    gaps = {
        stream.truth: _gap(cells, "truth"),
        stream.prediction: _gap(cells, "prediction"),
        str(stream.weight): cells["gap"],
    }
    for name, flags in gaps.items():
        count = int(cells["rows"].filter(flags).sum())
        if count and stream.missing == "error":
            value = pl.col(name)
            numeric = stream.frame.collect_schema()[name].is_float()
            where = value.is_null() | value.is_nan() if numeric else value.is_null()
            raise errors.missing_values(name, count, first_places(stream.frame, where))
    gap = gaps[stream.truth] | gaps[stream.prediction] | gaps[str(stream.weight)]
    dropped = int(cells["rows"].filter(gap).sum())
    complete = cells.filter(~gap)
    if not complete.height:
        raise errors.nothing_left(dropped)
    return complete, dropped


def _gap(cells: pl.DataFrame, name: str) -> pl.Series:
    values = cells[name]
    return values.is_null() | values.is_nan().fill_null(True) if values.dtype.is_float() else values.is_null()


def _assemble(cells: pl.DataFrame, columns: dict[str, LabelColumn], stream: LabelStream, dropped: int) -> Streamed:
    truth = _with_labels(columns[stream.truth], cells["truth"])
    prediction = _with_labels(columns[stream.prediction], cells["prediction"])
    truth, prediction = same_kind(truth, prediction)
    labels = sorted_labels({*truth.labels, *prediction.labels})
    if len(labels) > MOST_LABELS:
        raise label_errors.too_many_labels(len(labels), MOST_LABELS)
    place = {label: index for index, label in enumerate(labels)}
    weights, squares = np.zeros((len(labels), len(labels))), np.zeros((len(labels), len(labels)))
    at = tuple(np.array([place[_label(value)] for value in cells[name]], dtype=int) for name in ("truth", "prediction"))
    weights[at], squares[at] = cells["weight"].to_numpy(), cells["square"].to_numpy()
    if stream.weight is not None and not weights.sum() > 0:
        raise errors.zero_weights(str(stream.weight))
    rows, fourth = int(cells["rows"].sum()), float(cells["fourth"].sum())
    weighted = stream.weight is not None and not all_ones(rows, float(weights.sum()), float(squares.sum()))
    counts = LabelCounts(labels, weights, squares if weighted else weights, rows, weighted=weighted, fourth=fourth)
    return Streamed(counts, truth, prediction, dropped)


def _with_labels(column: LabelColumn, values: pl.Series) -> LabelColumn:
    return replace(column, labels=sorted_labels({_label(value) for value in values.unique()}))


def _label(value: Any) -> Label:
    return int(value) if isinstance(value, float) else value
