"""The same cases held by every engine, in partitions as one likes: empty ones, and some with one class, among them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import reduce

import polars as pl
import pyarrow as pa
import pytest

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

SPARK_ITSELF = "ASSAY_SPARK_ITSELF"
"""Set where the Spark in reach runs on Java: then nothing else is tried, as its packages exclude each other."""

OLDER_PANDAS = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas >= 3.0.0:FutureWarning")
"""Spark says that it was made for an older pandas."""

Holder = Callable[[Sequence[pl.DataFrame]], object]


def plain(frame: pl.DataFrame) -> pa.Table:
    """Return a frame as the Arrow table that every engine can read: no views, no categories."""
    table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
    fields = [(field.name, pa.string() if field.type == pa.large_string() else field.type) for field in table.schema]
    return table.cast(pa.schema(fields))


def in_duckdb(parts: Sequence[pl.DataFrame]) -> object:
    import duckdb

    connection = duckdb.connect()
    return connection.from_arrow(pa.concat_tables([plain(part) for part in parts]))


def in_dask(parts: Sequence[pl.DataFrame]) -> object:
    import dask.dataframe as dd
    import pandas as pd

    frames = [plain(part).to_pandas(types_mapper=pd.ArrowDtype) for part in parts]
    return dd.from_map(lambda frame: frame, frames, meta=frames[0].iloc[:0])


def in_ibis(parts: Sequence[pl.DataFrame]) -> object:
    import ibis

    return ibis.memtable(pa.concat_tables([plain(part) for part in parts]))


def in_spark(session) -> Holder:
    def hold(parts: Sequence[pl.DataFrame]) -> object:
        full = [session.createDataFrame(plain(part)) for part in parts if part.height]
        frames = [session.createDataFrame([], full[0].schema) for part in parts if not part.height]
        return reduce(lambda first, second: first.union(second), [*frames, *full])

    return hold


HERE: dict[str, Holder] = {
    "memory": pl.concat, "stream": lambda parts: pl.concat(parts).lazy(),
    "duckdb": in_duckdb, "dask": in_dask, "ibis": in_ibis,
}  # fmt: skip
KINDS = ("spark",) if SPARK_ITSELF in os.environ else (*HERE, "connect")
NAMES = {
    "memory": "in memory", "stream": "streamed", "duckdb": "on DuckDB", "dask": "on Dask", "ibis": "through ibis",
    "connect": "on Spark", "spark": "on Spark",
}  # fmt: skip


@contextlib.contextmanager
def spark_connect() -> Iterator[object]:
    """Start a server that speaks Spark Connect without Java, and a session with it."""
    from pysail.spark import SparkConnectServer
    from pyspark.sql import SparkSession

    main = sys.modules["__main__"]
    if not hasattr(main, "__file__"):
        # Workers of pytest have a main module without a file, which Spark takes for its own doctests.
        main.__file__ = __file__
    server = SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    host, port = server.listening_address
    session = SparkSession.builder.remote(f"sc://{host}:{port}").getOrCreate()
    try:
        yield session
    finally:
        # The session first: a server that is gone lets it wait for ever.
        session.stop()
        server.stop()


@contextlib.contextmanager
def spark_itself() -> Iterator[object]:
    """Start Spark on Java, in this process."""
    from pyspark.sql import SparkSession

    # Jobs are many and tiny, so that compiling them well costs more than it gives.
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
                "spark.sql.shuffle.partitions": "2", "spark.default.parallelism": "1",
                "spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN",
                "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}  # fmt: skip
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()
