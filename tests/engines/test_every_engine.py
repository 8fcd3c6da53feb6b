"""One contract for all engines: wherever the cases are, the same numbers, the same notes and the same refusals."""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from decimal import Decimal

import duckdb
import ibis
import narwhals.stable.v2 as nw
import numpy as np
import polars as pl
import pytest
from documents import any_example, document, near
from holders import KINDS, NAMES, OLDER_PANDAS, in_dask, plain
from sqlframe.duckdb import DuckDBSession

import assay
from assay.engines import stream
from assay.errors import AssayError

pytestmark = OLDER_PANDAS

N = 400
RNG = np.random.default_rng(18)
TRUTH = RNG.integers(0, 2, N)
ANSWER = np.where(RNG.random(N) < 0.8, TRUTH, 1 - TRUTH)
SCORE = np.round(np.clip(RNG.normal(0.3 * TRUTH + 0.35, 0.2), 0, 1), 2)
SCORE[SCORE == 0] = np.where(RNG.random(int((SCORE == 0).sum())) < 0.5, 0.0, -0.0)
PRICE = RNG.normal(50, 20, N)
NAMED = np.array(["Ärger", "joy", "none"])
CLASS = RNG.integers(0, 3, N)
GUESS = np.where(RNG.random(N) < 0.7, CLASS, RNG.integers(0, 3, N))
CHANCES = np.round(RNG.dirichlet([1, 1, 1], N) + 0.5 * np.eye(3)[CLASS], 2) / 2
CHANCES[:, 2] = 1 - CHANCES[:, :2].sum(axis=1)
GAPS = [None if place % 41 == 0 else float("nan") if place % 37 == 0 else value for place, value in enumerate(SCORE)]
FRAME = pl.DataFrame(
    {
        "truth": TRUTH, "answer": ANSWER, "score": SCORE, "single": SCORE.astype(np.float32),
        "flag": TRUTH == 1, "said": ANSWER == 1, "float truth": TRUTH.astype(float),
        "mood": NAMED[CLASS], "guess": NAMED[GUESS], "weight": np.round(RNG.gamma(2, 1, N), 3) + 0.001,
        "gap": pl.Series(GAPS, dtype=pl.Float64, strict=False),
        "label gap": [None if place % 29 == 0 else int(label) for place, label in enumerate(ANSWER)],
        "mood gap": [None if place % 31 == 0 else str(name) for place, name in enumerate(NAMED[GUESS])],
        "price": PRICE, "price.of `it`": PRICE + RNG.normal(1, 5, N), "low": PRICE - RNG.gamma(2, 6, N),
        "high": PRICE + RNG.gamma(2, 6, N), "row": np.arange(N),
        "euros": pl.Series([Decimal(f"{value:.2f}") for value in PRICE], dtype=pl.Decimal(10, 2)),
        "cents": pl.Series([Decimal(f"{value + 1:.2f}") for value in PRICE], dtype=pl.Decimal(10, 2)),
        "day": [datetime.date(2026, 1, 18)] * N,
        "infinite": np.where(np.arange(N) == 7, np.inf, SCORE), "negative": np.where(np.arange(N) == 7, -1.0, 1.0),
        "flipped": np.where(RNG.random(N) < 0.7, TRUTH, 1 - TRUTH), "team": RNG.integers(0, 40, N),
        **{f"as {name}": CHANCES[:, place] for place, name in enumerate(NAMED)},
        **{f"by {name}": CHANCES[::-1, place] for place, name in enumerate(NAMED)},
        "whole cents": pl.Series([Decimal(int(label)) for label in TRUTH], dtype=pl.Decimal(5, 2)),
        "team gap": [None if place % 23 == 0 else int(place % 40) for place in range(N)],
        "float team": pl.Series(
            [None if place % 23 == 0 else float("nan") if place % 19 == 0 else float(place % 40) for place in range(N)],
            dtype=pl.Float64, strict=False),
        "endless": np.where(np.arange(N) == 7, -np.inf, PRICE),
        "nothing": np.zeros(N), "oops": ["maybe"] * N,
        "float gap": pl.Series(
            [None if place % 41 == 0 else float("nan") if place % 37 == 0 else float(label)
             for place, label in enumerate(ANSWER)], dtype=pl.Float64, strict=False),
    }
)  # fmt: skip
PARTS = {
    "one": [FRAME],
    "seven": [FRAME[start : start + 58] for start in range(0, N, 58)],
    "some empty": [FRAME[:0], FRAME[:17], FRAME[:0], FRAME[17:300], FRAME[300:], FRAME[:0]],
    "one class each": [FRAME.filter(truth=0), FRAME.filter(truth=1)],
    "another order": [FRAME[350:], FRAME[:40][::-1], FRAME[40:350]],
}


def own_loss(truth, prediction):
    return np.abs(truth - prediction) ** 1.5


CALLS = {
    "labels": lambda data: assay.evaluate("truth", "answer", data=data),
    "booleans": lambda data: assay.evaluate("flag", "said", data=data),
    "labels and a boolean": lambda data: assay.evaluate("truth", "said", data=data),
    "whole floats": lambda data: assay.evaluate("float truth", "answer", data=data),
    "several classes": lambda data: assay.evaluate("mood", "guess", data=data),
    "gaps in labels": lambda data: assay.evaluate("truth", "label gap", data=data, missing="drop"),
    "gaps in words": lambda data: assay.evaluate("mood", "mood gap", data=data, missing="drop"),
    "null and nan": lambda data: assay.evaluate("truth", "float gap", data=data, missing="drop"),
    "scores": lambda data: assay.evaluate("truth", score="score", data=data),
    "scores in single precision": lambda data: assay.evaluate("truth", score="single", data=data),
    "scores and labels": lambda data: assay.evaluate("truth", "answer", score="score", data=data),
    "threshold": lambda data: assay.evaluate("flag", score="score", data=data, threshold=0.37),
    "gaps in scores": lambda data: assay.evaluate("truth", score="gap", data=data, missing="drop"),
    "costs": lambda data: assay.evaluate("truth", "answer", data=data, costs={"fp": 1, "fn": 5}),
    "decimals as labels": lambda data: assay.evaluate("whole cents", "answer", data=data),
    "sets of labels": lambda data: assay.evaluate(["truth", "flag"], ["answer", "said"], data=data),
}  # fmt: skip
WEIGHTED = {
    "weighted labels": lambda data: assay.evaluate("mood", "guess", data=data, weight="weight"),
    "weighted scores": lambda data: assay.evaluate("truth", score="score", data=data, weight="weight"),
    "weighted gaps": lambda data: assay.evaluate("truth", score="gap", data=data, weight="weight", missing="drop"),
}
REGRESSIONS = {
    "regression": lambda data: assay.evaluate("price", "price.of `it`", data=data),
    "weighted regression": lambda data: assay.evaluate("price", "price.of `it`", data=data, weight="weight"),
    "decimals": lambda data: assay.evaluate("euros", "cents", data=data),
    "whole numbers": lambda data: assay.evaluate("row", "price", data=data),
    "ranges": lambda data: assay.evaluate("price", lower="low", upper="high", coverage=0.8, data=data),
    "a loss of my own": lambda data: assay.evaluate("price", "low", data=data, metrics=["mae", own_loss]),
    "a lambda": lambda data: assay.evaluate("price", "low", data=data, metrics=[lambda y, p: (y - p) ** 4]),
}
REFUSED = {
    "gaps": lambda data: assay.evaluate("truth", "label gap", data=data),
    "gaps in words": lambda data: assay.evaluate("mood", "mood gap", data=data),
    "gaps in scores": lambda data: assay.evaluate("truth", score="gap", data=data),
    "infinite scores": lambda data: assay.evaluate("truth", score="infinite", data=data),
    "infinite numbers": lambda data: assay.evaluate("price", "infinite", data=data),
    "negative weights": lambda data: assay.evaluate("truth", "answer", data=data, weight="negative"),
    "endless truths": lambda data: assay.evaluate("endless", "price", data=data),
    "null groups": lambda data: assay.evaluate("truth", "answer", data=data, group="team gap"),
    "nan groups": lambda data: assay.evaluate("truth", "answer", data=data, group="float team"),
    "null slices": lambda data: assay.evaluate("truth", score="score", data=data, by="mood gap"),
    "dates as groups": lambda data: assay.evaluate("truth", "answer", data=data, group="day"),
    "dates as slices": lambda data: assay.evaluate("truth", "answer", data=data, by="day"),
    "fractions as groups": lambda data: assay.evaluate("truth", "answer", data=data, group="price"),
    "no weight": lambda data: assay.evaluate("truth", "answer", data=data, weight="nothing"),
    "crossed ranges": lambda data: assay.evaluate("price", lower="high", upper="low", data=data),
    "dates": lambda data: assay.evaluate("day", "day", data=data),
    "words among scores": lambda data: assay.evaluate("truth", score="oops", data=data),
    "words against numbers": lambda data: assay.evaluate("mood", "answer", data=data),
    "fractions as labels": lambda data: assay.evaluate("truth", "score", data=data),
    "a column that is not there": lambda data: assay.evaluate("truht", "answer", data=data),
    "three labels, one score": lambda data: assay.evaluate("mood", score="score", data=data),
}  # fmt: skip

CLASSES, OTHERS = ({str(name): f"{how} {name}" for name in NAMED} for how in ("as", "by"))
TOGETHER = {
    "scores of several classes": lambda data: assay.evaluate("mood", score=CLASSES, data=data),
    "weighted scores of classes": lambda data: assay.evaluate("mood", score=CLASSES, data=data, weight="weight"),
    "scores of sets of labels": lambda data: assay.evaluate(["truth", "flag"], score=["score", "single"], data=data),
    "groups of class scores": lambda data: assay.evaluate("mood", score=CLASSES, data=data, group="team"),
    "slices of class scores": lambda data: assay.evaluate("mood", score=CLASSES, data=data, by="flag"),
    "compared class scores": lambda data: assay.compare("mood", score={"a": CLASSES, "b": OTHERS}, data=data),
    "compared labels": lambda data: assay.compare("mood", prediction={"a": "guess", "b": "mood"}, data=data),
    "compared answers": lambda data: assay.compare("truth", prediction={"a": "answer", "b": "flipped"}, data=data),
    "compared scores": lambda data: assay.compare("truth", score={"a": "score", "b": "single"}, data=data),
    "compared regressions": lambda data: assay.compare("price", prediction={"a": "low", "b": "high"}, data=data),
    "groups of labels": lambda data: assay.evaluate("mood", "guess", data=data, group="team"),
    "groups of scores": lambda data: assay.evaluate("truth", score="score", data=data, group="team"),
    "groups of residuals": lambda data: assay.evaluate("price", "low", data=data, group="team", weight="weight"),
    "crossed groups": lambda data: assay.evaluate("truth", "answer", data=data, group=["team", "mood"]),
    "models by groups": lambda data: assay.compare("price", prediction={"a": "low", "b": "high"}, data=data,
                                                   group="team"),
    "slices of labels": lambda data: assay.evaluate("truth", "answer", data=data, by="mood"),
    "slices of scores": lambda data: assay.evaluate("truth", score="score", data=data, by=["mood", "flag"]),
    "slices by amounts": lambda data: assay.evaluate("truth", "answer", data=data, by={"price": [40, 60]}),
    "slices of groups": lambda data: assay.evaluate("truth", "answer", data=data, by="mood", group="team"),
    "null groups": lambda data: assay.evaluate("truth", "answer", data=data, group="team gap", missing="drop"),
    "null and nan groups": lambda data: assay.evaluate("truth", score="score", data=data, group="float team",
                                                       missing="drop"),
    "null slices": lambda data: assay.evaluate("truth", "answer", data=data, by="mood gap", missing="drop"),
    "null and nan slices": lambda data: assay.evaluate("truth", score="score", data=data, by="label gap",
                                                       missing="drop"),
    "models by slices": lambda data: assay.compare("truth", prediction={"a": "answer", "b": "flipped"}, data=data,
                                                   by="mood"),
}  # fmt: skip


@pytest.mark.parametrize("title", CALLS)
def test_unweighted_labels_and_scores_are_the_same_to_the_last_bit(kind, hold, title):
    result, expected = CALLS[title](hold(PARTS["some empty"])), CALLS[title](FRAME)
    assert document(result) == document(expected)
    assert result.choices.engine == NAMES[kind]
    assert f"· {NAMES[kind]} ·" in str(result)


@pytest.mark.parametrize("title", WEIGHTED)
def test_weighted_sums_differ_by_their_rounding_alone(hold, title):
    assert near(document(WEIGHTED[title](hold(PARTS["seven"]))), document(WEIGHTED[title](FRAME))) == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "memory"])
@pytest.mark.parametrize("title", REGRESSIONS)
def test_a_regression_is_that_of_a_file_too_large_to_keep(hold, title, monkeypatch):
    monkeypatch.setattr(stream, "MOST_KEPT", 0)
    expected = document(REGRESSIONS[title](FRAME.lazy()))
    assert near(document(REGRESSIONS[title](hold(PARTS["some empty"]))), expected) == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "memory"])
@pytest.mark.parametrize("title", TOGETHER)
def test_models_groups_and_slices_are_those_of_a_file_too_large_to_keep(hold, title, monkeypatch):
    monkeypatch.setattr(stream, "MOST_KEPT", 0)
    expected = document(TOGETHER[title](FRAME.lazy()))
    assert near(document(TOGETHER[title](hold(PARTS["some empty"]))), expected) == []


@pytest.mark.parametrize("title", REFUSED)
def test_what_cannot_be_used_is_refused_in_the_same_words(kind, hold, title):
    with pytest.raises(AssayError) as here:
        REFUSED[title](FRAME)
    with pytest.raises(AssayError) as there:
        REFUSED[title](hold(PARTS["seven"]))
    numbered = str(here.value)
    if kind not in ("memory", "stream"):
        numbered = re.sub(r" \(first at row [^)]*\)| in row [\d,]+ \(counting from 0\)", "", numbered)
    assert any_example(str(there.value)) == any_example(numbered)
    assert type(there.value) is type(here.value)


def test_a_table_without_rows_is_refused(kind, hold):
    data = hold(PARTS["one"]).where("truth > 5") if "on Spark" in NAMES[kind] else hold([FRAME[:0], FRAME[:0]])
    with pytest.raises(AssayError, match="`truth` has no rows"):
        assay.evaluate("truth", "answer", data=data)


@pytest.mark.skipif("dask" not in KINDS, reason="tests of Spark itself leave the others alone")
@pytest.mark.parametrize("title", ["labels", "several classes", "scores", "gaps in scores"])
def test_partitions_and_their_order_change_nothing(title):
    documents = [document(CALLS[title](in_dask(parts))) for parts in PARTS.values()]
    assert all(other == documents[0] for other in documents)


@pytest.mark.skipif("dask" not in KINDS, reason="tests of Spark itself leave the others alone")
def test_a_frame_that_narwhals_wraps_is_the_frame_inside():
    for parts, engine in ((in_dask(PARTS["seven"]), "on Dask"), (FRAME.lazy(), "streamed")):
        result = assay.evaluate("truth", "answer", data=nw.from_native(parts))
        assert result.choices.engine == engine
        assert document(result) == document(CALLS["labels"](FRAME))


@pytest.mark.skipif("duckdb" not in KINDS, reason="tests of Spark itself leave the others alone")
def test_frames_of_sqlframe_and_other_backends_of_ibis_are_read_in_batches():
    frame = FRAME.drop("as Ärger", "by Ärger")  # SQLFrame asks DuckDB for "as ärger", which is no column
    connection = duckdb.connect()
    connection.from_arrow(plain(frame)).create("cases")
    ibis_table = ibis.polars.connect().create_table("cases", plain(FRAME))
    for data, engine in ((DuckDBSession(connection).table("cases"), "through SQLFrame"), (ibis_table, "through ibis")):
        for call in (CALLS["labels"], lambda data: assay.evaluate("truth", "label gap", data=data, missing="drop")):
            result = call(data)
            assert result.choices.engine == engine
            assert document(result) == document(call(FRAME))


@pytest.mark.skipif("duckdb" not in KINDS, reason="tests of Spark itself leave the others alone")
def test_columns_of_the_same_name_are_refused():
    with pytest.raises(AssayError, match="columns of the same name: 'a' 2 times"):
        assay.evaluate("a", "b", data=duckdb.connect().sql("select 1 as a, 2 as a, 1 as b"))


@pytest.mark.skipif("duckdb" not in KINDS, reason="tests of Spark itself leave the others alone")
def test_no_engine_imports_its_library_unless_its_data_are_there():
    code = (
        "import sys, assay, polars as pl\n"
        "assay.evaluate('t', 'p', data=pl.DataFrame({'t': [0, 1, 1], 'p': [0, 1, 0]}))\n"
        "print(sorted({'duckdb', 'dask', 'pyspark', 'ibis', 'sqlframe', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
