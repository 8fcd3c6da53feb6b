"""Tables that live apart, joined by key and not by position; nothing but the columns in use is held."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.errors import columns as column_errors
from assay.errors import joins as errors
from assay.inputs.files import is_path, open_file
from assay.inputs.scans import readable
from assay.inputs.type_words import type_words

if TYPE_CHECKING:
    import polars as pl

EXAMPLES = 3
"""A taste: three keys show what is wrong with the others."""


@dataclass(frozen=True)
class Matched:
    """How many keys all sides hold, what the others are (side, other side, how many keys, first examples), and how many
    rows of which sides have none.
    """

    rows: int
    lacking: tuple[tuple[str, str, int, list[object]], ...]
    unknown: Mapping[str, int]

    @property
    def dropped(self) -> list[str]:
        """What is left out for that, in words."""
        keys = [
            f"{count:,} {'key' if count == 1 else 'keys'} of {here} not in {there}"
            for here, there, count, _ in self.lacking
        ]
        rows = [
            f"{count:,} {'row' if count == 1 else 'rows'} of {side} without a key"
            for side, count in self.unknown.items()
        ]
        return keys + rows


def matched_keys(
    counts: Mapping[str, int], sides: Sequence[str], keys: str, missing: str, examples: Callable[[str], list[object]]
) -> Matched:
    """Return which keys match, from counts by what was counted; refuse what is doubled or matches nothing."""
    for side in sides:
        if count := counts[f"doubled {side}"]:
            raise errors.doubled_keys(keys, side, count, examples(f"doubled {side}"))
    lacking = tuple(
        (here, there, counts[name], examples(name))
        for here, there in pairs_of(sides) if counts[name := f"{here} without {there}"]
    )  # fmt: skip
    unknown = {side: counts[f"unknown {side}"] for side in sides if counts[f"unknown {side}"]}
    if missing == "error":
        for side, count in unknown.items():
            raise errors.missing_keys(keys, side, count)
        if lacking:
            raise errors.unmatched_keys(keys, lacking)
    if not counts["all"]:
        raise errors.no_match(keys)
    return Matched(counts["all"], lacking, unknown)


def pairs_of(sides: Sequence[str]) -> list[tuple[str, str]]:
    """Return every side with every other one.

    >>> pairs_of(["a", "b"])
    [('a', 'b'), ('b', 'a')]
    """
    return [(here, there) for here in sides for there in sides if here != there]


@dataclass(frozen=True, eq=False)
class Sides:
    """Tables by the name that messages call them, each with its columns."""

    frames: Mapping[str, pl.LazyFrame]
    keys: tuple[str, ...]
    held: bool = False

    @classmethod
    def of(cls, tables: Mapping[str, object], keys: tuple[str, ...]) -> Sides:
        """Open the tables and check that their keys can match."""
        frames = {name: _lazy(table) for name, table in tables.items()}
        sides = cls(frames, keys, all(not _is_lazy(table) for table in tables.values()))
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

    @property
    def named(self) -> str:
        """The keys, and the sides, as messages call them."""
        return " and ".join(self.keys)

    def _check_types(self) -> None:
        for key in self.keys:
            kinds = {side: type_words(frame.collect_schema()[key]) for side, frame in self.frames.items()}
            for (first, kind), (second, other) in combinations(kinds.items(), 2):
                if kind != other:
                    raise errors.key_types(key, first, kind, second, other)

    def match(self, missing: str) -> Matched:
        """Count in one pass over the keys which sides hold each of them; refuse what is doubled or matches nothing."""
        import polars as pl

        sides = list(self.frames)
        pairs = pairs_of(sides)
        known = pl.all_horizontal(pl.col(key).is_not_null() for key in self.keys)
        tests = {f"doubled {side}": known & (_count(side) > 1) for side in sides}
        tests |= {f"{here} without {there}": known & (_count(here) > 0) & (_count(there) == 0) for here, there in pairs}
        tests["all"] = known & pl.all_horizontal(_count(side) > 0 for side in sides)
        sums = {name: test.sum() for name, test in tests.items()}
        sums |= {f"unknown {side}": _count(side).filter(~known).sum() for side in sides}
        told = self.collected(self._counts().select(total.alias(name) for name, total in sums.items()))
        counts = {name: int(told[name].item()) for name in sums}
        return matched_keys(counts, sides, self.named, missing, lambda test: self._examples(tests[test]))

    def join(self, wanted: Mapping[str, Mapping[str, str]]) -> pl.LazyFrame:
        """Return the columns wanted of each side (by the name they get) on the keys that all sides hold, unread."""
        (first, columns), *others = wanted.items()
        frame = self._keyed(first, columns).drop_nulls(self.keys)
        for side, columns in others:
            own = self._keyed(side, columns)
            frame = frame.join(own, on=list(self.keys), how="inner", maintain_order="left")
        return frame

    def first_difference(self, joined: pl.LazyFrame, name: str, other: str) -> object | None:
        """Return the first key at which two columns of the joined table differ, None where they are the same."""
        import polars as pl

        differs = (pl.col(name) != pl.col(other)).fill_null(value=True)
        rows = self.collected(joined.filter(differs).select(self.keys[0]).head(1))
        return rows.item() if rows.height else None

    def collected(self, frame: pl.LazyFrame) -> pl.DataFrame:
        """Return a frame made of the sides, read."""
        with readable(" and ".join(self.frames)):
            return frame.collect(engine="streaming")

    def ready(self, joined: pl.LazyFrame, few: bool) -> object:
        """Return the joined table as it is to be judged: read where the tables are, or where its rows are few."""
        if self.held:
            return self.collected(joined)
        return self.collected(joined).lazy() if few else joined

    def _keyed(self, side: str, columns: Mapping[str, str]) -> pl.LazyFrame:
        import polars as pl

        frame = self.frames[side]
        keys = [pl.col(key).cast(self._shared_type(key)) for key in self.keys]
        others = (pl.col(name).alias(shown) for shown, name in columns.items())
        return frame.select(*keys, *others)

    def _shared_type(self, key: str) -> pl.DataType:
        """Return the type in which a key is compared; unsigned numbers may lie beyond what 64 bits with a sign hold."""
        import polars as pl

        kinds = [frame.collect_schema()[key] for frame in self.frames.values()]
        return pl.Int128() if pl.UInt64() in kinds else _common(kinds[0])

    def _counts(self) -> pl.LazyFrame:
        """Return every key with how often it stands in each side."""
        import polars as pl

        parts = [
            self._keyed(side, {}).with_columns(pl.lit(side == other).cast(pl.UInt32).alias(_column(other))
                                               for other in self.frames)
            for side in self.frames
        ]  # fmt: skip
        return pl.concat(parts).group_by(self.keys).agg(_count(side).sum() for side in self.frames)

    def _examples(self, test: pl.Expr) -> list[object]:
        """Return the first keys that a test holds for, in their own order."""
        rows = self.collected(self._counts().filter(test).select(self.keys).sort(self.keys).head(EXAMPLES))
        return [row[0] if len(row) == 1 else row for row in rows.rows()]


def _many(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def _column(side: str) -> str:
    """Return a name that no key has for how often a key stands in a side."""
    return f"rows of {side}, counted by key"


def _count(side: str) -> pl.Expr:
    import polars as pl

    return pl.col(_column(side))


def _common(dtype: pl.DataType) -> pl.DataType:
    """Return the type in which keys of one kind are compared."""
    import polars as pl

    if dtype.is_integer():
        return pl.Int64()
    return pl.String() if dtype in (pl.Categorical, pl.Enum) else dtype


def _is_lazy(table: object) -> bool:
    """Say whether the rows of a table are not in memory."""
    import polars as pl

    return is_path(table) or isinstance(table, pl.LazyFrame)


def _lazy(table: object) -> pl.LazyFrame:
    """Return a table unread; files are looked at whole for the types of their columns, so that keys stay as written."""
    import polars as pl

    if isinstance(table, str | os.PathLike):
        return open_file(table, thorough=True)
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
