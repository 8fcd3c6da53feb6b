"""Values at the very end of a metric's range: rounding may not push them out, nor make a call fail."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
from assay.stats.arithmetic import within_rounding

WEIGHTS = st.lists(st.floats(1e-6, 1e6), min_size=4, max_size=40)


def assert_in_bounds(evaluation) -> None:
    known = assay.metrics.cards()
    bounds = {card.name: card.bounds for card in known}
    for name, estimate in evaluation.items():
        low, high = bounds[name]
        if math.isnan(estimate.value):
            continue
        assert low <= estimate.value <= high, (name, estimate)
        assert low <= estimate.low <= estimate.value <= estimate.high <= high, (name, estimate)


@pytest.mark.parametrize("seed", range(20))
def test_weighted_areas_of_separable_scores_are_one(seed):
    rng = np.random.default_rng(seed)
    truth = np.arange(60) % 2
    score = truth + 0.3 * rng.random(60)
    ev = assay.evaluate(truth, score=score / 2, weight=rng.random(60))
    assert ev["roc_auc"].value == pytest.approx(1, abs=1e-12)
    assert_in_bounds(ev)
    worst = assay.evaluate(truth, score=1 - score / 2, weight=rng.random(60))
    assert worst["roc_auc"].value == pytest.approx(0, abs=1e-12)
    assert_in_bounds(worst)


@settings(max_examples=40, deadline=None)
@given(WEIGHTS, st.sampled_from(["right", "wrong", "constant"]))
def test_perfect_and_perfectly_wrong_models_stay_within_bounds(weights, kind):
    weight = np.array(weights)
    truth = np.arange(len(weight)) % 2
    answer = {"right": truth, "wrong": 1 - truth, "constant": np.ones_like(truth)}[kind]
    for options in ({"weight": weight}, {}):
        assert_in_bounds(assay.evaluate(truth, answer, **options))
        assert_in_bounds(assay.evaluate(truth, score=0.2 + 0.6 * answer, **options))
        classes = np.arange(len(weight)) % 3
        said = {"right": classes, "wrong": (classes + 1) % 3, "constant": np.zeros_like(classes)}[kind]
        assert_in_bounds(assay.evaluate(classes, said, task="multiclass", labels=[0, 1, 2], **options))
        amounts = np.sin(np.arange(len(weight))) * 1e3
        predicted = {"right": amounts, "wrong": -amounts, "constant": np.full(len(weight), 3.7)}[kind]
        assert_in_bounds(assay.evaluate(amounts, predicted, **options))
        assert_in_bounds(assay.evaluate(amounts, 0.1 * predicted + 0.3, **options))


@pytest.mark.parametrize("seed", [80, 176])
def test_resamples_of_two_cases_do_not_let_the_order_of_rows_decide(seed):
    """A resample of two near cases has no error of R2 but what rounding leaves, and one of them shifted a limit."""
    rng = np.random.default_rng(seed)
    rng.integers(0, 2, 7)
    truth, prediction = rng.normal(50, 9, 7), rng.normal(50, 9, 7)
    order = np.random.default_rng(1).permutation(7)
    first = assay.evaluate(truth, prediction, task="regression")["explained_variance"]
    again = assay.evaluate(truth[order], prediction[order], task="regression")["explained_variance"]
    assert (again.low, again.high) == pytest.approx((first.low, first.high), rel=1e-9)


def test_only_what_rounding_made_is_put_back():
    assert within_rounding(1 + 1e-12, -1, 1) == 1
    assert within_rounding(-1 - 1e-12, -1, 1) == -1
    assert within_rounding(1.001, -1, 1) == 1.001
    assert within_rounding(np.array([0.5, 1 + 1e-15, 2.0]), 0, 1).tolist() == [0.5, 1.0, 2.0]
    assert math.isnan(within_rounding(math.nan, 0, 1))


@pytest.mark.parametrize(
    ("values", "wanted"),
    [([-1e-17, 0.5], [0, 0.5]), ([0.5, 1 + 2e-16], [0.5, 1]), ([-1e-17, 1 + 2e-16], [0, 1]), ([-0.1, 2], [-0.1, 2])],
)
def test_each_number_of_an_array_that_rounding_carried_past_a_bound_is_put_there(values, wanted):
    assert within_rounding(np.array(values), 0, 1).tolist() == wanted
