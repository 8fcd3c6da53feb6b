"""The cases on which models differ most: recomputed from the raw data."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay

RNG = np.random.default_rng(8)
N = 400
TRUTH = RNG.normal(size=N)
FIRST, SECOND = TRUTH + RNG.normal(size=N), TRUTH + 0.5 * RNG.normal(size=N)
FRAME = pl.DataFrame({"id": [f"c{place}" for place in range(N)], "y": TRUTH, "a": FIRST, "b": SECOND})


def test_regressions_list_the_largest_difference_of_squared_errors_with_both_answers_and_the_id():
    apart = np.abs((FIRST - TRUTH) ** 2 - (SECOND - TRUTH) ** 2)
    order = np.argsort(-apart, kind="stable")[:7]
    found = assay.compare("y", prediction={"one": "a", "two": "b"}, data=FRAME).cases(7)
    assert found["case"].to_list() == order.tolist()
    assert found["id"].to_list() == [f"c{place}" for place in order]
    assert found["prediction of one"].to_numpy() == pytest.approx(FIRST[order])
    assert found["prediction of two"].to_numpy() == pytest.approx(SECOND[order])


def test_labels_list_cases_that_some_models_get_right_and_others_wrong():
    truth, one, two = [0, 1, 1, 0, 1], [0, 1, 0, 1, 1], [0, 0, 1, 1, 1]
    found = assay.compare(truth, prediction={"one": one, "two": two}).cases()
    assert found["case"].to_list() == [1, 2]
    assert found["truth"].to_list() == [1, 1]
    assert found["prediction of one"].to_list() == [1, 0]


def test_streamed_and_merged_batches_list_the_same_cases(tmp_path, monkeypatch):
    from assay.engines import stream

    expected = assay.compare("y", prediction={"one": "a", "two": "b"}, data=FRAME).cases(9)
    FRAME.write_parquet(tmp_path / "x.parquet")
    monkeypatch.setattr(stream, "BATCH", 57)
    found = assay.compare("y", prediction={"one": "a", "two": "b"}, data=tmp_path / "x.parquet").cases(9)
    assert found["case"].to_list() == expected["case"].to_list()


def test_gaps_in_one_model_leave_the_case_out():
    holes = FRAME.with_columns(pl.when(pl.int_range(N) % 5 == 0).then(None).otherwise(pl.col("a")).alias("a"))
    found = assay.compare("y", prediction={"one": "a", "two": "b"}, data=holes, missing="drop").cases(50)
    assert not any(place % 5 == 0 for place in found["case"].to_list())


def test_texts_list_the_segments_on_which_systems_differ():
    found = assay.compare(
        ["a b c", "d e f"], prediction={"x": ["a b c", "d e f"], "y": ["a b c", "d q q"]}, task="text"
    )
    assert found.cases(5)["segment"].to_list() == [2]
    assert found.cases(5)["candidate of y"].to_list() == ["d q q"]


def test_no_report_holds_a_segment_or_a_case_unless_it_was_asked_for(tmp_path):
    texts = assay.compare(
        ["a b c", "d e f"], prediction={"x": ["a b c", "d e f"], "y": ["a b c", "zq zq"]}, task="text"
    )
    single = assay.evaluate(["a b c", "d e f"], ["a b c", "zq zq"], task="text")
    for result in (texts, single):
        for suffix in ("html", "md", "json"):
            assert "zq" not in assay.report(result, tmp_path / f"x.{suffix}").read_text()
        for suffix in ("html", "md"):
            assert "zq" in assay.report(result, tmp_path / f"y.{suffix}", cases=5).read_text()


def test_unpaired_models_have_no_cases_in_common():
    found = assay.compare({"a": [1, 0, 1, 1], "b": [0, 1, 1]}, prediction={"a": [1, 0, 0, 1], "b": [0, 1, 1]})
    with pytest.raises(assay.AssayError, match="not at hand"):
        found.cases(3)


def test_the_command_line_lists_cases_of_several_models(tmp_path, capsys):
    from assay.cli.main import run

    FRAME.write_csv(tmp_path / "x.csv")
    call = [
        "compare",
        str(tmp_path / "x.csv"),
        "--truth",
        "y",
        "--prediction",
        "a",
        "--prediction",
        "b",
        "--cases",
        "3",
    ]
    assert run([*call, "--json"]) == 0
    assert '"cases"' in capsys.readouterr().out
