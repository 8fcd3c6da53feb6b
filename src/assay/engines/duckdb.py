"""The DuckDB engine: relations and tables; rows that are alike are counted there, others read as Arrow batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.engines.counting import FEW, MOST_COUNTED, PROBED, CountingTable, counted_batch, other_name
from assay.engines.readers import ReaderTable
from assay.errors import engines as errors
from assay.inputs.batches import BATCH, Batch
from assay.inputs.frames import check_columns, package_of

if TYPE_CHECKING:
    import pyarrow as pa

NAME = "on DuckDB"


@dataclass(frozen=True)
class DuckEngine:
    """Opens relations of DuckDB; a table of a connection is one too."""

    def open(self, data: Any, columns: Sequence[str]) -> CountingTable | None:
        """Return the relation unread, None for anything else."""
        if package_of(data) not in ("duckdb", "_duckdb") or not hasattr(data, "project"):
            return None
        check_columns(columns, data.columns, "the data")
        return CountingTable(ReaderTable(Relation(data), NAME), CountedRows(data), tuple(columns))


@dataclass(frozen=True, eq=False)
class Relation:
    """Opens a reader of some columns of a relation."""

    relation: Any

    def __call__(self, names: list[str]) -> pa.RecordBatchReader:
        """Return the reader, which has to be closed: until then its connection takes no other query."""
        return _reader(self.relation.project(", ".join(map(quoted, names))))


@dataclass(frozen=True, eq=False)
class CountedRows:
    """Counts the rows of a relation that are alike, by DuckDB's own GROUP BY."""

    relation: Any

    def __call__(self, columns: Sequence[str]) -> Batch | None:
        """Return the rows that differ, with how often each occurs; None where they are many, or the query fails."""
        import duckdb
        import polars as pl

        names, times = ", ".join(map(quoted, columns)), other_name(columns)
        chosen = self.relation.project(names)
        # Groups that are not named are those of all columns, and texts in them differ whatever their collation says.
        grouped = f"{names}, count(*) AS {times}"
        try:
            first = chosen.limit(PROBED).aggregate(grouped).aggregate("count(*)").fetchall()
            if first[0][0] > FEW:
                return None
            with _reader(chosen.aggregate(grouped).limit(MOST_COUNTED + 1)) as reader:
                counts = pl.DataFrame(pl.from_arrow(reader.read_all()))
        except duckdb.Error:
            return None
        return counted_batch(counts, times)


def _reader(relation: Any) -> pa.RecordBatchReader:
    try:
        import pyarrow  # noqa: F401 - DuckDB itself does without, and then has no reader
    except ImportError as problem:
        raise errors.pyarrow_missing() from problem
    # Before 1.5 the same reader had another name.
    reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_record_batch
    return reader(BATCH)


def quoted(name: str) -> str:
    """Return the name of a column as SQL writes it.

    >>> print(quoted('the "best" model'))
    "the ""best"" model"
    """
    return '"' + name.replace('"', '""') + '"'
