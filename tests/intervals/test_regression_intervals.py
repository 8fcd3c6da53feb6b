"""Intervals of regression metrics: which method, and that they behave."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats

import assay
from assay.intervals.medians import Spectrum, rank_limits
from assay.intervals.regression_sample import slopes
from assay.metrics.regression.explained import concordance, pearson, r2
from assay.summaries.made_values import MadeValues
from assay.summaries.regression import RegressionSummary
from assay.summaries.residuals import Residuals

RNG = np.random.default_rng(3)
SMOOTH = ("mae", "mse", "rmse", "mean_error", "r2", "pearson", "rae", "nmae", "concordance")


def draw(n):
    truth = RNG.normal(20, 3, n)
    return truth, truth + RNG.normal(0, 1, n)


def test_the_method_follows_the_number_of_cases():
    few, many = (assay.evaluate(*draw(n)) for n in (200, 5000))
    assert few["rmse"].method == "bootstrap-t"
    assert (many["rmse"].method, many["r2"].method) == ("log-t", "log-t")
    assert (many["pearson"].method, many["mean_error"].method) == ("atanh-t", "t")
    assert few["median_absolute_error"].method == "order statistics"
    assert few["spearman"].method == "atanh-t"
    assert assay.evaluate(*draw(200), weight=np.ones(200) + np.arange(200) % 2)["rmse"].method == "log-t"
    assert "studentised" in few.methods["bootstrap-t"]


@pytest.mark.parametrize("method", ["bootstrap-t", "log-t", "delta", "percentile", "bca"])
def test_methods_agree_on_many_well_behaved_cases(method):
    truth, prediction = draw(3000)
    default, other = (assay.evaluate(truth, prediction, method=one) for one in (None, method))
    for name in SMOOTH:
        width = default[name].high - default[name].low
        assert other[name].method in (method, "atanh-t", "t")
        assert other[name].low == pytest.approx(default[name].low, abs=0.12 * width), name
        assert other[name].high == pytest.approx(default[name].high, abs=0.12 * width), name


def test_fisher_z_is_scipys_interval():
    truth, prediction = draw(80)
    ours = assay.evaluate(truth, prediction, metrics="pearson", method="fisher-z")["pearson"]
    theirs = stats.pearsonr(truth, prediction).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def test_a_mean_error_by_delta_is_the_normal_interval_of_a_mean():
    truth, prediction = draw(100)
    ours = assay.evaluate(truth, prediction, metrics="mean_error", method="delta")["mean_error"]
    error = truth - prediction
    half = stats.norm.ppf(0.975) * error.std(ddof=1) / 10
    assert (ours.low, ours.high) == pytest.approx((error.mean() - half, error.mean() + half))


def test_methods_that_do_not_fit_are_named():
    for method, other in (("percentile", "largest error"), ("jackknife", "median absolute error")):
        ev = assay.evaluate(*draw(100), method=method)
        (note,) = [note.message for note in ev.notes if note.code == "method-not-applied"]
        assert other in note


@pytest.mark.parametrize("function", [r2, pearson, concordance])
def test_slopes_by_complex_step_are_the_analytic_influence(function):
    truth, prediction = draw(60)
    summary = RegressionSummary.of(Residuals.of(truth, prediction))
    found = slopes(lambda means: function(summary.named(means)), summary.moments.mean)
    se = summary.moments.error(found)
    if function is pearson:
        a, b = ((part - part.mean()) / part.std() for part in (truth, prediction))
        rho = np.mean(a * b)
        influence = a * b - rho / 2 * (a**2 + b**2)
    elif function is r2:
        ratio = np.mean((truth - prediction) ** 2) / truth.var()
        influence = -((truth - prediction) ** 2 - ratio * (truth - truth.mean()) ** 2) / truth.var()
    else:
        spread = truth.var() + prediction.var() + (truth.mean() - prediction.mean()) ** 2
        value = 2 * np.cov(truth, prediction, ddof=0)[0, 1] / spread
        y, f = truth - truth.mean(), prediction - prediction.mean()
        gap = truth.mean() - prediction.mean()
        influence = (2 * y * f - value * (y**2 + f**2 + gap**2 + 2 * gap * (y - f))) / spread
        influence -= influence.mean()
    assert se == pytest.approx(np.sqrt(np.mean(influence**2) / 59), rel=1e-9)


@pytest.mark.parametrize("n", [5, 6, 10, 50, 333])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_rank_limits_leave_at_most_the_tail_outside(n, share):
    low, high = rank_limits(n, share, 0.95)
    law = stats.binom(n, share)
    assert law.cdf(low - 1) <= 0.025 + 1e-12
    assert low == n or law.cdf(low) > 0.025
    assert law.sf(high - 1) <= 0.025 + 1e-12


def test_a_median_of_few_cases_is_not_bounded_from_above():
    ev = assay.evaluate([1.5, 2.5, 4.0], [1.0, 2.0, 2.0])
    assert ev["median_absolute_error"].high == math.inf
    assert ev["median_absolute_error"].low == 0


def test_equal_weights_give_nearly_the_interval_of_no_weights():
    truth, prediction = draw(400)
    plain, equal = (
        assay.evaluate(truth, prediction, weight=weight, method="log-t") for weight in (None, np.full(400, 7.0))
    )
    for name, estimate in plain.items():
        if name in ("rss", "sst"):
            continue
        tolerance = 0.15 if "median" in name or name.startswith("mad") else 1e-9
        assert equal[name].low == pytest.approx(estimate.low, rel=tolerance, abs=0.05), name


def test_a_weighted_spectrum_finds_weighted_quantiles():
    spectrum = Spectrum(MadeValues((np.array([[5.0], [1.0], [3.0]]),)), np.array([1.0, 1.0, 2.0]))
    assert spectrum.quantile(0.25) == 1
    assert spectrum.quantile(0.5) == 3
    assert spectrum.quantile(1.0) == 5


@given(
    some.lists(
        some.tuples(some.floats(-1e3, 1e3), some.floats(-1e3, 1e3), some.floats(0.01, 100)), min_size=1, max_size=40
    ),
    some.booleans(),
)
def test_intervals_hold_the_value_and_stay_in_bounds(rows, weighted):
    truth, prediction, weight = (np.array(part) for part in zip(*rows, strict=True))
    ev = assay.evaluate(truth, prediction, weight=weight if weighted else None, task="regression")
    for name, estimate in ev.items():
        lowest, highest = assay.metrics.find(name).bounds
        assert not math.isnan(estimate.low), name
        if estimate.defined:
            assert lowest <= estimate.low <= estimate.value <= estimate.high <= highest, name
        else:
            assert estimate.note, name
    assert str(ev)
    assert ev.to_json()


def test_spearmans_limits_lie_around_the_value_without_its_bias():
    """The mean of the sample's value is ((n - 2) rho + 3 tau) / (n + 1); scipy's tau and rho (Hoeffding 1948)."""
    rng = np.random.default_rng(12)
    truth = rng.normal(size=60)
    prediction = truth + 0.03 * rng.normal(size=60)
    made = assay.evaluate(truth, prediction, task="regression", metrics="spearman")["spearman"]
    rho, tau = stats.spearmanr(truth, prediction).statistic, stats.kendalltau(truth, prediction).statistic
    unbiased = (61 * rho - 3 * tau) / 58
    assert made.value == pytest.approx(rho)
    middle = math.tanh((math.atanh(made.low) + math.atanh(made.high)) / 2)
    assert middle == pytest.approx(min(unbiased, 1 - 0.5 * (1 - rho)), rel=1e-9)
    assert made.low <= made.value <= made.high


def test_weights_and_many_cases_leave_spearmans_limits_around_the_value():
    rng = np.random.default_rng(13)
    truth = rng.normal(size=80)
    prediction = truth + rng.normal(size=80)
    weighted = assay.evaluate(truth, prediction, weight=rng.random(80) + 0.5, task="regression", metrics="spearman")
    made = weighted["spearman"]
    assert math.tanh((math.atanh(made.low) + math.atanh(made.high)) / 2) == pytest.approx(made.value)


@pytest.mark.parametrize("digits", [6, 0])
def test_spearmans_limits_are_the_wider_ends_around_the_correlation_with_and_without_its_bias(digits):
    """The sample has the mean ((n - 2) rho + 3 tau) / (n + 1) (Moran 1948): solved for rho with scipy for both."""
    rng, n = np.random.default_rng(6), 25
    truth = np.round(rng.normal(0, 3, n), digits)
    prediction = np.round(truth / 2 + rng.normal(0, 3, n), digits)
    ours = assay.evaluate(truth, prediction, task="regression", metrics="spearman")["spearman"]
    seen, tau = stats.spearmanr(truth, prediction).statistic, stats.kendalltau(truth, prediction).statistic
    without = ((n + 1) * seen - 3 * tau) / (n - 2)
    assert without > seen > 0
    reach = (np.arctanh(ours.high) - np.arctanh(without)) * (1 - without**2)
    inner = [np.arctanh(place) - reach / (1 - place**2) for place in (seen, without)]
    assert np.arctanh(ours.low) == pytest.approx(min(inner))


def test_the_studentised_bootstrap_of_rmse_by_hand():
    """Efron 1981: value - t* se, t* from samples that each have a standard error of their own, by the delta method."""
    rng, n = np.random.default_rng(8), 40
    errors = rng.exponential(1, n)
    ours = assay.evaluate(errors, np.zeros(n), task="regression", metrics="rmse", method="bootstrap-t")["rmse"]

    def rmse(square):
        value = np.sqrt(square.mean(axis=-1))
        return value, square.std(axis=-1, ddof=1) / (2 * value * np.sqrt(n))

    value, error = rmse(errors**2)
    drawn, own = rmse(errors[rng.integers(0, n, (20_000, n))] ** 2)
    low, high = value - error * np.quantile((drawn - value) / own, [0.975, 0.025])
    assert ours.method == "bootstrap-t"
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=0.05 * (high - low))
    assert ours.high > np.quantile(drawn, 0.975) + 0.2 * (high - low)
