"""Tables whose Arrow batches are read one after the other and reduced as they come, so that no row is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.engines.protocol import Step, Summary, merged
from assay.inputs.arrow import arrow_batches

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, eq=False)
class ReaderTable:
    """Columns that are read as Arrow batches; `read` opens a reader of the columns that it is given."""

    read: Callable[[list[str]], pa.RecordBatchReader]
    engine: str
    where: str = "the data"
    gathers: bool = False

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Reduce batch by batch; the reader is closed whatever happens, or its connection would stay blocked."""
        with self.read(list(dict.fromkeys(columns))) as reader:
            return merged(self._parts(step, reader, enough))

    def _parts(
        self, step: Step[Summary], reader: pa.RecordBatchReader, enough: Callable[[Summary], bool] | None
    ) -> Iterator[Summary | None]:
        for batch in arrow_batches(reader):
            summary = step(batch)
            yield summary
            if enough is not None and summary is not None and enough(summary):
                return

    def keeps(self, rows: int) -> bool:
        """Say that no rows are kept, however few."""
        return False
