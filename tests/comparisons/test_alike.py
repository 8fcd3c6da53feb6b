"""That two models answer alike is said only when every answer is compared, and only then is there no interval."""

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
    return {
        name: ALIKE in metric.pairs[0].notes or "alike on every case" in metric.pairs[0].verdict
        for name, metric in comparison.items()
    }


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
    weight = np.ones(n) if data.draw(st.booleans()) else None
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
def test_amounts_and_scores_are_called_alike_only_when_they_are(data):
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


@pytest.mark.xfail(strict=True, reason="Honesty, second round: identical models still get an interval of width 0")
def test_identical_models_get_an_interval_of_what_other_cases_could_show():
    answers = [1, 0, 1, 0, 1, 1, 0, 0]
    pair = assay.compare([1, 0, 1, 1, 0, 1, 0, 0], prediction={"a": answers, "b": answers}, metrics="f1")["f1"].pairs[0]
    assert pair.difference.low < pair.difference.high
