"""The types of columns in words, for messages."""

from __future__ import annotations

from typing import Protocol


class ColumnType(Protocol):
    """A type of polars, or of narwhals, which calls them the same."""

    def is_integer(self) -> bool:
        """Say whether it holds whole numbers."""

    def is_float(self) -> bool:
        """Say whether it holds fractions."""


TEXTS = ("String", "Categorical", "Enum")


def type_words(dtype: ColumnType) -> str:
    """Say in words what a column is made of."""
    if dtype.is_integer():
        return "whole numbers"
    if str(dtype).partition("(")[0] in TEXTS:
        return "texts"
    return "fractions" if dtype.is_float() else str(dtype).lower()
