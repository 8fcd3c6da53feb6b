"""BCa beside scipy's, whose acceleration comes from a jackknife as Efron's does."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn import config_context
from sklearn import metrics as theirs

import assay
from assay.intervals.quantiles import acceleration, corrected_shares

LSAT = np.array([576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594.0])
GPA = np.array([3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96])

RNG = np.random.default_rng(4)
AMOUNT = RNG.gamma(3, 10, 40)
GUESS = AMOUNT * RNG.lognormal(0, 0.3, 40)
TRUTH = RNG.random(70) < 0.4
SCORE = np.clip(RNG.beta(2, 3, 70) * 0.7 + 0.35 * TRUTH * RNG.random(70), 0.01, 0.99)

AMOUNTS = {
    "pearson": lambda x, y: stats.pearsonr(x, y)[0],
    "mae": theirs.mean_absolute_error,
    "rmse": theirs.root_mean_squared_error,
    "mse": theirs.mean_squared_error,
    "r2": theirs.r2_score,
    "mape": theirs.mean_absolute_percentage_error,
    "mean_error": lambda x, y: np.mean(x - y),
}
SCORES = {
    "roc_auc": theirs.roc_auc_score,
    "average_precision": theirs.average_precision_score,
    "brier": theirs.brier_score_loss,
    "log_loss": theirs.log_loss,
    "ks": lambda y, s: stats.ks_2samp(s[y == 1], s[y == 0]).statistic,
}


@pytest.fixture(autouse=True)
def without_checks():
    """Let scikit-learn look at its arguments less often: it is called forty thousand times."""
    with config_context(assume_finite=True, skip_parameter_validation=True):
        yield


def reference(first, second, statistic, seed):
    found = stats.bootstrap(
        (first, second), statistic, paired=True, vectorized=False, n_resamples=1200, method="BCa", rng=seed
    )
    return tuple(found.confidence_interval)


def agree(ours, expected, width):
    """Compare means over seeds, each with its own Monte-Carlo error."""
    for side in (0, 1):
        one, other = np.array(ours)[:, side], np.array(expected)[:, side]
        noise = np.sqrt(one.var(ddof=1) / len(one) + other.var(ddof=1) / len(other))
        assert abs(one.mean() - other.mean()) < 4 * noise + 0.01 * width, (side, one.mean(), other.mean(), noise)


@pytest.mark.parametrize("name", AMOUNTS)
def test_regression_has_the_limits_that_scipy_has(name):
    ours = []
    for seed in range(8):
        estimate = assay.evaluate(AMOUNT, GUESS, metrics=name, method="bca", seed=seed)[name]
        assert estimate.method == "bca"
        ours.append((estimate.low, estimate.high))
    assert estimate.value == pytest.approx(AMOUNTS[name](AMOUNT, GUESS))
    expected = [reference(AMOUNT, GUESS, AMOUNTS[name], seed) for seed in range(3)]
    agree(ours, expected, ours[0][1] - ours[0][0])


@pytest.mark.parametrize("name", SCORES)
def test_scores_have_the_limits_that_scipy_has(name):
    ours = []
    for seed in range(8):
        estimate = assay.evaluate(TRUTH.astype(int), score=SCORE, metrics=name, method="bca", seed=seed)[name]
        assert estimate.method == "bca"
        ours.append((estimate.low, estimate.high))
    assert estimate.value == pytest.approx(SCORES[name](TRUTH.astype(int), SCORE))
    expected = [reference(TRUTH.astype(int), SCORE, SCORES[name], seed) for seed in range(3)]
    agree(ours, expected, ours[0][1] - ours[0][0])


def test_the_law_schools_have_their_published_interval():
    """Efron 1987 gives about .33 to .94; the skew of the replicates gave .21 to .93."""
    limits = []
    for seed in range(10):
        estimate = assay.evaluate(LSAT, GPA, task="regression", metrics="pearson", method="bca", seed=seed)["pearson"]
        limits.append((estimate.low, estimate.high))
    expected = [reference(LSAT, GPA, AMOUNTS["pearson"], seed) for seed in range(4)]
    agree(limits, expected, 0.6)
    assert np.mean(limits, axis=0) == pytest.approx((0.33, 0.94), abs=0.02)


def test_the_acceleration_of_a_mean_is_a_sixth_of_its_skewness_over_root_n(rng):
    values = rng.exponential(1, 50)
    left_out = (values.sum() - values) / 49
    assert acceleration(left_out) == pytest.approx(stats.skew(values) / (6 * np.sqrt(50)))
    twice = acceleration(np.repeat(left_out, 2))
    assert acceleration(left_out, np.full(50, 2.0)) == pytest.approx(twice)


def test_the_acceleration_is_efrons_and_0_where_no_case_matters():
    """Efron 1987, eq. 6.6, by hand for 1, 2, 3, 4, 10: (27 + 8 + 1 - 216) / (6 · 50^1.5)."""
    assert acceleration(np.array([1.0, 2.0, 3.0, 4.0, 10.0])) == pytest.approx(-180 / (6 * 50**1.5))
    assert acceleration(np.full(5, 0.3)) == 0


SEVERAL = RNG.integers(0, 3, 70)
OF_CLASSES = RNG.dirichlet([1, 1, 1], 70) + 0.6 * np.eye(3)[SEVERAL]
OF_CLASSES = OF_CLASSES / OF_CLASSES.sum(axis=1, keepdims=True)
ORDERS = {
    "median_absolute_error": theirs.median_absolute_error,
    "mad": lambda x, y: stats.median_abs_deviation(x - y),
    "spearman": lambda x, y: np.corrcoef(stats.rankdata(x), stats.rankdata(y))[0, 1],
}


@pytest.mark.parametrize("name", ORDERS)
def test_medians_and_ranks_have_the_limits_that_scipy_has(name):
    made = [assay.evaluate(AMOUNT, GUESS, metrics=name, method="bca", seed=seed)[name] for seed in range(8)]
    assert {each.method for each in made} == {"bca"}
    assert made[0].value == pytest.approx(ORDERS[name](AMOUNT, GUESS))
    expected = [reference(AMOUNT, GUESS, ORDERS[name], seed) for seed in range(2)]
    agree([(each.low, each.high) for each in made], expected, made[0].high - made[0].low)


def test_weighted_cases_are_drawn_with_their_weights():
    weight = RNG.lognormal(0, 0.5, 40)
    rows = np.arange(40)
    made = [assay.evaluate(AMOUNT, GUESS, weight=weight, metrics="mae", method="bca", seed=seed)["mae"]
            for seed in range(8)]  # fmt: skip
    size = np.abs(AMOUNT - GUESS)

    def weighted(places, _):
        places = places.astype(int)
        return np.average(size[places], weights=weight[places])

    expected = [reference(rows, rows, weighted, seed) for seed in range(3)]
    assert {each.method for each in made} == {"bca"}
    agree([(each.low, each.high) for each in made], expected, made[0].high - made[0].low)


def test_averages_over_classes_have_the_limits_that_scipy_has():
    name = "roc_auc_macro"
    made = [assay.evaluate(SEVERAL, score=OF_CLASSES, metrics=name, method="bca", seed=seed)[name] for seed in range(8)]
    assert {each.method for each in made} == {"bca"}
    rows = np.arange(70)

    def area(places, _):
        places = places.astype(int)
        own, score = SEVERAL[places], OF_CLASSES[places]
        return np.mean([np.mean(score[own == k, k][:, None] > score[own != k, k]) for k in range(3)])

    expected = [reference(rows, rows, area, seed) for seed in range(2)]
    agree([(each.low, each.high) for each in made], expected, made[0].high - made[0].low)


def test_at_a_level_near_0_the_limits_still_hold_the_value(rng):
    truth, said = rng.random((2, 30, 3)) < 0.5
    judged = assay.evaluate(truth, said, level=1e-6, method="bca")
    assert all(judged[name].low <= judged[name].value <= judged[name].high for name in judged)


@pytest.mark.parametrize("skew", [0.0, 0.15, 0.5, 2.0, -2.0])
@pytest.mark.parametrize("bias", [0.0, 0.4])
def test_shares_rise_with_the_quantile_up_to_the_pole_and_beyond(bias, skew):
    """Efron 1987 as far as the formula goes; past its pole a higher level reads no narrower interval."""
    z = np.linspace(-4, 4, 161)
    shares = corrected_shares(z, np.array(bias), np.array(skew))
    before = 1 - skew * (bias + z) > 1e-9
    formula = stats.norm.cdf(bias + (bias + z[before]) / (1 - skew * (bias + z[before])))
    assert shares[before] == pytest.approx(formula)
    assert (np.diff(shares) >= 0).all()
