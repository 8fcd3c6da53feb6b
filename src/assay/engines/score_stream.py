"""Reduce the scores of a file to a score table, a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.engines.stream_checks import all_ones, first_places, gap, reduce_stream, refuse_text
from assay.errors import columns as column_errors
from assay.errors import scores as errors
from assay.inputs.labels import LabelColumn
from assay.inputs.numbers import A_SCORE, A_WEIGHT
from assay.inputs.scores import ScoreStream
from assay.inputs.weights import extreme
from assay.summaries.label_counts import sorted_labels
from assay.summaries.score_table import ScoreTable, merge_all

if TYPE_CHECKING:
    import polars as pl

Message = Callable[[str, int, Sequence[int]], Exception]

BATCH = 500_000
AT_ONCE = 8
"""How many batches' tables are merged together."""


def truth_column(stream: ScoreStream) -> LabelColumn:
    """Find out which labels the truth holds, in one pass."""
    values = reduce_stream(stream, _distinct_truths)
    present = [value for value in values if value is not None and value == value]
    if not present:
        raise column_errors.empty(stream.truth)
    floats = any(isinstance(value, float) for value in present)
    fractional = [value for value in present if isinstance(value, float) and not value.is_integer()]
    if fractional:
        return LabelColumn(stream.truth, "number", (), np.zeros(0, dtype=np.intp), True, float(fractional[0]))
    labels = sorted_labels({int(value) if isinstance(value, float) else value for value in present})
    kind = "string" if isinstance(labels[0], str) else "integer"
    return LabelColumn(stream.truth, kind, labels, np.zeros(0, dtype=np.intp), floats)


def _distinct_truths(stream: ScoreStream) -> list[Any]:
    import polars as pl

    return stream.frame.select(pl.col(stream.truth).unique()).collect(engine="streaming")[stream.truth].to_list()


def tabulate(stream: ScoreStream, positive: Any, keep: tuple[float, ...]) -> tuple[ScoreTable, int]:
    """Return the table of all batches, and how many rows were dropped for a gap."""
    return reduce_stream(stream, lambda opened: _tabulate(opened, positive, keep))


def _tabulate(stream: ScoreStream, positive: Any, keep: tuple[float, ...]) -> tuple[ScoreTable, int]:
    import polars as pl

    scale = _refuse(stream)
    schema = stream.frame.collect_schema()
    score = pl.col(stream.score) if schema[stream.score].is_float() else pl.col(stream.score).cast(pl.Float64)
    columns = [score.alias("score"), (pl.col(stream.truth) == positive).alias("positive")]
    if stream.weight is not None:
        columns.append((pl.col(stream.weight).cast(pl.Float64) / scale).alias("weight"))
    gap = pl.any_horizontal(gaps_of(stream))
    frame = stream.frame.select(*columns, gap.alias("gap"))
    tables: list[ScoreTable] = []
    dropped = 0
    for batch in frame.collect_batches(chunk_size=BATCH):
        dropped += int(batch["gap"].sum())
        tables.extend(_table(batch.filter(~pl.col("gap")), keep))
        if len(tables) >= AT_ONCE:
            tables = [merge_all(tables)]
    if not tables:
        raise column_errors.nothing_left(dropped)
    return _without_ones(merge_all(tables) if len(tables) > 1 else tables[0]), dropped


def _without_ones(table: ScoreTable) -> ScoreTable:
    """Return a table in which every case weighs 1 as one without weights, so that nothing depends on them."""
    squares = float(table.positive_squares.sum() + table.negative_squares.sum())
    if not table.weighted or not all_ones(table.rows, float(table.total), squares):
        return table
    return replace(
        table,
        weighted=False,
        positive_squares=table.positives,
        negative_squares=table.negatives,
        losses=None if table.exact else table.losses,
    )


def _table(batch: pl.DataFrame, keep: tuple[float, ...]) -> Iterator[ScoreTable]:
    if not batch.height:
        return
    score, positive = batch["score"].to_numpy(), batch["positive"].to_numpy()
    if "weight" not in batch.columns:
        yield ScoreTable.of_scores(score[positive], score[~positive], keep=keep)
        return
    weight = batch["weight"].to_numpy()
    yield ScoreTable.of_scores(score[positive], score[~positive], weight[positive], weight[~positive], keep=keep)


def gaps_of(stream: ScoreStream) -> list[pl.Expr]:
    """Return, for every column in use, where it has a gap."""
    names = (stream.truth, stream.score, stream.weight, stream.prediction)
    return [gap(stream.frame, name) for name in names if name is not None]


def complete(stream: ScoreStream) -> pl.Expr:
    """Return where no column in use has a gap."""
    import polars as pl

    return ~pl.any_horizontal(gaps_of(stream))


def _refuse(stream: ScoreStream) -> float:
    """Look for scores, weights and gaps that cannot be used, in one pass; return what to divide the weights by."""
    import polars as pl

    refuse_text(stream.frame, stream.score, A_SCORE)
    if stream.weight is not None:
        refuse_text(stream.frame, stream.weight, A_WEIGHT)
    score, weight = pl.col(stream.score).cast(pl.Float64), pl.col(stream.weight or stream.score).cast(pl.Float64)
    checks: list[tuple[pl.Expr, str, Message]] = [(score.is_infinite(), stream.score, errors.infinite)]
    if stream.weight is not None:
        checks.append((weight < 0, stream.weight, column_errors.negative_weights))
        checks.append((weight.is_infinite(), stream.weight, column_errors.infinite_weights))
    if stream.missing == "error":
        used = [name for name in (stream.truth, stream.score, stream.weight, stream.prediction) if name is not None]
        checks += [(gap(stream.frame, name), name, column_errors.missing_values) for name in used]
    counts = [check[0].sum().alias(str(number)) for number, check in enumerate(checks)]
    found = stream.frame.select(*counts, weight.fill_nan(None).max().alias("largest")).collect(engine="streaming")
    for number, (where, name, message) in enumerate(checks):
        if found[str(number)].item():
            raise message(name, int(found[str(number)].item()), first_places(stream.frame, where))
    largest = float(found["largest"].item() or 0.0)
    if stream.weight is not None and not largest > 0:
        raise column_errors.zero_weights(stream.weight)
    return (extreme(largest) or 1.0) if stream.weight is not None else 1.0
