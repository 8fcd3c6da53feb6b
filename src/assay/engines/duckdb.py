"""The DuckDB engine: relations and tables, read as Arrow batches while DuckDB works them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.engines.readers import ReaderTable
from assay.errors import engines as errors
from assay.inputs.batches import BATCH
from assay.inputs.frames import check_columns, package_of

if TYPE_CHECKING:
    import pyarrow as pa

NAME = "on DuckDB"


@dataclass(frozen=True)
class DuckEngine:
    """Opens relations of DuckDB; a table of a connection is one too."""

    def open(self, data: Any, columns: Sequence[str]) -> ReaderTable | None:
        """Return the relation unread, None for anything else."""
        if package_of(data) not in ("duckdb", "_duckdb") or not hasattr(data, "project"):
            return None
        check_columns(columns, data.columns, "the data")
        return ReaderTable(Relation(data), NAME)


@dataclass(frozen=True, eq=False)
class Relation:
    """Opens a reader of some columns of a relation."""

    relation: Any

    def __call__(self, names: list[str]) -> pa.RecordBatchReader:
        """Return the reader, which has to be closed: until then its connection takes no other query."""
        try:
            import pyarrow  # noqa: F401 - DuckDB itself does without, and then has no reader
        except ImportError as problem:
            raise errors.pyarrow_missing() from problem
        chosen = self.relation.project(", ".join(map(quoted, names)))
        # Before 1.5 the same reader had another name.
        reader = getattr(chosen, "to_arrow_reader", None) or chosen.fetch_record_batch
        return reader(BATCH)


def quoted(name: str) -> str:
    """Return the name of a column as SQL writes it.

    >>> print(quoted('the "best" model'))
    "the ""best"" model"
    """
    return '"' + name.replace('"', '""') + '"'
