"""Whole rows of the user's own data by their numbers: with the id and all other columns that they have there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.inputs.frames import unwrapped
from assay.inputs.lazy import open_lazy
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import polars as pl

ROW = "assay: row"
"""A name that no column has."""


def user_rows(data: object, rows: Sequence[int]) -> pl.DataFrame | None:
    """Return rows of a frame or file in the order asked for; None where there are none to be had."""
    if data is None:
        return None
    lazy = open_lazy(data, [])
    if lazy is not None:
        return _streamed(lazy.frame, lazy.where, rows)
    if isinstance(data, Mapping):
        return _of_mapping(data, rows)
    return _held(unwrapped(data), rows)


def _streamed(frame: pl.LazyFrame, where: str, rows: Sequence[int]) -> pl.DataFrame:
    import polars as pl

    wanted = pl.DataFrame({ROW: list(rows)}, schema={ROW: pl.UInt32})
    chosen = frame.with_row_index(ROW).filter(pl.col(ROW).is_in(list(rows)))
    with readable(where):
        worst = chosen.collect(engine="streaming")
    return wanted.join(worst, on=ROW, how="left", maintain_order="left").drop(ROW)


def _held(data: Any, rows: Sequence[int]) -> pl.DataFrame | None:
    import narwhals.stable.v2 as nw

    frame = nw.from_native(data, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return None
    return frame[list(rows)].to_polars()


def _of_mapping(data: Mapping[Any, Any], rows: Sequence[int]) -> pl.DataFrame | None:
    """Return rows of columns that are handed over by name."""
    import polars as pl

    taken = {str(name): np.asarray(values)[list(rows)] for name, values in data.items()}
    return pl.DataFrame({name: values.tolist() for name, values in taken.items()}, strict=False)
