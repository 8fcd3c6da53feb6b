"""Tests at their edges: samples that do not vary, samples too large to count out, and tables in perfect order."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from scipy import stats as scipy_stats

from assay import stats
from assay.errors import AssayError
from assay.stats.ranked_tables import permuted_friedman, ranked
from assay.stats.two_proportions import fisher_mid_p

RNG = np.random.default_rng(21)
ORDERED = np.tile([1.0, 2.0, 3.0, 4.0], (9, 1))
TABLE = RNG.normal(0, 1, (11, 5)) + np.array([0, 0.2, 0.6, 0.9, 1.6])
ALTERNATIVES = ["two-sided", "greater", "less"]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("shift", [-0.3, 0.4])
def test_wilcoxon_of_many_tied_differences_is_scipys_normal_approximation(alternative, shift):
    values = (RNG.normal(shift, 2, 90) * 2).round() / 2
    theirs = scipy_stats.wilcoxon(
        values, zero_method="wilcox", correction=True, alternative=alternative, method="asymptotic"
    )
    ours = stats.wilcoxon(values, zeros="drop", alternative=alternative)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)


def test_the_shift_of_very_many_differences_has_the_walsh_averages_of_hollander_and_wolfe():
    """Hollander, Wolfe & Chicken 2014: the C-th from each end, C = n(n + 1)/4 - z √(n(n + 1)(2n + 1)/24)."""
    n, values = 510, RNG.normal(0.1, 1, 510)
    walsh = sorted((values[i] + values[j]) / 2 for i in range(n) for j in range(i, n))
    place = math.floor(n * (n + 1) / 4 - scipy_stats.norm.ppf(0.975) * math.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    found = stats.wilcoxon(values)
    assert (found.low, found.high) == pytest.approx((walsh[place - 1], walsh[-place]), rel=1e-12)
    assert found.effect == pytest.approx(np.median(walsh), rel=1e-12)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("second", [0.0, 2.0])
def test_samples_without_spread_differ_for_certain_and_in_scipys_direction(paired, second, alternative):
    one, two = [1.0] * 4, [second] * 4
    theirs = (scipy_stats.ttest_rel if paired else scipy_stats.ttest_ind)(one, two, alternative=alternative)
    ours = stats.t_test(one, two, paired=paired, alternative=alternative)
    assert (ours.statistic, ours.p_value) == (theirs.statistic, theirs.pvalue)
    assert "do not vary" in " ".join(ours.notes)
    assert stats.t_test(one, one, paired=paired, alternative=alternative).p_value == 1


def test_samples_without_spread_within_have_an_f_of_0_or_of_infinity():
    same, apart = stats.anova([2, 2, 2], [2, 2, 2]), stats.anova([2, 2, 2], [3, 3, 3])
    assert (same.statistic, same.p_value) == (0, 1)
    assert (apart.statistic, apart.p_value) == (math.inf, 0)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("p", [0.0, 0.05, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("x", [0, 1, 2, 9, 10])
def test_the_binomial_test_is_scipys_for_rare_certain_and_impossible_events(x, p, alternative):
    theirs = scipy_stats.binomtest(x, 10, p, alternative=alternative).pvalue
    assert stats.binomial_test(x, 10, p, alternative=alternative).p_value == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(
    "table", [(1, 10, 6, 10), (0, 5, 4, 9), (3, 3, 8, 20), (7, 12, 2, 30), (2, 8, 2, 8), (0, 4, 0, 9)]
)
def test_fishers_mid_p_counts_half_of_the_tables_that_are_as_likely(table):
    x1, n1, x2, n2 = table
    law = scipy_stats.hypergeom(n1 + n2, x1 + x2, n1)
    chances = [law.pmf(k) for k in range(min(n1, x1 + x2) + 1) if law.pmf(k) > 0]
    seen = law.pmf(x1)
    less = sum(chance for chance in chances if chance < seen * (1 - 1e-9))
    equal = sum(chance for chance in chances if math.isclose(chance, seen, rel_tol=1e-9))
    expected = 1.0 if len(chances) == 1 else less + equal / 2
    assert fisher_mid_p(*table) == pytest.approx(expected, rel=1e-9)


def test_no_shuffle_reaches_a_table_in_perfect_order_so_that_p_is_one_over_their_number_and_one():
    """Phipson & Smyth 2010: the table seen counts as one of the shuffles."""
    assert permuted_friedman(ranked(ORDERED, True), 99, np.random.default_rng(0)) == pytest.approx(1 / 100)
    assert permuted_friedman(ranked(ORDERED * 0, True), 99, np.random.default_rng(0)) == 1


def test_quades_statistic_is_infinite_where_all_data_sets_agree_to_the_digit():
    found = stats.quade(ORDERED)
    assert (found.statistic, found.p_value) == (math.inf, 0)
    tied = stats.quade(ORDERED * 0)
    assert (tied.statistic, tied.p_value) == (0, 1)


@pytest.mark.parametrize("control", [0, 3])
def test_bonferroni_dunn_multiplies_the_p_values_of_scikit_posthocs(control):
    plain = scikit_posthocs.posthoc_siegel_friedman(pd.DataFrame(TABLE)).to_numpy()[control]
    expected = np.minimum(plain * (TABLE.shape[1] - 1), 1)
    expected[control] = 1
    found = stats.bonferroni_dunn(TABLE, control)
    assert found.p_value[control] == pytest.approx(expected, rel=1e-6)
    assert found.p_value[:, control] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("models", "q"), [(2, 1.960), (3, 2.241), (4, 2.394), (5, 2.498), (10, 2.773)])
def test_the_critical_difference_from_a_control_is_that_of_demsars_table(models, q):
    """Demšar 2006, Table 5(b): critical values of the two-tailed Bonferroni-Dunn test at 0.05."""
    table = RNG.normal(size=(14, models))
    expected = q * math.sqrt(models * (models + 1) / (6 * 14))
    assert stats.bonferroni_dunn(table, 0).critical_difference == pytest.approx(expected, rel=3e-4)


def test_the_mean_of_two_runs_has_scipys_interval():
    found = stats.mean_t([0.7, 0.8])
    expected = scipy_stats.t.interval(0.95, 1, 0.75, scipy_stats.sem([0.7, 0.8]))
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-12)


def test_two_normals_of_one_spread_need_no_simulation():
    values = RNG.normal(0.4, 2, 16)
    found = stats.likelihood_ratio_test(values, scipy_stats.norm(0, 2), scipy_stats.norm(1, 2))
    assert found.p_value == pytest.approx(scipy_stats.norm.sf(values.mean() / 0.5), rel=1e-9)
    assert found.power == pytest.approx(scipy_stats.norm.sf(scipy_stats.norm.ppf(0.95) - 2), rel=1e-9)
    assert "two normals" in " ".join(found.notes)
    alike = stats.likelihood_ratio_test(values, scipy_stats.norm(0, 2), scipy_stats.norm(0, 2))
    assert alike.p_value == 1


def test_five_times_two_folds_may_come_as_one_row_of_ten():
    table = RNG.normal(0.02, 0.01, (5, 2))
    assert stats.five_by_two_t(table.ravel()).p_value == stats.five_by_two_t(table).p_value


def test_folds_without_correlation_give_the_posterior_of_students_t_and_1_is_refused():
    values = np.array([0.02, 0.01, 0.03, -0.02, 0.04])
    law = scipy_stats.t(4, values.mean(), scipy_stats.sem(values))
    found = stats.bayesian_correlated_t(values, rope=0.01, correlation=0)
    assert (found.left, found.rope, found.right) == pytest.approx(
        (law.cdf(-0.01), law.cdf(0.01) - law.cdf(-0.01), law.sf(0.01)), rel=1e-9
    )
    with pytest.raises(AssayError, match="below 1"):
        stats.bayesian_correlated_t(values, correlation=1)
    none = stats.bayesian_correlated_t(values, rope=0)
    assert none.rope == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("n", [1, 2, 3, 20, 500])
def test_tangos_interval_without_a_discordant_pair_has_its_closed_form(n):
    """With b = c = 0 the score is √(nΔ/(1 - Δ)), which is z at z²/(n + z²), as for Wilson's upper limit of 0 of n."""
    z = scipy_stats.norm.ppf(0.975)
    assert tuple(stats.tango(0, 0, n)) == pytest.approx((-(z**2) / (n + z**2), z**2 / (n + z**2)), rel=1e-9)


@pytest.mark.parametrize(("n", "way"), [(30, "exact"), (31, "asymptotic"), (50, "asymptotic")])
def test_mann_whitney_is_scipys_exact_one_up_to_thirty_values(n, way):
    one, two = RNG.normal(0, 1, n), RNG.normal(0.5, 1, 12)
    theirs = scipy_stats.mannwhitneyu(one, two, method=way).pvalue
    assert stats.mann_whitney(one, two).p_value == pytest.approx(theirs, rel=1e-12)


def test_games_and_howell_say_that_samples_do_not_vary_only_where_they_do_not():
    flat, other = stats.games_howell([1, 1, 1], [2, 2, 2]), stats.games_howell([0, 2], [5, 7], [4, 6])
    assert any("do not vary" in note for note in flat.notes)
    assert flat.p_value[0, 1] == 0
    assert other.notes == ()


@pytest.mark.parametrize("truth", [[1, 1, 0, 0, 0], [0, 1, 0, 0, 1]])
def test_scores_that_are_all_equal_have_an_area_of_one_half(truth):
    """Every pair is tied, so that each counts one half wherever it stands, and nothing varies."""
    test = stats.delong_test(truth, [0.3] * 5, [5, 4, 3, 2, 1])
    alone = stats.mann_whitney([0.3, 0.3], [0.3, 0.3, 0.3])
    assert test.first_area == alone.effect == 0.5
    assert (alone.low, alone.high) == (0.5, 0.5)
