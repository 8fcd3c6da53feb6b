"""What metrics read: the same cells seen as one table, as a table per class, as a square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from assay.stats.arithmetic import Number, Numbers
from assay.summaries.binary_counts import BinaryCounts, ClassCounts, Tables

Part = TypeVar("Part")


@dataclass(frozen=True, eq=False)
class SquareCounts:
    """The whole K x K table, rows truth, on the last two axes."""

    cells: Numbers


@dataclass(frozen=True, eq=False)
class MatchedRows:
    """Cases whose whole set of labels was predicted exactly, of all cases."""

    right: Number
    total: Number


@dataclass(frozen=True, eq=False)
class View:
    """One state of a summary (the data, or many replicates of it on the leading axis) as metrics read it.

    Not every summary can show itself in every way: no positive class, no `table`; no single class a case, no `square`.
    """

    tables: Tables
    optional_table: BinaryCounts | None = None
    optional_square: SquareCounts | None = None
    optional_rows: MatchedRows | None = None

    @property
    def table(self) -> BinaryCounts:
        """The positive class against the rest."""
        return _present(self.optional_table, "positive class")

    @property
    def square(self) -> SquareCounts:
        """The whole K x K table."""
        return _present(self.optional_square, "square table")

    @property
    def rows(self) -> MatchedRows:
        """How many cases are right as a whole."""
        return _present(self.optional_rows, "sets of labels")

    @property
    def classes(self) -> ClassCounts:
        """The tables, where each case has exactly one class."""
        return _present(self.tables if isinstance(self.tables, ClassCounts) else None, "single class a case")


def _present(part: Part | None, what: str) -> Part:
    if part is None:
        raise LookupError(f"this summary has no {what}")
    return part
