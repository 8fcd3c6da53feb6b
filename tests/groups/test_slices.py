"""by=: every part of the cases judged, each against the rest."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import assay
from assay.cli.main import commands
from assay.comparisons.unpaired import compare_unpaired
from assay.metrics.find import find
from assay.stats import adjust


@pytest.fixture(scope="module")
def visits() -> pl.DataFrame:
    rng = np.random.default_rng(3)
    n = 900
    truth = rng.integers(0, 2, n)
    site = rng.choice(["north", "south", "west"], n)
    noise = rng.normal(size=n) * np.where(site == "west", 2.5, 1.0)
    return pl.DataFrame({
        "sick": truth, "p": 1 / (1 + np.exp(-(2 * truth - 1 + noise))), "q": rng.random(n) * 0.8 + 0.2 * truth,
        "site": site, "sex": rng.choice(["f", "m"], n), "age": rng.integers(18, 91, n),
        "weight": rng.uniform(50, 90, n), "patient": rng.integers(0, 150, n),
    })  # fmt: skip


def test_a_slice_is_what_its_own_cases_give(visits) -> None:
    sliced = assay.evaluate("sick", score="p", data=visits, by="site")
    own = assay.evaluate("sick", score="p", data=visits.filter(pl.col("site") == "west"))
    assert set(sliced.slices) == {"north", "south", "west"}
    for name, made in own.items():
        assert sliced.slices["west"][name].value == pytest.approx(made.value, nan_ok=True)
        assert sliced.slices["west"][name].low == pytest.approx(made.low, nan_ok=True)
    assert sum(sliced.slices.sizes.values()) == 900
    assert dict(sliced) == dict(assay.evaluate("sick", score="p", data=visits))


def test_single_metrics_of_slices_are_those_of_whole_evaluations(visits) -> None:
    slices = assay.evaluate("sick", score="p", data=visits, by="site").slices
    for name in ("roc_auc", "f1", "log_loss", "tpr"):
        assert {key: made.value for key, made in slices.estimates(name).items()} == {
            key: slices[key][name].value for key in slices
        }


def test_slices_of_labels_and_numbers(visits) -> None:
    found = assay.evaluate(visits["sick"], (visits["p"] > 0.5).cast(pl.Int64), by=visits["site"])
    west = visits.filter(pl.col("site") == "west")
    assert found.slices["west"]["accuracy"].value == ((west["p"] > 0.5).cast(pl.Int64) == west["sick"]).mean()
    numbers = assay.evaluate(visits["weight"], visits["weight"] + visits["q"], by=visits["sex"])
    women = visits.filter(pl.col("sex") == "f")
    assert numbers.slices["f"]["mae"].value == pytest.approx(women["q"].mean())


def test_every_slice_is_tested_against_the_rest_with_holm(visits) -> None:
    tests = assay.evaluate("sick", score="p", data=visits, by="site").slices.against_rest("roc_auc")
    assert tests[0].key == "west"
    expected = []
    for test in tests:
        inside, outside = (
            assay.evaluate("sick", score="p", data=visits.filter(flag))["roc_auc"]
            for flag in (pl.col("site") == test.key, pl.col("site") != test.key)
        )
        expected.append(compare_unpaired(find("roc_auc"), inside, outside, 0.95).p_value)
    assert [test.p_value for test in tests] == pytest.approx(expected)
    assert [test.p_adjusted for test in tests] == pytest.approx(adjust(expected, "holm").tolist())
    assert tests[0].significant
    assert tests[0].adjustment == "holm"


def test_many_slices_are_screened_and_small_ones_not_tested(visits) -> None:
    code = [f"s{place % 30}" if place < 870 else "tiny" for place in range(890)] + ["tinier"] * 10
    tests = assay.evaluate(visits["sick"], score=visits["p"], by=code).slices.against_rest("accuracy")
    assert {test.adjustment for test in tests} == {"screened (Benjamini-Hochberg)"}
    small = next(test for test in tests if test.key == "tinier")
    assert np.isnan(small.p_adjusted)
    assert small.note == "too few cases to test"
    assert small.estimate.low < small.estimate.high


def test_numbers_are_cut_at_quartiles_or_at_edges(visits) -> None:
    quartiles = assay.evaluate("sick", score="p", data=visits, by="age").slices
    assert len(quartiles) == 4
    assert min(quartiles.sizes.values()) > 180
    fractions = assay.evaluate("sick", score="p", data=visits, by="weight").slices
    assert len(fractions) == 4
    edges = assay.evaluate("sick", score="p", data=visits, by={"age": [30, 60]}).slices
    assert edges.sizes == {
        "below 30": visits.filter(pl.col("age") < 30).height,
        "30 to 60": visits.filter(pl.col("age").is_between(30, 60, closed="left")).height,
        "60 and above": visits.filter(pl.col("age") >= 60).height,
    }


def test_numbers_that_count_are_names() -> None:
    truth = np.tile([0, 1], 600)
    assert len(assay.evaluate(truth, truth, by=np.arange(1200) // 40).slices) == 30


def test_the_largest_gap_knows_that_it_was_picked(visits) -> None:
    slices = assay.evaluate("sick", score="p", data=visits, by="site").slices
    gap = slices.gap("recall")
    values = {key: made.value for key, made in slices.estimates("recall").items()}
    assert gap.value == pytest.approx(max(values.values()) - min(values.values()))
    assert "the largest of 3 slices' differences" in gap.note
    assert gap.low < gap.value < gap.high
    ratio = slices.ratio("recall")
    assert ratio.value == pytest.approx(min(values.values()) / max(values.values()))
    assert ratio.low < ratio.value < ratio.high


def test_gaps_and_ratios_are_those_of_fairlearn(visits) -> None:
    fairlearn = pytest.importorskip("fairlearn.metrics")
    from sklearn.metrics import recall_score

    answer = (visits["p"] >= 0.5).cast(pl.Int64).to_numpy()
    truth, site = visits["sick"].to_numpy(), visits["site"].to_numpy()
    frame = fairlearn.MetricFrame(metrics=recall_score, y_true=truth, y_pred=answer, sensitive_features=site)
    slices = assay.evaluate(visits["sick"], answer, by=visits["site"]).slices
    assert slices.gap("recall").value == pytest.approx(frame.difference())
    assert slices.ratio("recall").value == pytest.approx(frame.ratio())


def test_the_weakest_slice_is_looked_for_in_pairs_of_columns_too(visits) -> None:
    slices = assay.evaluate("sick", score="p", data=visits, by=["site", "sex"]).slices
    assert ("site", "west") in slices
    weakest = slices.weakest("roc_auc")
    assert ("site", "west") in (weakest.key, *weakest.key)
    assert len(slices.crossed) == 6
    assert weakest.p_adjusted >= weakest.p_value
    assert slices[weakest.key].n == weakest.n


def test_groups_with_cases_on_both_sides_count_once(visits) -> None:
    slices = assay.evaluate("sick", score="p", data=visits, by="site", group="patient").slices
    assert slices["west"].grouping is not None
    copied = pl.concat([visits] * 4)
    many = assay.evaluate("sick", score="p", data=copied, by="site", group="patient").slices
    one, four = (found.against_rest("accuracy")[0] for found in (slices, many))
    assert four.p_value == pytest.approx(one.p_value, rel=1e-6)
    assert one.test == "t over groups"


def test_tables_frames_documents_and_charts_show_slices(visits) -> None:
    found = assay.evaluate("sick", score="p", data=visits, by="site")
    assert "ROC AUC by site, the worst first:" in str(found)
    document = json.loads(found.to_json())
    assert [one["site"] for one in document["slices"]] == ["north", "south", "west"]
    assert document["slices"][0]["against_rest"]["roc_auc"]["adjustment"] == "holm"
    frame = found.slices.to_frame(["recall", "f1"])
    assert frame.columns[:3] == ["site", "cases", "metric"]
    assert frame.height == 6
    assert found.slices.to_frame("all").height == 3 * len(found)
    assert found.plot("slices").to_dict()["layer"]


def test_where_does_a_model_win(visits) -> None:
    found = assay.compare("sick", score={"p": "p", "q": "q"}, data=visits, by="site", metrics="roc_auc")
    west = visits.filter(pl.col("site") == "west")
    own = assay.compare("sick", score={"p": "p", "q": "q"}, data=west, metrics="roc_auc")
    there = found.slices["west"]["roc_auc"].pairs[0]
    assert there.p_value == pytest.approx(own["roc_auc"].pairs[0].p_value)
    where = found.slices.where("roc_auc")
    adjusted = adjust([one.pair.p_value for one in where], "holm").tolist()
    assert [one.p_adjusted for one in where] == pytest.approx(adjusted)
    assert "ROC AUC by site:" in str(found)
    assert len(json.loads(found.to_json())["slices"]) == 3
    assert found.slices.to_frame().height == 3
    groups = assay.compare("sick", score={"p": "p", "q": "q"}, data=visits, by="site", group="patient")
    assert groups.slices["west"]["roc_auc"].pairs[0].test == "t over groups"


def test_the_command_line_cuts_too(visits, tmp_path) -> None:
    path = tmp_path / "visits.csv"
    visits.write_csv(path)
    words = f"evaluate {path} --truth sick --score p --by site --by age=30,60 --json"
    told = CliRunner().invoke(commands, words.split())
    assert told.exit_code == 0, told.output
    assert {one["by"] for one in json.loads(told.stdout)["slices"]} == {"site", "age"}
    wrong = CliRunner().invoke(commands, f"evaluate {path} --truth sick --score p --by age=old".split())
    assert wrong.exit_code == 2


def test_labels_of_slices_are_not_trusted(visits) -> None:
    evil = "<script>alert(1)</script>"
    found = assay.evaluate(visits["sick"], score=visits["p"], by=[evil if place % 2 else "x" for place in range(900)])
    assert "<script>alert" not in found._repr_html_()


def test_every_metric_has_a_gap_and_a_ratio_also_where_limits_have_no_end(rng):
    truth = rng.normal(20, 3, 300)
    judged = assay.evaluate(truth, truth + rng.normal(size=300), by=rng.choice(["a", "b"], 300), metrics="all",
                            task="regression")  # fmt: skip
    gaps = json.loads(judged.to_json())["slice_gaps"]
    assert gaps["max_error"]["ratio"]["low"] == 0
    assert all(gap["ratio"] is None or 0 <= gap["ratio"]["value"] <= 1 for gap in gaps.values())


@pytest.mark.parametrize("call", [assay.evaluate, assay.compare])
def test_a_column_by_name_beside_groups_that_are_values_is_refused_in_words(call):
    labels = [1, 0, 1, 0]
    prediction = labels if call is assay.evaluate else {"a": labels, "b": labels}
    with pytest.raises(assay.AssayError, match="no data= was given"):
        call(labels, prediction=prediction, by="ward", group=np.array([1, 1, 2, 2]))


def test_a_slice_whose_cases_weigh_nothing_is_undefined_and_the_others_are_judged():
    truth, score = [0, 1, 0, 1, 1, 0, 1], [0.2, 0.4, 0.3, 0.6, 0.9, 0.5, 0.7]
    evaluation = assay.evaluate(truth, score=score, weight=[1, 0, 1, 1, 1, 1, 1], by=[*"abcccbb"])
    assert np.isnan(evaluation.slices["a"]["roc_auc"].value)
    assert evaluation.slices["c"]["brier"].defined
    alone = assay.compare([0, 0, 1], score={"a": [0.1, 0.2, 0.3], "b": [0.3, 0.2, 0.1]}, weight=[1, 0, 1], by=[1, 0, 1])
    assert alone.slices


def test_amounts_next_to_the_largest_float_are_cut_and_told_apart():
    rng = np.random.default_rng(1)
    truth, prediction = rng.normal(size=40) * 1e-178, rng.normal(size=40) * 1e276
    evaluation = assay.evaluate(truth, prediction, group=np.arange(40) % 7, by=[*"ab"] * 20, task="regression")
    assert evaluation.slices.to_frame().height


def test_what_cannot_write_itself_is_called_by_its_type():
    class Mute:
        def __repr__(self):
            raise RuntimeError

    evaluation = assay.evaluate([1, 0, 1, 0], [1, 0, 0, 0], by=[*"aabb"])
    assert "Mute" in evaluation.slices.text(Mute())


def test_scores_of_a_slice_that_weighs_nothing_say_so():
    evaluation = assay.evaluate([0, 1, 1, 0, 1], score=[0.2, 0.4, 0.5, 0.3, 0.6], weight=[0, 0, 1, 1, 1], by=[*"aabbb"])
    for name in ("roc_auc", "brier", "calibration_error", "log_loss"):
        assert np.isnan(evaluation.slices["a"][name].value)
        assert evaluation.slices["a"][name].note == "no case weighs anything"
    assert evaluation.slices.to_frame("all").height


@pytest.mark.parametrize("lazy", [False, True])
def test_numbers_of_a_slice_that_weighs_nothing_say_so(lazy, tmp_path):
    frame = pl.DataFrame({
        "y": [0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.5], "p": [0.5, 1.0, 0.0, 1.0, 1.2, 0.0, 1.0],
        "w": [1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0], "town": [*"abcccbd"],
    })  # fmt: skip
    data = frame.lazy() if lazy else frame
    evaluation = assay.evaluate("y", "p", weight="w", by="town", data=data, task="regression")
    for result in (evaluation, assay.load(evaluation.save(tmp_path / "towns.json"))):
        for name in ("mae", "rmse", "median_absolute_error", "r2"):
            assert np.isnan(result.slices["d"][name].value)
            assert result.slices["d"][name].note == "no case weighs anything"
        assert result.slices["c"]["mae"].defined
        assert result.slices.to_frame("all").height
    models = {"a": "p", "b": "y"}
    compared = assay.compare("y", prediction=models, weight="w", by="town", data=data, task="regression")
    assert "undefined" in str(compared.slices["d"])
