"""Tables that live apart, joined by key and not by position; nothing but the columns in use is held."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.errors import columns as column_errors
from assay.errors import joins as errors
from assay.inputs.files import is_path, open_file, readable

if TYPE_CHECKING:
    import polars as pl

EXAMPLES = 3


@dataclass(frozen=True, eq=False)
class Sides:
    """Tables by the name that messages call them, each with its columns."""

    frames: Mapping[str, pl.LazyFrame]
    keys: tuple[str, ...]

    @classmethod
    def of(cls, tables: Mapping[str, object], keys: tuple[str, ...]) -> Sides:
        """Open the tables and check that their keys can match."""
        sides = cls({name: _lazy(table, name) for name, table in tables.items()}, keys)
        for name in sides.frames:
            for key in keys:
                if key not in sides.columns(name):
                    raise errors.no_key(key, name, sides.columns(name))
        sides._check_types()
        return sides

    def columns(self, side: str) -> list[str]:
        """Return the columns of a side."""
        return list(self.frames[side].collect_schema().names())

    def holding(self, column: str) -> list[str]:
        """Return the sides that have a column."""
        return [side for side in self.frames if column in self.columns(side)]

    def _check_types(self) -> None:
        for key in self.keys:
            kinds = {side: _kind(frame.collect_schema()[key]) for side, frame in self.frames.items()}
            for (first, kind), (second, other) in combinations(kinds.items(), 2):
                if kind != other:
                    raise errors.key_types(key, first, kind, second, other)

    def join(self, wanted: Mapping[str, Mapping[str, str]], missing: str) -> tuple[pl.DataFrame, list[str]]:
        """Return the columns wanted of each side (by the name they get) on the keys that all sides hold, and what was
        dropped for that.
        """
        for side in self.frames:
            self._refuse_doubled(side)
        found = [self._unmatched(here, there) for here in self.frames for there in self.frames if here != there]
        lacking = [one for one in found if one[2]]
        named = " and ".join(self.keys)
        if lacking and missing == "error":
            raise errors.unmatched_keys(named, lacking)
        frame = None
        for side, columns in wanted.items():
            own = self._keyed(side, columns)
            frame = own if frame is None else frame.join(own, on=list(self.keys), how="inner", maintain_order="left")
        if frame is None:
            raise errors.no_match(named)
        with readable(" and ".join(self.frames)):
            joined = frame.collect(engine="streaming")
        if not joined.height:
            raise errors.no_match(named)
        dropped = [
            f"{count:,} {'key' if count == 1 else 'keys'} of {here} not in {there}" for here, there, count, _ in lacking
        ]
        return joined, dropped

    def _keyed(self, side: str, columns: Mapping[str, str]) -> pl.LazyFrame:
        import polars as pl

        frame = self.frames[side]
        keys = [pl.col(key).cast(self._shared_type(key)) for key in self.keys]
        others = (pl.col(name).alias(shown) for shown, name in columns.items())
        return frame.select(*keys, *others).drop_nulls(self.keys)

    def _shared_type(self, key: str) -> pl.DataType:
        """Return the type in which a key is compared; unsigned numbers may lie beyond what 64 bits with a sign hold."""
        import polars as pl

        kinds = [frame.collect_schema()[key] for frame in self.frames.values()]
        return pl.Int128() if pl.UInt64() in kinds else _common(kinds[0])

    def _refuse_doubled(self, side: str) -> None:
        import polars as pl

        counts = self._keyed(side, {}).group_by(self.keys).len().filter(pl.col("len") > 1)
        with readable(side):
            doubled = counts.sort(self.keys).collect(engine="streaming")
        if doubled.height:
            raise errors.doubled_keys(" and ".join(self.keys), side, doubled.height, _told(doubled, self.keys))

    def _unmatched(self, here: str, there: str) -> tuple[str, str, int, list[object]]:
        alone = self._keyed(here, {}).join(self._keyed(there, {}), on=list(self.keys), how="anti")
        with readable(f"{here} and {there}"):
            found = alone.sort(self.keys).collect(engine="streaming")
        return here, there, found.height, _told(found, self.keys)


def _told(frame: pl.DataFrame, keys: Sequence[str]) -> list[object]:
    rows = frame.select(keys).head(EXAMPLES).rows()
    return [row[0] if len(row) == 1 else row for row in rows]


def _kind(dtype: pl.DataType) -> str:
    """Say in words what a key is made of."""
    import polars as pl

    if dtype.is_integer():
        return "whole numbers"
    if dtype in (pl.String, pl.Categorical, pl.Enum):
        return "texts"
    return "fractions" if dtype.is_float() else str(dtype).lower()


def _common(dtype: pl.DataType) -> pl.DataType:
    """Return the type in which keys of one kind are compared."""
    import polars as pl

    if dtype.is_integer():
        return pl.Int64()
    return pl.String() if dtype in (pl.Categorical, pl.Enum) else dtype


def _lazy(table: object, name: str) -> pl.LazyFrame:
    import polars as pl

    if isinstance(table, str | os.PathLike):
        return open_file(table)
    if isinstance(table, pl.LazyFrame):
        return table
    if isinstance(table, pl.DataFrame):
        return table.lazy()
    import narwhals.stable.v2 as nw

    try:
        frame: Any = nw.from_native(table, eager_only=True)
    except TypeError as problem:
        raise column_errors.not_a_frame(table) from problem
    made: pl.DataFrame = frame.to_polars()
    return made.lazy()


def named_sides(data: object) -> dict[str, object] | None:
    """Return several tables by name: a mapping's own names, files' names, or "the first table" and so on."""
    if isinstance(data, Mapping) and len(data) > 1:
        return {str(name): table for name, table in data.items()}
    if isinstance(data, tuple | list) and len(data) > 1:
        numbers = ("first", "second", "third", "fourth")
        names = [
            Path(str(table)).name if is_path(table) else f"the {numbers[place] if place < 4 else place + 1} table"
            for place, table in enumerate(data)
        ]
        return (
            dict(zip(names, data, strict=True))
            if len(set(names)) == len(names)
            else {f"{name} ({place})": table for place, (name, table) in enumerate(zip(names, data, strict=True), 1)}
        )
    return None
