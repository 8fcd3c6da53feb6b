"""Nothing but summaries leaves the place where the cases are: no row, and no summary of more than 8 MB."""

from __future__ import annotations

import weakref

import numpy as np
import polars as pl
import pytest
from holders import KINDS, OLDER_PANDAS, in_dask, in_duckdb, in_ibis, in_spark

import assay
from assay.engines import dask as dask_engine
from assay.engines import duckdb, shipping
from assay.engines.spark import MERGERS
from assay.errors import AssayError
from assay.inputs import arrow
from assay.summaries import score_table

if KINDS == ("spark",):
    pytest.skip("tests of Spark itself leave the others alone", allow_module_level=True)

pytestmark = OLDER_PANDAS

RNG = np.random.default_rng(3)
ROWS = 300_000
MANY = pl.DataFrame(
    {
        "truth": RNG.integers(0, 2, ROWS), "answer": RNG.integers(0, 2, ROWS), "score": RNG.random(ROWS),
        "weight": RNG.gamma(2, 1, ROWS), "price": RNG.normal(size=ROWS), "guess": RNG.normal(size=ROWS),
        "three": RNG.integers(0, 3, ROWS), "other": RNG.random(ROWS), "third": RNG.random(ROWS),
        "kind": RNG.integers(0, 1500, ROWS).astype(str), "said": RNG.integers(0, 1500, ROWS).astype(str),
    }
)  # fmt: skip
FEW = MANY[:3000]
CALLS = {
    "labels": lambda data: assay.evaluate("truth", "answer", data=data, metrics="accuracy"),
    "many classes": lambda data: assay.evaluate("kind", "said", data=data, metrics="accuracy"),
    "scores": lambda data: assay.evaluate("truth", score="score", data=data, metrics="roc_auc"),
    "weighted scores": lambda data: assay.evaluate(
        "truth", score="score", data=data, weight="weight", metrics="roc_auc"
    ),
    "scores of several classes": lambda data: assay.evaluate(
        "three", score=["score", "other", "third"], data=data, metrics=["roc_auc_macro", "roc_auc_ovo", "accuracy"]
    ),
    "regression": lambda data: assay.evaluate("price", "guess", data=data, metrics=["mae", "median_absolute_error"]),
}


def parts_of(frame: pl.DataFrame, count: int) -> list[pl.DataFrame]:
    size = -(-frame.height // count)
    return [frame[start : start + size] for start in range(0, frame.height, size)]


@pytest.mark.parametrize("title", CALLS)
def test_what_dask_hands_back_is_one_summary_and_no_part_is_large(title, monkeypatch):
    import dask
    from dask.threaded import get

    sizes: list[int] = []
    back: list[object] = []

    def noted(*arguments):
        part = shipping.reduced(*arguments)
        sizes.append(len(part))
        return part

    def watched(graph, keys, **options):
        made = get(graph, keys, **options)
        back.extend(made)
        return made

    monkeypatch.setattr(dask_engine, "reduced", noted)
    with dask.config.set(scheduler=watched):
        result = CALLS[title](in_dask(parts_of(MANY, 3)))
    assert result.n == ROWS
    assert all(isinstance(made, bytes) for made in back)
    assert len(back) <= 3, "kind or second look, profile and summary"
    assert len(sizes) == 3 * len(back)
    assert max(sizes) <= shipping.LARGEST


@pytest.mark.parametrize("title", CALLS)
def test_what_spark_collects_are_a_few_summaries(connect, title, monkeypatch):
    from pyspark.sql.connect.dataframe import DataFrame

    rows: list[object] = []
    collect = DataFrame.collect

    def watched(frame):
        made = collect(frame)
        rows.append(made)
        return made

    def refused(*arguments, **options):
        raise AssertionError("rows are brought to the driver")

    data = in_spark(connect)(parts_of(FEW, 5))
    monkeypatch.setattr(DataFrame, "collect", watched)
    for way in ("toPandas", "toArrow", "toLocalIterator", "take", "head", "first", "tail"):
        monkeypatch.setattr(DataFrame, way, refused)
    assert CALLS[title](data).n == FEW.height
    assert 1 <= len(rows) <= 3
    assert all(len(collected) <= MERGERS for collected in rows)
    assert all(len(row["summary"]) <= shipping.LARGEST for collected in rows for row in collected)


@pytest.mark.parametrize("holder", [in_duckdb, in_ibis])
def test_batches_pass_one_by_one_and_are_let_go(holder, monkeypatch):
    alive: weakref.WeakSet[object] = weakref.WeakSet()
    together: list[int] = []
    whole = arrow.arrow_batch

    def noted(parts):
        batch = whole(parts)
        alive.add(batch)
        together.append(len(alive))
        return batch

    monkeypatch.setattr(arrow, "arrow_batch", noted)
    monkeypatch.setattr(arrow, "GATHERED", 10_000)
    monkeypatch.setattr(duckdb, "BATCH", 10_000)
    assert CALLS["scores"](holder([MANY])).n == ROWS
    assert len(together) >= 6
    assert max(together) <= 2


def test_a_reader_that_was_refused_midway_leaves_its_connection_free():
    data = in_duckdb([FEW.with_columns(truth=pl.lit("x"))])
    with pytest.raises(AssayError):
        assay.evaluate("truth", score="kind", data=data)
    assert data.aggregate("count(*)").fetchall() == [(FEW.height,)]


HELD = {
    "groups of several outputs": lambda data: assay.evaluate(
        ["price", "guess"], ["guess", "price"], data=data, group="kind"
    ),
    "outcomes": lambda data: assay.outcomes("truth", "answer", data=data),
    "several outputs": lambda data: assay.evaluate(["price", "guess"], ["guess", "price"], data=data),
}


@pytest.mark.parametrize("title", HELD)
@pytest.mark.parametrize("holder", [in_duckdb, in_dask, in_ibis])
def test_what_needs_the_cases_themselves_is_refused(holder, title):
    with pytest.raises(AssayError, match="never gathered, but this call needs the cases themselves"):
        HELD[title](holder([FEW]))


def test_scores_that_are_too_many_to_travel_are_binned_within_their_bounds(monkeypatch):
    exact = assay.evaluate("truth", score="score", data=MANY)
    monkeypatch.setattr(score_table, "MOST_TRAVELLING", 2**13)
    binned = assay.evaluate("truth", score="score", data=in_dask(parts_of(MANY, 4)))
    assert not binned.thresholds.table.exact
    for name in ("roc_auc", "average_precision", "ks"):
        assert binned[name].value != exact[name].value
        assert binned[name].value == pytest.approx(exact[name].value, abs=2e-4)
        assert binned[name].low <= exact[name].value <= binned[name].high


def test_what_was_computed_from_a_summary_does_not_travel_with_it():
    made = CALLS["regression"](in_dask(parts_of(FEW, 2))).sample.summary
    assert made.means.absolute > 0
    assert "means" in vars(made)
    assert "means" not in made.__getstate__()


def test_a_cluster_runs_the_steps_where_its_partitions_are():
    from distributed import Client

    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0") as client:
        result = CALLS["labels"](in_dask(parts_of(FEW, 5)))
        ran = client.run_on_scheduler(lambda dask_scheduler: set(dask_scheduler.task_prefixes))
    assert result.to_json() == CALLS["labels"](in_dask([FEW])).to_json()
    assert {"reduced", "joined"} <= ran
