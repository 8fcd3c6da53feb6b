"""Tables of ibis and frames of SQLFrame: whatever backend holds the rows hands them over as Arrow batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.engines.readers import ReaderTable
from assay.inputs.batches import BATCH
from assay.inputs.frames import check_columns, package_of

IBIS = "through ibis"
SQLFRAME = "through SQLFrame"


@dataclass(frozen=True)
class IbisEngine:
    """Opens tables of ibis."""

    def open(self, data: Any, columns: Sequence[str]) -> ReaderTable | None:
        """Return the table unread, None for anything else."""
        if package_of(data) != "ibis" or not hasattr(data, "to_pyarrow_batches"):
            return None
        check_columns(columns, data.columns, "the data")
        return ReaderTable(lambda names: data.select(*names).to_pyarrow_batches(chunk_size=BATCH), IBIS)


@dataclass(frozen=True)
class SqlFrameEngine:
    """Opens frames of SQLFrame, which reads like Spark."""

    def open(self, data: Any, columns: Sequence[str]) -> ReaderTable | None:
        """Return the frame unread, None for anything else."""
        if package_of(data) != "sqlframe" or not hasattr(data, "toArrow"):
            return None
        check_columns(columns, data.columns, "the data")
        return ReaderTable(lambda names: data.select(*names).toArrow(batch_size=BATCH), SQLFRAME)
