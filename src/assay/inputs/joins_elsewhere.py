"""Tables that live apart on one engine, joined by key where they are: what comes here are counts and a few keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from assay.errors import columns as column_errors
from assay.errors import joins as errors
from assay.inputs.frames import package_of, unwrapped
from assay.inputs.joins import EXAMPLES, Matched, matched_keys
from assay.inputs.type_words import type_words

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw

HERE = ("polars", "pandas", "pyarrow")
OF_DASK = ("dask", "dask_expr")


def live_elsewhere(tables: Mapping[str, object]) -> bool:
    """Say whether the rows of the tables stay on an engine; tables of two places are refused."""
    places = {name: _place(table) for name, table in tables.items()}
    if len(set(places.values())) > 1 and any(place is not None for place in places.values()):
        raise errors.sides_apart({name: place or "here" for name, place in places.items()})
    return all(place is not None for place in places.values())


def _place(table: Any) -> str | None:
    """Return the package that holds a table's rows somewhere else, None where they are files or in memory."""
    import narwhals.stable.v2 as nw

    package = package_of(unwrapped(table))
    if package in (*HERE, "builtins", "pathlib"):
        return None
    try:
        lazy = isinstance(nw.from_native(table), nw.LazyFrame)
    except TypeError as problem:
        raise column_errors.not_a_frame(table) from problem
    if not lazy:
        return None
    return "duckdb" if package == "_duckdb" else "dask" if package in OF_DASK else package


@dataclass(frozen=True, eq=False)
class SidesElsewhere:
    """Tables by the name that messages call them, each with its columns; none of their rows comes here."""

    frames: Mapping[str, nw.LazyFrame[Any]]
    names: Mapping[str, Mapping[str, str]]
    keys: tuple[str, ...]

    @classmethod
    def of(cls, tables: Mapping[str, object], keys: tuple[str, ...]) -> SidesElsewhere:
        """Open the tables and check that their keys can match."""
        opened = {side: _opened(unwrapped(table)) for side, table in tables.items()}
        frames = {side: frame for side, (frame, _) in opened.items()}
        sides = cls(frames, {side: names for side, (_, names) in opened.items()}, keys)
        for side in frames:
            for key in keys:
                if key not in sides.columns(side):
                    raise errors.no_key(key, side, sides.columns(side))
        for key in keys:
            kinds = {side: type_words(dtype) for side, dtype in sides._types(key).items()}
            for (first, kind), (second, other) in combinations(kinds.items(), 2):
                if kind != other:
                    raise errors.key_types(key, first, kind, second, other)
        return sides

    def columns(self, side: str) -> list[str]:
        """Return the columns of a side."""
        return list(self.names[side])

    def holding(self, column: str) -> list[str]:
        """Return the sides that have a column."""
        return [side for side in self.frames if column in self.names[side]]

    def match(self, missing: str) -> Matched:
        """Count which sides hold each key; refuse what is doubled or matches nothing."""
        import narwhals.stable.v2 as nw

        counts = self._counts()
        sides = list(self.frames)
        tests = {f"doubled {side}": _count(sides, side) > 1 for side in sides}
        tests |= {
            f"{here} without {there}": (_count(sides, here) > 0) & (_count(sides, there) == 0)
            for here in sides for there in sides if here != there
        }  # fmt: skip
        tests["all"] = nw.all_horizontal(*(_count(sides, side) > 0 for side in sides), ignore_nulls=False)
        # Booleans cannot be summed on Spark.
        sums = [test.cast(nw.Int64).sum().alias(f"test{place}") for place, test in enumerate(tests.values())]
        told = dict(zip(tests, self._row(counts.select(*sums)), strict=True))
        told |= {f"unknown {side}": self._unknown(side) for side in sides}

        def examples(test: str) -> list[object]:
            rows = counts.filter(tests[test]).select(*self._key_names).sort(*self._key_names).head(EXAMPLES)
            return [row[0] if len(row) == 1 else row for row in rows.collect().rows()]

        return matched_keys(told, sides, " and ".join(self.keys), missing, examples)

    def join(self, wanted: Mapping[str, Mapping[str, str]]) -> Any:
        """Return the columns wanted of each side (by the name they get) on the keys that all sides hold, unread."""
        shown = [*self.keys, *(name for columns in wanted.values() for name in columns)]
        plain = {name: f"c{place}" for place, name in enumerate(shown)}
        (first, columns), *others = wanted.items()
        frame = self._keyed(first, {plain[name]: column for name, column in columns.items()})
        for side, own in others:
            more = self._keyed(side, {plain[name]: column for name, column in own.items()})
            frame = frame.join(more, on=self._key_names, how="inner")
        inner = [*self._key_names, *(plain[name] for name in shown[len(self.keys) :])]
        return _named(frame, inner, shown)

    def first_difference(self, joined: Any, name: str, other: str) -> object | None:
        """Return the first key at which two columns of the joined table differ, None where they are the same."""
        import narwhals.stable.v2 as nw

        frame, names = _opened(joined)
        first, second = nw.col(names[name]), nw.col(names[other])
        differs = ((first != second) | (first.is_null() != second.is_null())).fill_null(value=False)
        key = names[self.keys[0]]
        rows = frame.filter(differs).select(key).sort(key).head(1).collect()
        return rows.item() if len(rows) else None

    def ready(self, joined: object, few: bool) -> object:
        """Return the joined table as it is: its rows stay where they are."""
        return joined

    @property
    def _key_names(self) -> list[str]:
        """The keys as they are called on the way."""
        return [f"key{place}" for place in range(len(self.keys))]

    def _types(self, key: str) -> dict[str, Any]:
        return {side: frame.collect_schema()[self.names[side][key]] for side, frame in self.frames.items()}

    def _keyed(self, side: str, columns: Mapping[str, str]) -> Any:
        """Return the rows of a side that have a key, with some of its columns by the name they get."""
        import narwhals.stable.v2 as nw

        names = self.names[side]
        keys = [nw.col(names[key]).alias(name) for key, name in zip(self.keys, self._key_names, strict=True)]
        others = [nw.col(names[name]).alias(shown) for shown, name in columns.items()]
        # Rows without a key go first, as pandas cannot cast a gap to a whole number.
        known = self.frames[side].select(*keys, *others).drop_nulls(self._key_names)
        casts = [self._cast(nw.col(name), key) for key, name in zip(self.keys, self._key_names, strict=True)]
        return known.with_columns(*casts)

    def _cast(self, column: Any, key: str) -> Any:
        """Return a key in the type in which all sides compare it."""
        import narwhals.stable.v2 as nw

        types = list(self._types(key).values())
        if all(dtype == types[0] for dtype in types):
            return column
        wide = nw.Int128 if nw.UInt64 in types else nw.Int64
        return column.cast(wide if types[0].is_integer() else nw.Float64 if types[0].is_float() else nw.String)

    def _counts(self) -> Any:
        """Return every key with how often it stands in each side."""
        import narwhals.stable.v2 as nw

        sides = list(self.frames)
        parts = [
            self._keyed(side, {}).with_columns(
                *(nw.lit(int(side == other)).cast(nw.Int64).alias(f"rows{place}") for place, other in enumerate(sides))
            )
            for side in sides
        ]
        sums = [nw.col(f"rows{place}").sum() for place in range(len(sides))]
        try:
            together = nw.concat(parts, how="vertical")
        except Exception as problem:
            raise errors.sides_unconnected(" and ".join(sides), problem) from problem
        return together.group_by(*self._key_names).agg(*sums)

    def _unknown(self, side: str) -> int:
        """Return how many rows of a side have no key."""
        import narwhals.stable.v2 as nw

        gaps = [nw.col(self.names[side][key]).is_null() for key in self.keys]
        unknown = nw.any_horizontal(*gaps, ignore_nulls=False).cast(nw.Int64).sum().alias("unknown")
        return self._row(self.frames[side].select(unknown))[0]

    @staticmethod
    def _row(frame: Any) -> list[int]:
        """Return the only row of a frame of counts; a sum over nothing is 0."""
        return [int(value or 0) for value in frame.collect().row(0)]


def _count(sides: Sequence[str], side: str) -> Any:
    import narwhals.stable.v2 as nw

    return nw.col(f"rows{sides.index(side)}")


def _opened(table: Any) -> tuple[Any, dict[str, str]]:
    """Return a table of narwhals, and what each of its columns is called there."""
    import narwhals.stable.v2 as nw

    names = list(nw.from_native(table).collect_schema().names())
    if package_of(table) != "pyspark":
        return nw.from_native(table), {name: name for name in names}
    # Spark takes a dot in a name for a part of the column.
    plain = [f"s{place}" for place in range(len(names))]
    return nw.from_native(table.toDF(*plain)), dict(zip(names, plain, strict=True))


def _named(frame: Any, inner: Sequence[str], shown: Sequence[str]) -> Any:
    """Return the frame behind one of narwhals, with columns called as they are shown."""
    import narwhals.stable.v2 as nw

    native = frame.select(*inner).to_native()
    if package_of(native) == "pyspark":
        return native.toDF(*shown)
    renamed = frame.select(*(nw.col(name).alias(other) for name, other in zip(inner, shown, strict=True)))
    return renamed.to_native()
