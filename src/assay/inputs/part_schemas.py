"""The columns of a table that lies in several files: the same in all of them, with types that all of them fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import files as errors
from assay.inputs.file_kinds import TEXT
from assay.inputs.parts import Part
from assay.inputs.scans import as_text, readable, scan
from assay.inputs.type_words import type_words

if TYPE_CHECKING:
    import polars as pl

Types = dict[str, "pl.DataType"]

DIGITS = 19
"""Whole numbers of fewer characters fit into 64 bits."""


@dataclass(frozen=True, eq=False)
class PartSchemas:
    """What every file of a table says its columns are, types being read off so many rows of text (None: all)."""

    parts: Sequence[Part]
    kind: str
    rows: int | None
    types: Sequence[Types]

    @classmethod
    def of(cls, parts: Sequence[Part], kind: str, rows: int | None) -> PartSchemas:
        """Read the columns of every file, and check that they are the same."""
        types: list[Types] = []
        for part in parts:
            with readable(part.path):
                types.append(dict(scan(part.path, kind, rows).collect_schema()))
            for name in part.values:
                if name in types[-1]:
                    raise errors.partition_in_file(name, str(part.path))
        schemas = cls(parts, kind, rows, types)
        schemas._check_names()
        return schemas

    def _check_names(self) -> None:
        """Refuse a file that lacks a column which another has; in jsonl a field that is not there is a gap."""
        named = [{*part.values, *(types if self.kind != "jsonl" else ())} for part, types in self._each()]
        first, names = self.parts[0].path, named[0]
        for part, own in zip(self.parts, named, strict=True):
            for column in sorted(names - own):
                raise errors.part_without_column(str(part.path), column, str(first))
            for column in sorted(own - names):
                raise errors.part_without_column(str(first), column, str(part.path))

    def _each(self) -> list[tuple[Part, Types]]:
        return list(zip(self.parts, self.types, strict=True))

    def common(self, names: Collection[str] | None) -> Types:
        """Return one type for every column; columns that are not in use are left out where there is none."""
        common: Types = {}
        for column in dict.fromkeys(name for types in self.types for name in types):
            own = self._known(column)
            kind = own[0][1] if own else self._any(column)
            for part, other in own[1:]:
                both = self._both(kind, other)
                if both is None and (names is None or column in names):
                    raise errors.part_types(
                        column, str(own[0][0].path), type_words(kind), str(part.path), type_words(other)
                    )
                if both is None:
                    break
                kind = both
            else:
                common[column] = kind
        return common

    def _any(self, column: str) -> pl.DataType:
        return next(types[column] for types in self.types if column in types)

    def _known(self, column: str) -> list[tuple[Part, pl.DataType]]:
        """Return the types that the files with a value in this column give it."""
        import polars as pl

        own = [(part, types[column]) for part, types in self._each() if column in types]
        if len({kind for _, kind in own}) == 1:
            return own
        return [
            (part, kind) for part, kind in own
            if kind != pl.Null and not (self.kind in ("csv", "tsv") and kind == pl.String and self._bare(part, column))
        ]  # fmt: skip

    def _bare(self, part: Part, column: str) -> bool:
        """Say whether the rows looked at hold nothing in a column, which polars calls text."""
        import polars as pl

        with readable(part.path):
            frame = as_text(part.path, self.kind)
            seen = frame if self.rows is None else frame.head(self.rows)
            return not seen.select(pl.col(column).is_not_null().any()).collect(engine="streaming").item()

    def _both(self, first: pl.DataType, second: pl.DataType) -> pl.DataType | None:
        """Return a type that holds the values of both, None where they are of different kinds."""
        import polars as pl

        if first == second:
            return first
        if first.is_numeric() and second.is_numeric():
            return _number(first, second)
        texts = (pl.String, pl.Categorical, pl.Enum)
        if first in texts and second in texts:
            return pl.String()
        plain = not (first.is_nested() or second.is_nested())
        return pl.String() if self.kind in TEXT and plain else None


def _number(first: pl.DataType, second: pl.DataType) -> pl.DataType:
    """Return whole numbers for two of them, as fractions would round the large ones; else fractions."""
    import polars as pl

    if first.is_integer() and second.is_integer():
        return pl.Int128() if pl.Int128 in (first, second) else pl.Int64()
    return pl.Float32() if first == second == pl.Float32 else pl.Float64()


def partition_types(parts: Sequence[Part]) -> Mapping[str, pl.DataType]:
    """Return the types of columns that folders name: whole numbers where all of them are written as such, else text."""
    import polars as pl

    values = {name: [part.values[name] for part in parts] for name in parts[0].values}
    return {
        name: pl.Int64() if all(value is None or _is_whole(value) for value in column) else pl.String()
        for name, column in values.items()
    }


def _is_whole(value: str) -> bool:
    short = len(value) < DIGITS and value.isascii() and value.removeprefix("-").isdigit()
    return short and str(int(value)) == value
