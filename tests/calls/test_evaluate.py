"""What evaluate promises, beyond single numbers: results that can be kept, options that are heeded, edges that hold."""

from __future__ import annotations

import inspect
import math
import pickle
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import recall_score

import assay
from assay.intervals.choose import METHODS

evaluate = assay.evaluate


def test_the_signature_is_the_contract():
    names = list(inspect.signature(evaluate).parameters)
    assert names == [
        "truth", "prediction", "score", "counts", "rows", "data", "on", "task", "positive", "labels", "threshold",
        "weight", "group", "blocks", "by", "lower", "upper", "coverage", "costs", "boxes", "ignore", "metrics",
        "method", "missing", "level", "seed",
    ]  # fmt: skip


def test_every_metric_function_is_exported():
    for card in assay.metrics.cards():
        if card.average is None:
            assert getattr(assay.metrics, card.name) is card.function
    for name in assay.metrics.__all__:
        assert hasattr(assay.metrics, name)


def test_a_result_survives_storage():
    for arguments in (([1, 0, 1], [1, 0, 0]), (list("abc"), list("abb")), ([[1, 0], [0, 1]], [[1, 0], [1, 1]])):
        evaluation = evaluate(*arguments)
        assert pickle.loads(pickle.dumps(evaluation)).to_json() == evaluation.to_json()  # noqa: S301


def test_a_light_mistake_never_makes_an_interval_narrower_than_no_mistake():
    truth, said = [1] * 10 + [0] * 10 + [1, 0], [1] * 10 + [0] * 10 + [0, 1]
    none = evaluate(truth, said, weight=[1] * 20 + [0] * 2)
    for light in (1e-9, 1e-3, 0.05):
        some = evaluate(truth, said, weight=[1] * 20 + [light] * 2)
        for name in ("f1", "balanced_accuracy", "mcc"):
            assert some[name].low <= none[name].low + 0.02


def test_several_labels_are_matched_by_the_names_of_their_columns():
    truth = pd.DataFrame({"x": [1, 0, 1], "y": [0, 1, 1]})
    evaluation = evaluate(truth, truth[["y", "x"]])
    assert evaluation["subset_accuracy"].value == 1
    assert list(evaluation.per_class) == ["x", "y"]


def test_a_single_class_does_not_get_an_interval_of_width_zero():
    several = evaluate(["a"] * 5, ["a"] * 5)
    for name in ("f1_macro", "recall_macro", "balanced_accuracy"):
        assert several[name].low < 0.95
    one = evaluate(["a"] * 3, ["a"] * 3, positive="a")
    numbers = evaluate([1] * 3, [1] * 3)
    for name in ("f1", "recall"):
        assert (one[name].low, one[name].high) == pytest.approx((numbers[name].low, numbers[name].high), abs=0.02)
    assert math.isnan(one["balanced_accuracy"].value)


CASES = {
    "binary": {"truth": [1, 0] * 20, "prediction": [1, 0, 1, 1] * 10},
    "one case": {"truth": [1], "prediction": [1]},
    "absent class": {"truth": ["a", "b"] * 30, "prediction": ["a", "c"] * 30},
    "many classes": {"truth": list(range(40)) * 5, "prediction": list(range(40)) * 4 + [0] * 40},
    "weighted": {"truth": [1, 0] * 20, "prediction": [1, 0, 1, 1] * 10, "weight": list(range(1, 41))},
    "multilabel": {"truth": [[1, 0], [0, 1], [1, 1]] * 5, "prediction": [[1, 0], [1, 1], [1, 1]] * 5},
    "without tn": {"counts": {"tp": 5, "fp": 2, "fn": 3}},
    "data sets": {"counts": [{"tp": 5, "fp": 2, "fn": 3, "tn": 9}, {"tp": 7, "fp": 1, "fn": 4, "tn": 8}]},
}


REFUSED = {
    ("many classes", "bootstrap-t"), ("weighted", "bootstrap-t"), ("data sets", "mover"),
    ("multilabel", "mover"), ("multilabel", "bootstrap-t"),
}  # fmt: skip


@pytest.mark.parametrize(("case", "method"), sorted(REFUSED))
def test_a_method_that_fits_no_metric_is_refused(case, method):
    with pytest.raises(assay.AssayError, match="fits none"):
        evaluate(**CASES[case], method=method)


@pytest.mark.parametrize(("case", "method"), [pair for pair in product(CASES, METHODS) if pair not in REFUSED])
def test_every_method_gives_every_defined_metric_an_interval(case, method):
    evaluation = evaluate(**CASES[case], method=method)
    for own in (evaluation.estimates, *evaluation.per_class.values()):
        for name, estimate in own.items():
            if estimate.defined:
                assert not math.isnan(estimate.low), name
                assert not math.isnan(estimate.high), name


def test_what_was_asked_for_is_shown():
    asked = ["accuracy", "recall", "error_rate", "prevalence", "fpr"]
    printed = str(evaluate([1, 0, 1] * 20, [1, 0, 0] * 20, metrics=asked))
    for label in ("Accuracy", "Recall", "Error rate", "Prevalence", "False positive"):
        assert label in printed


def test_very_unequal_weights_lose_no_digits():
    truth, said = np.array([1, 0] * 50), np.array([1, 0, 0, 1, 1] * 20)
    for scale in (1, 1e300, 1e-300):
        weight = np.where(truth == 1, 1e6, 1e-6) * scale if scale == 1 else np.arange(1, 101) * scale
        specificity = evaluate(truth, said, weight=weight)["specificity"]
        expected = recall_score(truth, said, pos_label=0, sample_weight=weight / weight.max())
        assert specificity.value == pytest.approx(expected, abs=1e-12)
        assert 0 < specificity.low < specificity.high < 1


def test_averages_take_parameters():
    ours = evaluate(list("abcab"), list("abbab"), labels=list("abc"), metrics=["f_beta_micro(beta=2)", "f2_micro"])
    assert ours["f_beta_micro(beta=2)"].value == ours["f2_micro"].value


def test_an_integer_category_stays_an_integer():
    evaluation = evaluate(pd.Series([0, 1, 1], dtype="category"), [0, 1, 0])
    assert list(evaluation.per_class) == [0, 1]


def test_nullable_weights_are_numbers():
    weight = pd.Series([1, pd.NA, 2], dtype="Int64")
    with pytest.raises(assay.AssayError, match="1 missing value"):
        evaluate([1, 0, 1], [1, 0, 0], weight=weight)
    assert evaluate([1, 0, 1], [1, 0, 0], weight=weight, missing="drop").n == 2


def test_named_counts_take_the_user_s_names():
    counts = {"tp": 5, "fp": 2, "fn": 3, "tn": 9}
    assert evaluate(counts=counts, positive="ill").confusion.labels == ("not ill", "ill")
    assert evaluate(counts=counts, labels=["well", "ill"]).positive == "ill"
    assert evaluate(counts=counts, labels=["ill", "well"], positive="ill").confusion.labels == ("well", "ill")
    with pytest.raises(assay.AssayError, match="two classes"):
        evaluate(counts=counts, task="multiclass")


def test_a_frame_of_counts_must_name_its_rows_like_its_columns():
    table = pd.DataFrame([[1, 50], [60, 2]], index=[0, 1], columns=[1, 0])
    with pytest.raises(assay.AssayError, match="same order"):
        evaluate(counts=table, rows="truth")
    with pytest.raises(assay.AssayError, match="another order"):
        evaluate(counts=pd.DataFrame([[5, 1], [2, 7]], list("ab"), list("ab")), labels=["b", "a"], rows="truth")


def test_more_wrong_calls_are_refused_in_words():
    calls = [
        lambda: evaluate([[1, 0]], [[1, 0]], costs=[[0, 1], [5, 0]]),
        lambda: evaluate(counts={}),
        lambda: evaluate([1, 0], [1, 0], metrics=3),
        lambda: evaluate([1, 0], [1, 0], labels=5),
        lambda: evaluate([1, 0], [1, 0], metrics="f_beta(beta=x)"),
        lambda: evaluate([1, 0], [1, 0], metrics="f_beta(beta=2, beta=3)"),
        lambda: evaluate([[1, 0]], [[1, 0]], positive=1),
        lambda: evaluate([[1, 0]], [[1, 0]], labels=["cat", "cat"]),
        lambda: evaluate([1, 0], [1, 0], task="multilabel"),
        lambda: evaluate(counts={"a": {"tp": 1, "fp": 1, "fn": 1}, "b": {"tp": 0, "fp": 0, "fn": 0}}),
    ]
    for call in calls:
        with pytest.raises(assay.AssayError):
            call()


def test_data_sets_say_what_is_unknown():
    sets = evaluate(counts={1: {"tp": 5, "fp": 2, "fn": 3, "tn": 9}, 2: {"tp": 7, "fp": 1, "fn": 4}})
    assert sets["specificity_micro"].note == "the number of true negatives is not known"
    assert list(sets.per_class) == [1, 2]
    exact = evaluate(counts=[{"tp": 5, "fp": 2, "fn": 3}], metrics="recall_micro", method="clopper-pearson")
    assert exact["recall_micro"].method == "clopper-pearson"


def test_why_each_interval_was_chosen_is_kept():
    evaluation = evaluate([1, 0, 1, 0], [1, 0, 0, 0])
    assert "proportion" in evaluation.methods["guarded-wilson"]
    assert evaluation.to_dict()["methods"] == evaluation.methods
