"""compare: the test that is chosen, that it agrees with textbooks, and what it refuses."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay
from assay.errors import AssayError

RNG = np.random.default_rng(12)
N = 400
TRUTH = RNG.random(N) < 0.4
SCORES = {
    name: 1 / (1 + np.exp(-(shift * TRUTH - shift / 2 + RNG.normal(size=N))))
    for name, shift in (("a", 2.4), ("b", 1.6), ("c", 1.5))
}
LABELS = {name: score >= 0.5 for name, score in SCORES.items()}
AMOUNT = RNG.normal(20, 4, N)
PREDICTED = {"near": AMOUNT + RNG.normal(0, 1, N), "far": AMOUNT + RNG.normal(0, 1.4, N)}


def counts(tp, fp, fn, tn):
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn}


def codes(comparison):
    return {note.code for note in comparison.notes}


def test_default_metrics_are_those_of_the_contract():
    assert list(assay.compare(TRUTH, prediction=LABELS)) == ["accuracy", "f1"]
    assert list(assay.compare(TRUTH, score=SCORES)) == ["accuracy", "f1", "roc_auc", "average_precision", "log_loss"]
    assert list(assay.compare(AMOUNT, prediction=PREDICTED)) == ["mae", "rmse"]
    three = RNG.integers(0, 3, N)
    assert list(assay.compare(three, prediction={"x": three, "y": RNG.permutation(three)})) == ["accuracy", "f1_macro"]


def test_pairs_are_adjusted_by_holm_and_a_control_needs_fewer():
    every = assay.compare(TRUTH, score=SCORES, metrics="roc_auc")["roc_auc"]
    p = [pair.p_value for pair in every.pairs]
    assert [pair.p_adjusted for pair in every.pairs] == pytest.approx(assay.stats.adjust(p, "holm").tolist())
    control = assay.compare(TRUTH, score=SCORES, metrics="roc_auc", control="c")["roc_auc"]
    assert [(pair.a, pair.b) for pair in control.pairs] == [("a", "c"), ("b", "c")]
    assert control.order[0] == "a"


def test_verdicts_are_sentences():
    found = assay.compare(TRUTH, prediction={name: LABELS[name] for name in ("a", "b")}, metrics="accuracy")
    pair = found["accuracy"].pairs[0]
    assert pair.verdict.startswith("a is better than b by 0.")
    assert re.search(rf"in accuracy: p [=<] [0-9.]+ \(McNemar mid-p\), n = {N}$", pair.verdict)
    same = assay.compare(TRUTH, score={"b": SCORES["b"], "c": SCORES["c"]}, metrics="roc_auc").verdicts[0]
    assert same.startswith("no evidence of a difference between b and c in ROC AUC")
    assert "with these cases only differences above 0.0" in same
    lower = assay.compare(AMOUNT, prediction=PREDICTED, metrics="mae").verdicts[0]
    assert lower.startswith("near is better than far by 0.")


@pytest.mark.parametrize("metric", ["accuracy", "f1", "roc_auc", "average_precision", "log_loss", "ks"])
def test_identical_models_get_p_one_said_plainly(metric):
    found = assay.compare(TRUTH, score={"x": SCORES["a"], "y": SCORES["a"].copy()}, metrics=metric)
    pair = found[metric].pairs[0]
    assert pair.difference.value == 0
    assert pair.p_value == 1
    assert pair.p_adjusted == 1
    assert "no evidence" in pair.verdict
    assert "pair" in codes(found)


def test_different_cases_are_compared_without_pairing():
    half = slice(0, 200), slice(200, None)
    apart = assay.compare(
        {"a": TRUTH[half[0]], "b": TRUTH[half[1]]},
        prediction={"a": LABELS["a"][half[0]], "b": LABELS["b"][half[1]]},
        metrics=["accuracy", "f1"],
    )
    assert not apart.paired
    assert "unpaired" in codes(apart)
    right = [int(np.sum(LABELS[name][part] == TRUTH[part])) for name, part in zip("ab", half, strict=True)]
    expected = assay.stats.two_proportions_z(right[0], 200, right[1], 200, pooled=True)
    pair = apart["accuracy"].pairs[0]
    assert pair.p_value == pytest.approx(expected.p_value)
    assert (pair.difference.low, pair.difference.high) == pytest.approx((expected.low, expected.high))
    assert apart["f1"].pairs[0].test == "z, combined limits"
    tables = assay.compare(
        counts={"a": {"tp": 50, "fp": 4, "fn": 5, "tn": 60}, "b": {"tp": 40, "fp": 9, "fn": 15, "tn": 55}}
    )
    assert tables["accuracy"].pairs[0].difference.value == pytest.approx((110 - 95) / 119)
    tiny = assay.compare(counts={"a": counts(5, 0, 0, 5), "b": counts(3, 1, 2, 4)})
    assert tiny["accuracy"].pairs[0].test == "Fisher mid-p"
    assert not assay.compare(TRUTH, prediction=LABELS, paired=False).paired


def test_weights_are_taken_into_account():
    weight = RNG.exponential(size=N)
    found = assay.compare(TRUTH, score=SCORES, weight=weight, metrics=["accuracy", "f1", "log_loss"])
    for name, metric in found.items():
        one = assay.evaluate(TRUTH, score=SCORES["a"], weight=weight, metrics=name)[name].value
        two = assay.evaluate(TRUTH, score=SCORES["b"], weight=weight, metrics=name)[name].value
        assert metric.pair("a", "b").difference.value == pytest.approx(one - two), name
    comparison = assay.compare(TRUTH, prediction=LABELS, weight=np.full(N, 2.0), metrics="accuracy")
    equal = comparison["accuracy"].pair("a", "b")
    right = [(LABELS[name] == TRUTH).astype(float) for name in ("a", "b")]
    spread = max(
        (judged["accuracy"].high - judged["accuracy"].low) / 2 / 1.96 for judged in comparison.evaluations.values()
    )
    unseen = 18 * np.mean(LABELS["a"] == LABELS["b"]) * spread**2 / N
    assert (equal.difference.high - equal.difference.low) / 2 / 1.96 == pytest.approx(
        math.sqrt(np.var(right[0] - right[1]) / N + unseen), rel=0.005
    )


def test_several_classes_and_several_labels_are_compared():
    truth = RNG.integers(0, 4, 300)
    models = {
        name: np.where(RNG.random(300) < share, truth, RNG.integers(0, 4, 300))
        for name, share in (("x", 0.8), ("y", 0.5))
    }
    found = assay.compare(truth, prediction=models, metrics=["accuracy", "f1_macro", "kappa", "mcc", "recall_macro"])
    for name, metric in found.items():
        values = [assay.evaluate(truth, said, metrics=name)[name].value for said in models.values()]
        assert metric.pairs[0].difference.value == pytest.approx(values[0] - values[1]), name
        assert metric.pairs[0].significant, name
    indicator = RNG.random((120, 3)) < 0.4
    sets = {"x": indicator ^ (RNG.random((120, 3)) < 0.05), "y": indicator ^ (RNG.random((120, 3)) < 0.3)}
    several = assay.compare(
        indicator.astype(int), prediction={name: said.astype(int) for name, said in sets.items()}, metrics="f1_macro"
    )
    assert several["f1_macro"].pairs[0].significant
    probabilities = {name: RNG.dirichlet(np.ones(3), 150) for name in ("x", "y")}
    classes = RNG.integers(0, 3, 150)
    names = ["roc_auc_macro", "accuracy", "log_loss", "brier", "top_k_accuracy(k=2)"]
    scored = assay.compare(classes, score=probabilities, metrics=names)
    for name, metric in scored.items():
        values = [assay.evaluate(classes, score=score, metrics=name)[name].value for score in probabilities.values()]
        assert metric.pairs[0].difference.value == pytest.approx(values[0] - values[1]), name
    assert scored["log_loss"].pairs[0].test == "paired t"


def test_columns_of_frames_and_files_are_compared(tmp_path):
    frame = pl.DataFrame({"y": TRUTH.astype(int), "p_a": SCORES["a"], "p_b": SCORES["b"]})
    path = tmp_path / "scores.parquet"
    frame.write_parquet(path)
    expected = assay.compare(TRUTH.astype(int), score={"p_a": SCORES["a"], "p_b": SCORES["b"]}).to_dict()["metrics"]
    for data in (frame, frame.to_pandas(), path, frame.lazy()):
        found = assay.compare("y", score=["p_a", "p_b"], data=data).to_dict()["metrics"]
        assert json.dumps(found) == json.dumps(expected)
    named = assay.compare("y", score={"tree": "p_a", "net": "p_b"}, data=path)
    assert named.models == ("tree", "net")
    assert named.source == "scores.parquet"


def test_documents_keep_the_contract():
    found = assay.compare(TRUTH, score=SCORES, margin=0.1)
    document = json.loads(found.to_json())
    assert document["schema"] == "assay.comparison/1"
    assert document["paired"] is True
    pair = document["metrics"]["roc_auc"]["pairs"][0]
    assert {"a", "b", "difference", "test", "reason", "statistic", "p_value", "p_adjusted", "verdict"} <= set(pair)
    assert pair["test"] == "delong"
    assert set(document["metrics"]["roc_auc"]["models"]) == {"a", "b", "c"}
    text = str(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "DeLong" in found.to_markdown()
    assert "\\toprule" in found.to_latex()
    assert found.to_frame().height == 15


def test_gaps_are_refused_or_dropped_for_every_model_at_once():
    holes = {"a": SCORES["a"].copy(), "b": SCORES["b"]}
    holes["a"][3] = math.nan
    with pytest.raises(AssayError, match="`a` has 1 missing value"):
        assay.compare(TRUTH, score=holes)
    kept = assay.compare(TRUTH, score=holes, missing="drop")
    assert kept.n == N - 1
    assert "missing-dropped" in codes(kept)


ONES = counts(1, 1, 1, 1)
BAD = {
    "one model": (lambda: assay.compare(TRUTH, prediction={"a": LABELS["a"]}), "at least two"),
    "no names": (lambda: assay.compare(TRUTH, prediction=LABELS["a"]), "which model is which"),
    "nothing": (lambda: assay.compare(TRUTH), "nothing to compare"),
    "no truth": (lambda: assay.compare(prediction=LABELS), "`truth` was not"),
    "lengths": (lambda: assay.compare(TRUTH, prediction={"a": LABELS["a"], "b": LABELS["b"][:9]}), "'b' has 9 cases"),
    "control": (lambda: assay.compare(TRUTH, prediction=LABELS, control="d"), "no model 'd'"),
    "margin": (lambda: assay.compare(TRUTH, prediction=LABELS, margin=-1), "not a margin"),
    "method": (lambda: assay.compare(TRUTH, prediction=LABELS, method="wald"), "not a way to compare"),
    "metric": (lambda: assay.compare(TRUTH, prediction=LABELS, metrics="recal"), "recall"),
    "wrong metric": (lambda: assay.compare(TRUTH, prediction=LABELS, metrics="mae"), "not defined"),
    "twice": (lambda: assay.compare("y", score=["p", "p"], data=pl.DataFrame({"y": [1, 0], "p": [0.1, 0.2]})), "twice"),
    "paired tables": (lambda: assay.compare(counts=dict.fromkeys("ab", ONES), paired=True), "which cases"),
    "truth missing": (lambda: assay.compare({"a": TRUTH}, prediction=LABELS), "none for 'b'"),
    "column": (lambda: assay.compare("y", score=["p", "q"], data=pd.DataFrame({"y": [1, 0], "p": [0.1, 0.2]})), "'q'"),
    "level": (lambda: assay.compare(TRUTH, prediction=LABELS, level=2), "confidence level"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD.values(), ids=BAD.keys())
def test_bad_comparisons_get_a_clear_message(call, message):
    with pytest.raises(AssayError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize("method", ["exact", "chi-square", "corrected", "permutation"])
def test_another_test_can_be_asked_for(method):
    found = assay.compare(TRUTH, prediction=LABELS, metrics="accuracy", method=method)["accuracy"].pairs[0]
    assert method in found.test
    assert 0 <= found.p_value <= 1


def test_models_without_scores_are_compared_in_what_they_share():
    mixed = assay.compare(TRUTH, score={"a": SCORES["a"], "b": SCORES["b"]}, prediction={"d": LABELS["c"]})
    assert list(mixed) == ["accuracy", "f1"]
    asked = assay.compare(
        TRUTH, score={"a": SCORES["a"]}, prediction={"d": LABELS["c"]}, metrics=["roc_auc", "accuracy"]
    )
    assert asked["roc_auc"].pairs[0].verdict.endswith("cannot be compared in ROC AUC: one of the models has no scores")
    assert asked["accuracy"].pairs[0].p_value < 0.05


def test_everything_can_be_asked_for():
    found = assay.compare(TRUTH, prediction=LABELS, metrics="all", control="a")
    assert len(found) > 20
    assert "prevalence" in found
    for name, metric in found.items():
        for pair in metric.pairs:
            own = metric.models[pair.a].value - metric.models[pair.b].value
            assert pair.difference.value == pytest.approx(own), name


def test_tests_that_do_not_fit_are_named():
    found = assay.compare(TRUTH, score=SCORES, metrics=["accuracy", "roc_auc"], method="exact")
    assert "ROC AUC" in next(note.message for note in found.notes if note.code == "method-not-applied")
    assert found["accuracy"].pairs[0].reason == "asked for"


def test_names_that_read_alike_are_refused():
    with pytest.raises(AssayError, match="twice"):
        assay.compare(TRUTH, prediction={1: LABELS["a"], "1": LABELS["b"]})
    odd = assay.compare(TRUTH, prediction={"a\nb": LABELS["a"], "<b>": LABELS["b"]})
    assert "\n" not in odd.verdicts[0]


def test_one_case_each_gives_no_test_of_independent_models():
    found = assay.compare([1.5], prediction={"a": [1.2], "b": [1.7]}, metrics="mae", paired=False)["mae"].pairs[0]
    assert math.isnan(found.p_value)
    assert "better" not in found.verdict
