"""Numbers at the edge of what they can be: their limits hold the value, stay in bounds, and lie inside each other."""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
import pytest
from scipy import stats as reference

import assay

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)


def nested(ends):
    return all(outer[0] <= inner[0] + 1e-9 and inner[1] <= outer[1] + 1e-9 for inner, outer in itertools.pairwise(ends))


@pytest.mark.parametrize("right", range(6))
def test_jeffreys_limits_of_a_metric_reach_the_value(right):
    recall = assay.evaluate([1] * 5, [1] * right + [0] * (5 - right), method="jeffreys", labels=[0, 1])["recall"]
    assert recall.low <= recall.value <= recall.high
    tails = reference.beta.ppf([0.025, 0.975], right + 0.5, 5 - right + 0.5)
    assert recall.low == (0 if right == 0 else pytest.approx(tails[0]))
    assert recall.high == (1 if right == 5 else pytest.approx(tails[1]))
    assert assay.stats.jeffreys(5, 5).high == pytest.approx(reference.beta.ppf(0.975, 5.5, 0.5))


@pytest.mark.parametrize("n", [2, 3, 5])
@pytest.mark.parametrize("method", ["bca", "percentile", "bootstrap-t", None])
def test_intervals_of_few_cases_lie_inside_those_of_higher_levels(n, method):
    rng = np.random.default_rng(n)
    truth, answers = rng.normal(size=n), rng.normal(size=n)
    made = [assay.evaluate(truth, answers, task="regression", method=method, level=level) for level in LEVELS]
    for name in ("mae", "rmse", "mean_error", "r2", "pearson"):
        ends = [(one[name].low, one[name].high) for one in made]
        assert nested(ends), (name, ends)


def test_studentised_correlations_lie_inside_those_of_higher_levels():
    for seed in range(12):
        rng = np.random.default_rng(seed)
        truth = rng.normal(size=7)
        answers = truth + rng.normal(size=7)
        made = [assay.evaluate(truth, answers, metrics="pearson", level=level)["pearson"] for level in LEVELS[:4]]
        assert nested([(one.low, one.high) for one in made])


def test_numbers_as_large_as_floats_get_are_judged_without_warnings():
    truth, answers = [1e308, -1e308, 0.0, 1.0, 5e-324], [-1e308, 1e308, 1.0, 0.0, 0.0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = assay.evaluate(truth, answers)
        assert str(result)
        result.to_json()
    assert math.isinf(result["mse"].value)
    assert result["mse"].low <= result["mse"].value <= result["mse"].high
    histogram = result.curves["error_histogram"]
    assert np.isfinite(histogram.x).all()
    assert histogram.y.sum() == pytest.approx(1)


def test_scores_next_to_nothing_are_judged_without_warnings():
    scores = [1.2e-230, -1.9e-231, 1.6e-230, 4.5e-231, 9.9e-231, 2e-231, 0.0, 5e-324]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = assay.evaluate([1, 1, 1, 1, 0, 0, 0, 0], score=scores)
        result.to_json()
    assert 0 <= result["roc_auc"].low <= result["roc_auc"].value <= result["roc_auc"].high <= 1


def test_half_precision_gives_what_its_numbers_give():
    scores = np.array([0.1, 0.9, 0.35, 0.8], dtype=np.float16)
    half, whole = (assay.evaluate([0, 1, 0, 1], score=kind) for kind in (scores, scores.astype(float)))
    assert half["roc_auc"] == whole["roc_auc"]
    assert half["brier"].value == pytest.approx(whole["brier"].value, abs=1e-6)


@pytest.mark.parametrize("level", [1 - 1e-16, 1e-12, 1 - 1e-9])
def test_levels_next_to_their_ends_give_limits_in_bounds(level):
    result = assay.evaluate([1, 1, 0, 0, 1, 0], [1, 0, 0, 1, 1, 0], level=level)
    for estimate in result.values():
        if estimate.defined:
            assert estimate.bounds[0] <= estimate.low <= estimate.value <= estimate.high <= estimate.bounds[1]


@pytest.mark.parametrize("scores", [[0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 0.0], [0.5] * 4, [2.0, -1.0, 3.0, 0.5]])
def test_certain_equal_and_impossible_probabilities_have_limits_around_their_values(scores):
    for estimate in assay.evaluate([0, 1, 0, 1], score=scores).values():
        if estimate.defined:
            assert estimate.bounds[0] <= estimate.low <= estimate.value <= estimate.high <= estimate.bounds[1]
        else:
            assert estimate.note


def test_one_case_says_what_it_can_and_why_it_says_no_more():
    for arguments in ({"prediction": [1]}, {"score": [0.7]}):
        for estimate in assay.evaluate([1], **arguments).values():
            assert estimate.note if not estimate.defined else estimate.low <= estimate.value <= estimate.high


def test_a_part_that_holds_the_positive_label_alone_is_merged():
    parts = [assay.evaluate([label], [label], positive="yes") for label in ("yes",)]
    parts.append(assay.evaluate(["no", "yes"], ["yes", "yes"], positive="yes"))
    whole = assay.evaluate(["yes", "no", "yes"], ["yes", "yes", "yes"], positive="yes")
    assert assay.merge(parts)["precision"].value == whole["precision"].value


def test_regressions_of_several_outputs_load():
    rng = np.random.default_rng(0)
    truth, answers = rng.normal(size=(2, 30, 2))
    result = assay.evaluate(truth, answers)
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        assert assay.load(result.save(f"{folder}/two.json"))["rmse"] == result["rmse"]
