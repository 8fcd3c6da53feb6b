"""compare: the test that is chosen, that it agrees with textbooks, and what it refuses."""

from __future__ import annotations

import json
import math
import re
from itertools import product

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats as scipy_stats
from sklearn.metrics import average_precision_score

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


def test_accuracy_is_compared_by_mcnemar_with_tangos_interval():
    found = assay.compare(TRUTH, prediction=LABELS, metrics="accuracy")["accuracy"].pair("a", "b")
    right = [LABELS[name] == TRUTH for name in ("a", "b")]
    b, c = np.sum(right[0] & ~right[1]), np.sum(right[1] & ~right[0])
    assert found.test == "McNemar mid-p"
    assert "McNemar" in found.reason
    assert found.p_value == pytest.approx(assay.stats.mcnemar(b, c).p_value)
    assert (found.difference.low, found.difference.high) == pytest.approx(assay.stats.tango(b, c, N))
    assert found.difference.value == pytest.approx((b - c) / N)


@pytest.mark.parametrize(
    ("metric", "inside", "success"),
    [
        ("recall", TRUTH, lambda said: said),
        ("specificity", ~TRUTH, lambda said: ~said),
        ("false_positive_rate", ~TRUTH, lambda said: said),
        ("false_negative_rate", TRUTH, lambda said: ~said),
        ("error_rate", np.ones(N, bool), lambda said: said != TRUTH),
    ],
)
def test_rates_whose_cases_the_truth_decides_are_compared_by_mcnemar_among_them(metric, inside, success):
    found = assay.compare(TRUTH, prediction=LABELS, metrics=metric)[metric].pair("a", "b")
    one, two = (success(LABELS[name])[inside] for name in ("a", "b"))
    expected = assay.stats.mcnemar(np.sum(one & ~two), np.sum(two & ~one), np.sum(inside))
    assert found.test == "McNemar mid-p"
    assert found.p_value == pytest.approx(expected.p_value)
    assert found.difference.n == np.sum(inside)
    assert found.difference.value == pytest.approx(expected.effect)


def test_areas_are_compared_by_delong():
    found = assay.compare(TRUTH, score=SCORES, metrics=["roc_auc", "gini"])
    expected = assay.stats.delong_test(TRUTH, SCORES["a"], SCORES["b"])
    pair = found["auc"].pair("a", "b")
    assert pair.test == "delong"
    assert pair.p_value == pytest.approx(expected.p_value)
    assert (pair.difference.low, pair.difference.high) == pytest.approx((expected.low, expected.high))
    assert found["gini"].pair("a", "b").p_value == pytest.approx(expected.p_value)
    assert found["gini"].pair("a", "b").difference.value == pytest.approx(2 * expected.effect)


def test_losses_and_errors_are_compared_by_the_paired_t():
    found = assay.compare(TRUTH, score=SCORES, metrics=["log_loss", "brier"])
    losses = [-np.log(np.where(TRUTH, SCORES[name], 1 - SCORES[name])) for name in ("a", "b")]
    expected = scipy_stats.ttest_rel(*losses)
    pair = found["log_loss"].pair("a", "b")
    assert (pair.test, pair.statistic) == ("paired t", pytest.approx(expected.statistic))
    assert pair.p_value == pytest.approx(expected.pvalue)
    errors = assay.compare(AMOUNT, prediction=PREDICTED, metrics=["mae", "mse", lambda y, f: (y - f) ** 4])
    expected = scipy_stats.ttest_rel(*(np.abs(AMOUNT - PREDICTED[name]) for name in ("near", "far")))
    assert errors["mae"].pairs[0].p_value == pytest.approx(expected.pvalue)
    interval = expected.confidence_interval(0.95)
    assert (errors["mae"].pairs[0].difference.low, errors["mae"].pairs[0].difference.high) == pytest.approx(
        tuple(interval)
    )
    fourth = scipy_stats.ttest_rel(*((AMOUNT - PREDICTED[name]) ** 4 for name in ("near", "far")))
    assert errors["loss"].pairs[0].p_value == pytest.approx(fourth.pvalue)


@pytest.mark.parametrize("metric", ["f1", "mcc", "kappa", "balanced_accuracy"])
def test_other_label_metrics_are_compared_by_swapping_answers(metric):
    found = assay.compare(TRUTH, prediction=LABELS, metrics=metric)[metric].pair("a", "c")
    assert found.test == "row-swap permutation"
    rng = np.random.default_rng(0)
    one, two = LABELS["a"], LABELS["c"]

    def gap(first, second):
        values = [assay.evaluate(TRUTH, said, metrics=metric)[metric].value for said in (first, second)]
        return values[0] - values[1]

    shifts = []
    for _ in range(300):
        swap = rng.random(N) < 0.5
        shifts.append(gap(np.where(swap, two, one), np.where(swap, one, two)))
    brute = np.mean(np.abs(shifts) >= abs(found.difference.value) - 1e-12)
    assert found.p_value == pytest.approx(brute, abs=0.06)
    drawn = []
    for _ in range(200):
        rows = rng.integers(0, N, N)
        values = [assay.evaluate(TRUTH[rows], said[rows], metrics=metric)[metric].value for said in (one, two)]
        drawn.append(values[0] - values[1])
    half = (found.difference.high - found.difference.low) / 2 / 1.96
    assert half == pytest.approx(np.std(drawn), rel=0.25)


def test_metrics_without_a_formula_for_rows_agree_with_influences_where_there_are_many_cases():
    rng = np.random.default_rng(3)
    n = 2500
    truth = rng.random(n) < 0.3
    scores = {name: rng.normal(size=n) + shift * truth for name, shift in (("a", 1.2), ("b", 1.0))}
    many = assay.compare(truth, score=scores, metrics="average_precision")["ap"].pairs[0]
    assert many.test == "z, influence"
    drawn = []
    for _ in range(300):
        rows = rng.integers(0, n, n)
        values = [assay.evaluate(truth[rows], score=score[rows], metrics="ap")["ap"].value for score in scores.values()]
        drawn.append(values[0] - values[1])
    assert (many.difference.high - many.difference.low) / 2 / 1.96 == pytest.approx(np.std(drawn), rel=0.15)
    few = assay.compare(truth[:300], score={name: score[:300] for name, score in scores.items()}, metrics=["ap", "ks"])
    assert {pair.test for metric in few.values() for pair in metric.pairs} == {"row-swap permutation"}


def test_smooth_metrics_of_regression_agree_between_few_and_many_cases():
    rng = np.random.default_rng(4)
    truth = rng.normal(20, 4, 2001)
    models = {"near": truth + rng.normal(0, 1, 2001), "far": truth + rng.normal(0, 1.1, 2001)}
    names = ["rmse", "r2", "pearson", "concordance"]
    many = assay.compare(truth, prediction=models, metrics=names)
    few = assay.compare(
        truth[:2000], prediction={name: values[:2000] for name, values in models.items()}, metrics=names
    )
    for name in names:
        one, two = many[name].pairs[0], few[name].pairs[0]
        assert (one.test, two.test) == ("z, influence", "row-swap permutation")
        assert one.difference.low == pytest.approx(two.difference.low, rel=0.1, abs=0.1 * abs(two.difference.value))


@pytest.mark.parametrize(
    "metric", ["median_absolute_error", "spearman", "kendall", "max_error", "mad", "huber(delta=1)"]
)
def test_every_metric_of_regression_can_be_compared(metric):
    found = assay.compare(AMOUNT, prediction=PREDICTED, metrics=metric)[metric].pairs[0]
    one, two = (assay.evaluate(AMOUNT, PREDICTED[name], metrics=metric)[metric].value for name in ("near", "far"))
    assert found.difference.value == pytest.approx(one - two)
    assert 0 < found.p_value <= 1
    assert found.difference.low <= found.difference.value <= found.difference.high


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


def test_a_margin_gives_equivalence_and_non_inferiority():
    close = {"b": SCORES["b"], "c": SCORES["b"] + 1e-4 * RNG.normal(size=N)}
    found = assay.compare(TRUTH, score=close, metrics="roc_auc", margin=0.05)["roc_auc"].pairs[0]
    assert found.margin.equivalent
    assert "equivalent within 0.05" in found.verdict
    better = assay.compare(AMOUNT, prediction=PREDICTED, metrics="mae", margin=0.1)["mae"].pairs[0]
    assert better.margin.non_inferior
    assert not better.margin.equivalent
    worse = assay.compare(AMOUNT, prediction=dict(reversed(PREDICTED.items())), metrics="mae", margin=0.1)["mae"].pairs[
        0
    ]
    assert not worse.margin.non_inferior


@pytest.mark.parametrize(("first", "second"), [("near", "far"), ("far", "near")])
def test_margins_have_the_p_values_of_one_sided_t_tests(first, second):
    """Schuirmann 1987: not worse is one t test against the margin, equivalence the larger p of two."""
    margin = 0.42
    both = {first: PREDICTED[first], second: PREDICTED[second]}
    found = assay.compare(AMOUNT, prediction=both, metrics="mae", margin=margin)["mae"].pairs[0].margin
    lost = np.abs(PREDICTED[first] - AMOUNT) - np.abs(PREDICTED[second] - AMOUNT)
    not_worse = scipy_stats.ttest_1samp(lost, margin, alternative="less").pvalue
    not_better = scipy_stats.ttest_1samp(lost, -margin, alternative="greater").pvalue
    assert found.p_non_inferiority == pytest.approx(not_worse, rel=1e-6, abs=1e-10)
    assert found.p_equivalence == pytest.approx(max(not_worse, not_better), rel=1e-6)
    assert found.non_inferior == (not_worse <= 0.05)
    assert found.equivalent == (max(not_worse, not_better) <= 0.05)


@pytest.mark.parametrize("metric", ["accuracy", "f1", "roc_auc", "average_precision", "log_loss", "ks"])
def test_identical_models_get_p_one_said_plainly(metric):
    found = assay.compare(TRUTH, score={"x": SCORES["a"], "y": SCORES["a"].copy()}, metrics=metric)
    pair = found[metric].pairs[0]
    assert pair.difference.value == 0
    assert pair.p_value == 1
    assert pair.p_adjusted == 1
    assert "no evidence" in pair.verdict
    assert "pair" in codes(found)


def test_identical_numbers_get_p_one_too():
    found = assay.compare(
        AMOUNT, prediction={"x": PREDICTED["near"], "y": PREDICTED["near"]}, metrics=["mae", "rmse", "mad"]
    )
    assert {pair.p_value for metric in found.values() for pair in metric.pairs} == {1.0}


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
    assert "delong" in found.to_markdown()
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


def test_no_discordant_cases_and_one_class_are_said_plainly():
    same = assay.compare(TRUTH, prediction={"x": LABELS["a"], "y": LABELS["a"]})
    assert "right on the same cases" in same.notes[0].message
    one = assay.compare(
        np.zeros(20, int), score={"x": RNG.random(20), "y": RNG.random(20)}, metrics=["roc_auc", "brier"]
    )
    assert math.isnan(one["roc_auc"].pairs[0].difference.value)
    assert "cannot be compared" in one["roc_auc"].pairs[0].verdict


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


@given(some.lists(some.tuples(some.booleans(), some.booleans(), some.booleans()), min_size=4, max_size=60))
def test_swapping_the_models_flips_the_difference_and_keeps_the_p(rows):
    truth, one, two = (np.array(part) for part in zip(*rows, strict=True))
    names = ["accuracy", "f1"]
    forth = assay.compare(truth, prediction={"x": one, "y": two}, metrics=names)
    back = assay.compare(truth, prediction={"y": two, "x": one}, metrics=names)
    for name in names:
        a, b = forth[name].pairs[0], back[name].pairs[0]
        if a.difference.defined:
            assert a.difference.value == pytest.approx(-b.difference.value)
            assert 0 <= a.p_value <= 1
            if name == "accuracy":
                assert a.p_value == pytest.approx(b.p_value)
                assert a.difference.low == pytest.approx(-b.difference.high, abs=1e-9)
        else:
            assert a.verdict


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@pytest.mark.parametrize("metric", ["accuracy", "f1", "balanced_accuracy", "kappa"])
def test_few_cases_never_give_certainty(n, metric):
    truth = np.array([1, 0, 1, 0, 1, 0])[:n]
    found = assay.compare(truth, prediction={"a": truth, "b": 1 - truth}, metrics=metric)[metric].pairs[0]
    if found.difference.defined:
        assert found.p_value >= 1 / 2**n - 0.02
        assert found.difference.high - found.difference.low > 0.1
    assert found.verdict


def test_numbers_of_few_cases_never_give_certainty():
    for metric, p_value in (("rmse", 1.0), ("mae", math.nan), ("r2", math.nan)):
        found = assay.compare([1.5], prediction={"a": [1.2], "b": [1.7]}, metrics=metric)[metric].pairs[0]
        assert found.p_value == pytest.approx(p_value, nan_ok=True)
        assert not found.difference.low > -math.inf
        assert "better" not in found.verdict
    shifted = assay.compare(AMOUNT[:9], prediction={"a": AMOUNT[:9] + 1, "b": AMOUNT[:9] + 2}, metrics="rmse")[
        "rmse"
    ].pairs[0]
    assert 0 < shifted.p_value < 0.02
    assert "e-1" not in shifted.verdict


def test_areas_without_spread_are_judged_by_permutation():
    truth = [1, 0, 1, 0] * 5
    found = assay.compare(truth, score={"a": [0.9, 0.1, 0.8, 0.2] * 5, "b": [0.5] * 20}, metrics="roc_auc")[
        "roc_auc"
    ].pairs[0]
    assert found.test == "row-swap permutation"
    assert "combined" in found.reason
    assert 0.3 < found.difference.high - found.difference.low < 2
    one = assay.compare(
        [1] + [0] * 9, score={"a": np.linspace(0.9, 0, 10), "b": np.linspace(0.3, 0.8, 10)}, metrics="roc_auc"
    )
    assert "ROC AUC" in one.verdicts[0]
    assert math.isnan(assay.stats.delong_test([0, 1], [0.1, 0.8], [0.9, 0.2]).p_value)


def test_a_margin_is_judged_by_the_interval_that_is_reported():
    tiny = assay.compare([1, 1, 0], prediction={"a": [1, 1, 0], "b": [1, 1, 0]}, margin=0.01)["accuracy"].pairs[0]
    assert not tiny.margin.equivalent
    rng = np.random.default_rng(1)
    wrong = []
    for _ in range(300):
        cells = rng.multinomial(30, [0.9, 0.0, 0.1, 0.0])
        truth = np.ones(30, int)
        one = np.repeat([1, 1, 0, 0], cells)
        two = np.repeat([1, 0, 1, 0], cells)
        found = assay.compare(truth, prediction={"a": one, "b": two}, metrics="accuracy", margin=0.1)["accuracy"].pairs[
            0
        ]
        wrong.append(found.margin.non_inferior)
    assert np.mean(wrong) <= 0.1


def test_several_outputs_keep_their_own_centres():
    y = np.array([1.5, 2, 3, 4, 5, 6.2])
    truth = np.stack([y, 10 * y], 1)
    rng = np.random.default_rng(0)
    shifts = {"a": np.array([[1, 5]]), "b": np.array([[-2, -9]])}
    models = {name: truth + shift + rng.normal(size=truth.shape) for name, shift in shifts.items()}
    names = ["error_variance", "error_sd", "explained_variance", "pearson", "rmse", "r2", "mean_error", "mae"]
    forth = assay.compare(truth, prediction=models, metrics=names)
    back = assay.compare(truth, prediction=dict(reversed(models.items())), metrics=names)
    for name in names:
        values = [assay.evaluate(truth, prediction, metrics=name)[name].value for prediction in models.values()]
        assert forth[name].pairs[0].difference.value == pytest.approx(values[0] - values[1]), name
        assert back[name].pairs[0].p_value == pytest.approx(forth[name].pairs[0].p_value, abs=0.05), name


def test_mixed_precisions_keep_the_difference_of_the_estimates():
    exact = SCORES["a"].copy()
    exact[0] = 1 - TRUTH[0]
    models = {"wide": exact, "narrow": SCORES["b"].astype(np.float32), "whole": TRUTH.astype(np.int32)}
    found = assay.compare(TRUTH, score=models, metrics="log_loss")["log_loss"]
    for pair in found.pairs:
        assert pair.difference.value == pytest.approx(found.models[pair.a].value - found.models[pair.b].value)


def test_two_columns_of_scores_are_those_of_the_positive_class():
    two = {name: np.stack([1 - score, score], 1) for name, score in SCORES.items()}
    for metric in ("roc_auc", "log_loss", "accuracy"):
        wide, narrow = (assay.compare(TRUTH, score=scores, metrics=metric)[metric].pairs[0] for scores in (two, SCORES))
        assert wide.p_value == pytest.approx(narrow.p_value), metric
        assert wide.test == narrow.test


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
    assert "roc_auc" in next(note.message for note in found.notes if note.code == "method-not-applied")
    assert found["accuracy"].pairs[0].reason == "asked for"


def test_ones_own_loss_is_compared_on_different_cases_too():
    def off(truth, prediction):
        return np.abs(truth - prediction)

    truths = {"x": AMOUNT[:200], "y": AMOUNT[200:]}
    models = {"x": PREDICTED["near"][:200], "y": PREDICTED["far"][200:]}
    apart = assay.compare(truths, prediction=models, metrics=off)
    assert apart["off"].pairs[0].p_value < 0.05


def test_names_that_read_alike_are_refused():
    with pytest.raises(AssayError, match="twice"):
        assay.compare(TRUTH, prediction={1: LABELS["a"], "1": LABELS["b"]})
    odd = assay.compare(TRUTH, prediction={"a\nb": LABELS["a"], "<b>": LABELS["b"]})
    assert "\n" not in odd.verdicts[0]


def test_weights_of_zero_do_not_stop_scores_of_several_classes():
    classes = np.arange(12) % 3
    scores = {name: RNG.dirichlet(np.ones(3), 12) for name in ("x", "y")}
    weight = np.append(0.0, np.ones(11))
    found = assay.compare(classes, score=scores, weight=weight, metrics="roc_auc_macro")
    assert 0 < found["roc_auc_macro"].pairs[0].p_value <= 1


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_the_difference_of_error_rates_is_that_of_accuracies_turned_round(first, second):
    both = {first: LABELS[first], second: LABELS[second]}
    found = assay.compare(TRUTH, prediction=both, metrics=["accuracy", "error_rate"])
    right, wrong = (found[name].pairs[0].difference for name in ("accuracy", "error_rate"))
    assert (wrong.value, wrong.low, wrong.high) == pytest.approx((-right.value, -right.high, -right.low))
    assert wrong.low <= wrong.value <= wrong.high


@pytest.mark.parametrize(("n", "outlier"), [(30, 20.0), (30, 1.5), (130, 40.0)])
def test_few_skewed_differences_come_with_a_warning(n, outlier):
    rng = np.random.default_rng(3)
    truth = rng.normal(size=n)
    errors = rng.uniform(0.5, 1, n)
    errors[0] = outlier
    said = {"a": truth + errors, "b": truth + rng.uniform(0.5, 1, n)}
    skew = scipy_stats.skew(errors - (said["b"] - truth))
    notes = " ".join(assay.compare(truth, prediction=said, metrics="mae")["mae"].pairs[0].notes)
    assert ("skewed" in notes) == (abs(skew) > max(1, 0.18 * math.sqrt(n)))


@pytest.mark.parametrize("metric", ["rmse", "r2", "mae"])
def test_weights_that_are_all_3_change_nothing_but_the_draws(metric):
    said = {name: values[:40] for name, values in PREDICTED.items()}
    plain = assay.compare(AMOUNT[:40], prediction=said, metrics=metric)[metric].pairs[0]
    heavy = assay.compare(AMOUNT[:40], prediction=said, metrics=metric, weight=np.full(40, 3.0))[metric].pairs[0]
    assert heavy.p_value == pytest.approx(plain.p_value, abs=4 * math.sqrt(0.25 / 9999))
    assert heavy.difference.value == pytest.approx(plain.difference.value)
    width = plain.difference.high - plain.difference.low
    assert heavy.difference.high - heavy.difference.low == pytest.approx(width, rel=0.1)


@pytest.mark.parametrize(("differ", "hopeless"), [(3, True), (5, False), (8, False)])
def test_too_few_different_answers_are_called_hopeless(differ, hopeless):
    """McNemar's mid-p of 4 to none is 2 · 0.5⁴ - 0.5⁴ = 0.0625, of 5 to none 0.03125: fewer than 5 never reach 0.05."""
    truth = np.tile([0, 1], 25)
    other = truth.copy()
    other[:differ] = 1 - other[:differ]
    notes = " ".join(
        assay.compare(truth, prediction={"a": truth, "b": other}, metrics="accuracy")["accuracy"].pairs[0].notes
    )
    assert f"only {differ} cases distinguish" in notes
    assert ("fewer than 5 cannot show a difference" in notes) == hopeless


@pytest.mark.parametrize(("metric", "missed"), [("f1", 0.5), ("precision", 0.0)])
def test_the_p_value_of_a_ratio_is_that_of_all_exchanges_of_answers(metric, missed):
    """Ten cases on which the models differ: each of the 1,024 ways to exchange their answers is counted out."""
    rng = np.random.default_rng(8)
    truth = np.tile([1, 0, 0], 20)
    one = np.where(rng.random(60) < 0.85, truth, 1 - truth)
    two = one.copy()
    changed = rng.choice(60, 10, replace=False)
    two[changed] = 1 - two[changed]
    swapped = np.zeros((1024, 60), bool)
    swapped[:, changed] = list(product([False, True], repeat=10))

    def measured(answers):
        hits, called = (answers & truth).sum(axis=1), answers.sum(axis=1)
        return hits / ((1 - missed) * called + missed * truth.sum())

    drawn = measured(np.where(swapped, two, one)) - measured(np.where(swapped, one, two))
    found = assay.compare(truth, prediction={"a": one, "b": two}, metrics=metric)[metric].pairs[0]
    assert found.difference.value == pytest.approx(drawn[0])
    expected = np.mean(np.abs(drawn) >= abs(drawn[0]) - 1e-12)
    assert found.p_value == pytest.approx(expected, abs=4 * math.sqrt(0.25 / 9999))


def test_top_k_is_compared_by_the_cases_that_only_one_model_has_among_its_k_best():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 4, 120)
    scores = {}
    for name, pull in (("a", 1.0), ("b", 0.3)):
        raw = rng.random((120, 4)) + pull * np.eye(4)[truth]
        scores[name] = raw / raw.sum(axis=1, keepdims=True)
    hits = [
        np.array([t in row for t, row in zip(truth, np.argsort(score)[:, -2:], strict=True)])
        for score in scores.values()
    ]
    b, c = np.sum(hits[0] & ~hits[1]), np.sum(hits[1] & ~hits[0])
    mid_p = 2 * scipy_stats.binom.cdf(min(b, c), b + c, 0.5) - scipy_stats.binom.pmf(min(b, c), b + c, 0.5)
    found = assay.compare(truth, score=scores, metrics="top_k_accuracy(k=2)")["top_k_accuracy(k=2)"].pairs[0]
    assert found.difference.value == pytest.approx((b - c) / 120)
    assert found.p_value == pytest.approx(min(mid_p, 1), rel=1e-9)
    assert (found.difference.low, found.difference.high) == pytest.approx(tuple(assay.stats.tango(b, c, 120)))


def test_one_case_each_gives_no_test_of_independent_models():
    found = assay.compare([1.5], prediction={"a": [1.2], "b": [1.7]}, metrics="mae", paired=False)["mae"].pairs[0]
    assert math.isnan(found.p_value)
    assert "better" not in found.verdict


def test_average_precision_has_the_p_value_of_all_exchanges_of_scores():
    """Nine cases: each of the 512 ways to exchange the scores of two models, by scikit-learn's average precision."""
    truth = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0])
    one = np.array([0.9, 0.8, 0.7, 0.35, 0.4, 0.3, 0.2, 0.15, 0.1])
    two = np.array([0.12, 0.22, 0.33, 0.85, 0.95, 0.75, 0.65, 0.55, 0.45])
    swapped = np.array(list(product([False, True], repeat=9)))
    pairs = ((np.where(swap, two, one), np.where(swap, one, two)) for swap in swapped)
    drawn = np.array([average_precision_score(truth, a) - average_precision_score(truth, b) for a, b in pairs])
    expected = np.mean(np.abs(drawn) >= abs(drawn[0]) - 1e-12)
    metric = "average_precision"
    found = assay.compare(truth, score={"a": one, "b": two}, metrics=metric)[metric].pairs[0]
    assert found.difference.value == pytest.approx(drawn[0])
    assert found.p_value == pytest.approx(expected, abs=5 * math.sqrt(expected / 1999))


def test_scores_that_are_no_probabilities_have_no_log_loss_to_compare():
    both = {"a": SCORES["a"], "b": 3 * SCORES["b"]}
    pair = assay.compare(TRUTH, score=both, metrics=["log_loss", "roc_auc"])["log_loss"].pairs[0]
    assert math.isnan(pair.difference.value)
    assert math.isnan(pair.p_value)


@pytest.mark.parametrize("metric", ["rmse", "r2", "pearson", "mae"])
def test_regressions_that_answer_alike_are_not_drawn_again(metric):
    pair = assay.compare(AMOUNT, prediction={"a": PREDICTED["near"], "b": PREDICTED["near"].copy()}, metrics=metric)
    pair = pair[metric].pairs[0]
    assert (pair.p_value, pair.difference.value) == (1, 0)
    assert pair.alike
    assert pair.test in ("z, influence", "paired t")
