"""Tables of ibis and frames of SQLFrame: whatever backend holds the rows hands them over as Arrow batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.engines.counting import CountingTable
from assay.engines.duckdb import CountedRows, Relation
from assay.engines.protocol import Table
from assay.engines.readers import ReaderTable
from assay.inputs.batches import BATCH
from assay.inputs.frames import check_columns, package_of

if TYPE_CHECKING:
    import pyarrow as pa

IBIS = "through ibis"
SQLFRAME = "through SQLFrame"


@dataclass(frozen=True)
class IbisEngine:
    """Opens tables of ibis."""

    def open(self, data: Any, columns: Sequence[str]) -> Table | None:
        """Return the table unread, None for anything else."""
        if package_of(data) != "ibis" or not hasattr(data, "to_pyarrow_batches"):
            return None
        check_columns(columns, data.columns, "the data")
        table = ReaderTable(_Ibis(data), IBIS)
        relation = _relation(data.select(*columns))
        # Other backends may take texts for alike that are not, so only DuckDB counts rows.
        return table if relation is None else CountingTable(table, CountedRows(relation), tuple(columns))


@dataclass(frozen=True, eq=False)
class _Ibis:
    """Opens a reader of some columns of a table of ibis."""

    table: Any

    def __call__(self, names: list[str]) -> pa.RecordBatchReader:
        chosen = self.table.select(*names)
        relation = _relation(chosen)
        return chosen.to_pyarrow_batches(chunk_size=BATCH) if relation is None else Relation(relation)(names)


def _relation(table: Any) -> Any:
    """Return the relation of DuckDB behind a table, None where another backend holds the rows.

    It is read without ibis: the reader of ibis 12 calls a method that DuckDB 2 no longer has.
    """
    relation = getattr(table.get_backend(), "_to_duckdb_relation", None)
    return None if relation is None else relation(table)


@dataclass(frozen=True)
class SqlFrameEngine:
    """Opens frames of SQLFrame."""

    def open(self, data: Any, columns: Sequence[str]) -> ReaderTable | None:
        """Return the frame unread, None for anything else."""
        if package_of(data) != "sqlframe" or not hasattr(data, "toArrow"):
            return None
        check_columns(columns, data.columns, "the data")
        return ReaderTable(_SqlFrame(data), SQLFRAME)


@dataclass(frozen=True, eq=False)
class _SqlFrame:
    """Opens a reader of some columns of a frame of SQLFrame."""

    frame: Any

    def __call__(self, names: list[str]) -> pa.RecordBatchReader:
        # SQLFrame takes a name that is not one word for SQL, so all columns are read then.
        plain = all(name.isidentifier() for name in names)
        return (self.frame.select(*names) if plain else self.frame).toArrow(batch_size=BATCH)
