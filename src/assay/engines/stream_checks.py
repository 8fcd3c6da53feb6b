"""What every stream is asked: where a column has gaps, and which rows come first where something is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.inputs.weights import FIRST_ROWS

if TYPE_CHECKING:
    import polars as pl


def gap(frame: pl.LazyFrame, name: str) -> pl.Expr:
    """Return where a column is null or not a number."""
    import polars as pl

    value = pl.col(name)
    return value.is_null() | value.is_nan() if frame.collect_schema()[name].is_float() else value.is_null()


def all_ones(rows: int, weights: float, squares: float) -> bool:
    """Say whether every case weighs 1, from the sums of the weights and of their squares (only 1 gives n and n)."""
    return rows == weights == squares


def first_places(frame: pl.LazyFrame, where: pl.Expr) -> list[int]:
    """Return the numbers of the first few rows that meet a condition."""
    rows = frame.with_row_index("__row").filter(where).select("__row").head(FIRST_ROWS).collect(engine="streaming")
    return [int(row) for row in rows["__row"]]
