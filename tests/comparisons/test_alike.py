"""That two models answer alike is said only when every answer is compared; other cases could still tell them apart."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
from assay.comparisons.difference import ALIKE

CASES = st.integers(2, 40)


def claims(comparison) -> dict[str, bool]:
    """Return for every metric whether the pair is said to be alike, in whatever field."""
    said = {}
    for name, metric in comparison.items():
        pair = metric.pairs[0]
        words = ALIKE in pair.notes or "alike on every case" in pair.verdict
        assert words == pair.alike, name
        said[name] = words
    return said


def assert_open(comparison) -> None:
    """No metric may have an interval of width 0, or one beyond its bounds."""
    bounds = {card.name: card.bounds for card in assay.metrics.cards()}
    for name, metric in comparison.items():
        difference = metric.pairs[0].difference
        if difference.defined:
            assert difference.low < difference.high, name
            assert difference.low <= difference.value <= difference.high, name
            assert difference.high - difference.low <= 2 * (bounds[name][1] - bounds[name][0]), name


def test_two_models_without_a_hit_that_differ_in_ten_answers_are_not_called_alike():
    truth = np.array([1] * 5 + [0] * 95)
    never, sometimes = np.zeros(100, dtype=int), np.zeros(100, dtype=int)
    sometimes[20:30] = 1
    comparison = assay.compare(truth, prediction={"never": never, "sometimes": sometimes})
    assert comparison["accuracy"].pairs[0].p_value < 0.002
    pair = comparison["f1"].pairs[0]
    assert pair.difference.value == 0
    assert pair.difference.low < -0.05
    assert pair.difference.high > 0.05
    assert not any(claims(comparison).values())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_labels_are_called_alike_exactly_when_they_are(data):
    n, labels = data.draw(CASES), data.draw(st.sampled_from([2, 3]))
    truth, a, b = (np.array(data.draw(st.lists(st.integers(0, labels - 1), min_size=n, max_size=n))) for _ in range(3))
    if data.draw(st.booleans()):
        b = a.copy()
    weight = np.arange(1.0, n + 1) if data.draw(st.booleans()) else None
    options = {"task": "multiclass", "labels": [0, 1, 2]} if labels == 3 else {"positive": 1}
    names = ["f1_macro", "kappa"] if labels == 3 else ["f1", "mcc", "precision", "jaccard"]
    comparison = assay.compare(truth, prediction={"a": a, "b": b}, metrics=names, weight=weight, **options)
    for name, claimed in claims(comparison).items():
        difference = comparison[name].pairs[0].difference
        if math.isnan(difference.value):
            continue
        assert claimed == bool(np.array_equal(a, b)), name
        if not claimed:
            assert difference.low < difference.high, name
            assert difference.low <= difference.value <= difference.high


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_numbers_and_scores_are_called_alike_only_when_they_are(data):
    n = data.draw(st.integers(4, 30))
    values = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=n, max_size=n)
    truth = np.array(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    a, b = (np.array(data.draw(values)) for _ in range(2))
    scores = assay.compare(truth, score={"a": a, "b": b}, metrics=["roc_auc", "log_loss", "brier", "average_precision"])
    amounts = assay.compare(truth, prediction={"a": a, "b": b}, task="regression", metrics=["mae", "rmse", "r2"])
    for comparison in (scores, amounts):
        for name, claimed in claims(comparison).items():
            if claimed:
                assert np.array_equal(a, b), name


def test_equal_losses_of_different_answers_leave_the_difference_open():
    truth = np.array([1.5, 2.5, 3.5, 4.0])
    pair = assay.compare(truth, prediction={"up": truth + 1, "down": truth - 1}, metrics="mae")["mae"].pairs[0]
    assert (pair.difference.value, pair.p_value) == (0, 1)
    assert (pair.difference.low, pair.difference.high) == (-math.inf, math.inf)
    assert "adds the same" in pair.notes[0]


def test_identical_models_get_an_interval_of_what_other_cases_could_show():
    answers = [1, 0, 1, 0, 1, 1, 0, 0]
    pair = assay.compare([1, 0, 1, 1, 0, 1, 0, 0], prediction={"a": answers, "b": answers}, metrics="f1")["f1"].pairs[0]
    assert pair.difference.low < pair.difference.high


def test_areas_of_1_in_different_orders_are_not_called_alike():
    truth = np.array([1] * 4 + [0] * 4)
    one, two = np.array([0.6, 0.7, 0.8, 0.9, 0.1, 0.2, 0.3, 0.4]), np.array([0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.1])
    for options in ({}, {"weight": np.arange(1.0, 9)}):
        comparison = assay.compare(
            truth, score={"a": one, "b": two}, metrics=["roc_auc", "average_precision", "ks", "log_loss"], **options
        )
        assert not any(claims(comparison).values())
        assert_open(comparison)
        assert not any("order" in note for metric in comparison.values() for note in metric.pairs[0].notes)


def test_scores_in_one_order_do_not_differ_in_metrics_of_the_order():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 300)
    score = np.clip(0.4 * truth + 0.6 * rng.random(300), 0, 1)
    comparison = assay.compare(
        truth, score={"a": score, "b": score**2}, metrics=["roc_auc", "average_precision", "ks", "brier"]
    )
    for name in ("roc_auc", "average_precision", "ks"):
        pair = comparison[name].pairs[0]
        assert (pair.difference.value, pair.p_value) == (0, 1)
        assert pair.difference.low == -pair.difference.high < 0
        assert not pair.alike
        assert "order the cases alike" in pair.notes[0]
    assert comparison["brier"].pairs[0].difference.value != 0


@pytest.mark.parametrize("weighted", [False, True])
def test_agreement_by_rounding_alone_is_no_certainty(weighted):
    truth = list("abc" * 70)
    options = {"weight": np.full(210, 2.0)} if weighted else {}
    rolled = {"a": truth[1:] + truth[:1], "b": truth[2:] + truth[:2]}
    comparison = assay.compare(truth, prediction=rolled, metrics=["kappa", "mcc", "f1_macro"], **options)
    assert not any(claims(comparison).values())
    for metric in comparison.values():
        assert metric.pairs[0].difference.high - metric.pairs[0].difference.low > 1e-3


def test_texts_that_all_score_nothing_are_not_called_alike():
    truth, first, second = ["a b", "c d", "e f"] * 4, ["x", "y", "z"] * 4, ["q", "r", "s"] * 4
    comparison = assay.compare(truth, prediction={"m": first, "n": second}, task="text")
    assert not any(claims(comparison).values())
    assert_open(comparison)
    same = assay.compare(truth, prediction={"m": first, "n": list(first)}, task="text")
    assert all(claims(same).values())


def test_detectors_that_miss_everything_are_not_called_alike():
    truth = [{"boxes": [[5, 5, 20, 20]], "labels": [1]} for _ in range(6)]
    found = {
        name: [{"boxes": [[at, at, at + 9, at + 9]], "labels": [1], "scores": [0.9]} for _ in range(6)]
        for name, at in (("a", 100), ("b", 300))
    }
    comparison = assay.compare(truth, prediction=found, task="detection")
    assert not any(claims(comparison).values())
    assert_open(comparison)
    same = assay.compare(truth, prediction={"a": found["a"], "b": list(found["a"])}, task="detection")
    assert all(claims(same).values())


def test_a_class_that_only_one_model_knows_does_not_spoil_the_other():
    truth, one, two = list("aaabbd" * 10), list("aaabbc" * 10), list("aabbbd" * 10)
    comparison = assay.compare(truth, prediction={"x": one, "y": two})
    for model, answers in (("x", one), ("y", two)):
        alone = assay.evaluate(truth, answers)["f1_macro"].value
        assert comparison["f1_macro"].models[model].value == alone
    difference = comparison["f1_macro"].pairs[0].difference
    assert difference.value == pytest.approx(
        comparison["f1_macro"].models["x"].value - comparison["f1_macro"].models["y"].value
    )


@pytest.mark.parametrize("weighted", [False, True])
def test_the_order_of_the_rows_changes_nothing(weighted):
    rng = np.random.default_rng(3)
    n, order = 120, rng.permutation(120)
    amounts, truth, weight = rng.normal(size=n), rng.integers(0, 2, n), rng.random(n)
    predicted = {name: amounts + rng.normal(size=n) for name in "ab"}
    scores = {name: np.clip(0.3 * truth + 0.7 * rng.random(n), 0, 1) for name in "ab"}
    answers = {name: (score > 0.5).astype(int) for name, score in scores.items()}
    for so, outputs, argument, metrics in (
        (amounts, predicted, "prediction", ["mae", "rmse", "r2", "median_absolute_error", "spearman"]),
        (truth, scores, "score", ["roc_auc", "average_precision", "ks", "log_loss", "ece", "f1"]),
        (truth, answers, "prediction", ["f1", "mcc", "accuracy"]),
    ):
        found = []
        for rows in (np.arange(n), order):
            options = {"weight": weight[rows]} if weighted else {}
            moved = {name: output[rows] for name, output in outputs.items()}
            found.append(assay.compare(so[rows], **{argument: moved}, metrics=metrics, **options))
        for name in metrics:
            numbers = [
                (pair.difference.value, pair.difference.low, pair.difference.high, pair.p_value)
                for pair in (comparison[name].pairs[0] for comparison in found)
            ]
            assert numbers[0] == pytest.approx(numbers[1], rel=1e-9, abs=1e-12), name
