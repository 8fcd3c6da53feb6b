"""The memory engine: columns that are at hand as arrays, reduced as one batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assay.engines.protocol import Step, Summary, Table
from assay.inputs.batches import ArrayColumn, Batch
from assay.inputs.columns import Array
from assay.inputs.frames import take_columns

NAME = "in memory"


@dataclass(frozen=True, eq=False)
class MemoryTable:
    """All rows in one batch; what was read for one pass is kept for the next."""

    batch: Batch
    engine: str = NAME
    where: str = "the data"
    gathers: bool = True

    @classmethod
    def of(cls, arrays: Mapping[str, Array]) -> MemoryTable:
        """Return the table of some arrays."""
        return cls(Batch({name: ArrayColumn(array) for name, array in arrays.items()}))

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Apply a step to the one batch that there is, None where it has no rows."""
        return step(self.batch) if any(len(column.array) for column in self.batch.columns.values()) else None

    def keeps(self, rows: int) -> bool:
        """Say that rows in memory stay there."""
        return True


@dataclass(frozen=True, eq=False)
class Passing:
    """A table whose rows are summed in passing, although they could be held."""

    table: Table
    gathers: bool = True

    @property
    def engine(self) -> str:
        """What signatures call the engine."""
        return self.table.engine

    @property
    def where(self) -> str:
        """What messages call the data."""
        return self.table.where

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Reduce the table."""
        return self.table.reduce(step, columns, enough)

    def keeps(self, rows: int) -> bool:
        """Say that no rows are held."""
        return False


@dataclass(frozen=True)
class MemoryEngine:
    """Takes columns out of any frame that is in memory."""

    def open(self, data: object, columns: Sequence[str]) -> MemoryTable:
        """Return the columns as arrays."""
        return MemoryTable.of(take_columns(data, {name: name for name in columns}))
