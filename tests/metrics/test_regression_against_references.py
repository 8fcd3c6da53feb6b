"""Metrics of regression beside scikit-learn and scipy, on ordinary and on awkward numbers."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.metrics as sk
from scipy import stats

import assay
from assay.metrics import Residuals

SCIKIT_LEARN = {
    "mae": sk.mean_absolute_error,
    "mse": sk.mean_squared_error,
    "rmse": sk.root_mean_squared_error,
    "median_absolute_error": sk.median_absolute_error,
    "mape": sk.mean_absolute_percentage_error,
    "r2": sk.r2_score,
    "explained_variance": sk.explained_variance_score,
    "pinball(quantile=0.8)": lambda y, f, **rest: sk.mean_pinball_loss(y, f, alpha=0.8, **rest),
}


def draw(kind, n=400, outputs=1):
    rng = np.random.default_rng(7)
    shape = (n, outputs) if outputs > 1 else (n,)
    truth = rng.normal(12, 3, shape)
    error = rng.normal(0, 1, shape)
    if kind == "around 1e9":
        return 1e9 + truth, 1e9 + truth + error
    if kind == "relative 1e-9":
        return 1e9 * truth, 1e9 * truth * (1 + 1e-9 * error)
    if kind == "relative 1e-3":
        return 1e9 * truth, 1e9 * truth * (1 + 1e-3 * error)
    if kind == "small integers":
        return truth.round().astype(np.int8) * 5, (truth + error).round().astype(np.int8) * 5
    if kind == "ties":
        return truth.round(), (truth + error).round()
    if kind == "negative":
        return -truth, -truth + error
    return truth, truth + error


KINDS = ["plain", "around 1e9", "relative 1e-9", "relative 1e-3", "small integers", "ties", "negative"]


def evaluate(truth, prediction, **options):
    return assay.evaluate(truth, prediction, task="regression", **options)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", SCIKIT_LEARN)
def test_values_are_those_of_scikit_learn(kind, weighted, name):
    truth, prediction = draw(kind)
    weight = np.random.default_rng(3).exponential(size=len(truth)) if weighted else None
    ours = evaluate(truth, prediction, weight=weight, metrics=name)[name]
    theirs = SCIKIT_LEARN[name](truth.astype(float), prediction.astype(float), sample_weight=weight)
    assert ours.value == pytest.approx(theirs, rel=1e-12)
    assert ours.low <= ours.value <= ours.high


@pytest.mark.parametrize("kind", KINDS)
def test_correlations_and_largest_errors_are_those_of_scipy(kind):
    truth, prediction = (part.astype(float) for part in draw(kind))
    error = truth - prediction
    ours = evaluate(truth, prediction)
    expected = {
        "pearson": stats.pearsonr(truth, prediction).statistic,
        "spearman": stats.spearmanr(truth, prediction).statistic,
        "kendall": stats.kendalltau(truth, prediction).statistic,
        "mad": stats.median_abs_deviation(error),
        "mad_scaled": stats.median_abs_deviation(error, scale="normal"),
        "max_error": sk.max_error(truth, prediction),
        "error_sd": error.std(ddof=1),
        "error_variance": error.var(ddof=1),
        "mean_error": error.mean(),
        "median_error": np.median(error),
        "rss": np.sum(error**2),
        "sst": np.sum((truth - truth.mean()) ** 2),
        "nmae": np.sum(np.abs(error)) / np.sum(np.abs(truth)),
        "rae": np.sum(np.abs(error)) / np.sum(np.abs(truth - truth.mean())),
        "mpe": np.mean(error / truth),
    }
    for name, value in expected.items():
        assert ours[name].value == pytest.approx(value, rel=1e-11, abs=1e-12 * np.abs(error).max()), name
    assert ours["pearson_squared"].value == pytest.approx(ours["pearson"].value ** 2, rel=1e-12)
    assert ours["rse"].value == pytest.approx(1 - ours["r2"].value, rel=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["rmse", "median_absolute_error", "r2", "explained_variance"])
def test_several_outputs_average_as_scikit_learn_does(weighted, name):
    truth, prediction = draw("plain", outputs=3)
    truth[:, 1] *= 100
    prediction[:, 1] *= 100
    weight = np.random.default_rng(3).exponential(size=len(truth)) if weighted else None
    ours = assay.evaluate(truth, prediction, weight=weight)
    each = SCIKIT_LEARN[name](truth, prediction, sample_weight=weight, multioutput="raw_values")
    assert ours[f"{name}_macro"].value == pytest.approx(np.mean(each), rel=1e-12)
    assert [own[name].value for own in ours.per_class.values()] == pytest.approx(list(each), rel=1e-12)


def test_several_outputs_are_pooled_over_cases_and_outputs():
    truth, prediction = draw("plain", outputs=3)
    truth[:, 1] *= 100
    ours = assay.evaluate(truth, prediction)
    assert ours["rmse"].value == pytest.approx(np.sqrt(np.mean((truth - prediction) ** 2)), rel=1e-12)
    assert ours["mae"].value == pytest.approx(sk.mean_absolute_error(truth, prediction), rel=1e-12)
    weighted = sk.r2_score(truth, prediction, multioutput="variance_weighted")
    assert ours["r2"].value == pytest.approx(weighted, rel=1e-12)
    assert ours["median_absolute_error"].value == np.median(np.abs(truth - prediction))


def test_weighted_pearson_uses_weighted_means():
    truth, prediction = draw("plain", 50)
    weight = np.arange(50) % 4
    repeated = np.repeat(truth, weight), np.repeat(prediction, weight)
    ours = evaluate(truth, prediction, weight=weight)
    assert ours["pearson"].value == pytest.approx(stats.pearsonr(*repeated).statistic, rel=1e-12)
    assert ours["spearman"].value == pytest.approx(stats.spearmanr(*repeated).statistic, rel=1e-12)
    means = [np.average(part, weights=weight) for part in (truth, prediction)]
    covariance = np.average((truth - means[0]) * (prediction - means[1]), weights=weight)
    variances = [
        np.average((part - mean) ** 2, weights=weight) for part, mean in zip((truth, prediction), means, strict=True)
    ]
    assert ours["pearson"].value == pytest.approx(covariance / np.sqrt(np.prod(variances)), rel=1e-12)


def test_weighted_kendall_counts_pairs_by_the_product_of_weights():
    rng = np.random.default_rng(1)
    truth, prediction, weight = rng.integers(0, 6, 40) * 1.5, rng.integers(0, 6, 40) * 1.0, rng.random(40)
    signs = np.sign(np.subtract.outer(truth, truth)), np.sign(np.subtract.outer(prediction, prediction))
    pairs = np.outer(weight, weight)
    expected = np.sum(pairs * signs[0] * signs[1]) / np.sqrt(
        np.sum(pairs * signs[0] ** 2) * np.sum(pairs * signs[1] ** 2)
    )
    assert evaluate(truth, prediction, weight=weight)["kendall"].value == pytest.approx(expected, rel=1e-12)


def test_concordance_is_lins_formula():
    truth, prediction = draw("plain")
    top = 2 * np.mean((truth - truth.mean()) * (prediction - prediction.mean()))
    bottom = truth.var() + prediction.var() + (truth.mean() - prediction.mean()) ** 2
    assert evaluate(truth, prediction)["concordance"].value == pytest.approx(top / bottom, rel=1e-12)


def test_huber_joins_its_two_halves():
    truth, prediction = draw("plain")
    size = np.abs(truth - prediction)
    expected = np.mean(np.where(size <= 0.5, size**2 / 2, 0.5 * size - 0.125))
    name = "huber(delta=0.5)"
    assert evaluate(truth, prediction, metrics=name)[name].value == pytest.approx(expected, rel=1e-12)
    assert assay.metrics.huber(Residuals.of(truth, prediction), 1e9) == pytest.approx(np.mean(size**2) / 2)


def test_adding_a_billion_changes_nothing_but_the_level():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 1000, 500) / 64
    prediction = truth + rng.integers(-50, 50, 500) / 64
    near, far = (evaluate(truth + shift, prediction + shift) for shift in (0, 1e9))
    for name in ("r2", "rmse", "mae", "pearson", "explained_variance", "concordance", "error_sd"):
        for part in ("value", "low", "high"):
            assert getattr(far[name], part) == pytest.approx(getattr(near[name], part), rel=1e-10), name


def test_misprints_of_the_sources_are_settled():
    truth, prediction = np.array([1.0, 2.0, 4.0, -5.0]), np.array([1.5, 2.0, 3.0, -4.0])
    ours = evaluate(truth, prediction)
    total = np.sum((truth - truth.mean()) ** 2)
    assert ours["r2"].value == pytest.approx(1 - np.sum((truth - prediction) ** 2) / total)
    assert ours["r2"].value == pytest.approx(1 - 4 * ours["rmse"].value ** 2 / total)
    assert ours["mape"].value == pytest.approx(np.mean([0.5, 0, 0.25, 0.2]))
    assert ours["mad"].value != ours["mae"].value
    assert assay.metrics.find("mean_absolute_deviation").name == "mae"
    assert "mae" in (assay.metrics.find("mad").beware or "")
    scaled = evaluate(3 * truth - 7, 3 * prediction - 7)
    assert scaled["r2"].value == pytest.approx(ours["r2"].value)
    only_predictions = evaluate(truth, 3 * prediction)
    assert only_predictions["r2"].value < 0
    assert only_predictions["pearson"].value == pytest.approx(ours["pearson"].value)
