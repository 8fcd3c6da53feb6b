"""The engines in the order in which they are asked: those that were registered last come first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.engines.elsewhere import Elsewhere
from assay.engines.memory import MemoryEngine
from assay.engines.protocol import ColumnTable, Engine, Table
from assay.engines.stream import StreamEngine
from assay.errors import columns as errors
from assay.inputs.frames import unwrapped

_engines: list[Engine] = [
    Elsewhere(("torch",), "assay.engines.torch", "TorchEngine"),
    StreamEngine(),
    Elsewhere(("duckdb", "_duckdb"), "assay.engines.duckdb", "DuckEngine"),
    Elsewhere(("dask", "dask_expr"), "assay.engines.dask", "DaskEngine"),
    Elsewhere(("pyspark",), "assay.engines.spark", "SparkEngine"),
    Elsewhere(("ibis",), "assay.engines.ibis", "IbisEngine"),
    Elsewhere(("sqlframe",), "assay.engines.ibis", "SqlFrameEngine"),
    MemoryEngine(),
]


def register(engine: Engine) -> None:
    """Let an engine open data before all engines that are known already."""
    _engines.insert(0, engine)


def forget(engine: Engine) -> None:
    """Take an engine that was registered away again."""
    _engines.remove(engine)


def engines() -> tuple[Engine, ...]:
    """Return every engine, in the order in which they are asked."""
    return tuple(_engines)


def open_table(data: object, columns: Sequence[str]) -> Table:
    """Return the data as a table that has these columns, by the first engine that knows such data."""
    frame = unwrapped(data)
    for engine in _engines:
        table = engine.open(frame, columns)
        if table is not None:
            return table
    raise errors.not_a_frame(data)


def open_columns(values: Mapping[str, object]) -> ColumnTable | None:
    """Return a table of columns that lie elsewhere than in arrays, by the first engine that knows such; else None."""
    for engine in _engines:
        opens = getattr(engine, "open_columns", None)
        table: ColumnTable | None = None if opens is None else opens(values)
        if table is not None:
            return table
    return None
