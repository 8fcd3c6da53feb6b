"""Tests whose effect had no interval: it holds the effect, and is what another way of working it out gives."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as theirs
from statsmodels.stats.oneway import anova_oneway

from assay import stats
from assay.stats.signed_rank_draws import SignedRankDraws

RNG = np.random.default_rng(8)
TABLE = RNG.normal(size=(14, 4)) + np.array([0.0, 0.2, 0.5, 0.9])
SAMPLES = [RNG.normal(0, spread, 25) for spread in (1.0, 1.2, 2.0)]


@pytest.mark.parametrize("test", [
    stats.cochran_q((TABLE > 0.3).astype(int)), stats.iman_davenport(TABLE), stats.quade(TABLE),
    stats.bartlett(*SAMPLES), stats.chi_square_fit([12, 25, 18]), stats.chi_square_independence([[12, 25], [30, 8]]),
], ids=lambda test: test.method)  # fmt: skip
def test_the_interval_holds_the_effect_and_is_no_point(test):
    assert test.low <= test.effect <= test.high
    assert 0 < test.high - test.low < np.inf
    assert test.more["effect_name"]


def test_a_higher_level_is_wider():
    wide, narrow = (stats.chi_square_fit([12, 25, 40], level=level) for level in (0.99, 0.8))
    assert wide.low <= narrow.low < narrow.high <= wide.high


def test_limits_of_w_are_noncentralities_that_leave_the_statistic_at_either_end():
    test = stats.chi_square_fit([10, 30, 60, 40])
    size, degrees = 140, 3
    for end, share in ((test.low, 0.975), (test.high, 0.025)):
        noncentral = end**2 * size - degrees
        assert theirs.ncx2.cdf(test.statistic, degrees, noncentral) == pytest.approx(share, abs=1e-6)


def test_w_may_exceed_1_where_a_rare_category_is_common():
    test = stats.chi_square_fit([90, 10], [1, 99])
    assert test.effect > 1
    assert test.high > test.effect


def test_w_and_v_agree_with_the_g_test_where_they_are_one_thing():
    table = [[12, 25], [30, 8]]
    pearson, likelihood = stats.chi_square_independence(table), stats.g_test(table)
    assert (pearson.effect, pearson.low, pearson.high) == pytest.approx(
        (likelihood.effect, likelihood.low, likelihood.high)
    )


def test_quades_effect_is_1_where_all_data_sets_agree_and_kendalls_where_they_weigh_alike():
    agreed = np.arange(4.0) * np.arange(1, 7)[:, None]
    assert stats.quade(agreed).effect == pytest.approx(1)
    mixed = np.array([RNG.permutation(4) for _ in range(9)], dtype=float)
    assert stats.quade(mixed).effect == pytest.approx(stats.friedman(mixed).effect)


def test_iman_and_davenport_have_friedmans_effect():
    f, chi = stats.iman_davenport(TABLE), stats.friedman(TABLE)
    assert (f.effect, f.low, f.high) == (chi.effect, chi.low, chi.high)
    assert np.isnan(stats.iman_davenport(TABLE, draws=0).low)


def test_bartletts_effect_is_the_ratio_of_the_extreme_variances():
    variances = [np.var(part, ddof=1) for part in SAMPLES]
    assert stats.bartlett(*SAMPLES).effect == pytest.approx(max(variances) / min(variances))


def test_mean_ranks_that_are_told_apart_have_limits_on_one_side_of_0():
    for test in (stats.nemenyi(TABLE), stats.bonferroni_dunn(TABLE, control=0)):
        tested = np.isfinite(test.p_value) & ~np.eye(4, dtype=bool)
        apart = (test.lows > 0) | (test.highs < 0)
        assert (apart[tested] == test.significant[tested]).all()
        assert np.isnan(test.lows[~tested & ~np.eye(4, dtype=bool)]).all()


def test_mcnemar_without_all_cases_has_the_odds_ratio_and_its_exact_limits():
    test = stats.mcnemar(10, 3)
    low, high = theirs.binomtest(10, 13).proportion_ci(method="exact")
    assert (test.effect, test.low, test.high) == pytest.approx((10 / 3, low / (1 - low), high / (1 - high)))
    assert stats.mcnemar(4, 0).high == np.inf
    assert stats.mcnemar(10, 3, 100).effect == pytest.approx(0.07)


def test_the_credible_interval_of_folds_is_the_corrected_one():
    gaps = RNG.normal(0.02, 0.05, 10)
    bayes, corrected = stats.bayesian_correlated_t(gaps, folds=10), stats.corrected_t(gaps, test_ratio=1 / 9)
    assert (bayes.effect, bayes.low, bayes.high) == pytest.approx((corrected.effect, corrected.low, corrected.high))


@pytest.mark.parametrize("name", ["conover", "siegel_castellan"])
def test_bonferronis_decisions_on_mean_ranks_are_those_of_the_limits(name):
    test = getattr(stats, name)(TABLE, correction="bonferroni")
    off = ~np.eye(4, dtype=bool)
    apart = (test.lows > 0) | (test.highs < 0)
    assert (apart[off] == test.significant[off]).all()
    assert 0 < apart[off].sum() < 12
    assert test.highs - test.effect == pytest.approx(np.where(off, test.least_difference, 0))
    assert "critical_difference" not in test.more


def test_conovers_least_difference_is_the_books():
    """Conover 1999, section 5.8, with the t of six pairs."""
    ranks = theirs.rankdata(-TABLE, axis=1)
    n, k = TABLE.shape
    sums = ranks.sum(axis=0)
    spread = 2 * (n * (ranks**2).sum() - (sums**2).sum()) / ((n - 1) * (k - 1))
    reach = theirs.t.ppf(1 - 0.05 / 12, (n - 1) * (k - 1)) * np.sqrt(spread) / n
    assert stats.conover(TABLE).least_difference == pytest.approx(reach)
    assert stats.siegel_castellan(TABLE).least_difference == pytest.approx(
        theirs.norm.ppf(1 - 0.05 / 12) * np.sqrt(k * (k + 1) / (6 * n))
    )


def test_both_tests_of_five_by_two_have_one_interval():
    folds = RNG.normal(0.02, 0.01, (5, 2))
    t, f = stats.five_by_two_t(folds, level=0.9), stats.five_by_two_f(folds, level=0.9)
    assert (f.effect, f.low, f.high) == pytest.approx((t.effect, t.low, t.high))


def test_the_mean_log_ratio_of_a_case_has_a_t_interval():
    values = RNG.normal(0.6, 1, 20)
    test = stats.likelihood_ratio_test(values, theirs.norm(0, 1), theirs.norm(1, 1))
    own = theirs.norm(1, 1).logpdf(values) - theirs.norm(0, 1).logpdf(values)
    assert (test.low, test.high) == pytest.approx(theirs.t.interval(0.95, 19, own.mean(), theirs.sem(own)))
    assert stats.likelihood_ratio_test(values[:1], theirs.norm(0, 1), theirs.norm(1, 1)).high == np.inf


def test_the_credible_interval_of_the_pseudo_median_is_that_of_weighted_pairs():
    gaps = RNG.normal(0.3, 1, 9)
    test = stats.bayesian_signed_rank(gaps, rope=0.1, level=0.9)
    rng, places = np.random.default_rng(5), np.append(gaps, 0.0)
    means = (places[:, None] + places).ravel() / 2
    order, medians = np.argsort(means), []
    for _ in range(4000):
        weights = rng.dirichlet([1.0] * 9 + [0.5])
        heavy = np.cumsum(np.outer(weights, weights).ravel()[order])
        medians.append(means[order][np.searchsorted(heavy, 0.5)])
    drawn = SignedRankDraws(9, 20_000, 0).pseudo_medians(gaps)
    for place in np.quantile(means, np.linspace(0.05, 0.95, 19)) + 1e-9:
        assert np.mean(drawn <= place) == pytest.approx(np.mean(np.array(medians) <= place), abs=0.03)
    assert (test.low, test.high) == pytest.approx(np.quantile(drawn, [0.05, 0.95]))
    pairs = [(a + b) / 2 for place, a in enumerate(gaps) for b in gaps[place:]]
    assert test.effect == pytest.approx(np.median(pairs))
    assert np.isnan(stats.bayesian_signed_rank(RNG.normal(size=1001), draws=50).low)


@pytest.mark.parametrize("digits", [3, 0])
def test_mann_and_whitneys_effect_has_the_interval_of_delongs_error(digits):
    first, second = np.round(RNG.normal(0.5, 1, 17), digits), np.round(RNG.normal(0, 1.5, 12), digits)
    test = stats.mann_whitney(first, second, level=0.9)
    above = (first[:, None] > second) + (first[:, None] == second) / 2
    error = np.hypot(theirs.sem(above.mean(axis=1)), theirs.sem(above.mean(axis=0)))
    assert (test.low, test.high) == pytest.approx(theirs.norm.interval(0.9, above.mean(), error))


@pytest.mark.parametrize("apart", [0.0, 0.45, 3.0])
def test_omega_squared_comes_from_welchs_f_and_is_never_below_0(apart):
    """Kirk 1996: df (F - 1) / (df (F - 1) + N); F of samples with nearly equal means is below 1."""
    parts = [part - part.mean() + apart * place for place, part in enumerate(SAMPLES)]
    gain = 2 * (anova_oneway(parts, use_var="unequal").statistic - 1)
    test = stats.welch_anova(*parts)
    assert test.effect == pytest.approx(max(gain / (gain + 75), 0.0))
    assert 0 <= test.low <= test.effect <= test.high
