"""Columns of polars as steps read them: numbers without a copy, texts coded without making Python objects of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from assay.inputs.columns import Array, as_objects
from assay.inputs.labels import MISSING, LabelColumn, read_labels

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class SeriesColumn:
    """A column of polars; texts are coded by polars itself, which never makes Python objects of them."""

    series: pl.Series
    several: bool = False

    @cached_property
    def array(self) -> Array:
        """The values as an array: gaps among numbers are nan, among everything else None."""
        series = self.series
        if series.dtype.is_float() or (series.dtype.is_numeric() and not series.null_count()):
            return np.asarray(series.to_numpy())
        return as_objects(series.to_list())

    def labels(self, shown: str) -> LabelColumn:
        """Return the values coded as labels."""
        import polars as pl

        series = self.series
        if series.dtype.is_integer() and series.null_count():
            return _with_gaps(series, shown)
        if series.dtype not in (pl.String, pl.Categorical, pl.Enum):
            return read_labels(self.array, shown)
        texts = series.cast(pl.String)
        labels = texts.unique().drop_nulls().sort()
        codes = texts.cast(pl.Enum(labels)).to_physical().cast(pl.Int64).fill_null(MISSING)
        return LabelColumn(shown, "string", tuple(labels.to_list()), codes.to_numpy().astype(np.intp))


def _with_gaps(series: pl.Series, shown: str) -> LabelColumn:
    """Code whole numbers some of which are missing."""
    codes = np.full(len(series), MISSING, dtype=np.intp)
    known = series.is_not_null().to_numpy()
    if not known.any():
        return LabelColumn(shown, "integer", (), codes)
    column = read_labels(series.drop_nulls().to_numpy(), shown)
    codes[known] = column.codes
    return replace(column, codes=codes)
