"""A difference is that of the two values beside it, whatever classes the models answer and however they are ordered."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

import assay

GRADES = ["low", "medium", "high"]
TRUTH = ["low"] * 4 + ["medium"] * 4 + ["high"] * 4
FIRST = ["low", "low", "low", *["medium"] * 4, *["high"] * 4, "medium"]
SECOND = ["low", "low", "low", "high", *["medium"] * 4, "medium", "high", "high", "low"]
MODELS = {"a": FIRST, "b": SECOND}


def difference(name, comparison):
    metric = comparison.metrics[name]
    return metric.models["a"].value, metric.models["b"].value, metric.pairs[0].difference.value


@pytest.mark.parametrize("more", [{}, {"weight": [1.0, 2.0] * 6}, {"group": list("aabbccddeeff")}])
def test_ordered_grades_are_compared_in_their_order(more):
    result = assay.compare(TRUTH, prediction=MODELS, labels=GRADES, metrics="kappa(weights=quadratic)", **more)
    first, second, gap = difference("kappa(weights=quadratic)", result)
    expected = [
        cohen_kappa_score(TRUTH, own, labels=GRADES, weights="quadratic", sample_weight=more.get("weight"))
        for own in (FIRST, SECOND)
    ]
    assert (first, second) == pytest.approx(tuple(expected))
    assert gap == pytest.approx(expected[0] - expected[1])


def test_prices_of_pairs_of_grades_are_those_of_the_order_given():
    prices = [[0, 1, 10], [1, 0, 1], [10, 1, 0]]
    result = assay.compare(TRUTH, prediction=MODELS, labels=GRADES, metrics="expected_cost", costs=prices)
    first, second, gap = difference("expected_cost", result)
    place = {grade: index for index, grade in enumerate(GRADES)}
    paid = [
        np.mean([prices[place[true]][place[own]] for true, own in zip(TRUTH, answers, strict=True)])
        for answers in (FIRST, SECOND)
    ]
    assert (first, second, gap) == pytest.approx((paid[0], paid[1], paid[0] - paid[1]))


ONE_MORE = {"a": [2, 0, 0, 2, 2, 2, 0, 2, 0, 0, 2, 2], "b": [2, 2, 0, 2, 2, 2, 1, 2, 2, 2, 2, 2]}
DIGITS = [2, 0, 0, 2, 2, 0, 2, 2, 2, 0, 2, 2]


@pytest.mark.parametrize("name", ["specificity_micro", "false_positive_rate_micro", "f1_macro", "accuracy"])
@pytest.mark.parametrize("more", [{}, {"weight": [1.0, 2.0] * 6}])
def test_a_class_that_one_model_alone_answers_is_none_of_the_other_s(name, more):
    result = assay.compare(DIGITS, prediction=ONE_MORE, task="multiclass", metrics=name, **more)
    first, second, gap = difference(name, result)
    assert gap == pytest.approx(first - second)


def test_prices_of_pairs_are_for_the_classes_of_all_models():
    result = assay.compare(DIGITS, prediction=ONE_MORE, costs=[[0, 1, 2], [3, 0, 4], [5, 6, 0]])
    first, second, gap = difference("expected_cost", result)
    assert gap == pytest.approx(first - second)
    assert first == pytest.approx((2 * 5 + 1 * 2) / 12)


def test_a_class_that_was_named_and_never_seen_leaves_averages_undefined_for_all():
    result = assay.compare(DIGITS, prediction={"a": DIGITS, "b": ONE_MORE["a"]}, labels=[0, 1, 2], metrics="f1_macro")
    metric = result.metrics["f1_macro"]
    assert np.isnan(metric.models["a"].value)
    assert np.isnan(metric.pairs[0].difference.value)
