"""The cases that matter most: recomputed from the raw data, the same wherever the rows are, and never stored."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay

RNG = np.random.default_rng(12)
N = 3000
TRUTH = RNG.normal(size=N)
SAID = TRUTH + 0.1 * RNG.standard_t(2, size=N)
FRAME = pl.DataFrame({"id": [f"c{place}" for place in range(N)], "price": TRUTH, "said": SAID,
                      "error": RNG.choice(["x", "y"], N)})  # fmt: skip
WORST = np.argsort(-((SAID - TRUTH) ** 2), kind="stable")


def test_a_regression_lists_who_carries_the_squared_error_with_id_and_columns():
    found = assay.evaluate("price", "said", data=FRAME).cases(12)
    assert found["case"].to_list() == WORST[:12].tolist()
    assert found["id"].to_list() == [f"c{place}" for place in WORST[:12]]
    squares = (SAID - TRUTH) ** 2
    assert found["share of error"].to_numpy() == pytest.approx(squares[WORST[:12]] / squares.sum())
    assert found["error"].to_numpy() == pytest.approx((TRUTH - SAID)[WORST[:12]])
    assert found["error (data)"].to_list() == FRAME["error"][WORST[:12].tolist()].to_list()
    assert "said" not in found.columns


@pytest.mark.parametrize("form", ["pandas", "arrow", "lazy", "csv", "parquet", "mapping"])
def test_cases_are_the_same_wherever_the_rows_are(form, tmp_path):
    data = {"pandas": FRAME.to_pandas, "arrow": FRAME.to_arrow, "lazy": FRAME.lazy}.get(form, lambda: None)()
    if form in ("csv", "parquet"):
        data = tmp_path / f"x.{form}"
        getattr(FRAME, f"write_{form}")(data)
    expected = assay.evaluate("price", "said", data=FRAME).cases(5)
    if form == "mapping":
        found = assay.evaluate(TRUTH.tolist(), SAID.tolist()).cases(5)
        expected = expected.select(found.columns)
    else:
        found = assay.evaluate("price", "said", data=data).cases(5)
    assert found.columns == expected.columns
    for name in found.columns:
        if found[name].dtype.is_float():
            assert found[name].to_numpy() == pytest.approx(expected[name].to_numpy())
        else:
            assert found[name].to_list() == expected[name].to_list()


def test_batches_that_are_merged_list_what_one_batch_would(monkeypatch, tmp_path):
    from assay.engines import stream

    FRAME.write_parquet(tmp_path / "x.parquet")
    monkeypatch.setattr(stream, "BATCH", 157)
    found = assay.evaluate("price", "said", data=tmp_path / "x.parquet").cases(20)
    assert found["case"].to_list() == WORST[:20].tolist()


def test_an_index_of_pandas_does_not_move_rows():
    data = FRAME.to_pandas()
    data.index = pd.Index(np.arange(N)[::-1])
    assert assay.evaluate("price", "said", data=data).cases(3)["id"].to_list() == [f"c{place}" for place in WORST[:3]]


def test_rows_keep_their_numbers_where_others_were_dropped():
    holes = FRAME.with_columns(pl.when(pl.int_range(N) % 7 == 0).then(None).otherwise(pl.col("said")).alias("said"))
    found = assay.evaluate("price", "said", data=holes, missing="drop").cases(10)
    assert found["case"].to_list() == [place for place in WORST.tolist() if place % 7][:10]


def test_weights_count():
    weight = np.ones(N)
    weight[17] = 1e6
    assert assay.evaluate(TRUTH, SAID, weight=weight).cases(1)["case"].item() == 17


def test_labels_list_some_of_every_kind_of_mistake_and_nothing_that_is_right():
    truth = np.repeat(["a", "b", "c"], 100)
    said = truth.copy()
    said[:20], said[100:103], said[299] = "b", "c", "a"
    found = assay.evaluate(truth, said).cases(5)
    assert set(zip(found["truth"], found["prediction"], strict=True)) == {("a", "b"), ("b", "c"), ("c", "a")}
    assert found["case"].to_list() == [0, 100, 299, 1, 101]
    assert assay.evaluate(truth, said).cases(100).height == 24
    assert assay.evaluate(truth, truth).cases(5).height == 0


def test_scores_list_the_mistakes_that_the_model_was_surest_of():
    truth = (RNG.random(500) < 0.4).astype(int)
    score = np.clip(0.3 * truth + 0.7 * RNG.random(500), 0, 1)
    for shown, threshold in ((score, 0.5), (10 * score - 3, None)):
        ev = assay.evaluate(truth, score=shown)
        cut = threshold if threshold is not None else ev.operating_points[0].threshold
        wrong = (shown >= cut) != (truth == 1)
        order = np.argsort(-np.where(wrong, np.abs(shown - cut), -1), kind="stable")
        found = ev.cases(30)
        assert found["case"].to_list() == order[:30].tolist()
        assert found["score"].to_list() == shown[order[:30]].tolist()
        assert (found["prediction"] != found["truth"]).all()
        assert ev.cases(1000).height == wrong.sum()


def test_scores_of_several_classes_list_confident_mistakes():
    truth = RNG.integers(0, 3, 400)
    score = RNG.dirichlet([1, 1, 1], 400)
    margin = score.max(axis=1) - score[np.arange(400), truth]
    found = assay.evaluate(truth, score=score).cases(10)
    assert found["case"].to_list() == np.argsort(-margin, kind="stable")[:10].tolist()
    assert found["prediction"].to_list() == score.argmax(axis=1)[found["case"].to_list()].tolist()


def test_ranges_list_those_that_fell_outside_the_farthest():
    low, high = TRUTH - 0.2 * RNG.random(N), TRUTH + 0.3 * RNG.random(N) - 0.1
    low, high = np.minimum(low, high), np.maximum(low, high)
    outside = np.maximum(np.maximum(low - TRUTH, TRUTH - high), 0)
    found = assay.evaluate(TRUTH, lower=low, upper=high).cases(8)
    assert found["case"].to_list() == np.argsort(-outside, kind="stable")[:8].tolist()


def test_several_labels_and_texts_have_cases_too():
    truth = np.array([[1, 0, 1], [0, 0, 1], [1, 1, 1]])
    said = np.array([[1, 0, 1], [1, 1, 0], [1, 1, 0]])
    found = assay.evaluate(truth, said, task="multilabel").cases(5)
    assert found["case"].to_list() == [1, 2]
    assert found["wrong labels"].to_list() == [3, 1]
    texts = assay.evaluate(["a cat sat", "a dog ran"], ["a cat sat", "the cow flew"], task="text").cases(1)
    assert texts["candidate"].to_list() == ["the cow flew"]


def test_groups_and_slices_leave_the_list_as_it_is():
    expected = assay.evaluate("price", "said", data=FRAME).cases(4)
    for more in ({"group": "error"}, {"by": "error"}):
        assert assay.evaluate("price", "said", data=FRAME.rename({"id": "own"}), **more).cases(4)["case"].to_list() == (
            expected["case"].to_list()
        )


def test_results_are_pickled_and_saved_without_their_cases(tmp_path):
    ev = assay.evaluate("price", "said", data=FRAME)
    report = assay.report(ev, tmp_path / "x.html", cases=3)
    assert f"c{WORST[0]}".encode() not in pickle.dumps(ev)
    again = pickle.loads(pickle.dumps(ev))  # noqa: S301
    for stored in (again, assay.load(ev.save(tmp_path / "x.json"))):
        with pytest.raises(assay.AssayError, match="not at hand"):
            stored.cases(3)
    assert f">c{WORST[0]}<" in report.read_text()


def test_no_report_holds_a_case_unless_it_was_asked_for(tmp_path):
    ev = assay.evaluate("price", "said", data=FRAME)
    worst = f"c{WORST[0]}"
    for suffix in ("html", "md", "json"):
        plain = assay.report(ev, tmp_path / f"plain.{suffix}").read_text()
        asked = assay.report(ev, tmp_path / f"asked.{suffix}", cases=5).read_text()
        assert worst not in plain
        assert worst in asked


def test_cases_that_cannot_be_listed_are_refused(tmp_path):
    ev = assay.evaluate(TRUTH, SAID)
    for most in (0, -1, 1001, 2.5, True, "10"):
        with pytest.raises(assay.AssayError, match="whole number from 1 to 1,000"):
            ev.cases(most)
    with pytest.raises(assay.AssayError, match="not at hand"):
        assay.evaluate(counts=[[5, 1], [2, 7]], labels=["a", "b"], rows="truth", positive="b").cases(2)
    ranking = assay.rank({"a": [1.0, 2, 3, 4], "b": [2.0, 3, 4, 9]})
    with pytest.raises(assay.AssayError, match="not a Ranking"):
        assay.report(ranking, tmp_path / "x.html", cases=4)


def test_the_command_line_lists_cases(tmp_path, capsys):
    from assay.cli.main import run

    FRAME.write_csv(tmp_path / "x.csv")
    call = ["evaluate", str(tmp_path / "x.csv"), "--truth", "price", "--prediction", "said", "--cases", "4"]
    assert run(call) == 0
    told = capsys.readouterr().out
    assert f"c{WORST[3]}" in told
    assert max(map(len, told.splitlines())) <= 80
    assert run([*call, "--json"]) == 0
    assert f'"id": "c{WORST[0]}"' in capsys.readouterr().out
    assert run([*call[:-1], "0"]) == 2
    assert "whole number from 1 to 1,000" in capsys.readouterr().err


def test_labels_beside_scores_say_which_answers_are_wrong():
    truth, score = [1, 1, 0, 0, 1, 0], [0.9, 0.45, 0.48, 0.1, 0.3, 0.7]
    found = assay.evaluate(truth, [1, 1, 0, 0, 0, 1], score=score).cases()
    assert sorted(found["case"].to_list()) == [4, 5]
    assert dict(found.select("case", "prediction").rows()) == {4: 0, 5: 1}
