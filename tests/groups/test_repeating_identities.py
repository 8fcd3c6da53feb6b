"""A column that names what was drawn, or behaves like it, is pointed out; one that sorts cases is not."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay
from assay.inputs import identities

RNG = np.random.default_rng(12)
TRUTH = RNG.integers(0, 2, 600)
TABLE = pl.DataFrame({"y": TRUTH, "p": np.where(RNG.random(600) < 0.2, 1 - TRUTH, TRUTH)})


def message(result: object) -> str | None:
    return next((note.message for note in result.notes if note.code == "repeated-identity"), None)


def judged(**columns: object) -> str | None:
    return message(assay.evaluate("y", "p", data=TABLE.with_columns(**{k: pl.Series(v) for k, v in columns.items()})))


@pytest.mark.parametrize("name", ["uid", "item", "scan", "patient_id", "subject no", "userId", "doc", "id", "batch_id"])
def test_names_of_what_was_drawn_are_recognised(name) -> None:
    assert f"pass group='{name}'" in judged(**{name: np.arange(600) // 3})


def test_a_patient_is_recognised_however_few_there_are() -> None:
    assert "5 values in 600 rows" in judged(patient=np.arange(600) % 5)


@pytest.mark.parametrize(("name", "values"), [("country_id", 5), ("paid", 200), ("valid", 200), ("width", 200)])
def test_columns_that_sort_cases_are_not(name, values) -> None:
    assert judged(**{name: np.arange(600) % values}) is None


def test_a_column_of_another_name_whose_rows_share_the_truth_is_recognised() -> None:
    order = np.argsort(TRUTH, kind="stable")
    code = np.empty(600, dtype=int)
    code[order] = np.arange(600) // 4
    told = judged(tile=code)
    assert told.startswith("`tile` repeats, and rows that share a value of it share the truth")
    assert "pass group='tile'" in told
    assert judged(tile=RNG.permutation(code)) is None
    assert judged(tile=code.astype(float) + 0.5) is None
    assert judged(tile=TRUTH) is None


def test_a_larger_file_is_told_by_its_first_rows(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(identities, "GLANCE", 300)
    path = tmp_path / "cases.csv"
    TABLE.with_columns(patient=pl.int_range(600) // 3).write_csv(path)
    assert "100 values in the first 300 rows" in message(assay.evaluate("y", "p", data=path))


def test_tables_that_are_joined_are_looked_at_too() -> None:
    truth = TABLE.select("y").with_columns(id=pl.int_range(600), patient=pl.int_range(600) // 3)
    answers = TABLE.select("p").with_columns(id=pl.int_range(600))
    found = assay.evaluate("y", "p", data=(truth, answers), on="id")
    assert "pass group='patient'" in message(found)
    assert message(assay.evaluate("y", "p", data=(truth, answers), on="id", group="patient")) is None
    both = {"t": truth, "a": answers, "b": answers.with_columns(p=1 - pl.col("p"))}
    assert "pass group='patient'" in message(assay.compare("y", prediction="p", data=both, on="id"))


def test_segments_of_text_have_documents() -> None:
    lines = [f"word{place % 7} and more" for place in range(60)]
    table = pl.DataFrame({"ref": lines, "out": lines[::-1], "doc": np.arange(60) // 6})
    found = assay.evaluate("ref", "out", data=table, task="text", metrics="exact_match")
    assert "If its segments belong together" in message(found)
    grouped = assay.evaluate("ref", "out", data=table, task="text", metrics="exact_match", group="doc")
    assert message(grouped) is None
