"""Differences of metrics of scores on the same cases: DeLong, permutations, and what has no spread."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats as scipy_stats
from sklearn.metrics import average_precision_score

import assay

RNG = np.random.default_rng(12)
N = 400
TRUTH = RNG.random(N) < 0.4
SCORES = {
    name: 1 / (1 + np.exp(-(shift * TRUTH - shift / 2 + RNG.normal(size=N))))
    for name, shift in (("a", 2.4), ("b", 1.6), ("c", 1.5))
}


def test_areas_are_compared_by_delong():
    found = assay.compare(TRUTH, score=SCORES, metrics=["roc_auc", "gini"])
    expected = assay.stats.delong_test(TRUTH, SCORES["a"], SCORES["b"])
    pair = found["auc"].pair("a", "b")
    assert pair.test == "delong"
    assert pair.p_value == pytest.approx(expected.p_value)
    assert (pair.difference.low, pair.difference.high) == pytest.approx((expected.low, expected.high))
    assert found["gini"].pair("a", "b").p_value == pytest.approx(expected.p_value)
    assert found["gini"].pair("a", "b").difference.value == pytest.approx(2 * expected.effect)


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


def test_weights_of_zero_do_not_stop_scores_of_several_classes():
    classes = np.arange(12) % 3
    scores = {name: RNG.dirichlet(np.ones(3), 12) for name in ("x", "y")}
    weight = np.append(0.0, np.ones(11))
    found = assay.compare(classes, score=scores, weight=weight, metrics="roc_auc_macro")
    assert 0 < found["roc_auc_macro"].pairs[0].p_value <= 1


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
