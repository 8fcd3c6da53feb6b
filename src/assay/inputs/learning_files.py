"""A file to learn from: the target, the columns that describe the cases, and those that only sort them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.errors import columns as column_errors
from assay.errors import estimators as errors
from assay.errors import joins as join_errors
from assay.inputs.columns import Array
from assay.inputs.files import open_file
from assay.inputs.frames import take_columns
from assay.inputs.joins import Sides, named_sides
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import polars as pl

MOST_TEXTS = 0.5
"""A text column with more different values than this share of the cases names cases rather than describing them."""
FEWEST_TEXTS = 20
"""Up to so many different values a column of text describes cases, however few the cases are: a taste."""


@dataclass(frozen=True, eq=False)
class LearningTable:
    """Features (a matrix of numbers, or a frame where text is among them), the target, and columns that sort cases."""

    features: Any
    target: Array
    text: tuple[str, ...]
    numbers: tuple[str, ...]
    gaps: dict[str, int]
    strata: Array | None = None
    group: Array | None = None
    weight: Array | None = None
    slices: Mapping[str, Array] = field(default_factory=dict)
    frame: Any = None
    notes: tuple[str, ...] = ()


def read_learning_table(
    paths: Sequence[str | os.PathLike[str]],
    target: str,
    *,
    keep: Sequence[str] = (),
    drop: Sequence[str] = (),
    on: Sequence[str] = (),
    slices: Sequence[str] = (),
    missing: str = "error",
    strata: str | None = None,
    group: str | None = None,
    weight: str | None = None,
) -> LearningTable:
    """Read a file, or several that are joined by a key.

    Every column but the target, the group, the weight and the key describes the cases, unless it is dropped.
    """
    frame, notes = _read(paths, tuple(on), missing)
    where = " and ".join(Path(path).name for path in paths)
    beside = (column for column in (strata, group, weight) if column is not None)
    for name in (target, *keep, *drop, *slices, *beside):
        if name not in frame.columns:
            raise column_errors.unknown_column(name, frame.columns, where)
    aside = {target, *drop, *on, group, weight}
    chosen = [name for name in (keep or frame.columns) if name not in aside]
    if not chosen:
        raise errors.no_features()
    table = frame.select(chosen)
    text, numbers = _kinds(table)
    sorted_by = {name: column for name, column in (("strata", strata), ("group", group), ("weight", weight)) if column}
    columns = take_columns(frame, {"target": target, **sorted_by})
    gaps = {name: count for name in chosen if (count := _missing(table[name]))}
    return LearningTable(
        features=_matrix(table, text),
        target=columns["target"],
        text=text,
        numbers=numbers,
        gaps=gaps,
        strata=columns.get("strata"),
        group=columns.get("group"),
        weight=columns.get("weight"),
        slices=take_columns(frame, {name: name for name in slices}) if slices else {},
        frame=frame,
        notes=notes,
    )


def _read(paths: Sequence[str | os.PathLike[str]], on: tuple[str, ...], missing: str) -> tuple[Any, tuple[str, ...]]:
    """Return one table, and what was left out to make it."""
    if not on and len(paths) == 1:
        with readable(Path(paths[0])):
            return open_file(paths[0], thorough=True).collect(), ()
    tables = named_sides(list(paths))
    if tables is None:
        raise join_errors.nothing_to_join(paths[0])
    sides = Sides.of(tables, on)
    matched = sides.match(missing)
    wanted: dict[str, dict[str, str]] = {}
    for side in sides.frames:
        own = [name for name in sides.columns(side) if name not in on]
        for name in own:
            holding = sides.holding(name)
            if len(holding) > 1:
                raise join_errors.column_in_several(name, holding)
        wanted[side] = {name: name for name in own}
    told = f"Learnt from are the {matched.rows:,} cases that all files hold; left out: {', '.join(matched.dropped)}."
    return sides.collected(sides.join(wanted)), (told,) if matched.dropped else ()


def _kinds(table: pl.DataFrame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell text from numbers; refuse identifiers and what is neither."""
    import polars as pl

    text, numbers = [], []
    for name in table.columns:
        kind = table.schema[name]
        if kind.is_numeric() or kind == pl.Boolean or kind == pl.Null:
            numbers.append(name)
            continue
        if kind not in (pl.String, pl.Categorical, pl.Enum):
            raise errors.neither_number_nor_text(name, str(kind))
        distinct = int(table[name].n_unique())
        if distinct > FEWEST_TEXTS and distinct > MOST_TEXTS * len(table):
            raise errors.identifier_column(name, distinct, len(table))
        text.append(name)
    return tuple(text), tuple(numbers)


def _missing(column: pl.Series) -> int:
    lost = column.null_count()
    return lost + int(column.is_nan().sum() or 0) if column.dtype.is_float() else lost


def _matrix(table: pl.DataFrame, text: tuple[str, ...]) -> Any:
    """Return numbers as a frame of floats; a frame keeps the names for messages."""
    import polars as pl

    plain = [pl.col(name).cast(pl.Float64) for name in table.columns if name not in text]
    numbers = table.with_columns(plain)
    return numbers.with_columns(pl.col(text).cast(pl.String)) if text else numbers


def as_numbers(features: Any) -> Any:
    """Return a frame of numbers alone as a matrix."""
    return np.asarray(features.to_numpy())
