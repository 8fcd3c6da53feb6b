"""Engines beside their own group-by over the same columns, and files larger than one would like to hold."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

import assay
from benchmarks.timing import Race, race

if TYPE_CHECKING:
    import pyarrow as pa

ROWS, MANY = 10_000_000, 50_000_000
MOST_MEGABYTES = 1_000

WRITE = """
import sys, numpy as np, polars as pl
rng = np.random.default_rng(0)
step = 5_000_000
for part in range({rows} // step):
    truth = rng.integers(0, 2, step).astype("i1")
    frame = pl.DataFrame(dict(truth=truth, score=.7 * rng.random(step) + .3 * truth, other=rng.random(step),
                              answer=np.where(rng.random(step) < .8, truth, 0).astype("i1"),
                              price=rng.normal(50, 9, step), guess=rng.normal(50, 9, step),
                              site=rng.integers(0, 50, step).astype("i2"), patient=rng.integers(0, 400_000, step)))
    frame.write_parquet(sys.argv[1] + f"/part-{{part:02}}.parquet")
"""

READ = """
import sys, time, assay
start = time.perf_counter()
{call}
seconds = time.perf_counter() - start
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(peak.split()[1]) / 1e3, seconds)
"""

CALLS = {
    "labels": "assay.evaluate('truth', 'answer', data=sys.argv[1])",
    "scores": "assay.evaluate('truth', score='score', data=sys.argv[1])",
    "regression": "assay.evaluate('price', 'guess', data=sys.argv[1])",
    "two columns of scores compared": "assay.compare('truth', score={'a': 'score', 'b': 'other'}, data=sys.argv[1])",
    "scores in 50 slices": "assay.evaluate('truth', score='score', data=sys.argv[1], by='site')",
    "labels in 400,000 groups": "assay.evaluate('truth', 'answer', data=sys.argv[1], group='patient')",
}


def races() -> Iterator[Race]:
    """Yield one race after the other: the same cells by the engine's own group-by, and by assay on that engine."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        _run(WRITE.format(rows=ROWS), folder)
        pattern = f"{folder}/*.parquet"
        relation = duckdb.connect().read_parquet(pattern)
        cells = ["truth", "answer"]

        def grouped() -> object:
            return relation.aggregate("truth, answer, count(*)").fetchall()

        yield race("cells of labels on DuckDB, intervals and all: 1e7 rows",
                   lambda: assay.evaluate(*cells, data=relation), "DuckDB GROUP BY", grouped, 2.0)  # fmt: skip
        yield race("cells of labels, streamed, intervals and all: 1e7 rows",
                   lambda: assay.evaluate(*cells, data=pattern), "polars group_by, streaming",
                   lambda: pl.scan_parquet(pattern).group_by(cells).len().collect(engine="streaming"), 2.0)  # fmt: skip
        yield from _on_spark(folder)
    yield from _slices()


def _on_spark(folder: str) -> Iterator[Race]:
    """Race labels on Spark Connect with the same cells counted by hand, where there is a server that needs no Java."""
    if find_spec("pysail") is None or find_spec("pyspark") is None:
        return
    from pysail.spark import SparkConnectServer
    from pyspark.sql import SparkSession

    server = SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    host, port = server.listening_address
    session = SparkSession.builder.remote(f"sc://{host}:{port}").getOrCreate()
    try:
        frame = session.read.parquet(folder)

        def by_hand() -> object:
            counted = frame.select("truth", "answer").mapInArrow(count_cells, "cell long, cases double")
            return counted.groupBy("cell").sum("cases").collect()

        yield race("cells of labels on Spark Connect, intervals and all: 1e7 rows",
                   lambda: assay.evaluate("truth", "answer", data=frame), "bincount in mapInArrow", by_hand,
                   1.5)  # fmt: skip
    finally:
        # The session first: a server that is gone lets it wait for ever.
        session.stop()
        server.stop()


def count_cells(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Count the cells of truth and answer in a partition, as one would write it by hand."""
    import pyarrow as pa

    counts = np.zeros(4)
    for batch in batches:
        truth, answer = (batch.column(place).to_numpy() for place in range(2))
        counts += np.bincount(truth.astype(np.intp) * 2 + answer, minlength=4)
    yield pa.record_batch({"cell": pa.array(range(4), pa.int64()), "cases": pa.array(counts)})


def _slices() -> Iterator[Race]:
    """Race labels of a thousand slices with one bincount, and areas with a radix split and sorted slices."""
    rng = np.random.default_rng(0)
    truth, answer = rng.integers(0, 2, (2, ROWS)).astype(np.int8)
    score, slices = rng.random(ROWS), rng.integers(0, 1000, ROWS)

    def counted() -> object:
        return np.bincount((slices * 2 + truth) * 2 + answer, minlength=4000)

    def accuracies() -> object:
        return assay.evaluate(truth, answer, by=slices, metrics="accuracy").slices.estimates("accuracy")

    yield race("accuracy of 1,000 slices, with intervals: 1e7 cases", accuracies, "one np.bincount", counted, 10.0,
               repeats=3)  # fmt: skip

    def split() -> object:
        order = np.argsort(slices.astype(np.uint16), kind="stable")
        ends = np.cumsum(np.bincount(slices, minlength=1000))
        ranked, flags = score[order], truth[order]
        areas = []
        for start, end in zip([0, *ends[:-1]], ends, strict=True):
            rising = flags[start:end][np.argsort(ranked[start:end], kind="stable")]
            below = np.cumsum(1 - rising)
            areas.append(below[rising == 1].mean() / below[-1])
        return areas

    def ours() -> object:
        return assay.evaluate(truth, score=score, by=slices, metrics="roc_auc").slices.estimates("roc_auc")

    yield race("area of 1,000 slices, with intervals: 1e7 cases", ours, "radix split, sorted slices", split, 2.0,
               repeats=3)  # fmt: skip


def lines() -> Iterator[str]:
    """Yield one row per call over a folder of parquet, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        _run(WRITE.format(rows=MANY), folder)
        for name, call in CALLS.items():
            peak, seconds = map(float, _run(READ.format(call=call), folder).split())
            verdict = "met" if peak <= MOST_MEGABYTES else "MISSED"
            what = f"5e7 rows of parquet, {name}"
            yield f"{what:<58} {seconds:6.1f} s   {peak:7.0f} MB   at most {MOST_MEGABYTES} MB   {verdict}"


def _run(code: str, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(assay.__file__).parents[1])}
    made = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True,
                          env=environment)  # fmt: skip
    return made.stdout
