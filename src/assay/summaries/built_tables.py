"""Score tables of many classes, each built when it is asked for: all at once they would be larger than the cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from assay.summaries.score_table import ScoreTable


class BuiltTables(Sequence[ScoreTable]):
    """A table for each class, built once, when it is first looked at; stored as plain tables."""

    def __init__(self, size: int, build: Callable[[int], ScoreTable]) -> None:
        self._build = build
        self._built: list[ScoreTable | None] = [None] * size

    def __len__(self) -> int:
        return len(self._built)

    @overload
    def __getitem__(self, place: int) -> ScoreTable: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ScoreTable, ...]: ...
    def __getitem__(self, place: int | slice) -> ScoreTable | tuple[ScoreTable, ...]:
        if isinstance(place, slice):
            return tuple(self[own] for own in range(len(self))[place])
        table = self._built[place]
        if table is None:
            table = self._built[place] = self._build(range(len(self))[place])
        return table

    def __reduce__(self) -> tuple[type, tuple[tuple[ScoreTable, ...]]]:
        return tuple, (tuple(self),)
