"""The types of polars in words, for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def type_words(dtype: pl.DataType) -> str:
    """Say in words what a column is made of."""
    import polars as pl

    if dtype.is_integer():
        return "whole numbers"
    if dtype in (pl.String, pl.Categorical, pl.Enum):
        return "texts"
    return "fractions" if dtype.is_float() else str(dtype).lower()
