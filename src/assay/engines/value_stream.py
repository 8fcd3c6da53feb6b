"""Reduce the amounts in a file to a summary of errors: whole if it is of moderate size, else a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.engines.stream_checks import all_ones, first_places, gap, reduce_stream, refuse_text
from assay.engines.value_memory import residuals_of
from assay.errors import columns as column_errors
from assay.errors import values as errors
from assay.inputs.numbers import A_WEIGHT, AN_AMOUNT
from assay.inputs.values import AMOUNTS, ValueRows, ValueStream
from assay.inputs.weights import extreme, without_ones
from assay.summaries.error_means import Centre
from assay.summaries.errors import ErrorSummary, Loss
from assay.summaries.residuals import Residuals, safe_unit

if TYPE_CHECKING:
    import polars as pl

BATCH = 500_000
AT_ONCE = 8
MOST_KEPT = 2_000_000
"""Files with more rows than this are summed in batches, and their quantiles come from sketches."""

Message = Callable[[str, int, Sequence[int]], Exception]


def summarise(stream: ValueStream, losses: Mapping[str, Loss]) -> tuple[ErrorSummary, int]:
    """Return the summary of all rows, and how many were dropped for a gap."""
    return reduce_stream(stream, lambda opened: _summarise(opened, losses))


def _summarise(stream: ValueStream, losses: Mapping[str, Loss]) -> tuple[ErrorSummary, int]:
    checked = _check(stream)
    if checked.rows <= MOST_KEPT:
        rows = _rows(_columns(stream, replace(checked, unit=1.0)).collect(engine="streaming"))
        cases = residuals_of(replace(rows, weight=without_ones(rows.weight)))
        return ErrorSummary.of(cases, losses), checked.dropped
    return _in_batches(stream, losses, checked), checked.dropped


def _in_batches(stream: ValueStream, losses: Mapping[str, Loss], checked: Checked) -> ErrorSummary:
    """Find the centre in one pass; sum around it in the next."""
    frame = _columns(stream, checked)
    found = _centre(frame, "prediction" in stream.names)
    parts: list[ErrorSummary] = []
    for batch in frame.collect_batches(chunk_size=BATCH):
        if batch.height:
            rows = _rows(batch)
            cases = Residuals(rows.truth, rows.prediction, rows.weight, rows.lower, rows.upper, scale=checked.unit)
            parts.append(ErrorSummary.of(cases, losses, found).sketched())
        if len(parts) >= AT_ONCE:
            parts = [_merged(parts)]
    whole = _merged(parts)
    worth = whole.moments.worth
    return replace(whole, weighted=whole.weighted and not all_ones(whole.rows, worth.weight, worth.squares))


def _merged(parts: list[ErrorSummary]) -> ErrorSummary:
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.merge(part)
    return whole


def _centre(frame: pl.LazyFrame, predicted: bool) -> Centre | None:
    import polars as pl

    if not predicted:
        return None
    truth, prediction = pl.col("truth"), pl.col("prediction")
    parts = {"truth": truth, "prediction": prediction, "error": truth - prediction}
    weight = pl.col("weight") if "weight" in frame.collect_schema().names() else pl.lit(1.0)
    start = frame.select(**parts).head(1).collect().row(0, named=True)
    asked = [(weight * (part - start[name])).sum().alias(f"{name} sum") for name, part in parts.items()]
    asked += [getattr(part, end)().alias(f"{name} {end}") for name, part in parts.items() for end in ("min", "max")]
    whole = (weight + 0 * truth).sum().alias("weight")
    row = frame.select(*asked, whole).collect(engine="streaming").row(0, named=True)
    middles = {
        name: start[name] + (row[f"{name} sum"] / row["weight"] if row[f"{name} min"] < row[f"{name} max"] else 0.0)
        for name in parts
    }
    return Centre(**{name: np.array([middle], dtype=float) for name, middle in middles.items()})


def _columns(stream: ValueStream, checked: Checked) -> pl.LazyFrame:
    """Return the complete rows that weigh something, with columns named by what they are."""
    import polars as pl

    wanted = [
        (pl.col(column).cast(pl.Float64) * (1 / checked.unit)).alias(name)
        for name, column in stream.names.items()
        if name in AMOUNTS
    ]
    left_out = _any_gap(stream)
    if "weight" in stream.names:
        weight = pl.col(stream.names["weight"]).cast(pl.Float64)
        wanted.append((weight / checked.divisor).alias("weight"))
        left_out = left_out | (weight == 0)
    return stream.frame.filter(~left_out).select(wanted)


def _any_gap(stream: ValueStream) -> pl.Expr:
    import polars as pl

    return pl.any_horizontal([gap(stream.frame, column) for column in stream.names.values()])


def _rows(batch: pl.DataFrame) -> ValueRows:
    def column(name: str) -> NDArray[np.float64] | None:
        return batch[name].to_numpy()[:, None] if name in batch.columns else None

    weight = batch["weight"].to_numpy() if "weight" in batch.columns else None
    truth = batch["truth"].to_numpy()[:, None]
    return ValueRows(truth, column("prediction"), column("lower"), column("upper"), weight, outputs=(0,))


@dataclass(frozen=True)
class Checked:
    """Complete and dropped rows, what to divide the weights by, and the unit in which nothing overflows."""

    rows: int
    dropped: int
    divisor: float
    unit: float


def _check(stream: ValueStream) -> Checked:
    """Refuse what cannot be used, in one pass."""
    import polars as pl

    for name, column in stream.names.items():
        refuse_text(stream.frame, column, A_WEIGHT if name == "weight" else AN_AMOUNT)
    checks = _checks(stream)
    incomplete = _any_gap(stream)
    counts = [check[0].sum().alias(str(number)) for number, check in enumerate(checks)]
    amounts = [pl.col(column).cast(pl.Float64) for name, column in stream.names.items() if name in AMOUNTS]
    sizes = [part.filter(part.is_finite()).abs().max().alias(f"size {place}") for place, part in enumerate(amounts)]
    weight = pl.col(stream.names.get("weight", stream.names["truth"])).cast(pl.Float64)
    found = stream.frame.select(
        *counts,
        *sizes,
        pl.len().alias("rows"),
        incomplete.sum().alias("gaps"),
        weight.fill_nan(None).max().alias("largest"),
    ).collect(engine="streaming")
    for number, (where, column, message) in enumerate(checks):
        if found[str(number)].item():
            raise message(column, int(found[str(number)].item()), first_places(stream.frame, where))
    rows, gaps = int(found["rows"].item()), int(found["gaps"].item())
    if not rows:
        raise column_errors.empty(stream.names["truth"])
    if rows == gaps:
        raise column_errors.nothing_left(rows)
    largest = float(found["largest"].item() or 0.0)
    if "weight" in stream.names and not largest > 0:
        raise column_errors.zero_weights(stream.names["weight"])
    size = max(float(found[f"size {place}"].item() or 0.0) for place in range(len(amounts)))
    divisor = (extreme(largest) or 1.0) if "weight" in stream.names else 1.0
    return Checked(rows - gaps, gaps, divisor, safe_unit(size))


def _checks(stream: ValueStream) -> list[tuple[pl.Expr, str, Message]]:
    import polars as pl

    checks: list[tuple[pl.Expr, str, Message]] = []
    if stream.missing == "error":
        checks += [
            (gap(stream.frame, column), column, column_errors.missing_values) for column in stream.names.values()
        ]
    whole = ~_any_gap(stream)
    for name, column in stream.names.items():
        value = pl.col(column).cast(pl.Float64)
        message = column_errors.infinite_weights if name == "weight" else errors.infinite
        checks.append((whole & value.is_infinite(), column, message))
        if name == "weight":
            checks.append((value < 0, column, column_errors.negative_weights))
    if "lower" in stream.names:
        lower, upper = stream.names["lower"], stream.names["upper"]

        def crossed(_: str, count: int, rows: Sequence[int]) -> Exception:
            return errors.crossed(lower, upper, count, rows)

        checks.append((whole & (pl.col(lower) > pl.col(upper)), lower, crossed))
    return checks
