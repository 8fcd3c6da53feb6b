"""Slices of a validation: columns beside X and y, or of X, by which the cases that were tested are cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from assay.errors import columns as column_errors
from assay.errors import slicing as errors
from assay.inputs.columns import Array, as_array
from assay.inputs.features import gap_rows
from assay.tasks.slicing import Cut, cuts_of


@dataclass(frozen=True, eq=False)
class Slicing:
    """Columns to cut by, with a value for every case that was handed over."""

    cuts: tuple[Cut, ...]

    def of(self, cases: np.ndarray) -> Mapping[str, Cut]:
        """Return the columns of some of the cases, as `by=` takes them."""
        return {cut.name: replace(cut, value=as_array(cut.value, cut.name)[cases]) for cut in self.cuts}

    @property
    def gaps(self) -> Mapping[str, np.ndarray]:
        """Which cases have no value in which column."""
        return {cut.name: gap_rows(as_array(cut.value, cut.name)) for cut in self.cuts}


def read_slicing(by: object, features: object, rows: int) -> Slicing | None:
    """Return the columns to cut by; names are those of columns of X."""
    if by is None:
        return None
    frame = _frame(features)
    named = _names(by, frame)
    return Slicing(tuple(_filled(cut, frame, rows) for cut in cuts_of(named)))


def check_sliceable(slicing: Slicing | None, scheme: str, once: bool) -> None:
    """Refuse slices where cases are tested several times over, or not as one whole, before the first fit."""
    if slicing is not None and not once:
        raise errors.tested_several_times(scheme)


def _frame(features: object) -> nw.DataFrame[Any] | None:
    frame = nw.from_native(features, eager_only=True, pass_through=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def _names(by: object, frame: nw.DataFrame[Any] | None) -> object:
    """Return names of columns as a mapping; a list may also hold the values themselves."""
    if isinstance(by, str):
        return {by: by}
    listed = isinstance(by, list | tuple) and by and all(isinstance(name, str) for name in by)
    if listed and frame is not None and isinstance(by, list | tuple) and set(by) <= set(frame.columns):
        return {name: name for name in by}
    return by


def _filled(cut: Cut, frame: nw.DataFrame[Any] | None, rows: int) -> Cut:
    """Return a column with its values."""
    values = cut.value
    if isinstance(values, str):
        if frame is None:
            raise errors.slices_without_frame(values)
        if values not in frame.columns:
            raise column_errors.unknown_column(values, frame.columns, "X")
        values = frame[values]
    column: Array = as_array(values, cut.name)
    if len(column) != rows:
        raise column_errors.lengths_differ("y", rows, cut.name, len(column))
    return replace(cut, value=column)
