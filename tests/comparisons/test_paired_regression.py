"""Differences of predicted numbers on the same cases: paired t, influences, and permutations."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

import assay

RNG = np.random.default_rng(12)
N = 400
TRUTH = RNG.random(N) < 0.4
SCORES = {
    name: 1 / (1 + np.exp(-(shift * TRUTH - shift / 2 + RNG.normal(size=N))))
    for name, shift in (("a", 2.4), ("b", 1.6), ("c", 1.5))
}
AMOUNT = RNG.normal(20, 4, N)
PREDICTED = {"near": AMOUNT + RNG.normal(0, 1, N), "far": AMOUNT + RNG.normal(0, 1.4, N)}


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


def test_identical_numbers_get_p_one_too():
    found = assay.compare(
        AMOUNT, prediction={"x": PREDICTED["near"], "y": PREDICTED["near"]}, metrics=["mae", "rmse", "mad"]
    )
    assert {pair.p_value for metric in found.values() for pair in metric.pairs} == {1.0}


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


def test_ones_own_loss_is_compared_on_different_cases_too():
    def off(truth, prediction):
        return np.abs(truth - prediction)

    truths = {"x": AMOUNT[:200], "y": AMOUNT[200:]}
    models = {"x": PREDICTED["near"][:200], "y": PREDICTED["far"][200:]}
    apart = assay.compare(truths, prediction=models, metrics=off)
    assert apart["off"].pairs[0].p_value < 0.05


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


@pytest.mark.parametrize("metric", ["rmse", "r2", "pearson", "mae"])
def test_regressions_that_answer_alike_are_not_drawn_again(metric):
    pair = assay.compare(AMOUNT, prediction={"a": PREDICTED["near"], "b": PREDICTED["near"].copy()}, metrics=metric)
    pair = pair[metric].pairs[0]
    assert (pair.p_value, pair.difference.value) == (1, 0)
    assert pair.alike
    assert pair.test in ("z, influence", "paired t")
