"""Rows that are alike are counted where they are, and the numbers are those of reading every row."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import polars as pl
import pytest
from holders import KINDS, OLDER_PANDAS, in_duckdb, in_ibis, in_spark

import assay
from assay.engines import counting, readers, stream
from assay.engines.counting import CountingTable
from assay.errors import AssayError

if KINDS == ("spark",):
    pytest.skip("tests of Spark itself leave the others alone", allow_module_level=True)

pytestmark = OLDER_PANDAS

RNG = np.random.default_rng(7)
ROWS = 5_000
TRUTH, ANSWER, OTHER = RNG.integers(0, 3, (3, ROWS))
FRAME = pl.DataFrame(
    {
        "truth": TRUTH, "answer": np.where(RNG.random(ROWS) < 0.7, TRUTH, ANSWER), "other": OTHER,
        "zero": np.where(TRUTH == 0, np.where(RNG.random(ROWS) < 0.5, 0.0, -0.0), TRUTH),
        "gap": [None if place % 9 == 0 else float("nan") if place % 7 == 0 else float(label)
                for place, label in enumerate(ANSWER)],
        "word": np.array(["no", "maybe", "Yes"])[TRUTH], "said": np.array(["no", "maybe", "Yes"])[ANSWER],
        "flag": TRUTH > 0, "flagged": ANSWER > 0, "times": ANSWER, "price": RNG.normal(size=ROWS),
    }
)  # fmt: skip
CALLS = {
    "whole numbers": lambda data: assay.evaluate("truth", "answer", data=data),
    "words": lambda data: assay.evaluate("word", "said", data=data),
    "zeros of both signs": lambda data: assay.evaluate("zero", "answer", data=data),
    "gaps": lambda data: assay.evaluate("truth", "gap", data=data, missing="drop"),
    "sets of labels": lambda data: assay.evaluate(["flag", "flagged"], ["flagged", "flag"], data=data),
    "a column called as the counts are": lambda data: assay.evaluate("truth", "times", data=data),
    "two models": lambda data: assay.compare("truth", prediction={"a": "answer", "b": "other"}, data=data),
}  # fmt: skip
HOLDERS = {"duckdb": in_duckdb, "ibis": in_ibis, "stream": lambda parts: pl.concat(parts).lazy()}


def test_labels_on_spark_take_one_pass(connect, monkeypatch):
    from assay.engines.spark import SparkTable

    reduce, steps = SparkTable.reduce, []

    def noted(table, step, columns, enough=None):
        steps.append(type(step).__name__)
        return reduce(table, step, columns, enough)

    monkeypatch.setattr(SparkTable, "reduce", noted)
    data = in_spark(connect)(
        [FRAME[:2_000].select("word", "said", "price"), FRAME[2_000:].select("word", "said", "price")]
    )
    result = CALLS["words"](data)
    assert steps == ["CountAlike"]
    assert {**json.loads(result.to_json()), "engine": ""} == {
        **json.loads(CALLS["words"](FRAME).to_json()),
        "engine": "",
    }
    steps.clear()
    assert assay.evaluate("word", "said", data=data, by="price").n == ROWS
    assert "CountAlike" in steps
    assert steps.count("CountAlike") < len(steps)


def refuse_rows(*arguments):
    raise AssertionError("rows are read one by one")


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("title", CALLS)
def test_counted_rows_give_the_numbers_of_all_rows_to_the_last_bit(holder, title, monkeypatch):
    monkeypatch.setattr(stream, "MOST_KEPT", 0)
    data = HOLDERS[holder]([FRAME])
    counted = CALLS[title](data).to_json()
    monkeypatch.setattr(CountingTable, "_counted", lambda table, columns: None)
    assert CALLS[title](data).to_json() == counted


@pytest.mark.parametrize("holder", ["duckdb", "ibis"])
@pytest.mark.parametrize("title", CALLS)
def test_no_row_of_labels_leaves_the_database(holder, title, monkeypatch):
    monkeypatch.setattr(readers, "arrow_batches", refuse_rows)
    assert CALLS[title](HOLDERS[holder]([FRAME])).n > 0


def test_no_row_of_labels_is_read_one_by_one_from_a_file(tmp_path, monkeypatch):
    FRAME.write_parquet(tmp_path / "cases.parquet")
    monkeypatch.setattr(stream, "frame_batches", refuse_rows)
    assert CALLS["words"](tmp_path / "cases.parquet").n == ROWS


def test_texts_that_differ_in_case_stay_apart_whatever_their_collation_says():
    connection = duckdb.connect()
    connection.execute("create table seen (truth varchar collate nocase, answer varchar collate nocase)")
    connection.execute("insert into seen values ('A', 'a'), ('a', 'a'), ('A', 'A'), ('b', 'b')")
    confusion = assay.evaluate("truth", "answer", data=connection.table("seen")).confusion
    assert confusion.labels == ("A", "a", "b")
    assert confusion.counts.tolist() == [[1, 1, 0], [0, 1, 0], [0, 0, 1]]


def test_rows_with_gaps_keep_their_numbers_in_messages(tmp_path):
    FRAME.write_csv(tmp_path / "cases.csv")
    with pytest.raises(AssayError, match=r"first at row 0, 7, 9, 14"):
        assay.evaluate("truth", "gap", data=tmp_path / "cases.csv")


def test_a_file_whose_later_rows_are_of_another_type_is_opened_again(tmp_path):
    lines = ["truth,answer", *["1,1", "0,1"] * 2_000, "1,x", "0,x"]
    (tmp_path / "late.csv").write_text("\n".join(lines))
    with pytest.raises(AssayError, match=r"mix integer \(0\) and string \('x'\)"):
        assay.evaluate("truth", "answer", data=tmp_path / "late.csv")


@pytest.mark.parametrize("limit", ["FEW", "MOST_COUNTED"])
@pytest.mark.parametrize("holder", HOLDERS)
def test_many_different_rows_are_read_as_they_come(holder, limit, monkeypatch):
    expected = CALLS["words"](FRAME)
    for module in (counting, stream, __import__("assay.engines.duckdb", fromlist=["FEW"])):
        if hasattr(module, limit):
            monkeypatch.setattr(module, limit, 2)
    monkeypatch.setattr(stream, "MOST_KEPT", 0)
    result = CALLS["words"](HOLDERS[holder]([FRAME]))
    assert result.confusion.counts.tolist() == expected.confusion.counts.tolist()
