"""on=: tables of one engine are joined there, as tables here are; what comes back are counts and a few keys."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from documents import document, near
from holders import HERE, NAMES, OLDER_PANDAS, in_duckdb, in_spark, plain

import assay
from assay.errors import AssayError

pytestmark = OLDER_PANDAS

RNG = np.random.default_rng(2)
N = 300
TRUTH = pl.DataFrame(
    {"id": np.arange(N), "sick": RNG.integers(0, 2, N), "site": ["north", "south"] * (N // 2), "pair": np.arange(N) % 2}
)
ORDER = RNG.permutation(N)
FIRST = pl.DataFrame({"id": ORDER.astype("i4"), "risk.score": RNG.random(N)})
SECOND = FIRST.select("id", pl.col("risk.score") ** 2)
WITH_TRUTH = FIRST.join(TRUTH.select(pl.col("id").cast(pl.Int32), "sick"), on="id")
LIED = WITH_TRUTH.with_columns(sick=1 - pl.col("sick"))
NO_KEY = FIRST.with_columns(id=pl.when(pl.col("id") > 9).then("id"))

QUICK = {"metrics": ["roc_auc", "recall"]}
RISK = {"score": "risk.score", "on": "id", **QUICK}


def evaluated(hold, truth=TRUTH, answers=FIRST, **options):
    return assay.evaluate("sick", data=(hold(truth), hold(answers)), **{**RISK, **options})


EVALUATED = {
    "keys of two sizes": evaluated,
    "two keys and slices": lambda hold: evaluated(
        hold, TRUTH.rename({"id": "row"}), FIRST.select("risk.score", row="id", pair=pl.col("id") % 2),
        on=["row", "pair"], by="site",
    ),
    "some without a partner": lambda hold: evaluated(hold, TRUTH, FIRST[:200], missing="drop"),
    "some without a key": lambda hold: evaluated(hold, TRUTH, NO_KEY, missing="drop"),
}  # fmt: skip
COMPARED = {
    "the truth apart": lambda hold: {"truth": hold(TRUTH), "a": hold(FIRST), "b": hold(SECOND)},
    "the truth in two": lambda hold: {"a": hold(WITH_TRUTH), "b": hold(SECOND.join(TRUTH.cast({"id": pl.Int32}),
                                                                                   on="id"))},
}  # fmt: skip
REFUSED = {
    "doubled": lambda hold: evaluated(hold, TRUTH, pl.concat([FIRST, FIRST[:2]])),
    "without a partner": lambda hold: evaluated(hold, TRUTH, FIRST[:200]),
    "without a key": lambda hold: evaluated(hold, TRUTH, NO_KEY),
    "another type": lambda hold: evaluated(hold, TRUTH, FIRST.cast({"id": pl.String})),
    "nothing in common": lambda hold: evaluated(hold, TRUTH, FIRST.with_columns(pl.col("id") + N), missing="drop"),
    "no such key": lambda hold: evaluated(hold, on="key"),
    "no such column": lambda hold: evaluated(hold, score="chance"),
    "two truths": lambda hold: assay.compare(
        "sick", data={"a": hold(WITH_TRUTH.sort("id")), "b": hold(LIED.sort("id"))}, **RISK
    ),
}  # fmt: skip

ELSEWHERE = ("duckdb", "dask", "ibis", "connect")


@pytest.fixture(params=ELSEWHERE)
def kind(request) -> str:
    return request.param


@pytest.fixture
def place(request, kind):
    """How the engine holds one frame; DuckDB's tables live behind one connection."""
    if kind == "duckdb":
        import duckdb

        connection = duckdb.connect()
        return lambda frame: connection.from_arrow(plain(frame))
    hold = HERE[kind] if kind in HERE else in_spark(request.getfixturevalue(kind))
    return lambda frame: hold([frame[:90], frame[90:]])


def here(frame: pl.DataFrame) -> pl.DataFrame:
    return frame


@pytest.mark.parametrize("title", EVALUATED)
def test_tables_of_one_engine_are_joined_there(kind, place, title) -> None:
    result, usual = EVALUATED[title](place), EVALUATED[title](here)
    assert result.choices.engine == NAMES[kind]
    assert (dict(result), result.notes, list(result.slices)) == (dict(usual), usual.notes, list(usual.slices))
    assert all(dict(result.slices[name]) == dict(usual.slices[name]) for name in usual.slices)


@pytest.mark.parametrize("title", COMPARED)
def test_models_whose_answers_live_apart_are_compared_there(place, title) -> None:
    whole = TRUTH.join(FIRST.rename({"risk.score": "a"}), on="id").join(SECOND.rename({"risk.score": "b"}), on="id")
    joined = assay.compare("sick", data=COMPARED[title](place), **RISK)
    at_once = assay.compare("sick", score={"a": "a", "b": "b"}, **QUICK, data=place(whole))
    assert near(document(joined), document(at_once)) == []


@pytest.mark.parametrize("title", REFUSED)
def test_what_does_not_match_is_refused_in_the_same_words(place, title) -> None:
    with pytest.raises(AssayError) as usual:
        REFUSED[title](here)
    with pytest.raises(AssayError) as there:
        REFUSED[title](place)
    assert str(there.value) == str(usual.value)


def test_no_row_comes_to_the_driver(connect, monkeypatch) -> None:
    from pyspark.sql.connect.dataframe import DataFrame

    rows: list[int] = []
    collect, to_arrow = DataFrame.collect, DataFrame.toArrow

    def counted(how):
        def call(frame):
            made = how(frame)
            rows.append(len(made))
            return made

        return call

    hold = in_spark(connect)
    tables = (hold([TRUTH]), hold([FIRST]))
    monkeypatch.setattr(DataFrame, "collect", counted(collect))
    monkeypatch.setattr(DataFrame, "toArrow", counted(to_arrow))
    assert assay.evaluate("sick", data=tables, **RISK).n == N
    assert max(rows) <= 8, "summaries that a few tasks merged, or one row of counts"


def test_tables_in_two_places_are_refused() -> None:
    import duckdb

    with pytest.raises(AssayError, match="the first table on duckdb, the second table here"):
        assay.evaluate("sick", data=(in_duckdb([TRUTH]), FIRST), **RISK)
    apart = (duckdb.connect().from_arrow(plain(frame)) for frame in (TRUTH, FIRST))
    with pytest.raises(AssayError, match=r"cannot join the first table and the second table .* one connection"):
        assay.evaluate("sick", data=tuple(apart), **RISK)
