"""Differences of label metrics on the same cases: McNemar, Tango, and answers swapped in every way."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import assay

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


def test_no_discordant_cases_and_one_class_are_said_plainly():
    same = assay.compare(TRUTH, prediction={"x": LABELS["a"], "y": LABELS["a"]})
    assert "right on the same cases" in same.notes[0].message
    one = assay.compare(
        np.zeros(20, int), score={"x": RNG.random(20), "y": RNG.random(20)}, metrics=["roc_auc", "brier"]
    )
    assert math.isnan(one["roc_auc"].pairs[0].difference.value)
    assert "cannot be compared" in one["roc_auc"].pairs[0].verdict


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


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_the_difference_of_error_rates_is_that_of_accuracies_turned_round(first, second):
    both = {first: LABELS[first], second: LABELS[second]}
    found = assay.compare(TRUTH, prediction=both, metrics=["accuracy", "error_rate"])
    right, wrong = (found[name].pairs[0].difference for name in ("accuracy", "error_rate"))
    assert (wrong.value, wrong.low, wrong.high) == pytest.approx((-right.value, -right.high, -right.low))
    assert wrong.low <= wrong.value <= wrong.high


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


def test_a_share_that_the_truth_alone_decides_tells_no_models_apart():
    """Prevalence has the same slope for every answer but for rounding, which may not say who is right."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.random(80) < 0.4
        said = {"always": np.ones(80, bool), "guessed": rng.random(80) < 0.3}
        found = assay.compare(truth, prediction=said, metrics="prevalence")
        pair = found["prevalence"].pair("always", "guessed")
        assert (pair.difference.value, pair.p_value) == (0, 1)
        assert pair.difference.low <= 0 <= pair.difference.high
        assert any("truth alone" in note.message for note in found.notes)
