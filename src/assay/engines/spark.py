"""The Spark engine: partitions become summaries in `mapInArrow`, on classic Spark and on Spark Connect alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from zlib import crc32

from assay.engines.alike import CountInOnePass
from assay.engines.counting import CountingTable
from assay.engines.protocol import Step, Summary
from assay.engines.shipping import joined, opened, reduced, ship
from assay.inputs.arrow import arrow_batches
from assay.inputs.frames import check_columns, package_of

if TYPE_CHECKING:
    import pyarrow as pa

NAME = "on Spark"
SCHEMA = "hash long, summary binary"

LABELS = ("boolean", "byte", "short", "integer", "long", "string")
"""Types of columns whose rows may be few; fractions and decimals hardly ever are."""

MERGERS = 4
"""Tasks that merge the partitions' summaries, so that no more than so many reach the driver."""


@dataclass(frozen=True, eq=False)
class SparkTable:
    """Columns of a frame of Spark."""

    frame: Any
    engine: str = NAME
    where: str = "the data"
    gathers: bool = False

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Reduce the partitions on the executors, merge there, and merge the rest here."""
        from pyspark.sql.functions import col

        names = list(dict.fromkeys(columns))
        # Plain names for the way, because Spark stumbles over names with a backtick in them.
        chosen = self.frame.select(*(col(quoted(name)).alias(f"c{place}") for place, name in enumerate(names)))
        summaries = chosen.mapInArrow(_Reduce(ship(step, NAME), names), SCHEMA)
        # In the order of their hashes, because partitions come in any order and sums of floats depend on theirs.
        ordered = summaries.repartition(MERGERS, "hash").sortWithinPartitions("hash")
        rows = ordered.mapInArrow(merge_rows, SCHEMA).collect()
        return cast("Summary | None", opened(joined(sorted(bytes(row["summary"]) for row in rows), NAME)))

    def keeps(self, rows: int) -> bool:
        """Say that no rows are kept, however few."""
        return False


@dataclass(frozen=True)
class SparkEngine:
    """Opens frames of Spark."""

    def open(self, data: Any, columns: Sequence[str]) -> CountingTable | None:
        """Return the frame unread, None for anything else."""
        if package_of(data) != "pyspark" or not hasattr(data, "mapInArrow"):
            return None
        check_columns(columns, data.columns, "the data")
        table = SparkTable(data)
        types = {field.name: field.dataType.typeName() for field in data.schema.fields}
        # Each pass is a job of its own, so that one pass that counts rows saves two where nothing but labels is read.
        return CountingTable(table, CountInOnePass(table, lambda name: types[name] in LABELS), tuple(columns))


@dataclass(frozen=True)
class _Reduce:
    """Turns the batches of a partition into one row that holds their summary."""

    shipped: bytes
    names: list[str]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        named = (batch.rename_columns(self.names) for batch in batches)
        yield _row(reduced(self.shipped, arrow_batches(named)))


def merge_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Turn rows that hold summaries into one row that holds the summary of all."""
    yield _row(joined((part for batch in batches for part in batch.column("summary").to_pylist()), NAME))


def _row(summary: bytes) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.record_batch(
        {"hash": pa.array([crc32(summary)], pa.int64()), "summary": pa.array([summary], pa.binary())}
    )


def quoted(name: str) -> str:
    """Return the name of a column as Spark writes it, so that dots in it are part of the name.

    >>> print(quoted("score.of `b`"))
    `score.of ``b```
    """
    return "`" + name.replace("`", "``") + "`"
