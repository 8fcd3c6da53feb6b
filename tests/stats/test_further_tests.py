"""Tests that users of statistics expect equal scipy, statsmodels and scikit-posthocs, or enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from scipy import stats as scipy_stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.inter_rater import fleiss_kappa as their_fleiss
from statsmodels.stats.oneway import anova_oneway
from statsmodels.stats.proportion import confint_proportions_2indep

from assay import stats
from assay.errors import AssayError
from assay.stats.difference_limits import likeliest_second, score_statistic
from assay.stats.ordered_alternatives import page_chance

RNG = np.random.default_rng(7)
PARTS = [RNG.normal(0, 1, 9), RNG.normal(0.8, 2, 12), RNG.normal(1.5, 0.7, 7), RNG.normal(0.2, 1, 10)]
TIED = [np.round(part * 2) / 2 for part in PARTS]
ALTERNATIVES = ["two-sided", "greater", "less"]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("table", [[[8, 2], [1, 5]], [[3, 7], [9, 2]], [[0, 5], [6, 4]], [[100, 90], [80, 120]]])
def test_fisher_is_scipy_s(table, alternative):
    ours, theirs = stats.fisher_exact(table, alternative=alternative), scipy_stats.fisher_exact(table, alternative)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    found = scipy_stats.contingency.odds_ratio(table)
    assert ours.effect == pytest.approx(found.statistic)
    assert (ours.low, ours.high) == pytest.approx(tuple(found.confidence_interval(0.95)))


def test_fisher_s_mid_p_holds_its_level_better():
    n, level = 15, 0.05
    plain = mid = 0.0
    for x, y in itertools.product(range(n + 1), repeat=2):
        chance = scipy_stats.binom.pmf(x, n, 0.3) * scipy_stats.binom.pmf(y, n, 0.3)
        test = stats.fisher_exact([[x, n - x], [y, n - y]])
        plain += chance * (test.p_value <= level)
        mid += chance * (test.mid_p <= level)
    assert plain < mid <= level + 0.005


@pytest.mark.parametrize("table", [[[10, 20], [20, 10]], [[5, 9, 13], [8, 2, 7]], [[0, 12], [9, 4]]])
def test_the_g_test_is_scipy_s(table):
    theirs = scipy_stats.chi2_contingency(table, correction=False, lambda_="log-likelihood")
    ours = stats.g_test(table)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert ours.effect == pytest.approx(scipy_stats.contingency.association(np.array(table), correction=False))
    assert 0 <= ours.low <= ours.effect <= ours.high <= 1


def test_the_interval_of_v_inverts_the_noncentral_chi_square():
    ours = stats.g_test([[30, 20, 10], [10, 20, 30]])
    statistic = scipy_stats.chi2_contingency([[30, 20, 10], [10, 20, 30]], correction=False).statistic
    for end, tail in ((ours.low, 0.975), (ours.high, 0.025)):
        assert scipy_stats.ncx2.cdf(statistic, 2, end**2 * 120 - 2) == pytest.approx(tail, abs=1e-6)


def test_tukey_is_scipy_s():
    ours, theirs = stats.tukey_hsd(*PARTS), scipy_stats.tukey_hsd(*PARTS)
    assert ours.p_value == pytest.approx(theirs.pvalue, abs=1e-7)
    assert ours.effect == pytest.approx(theirs.statistic)
    limits = theirs.confidence_interval(0.95)
    assert ours.lows == pytest.approx(limits.low, abs=1e-6)
    assert ours.highs == pytest.approx(limits.high, abs=1e-6)


def test_games_howell_is_scipy_s():
    ours, theirs = stats.games_howell(*PARTS), scipy_stats.tukey_hsd(*PARTS, equal_var=False)
    assert ours.p_value == pytest.approx(theirs.pvalue, abs=1e-7)
    limits = theirs.confidence_interval(0.95)
    assert ours.lows == pytest.approx(limits.low, abs=1e-6)
    assert ours.highs == pytest.approx(limits.high, abs=1e-6)


@pytest.mark.parametrize("parts", [PARTS, TIED])
@pytest.mark.parametrize(("ours", "theirs"), [("holm", "holm"), ("bonferroni", "bonferroni"), ("none", None)])
def test_dunn_is_that_of_scikit_posthocs(parts, ours, theirs):
    wanted = scikit_posthocs.posthoc_dunn([list(part) for part in parts], p_adjust=theirs).to_numpy()
    assert stats.dunn(*parts, correction=ours).p_value == pytest.approx(wanted, abs=1e-9)


def test_the_superiority_of_dunn_s_pairs_is_that_of_mann_and_whitney():
    found = stats.dunn(*TIED).superiority
    assert found[1, 2] == pytest.approx(stats.mann_whitney(TIED[1], TIED[2]).effect)


@pytest.mark.parametrize("control", [0, 2])
def test_dunnett_is_scipy_s(control):
    others = [part for place, part in enumerate(PARTS) if place != control]
    theirs = scipy_stats.dunnett(*others, control=PARTS[control], rng=np.random.default_rng(0))
    ours = stats.dunnett(*PARTS, control=control)
    kept = np.arange(4) != control
    assert ours.p_value[control][kept] == pytest.approx(theirs.pvalue, abs=2e-4)
    limits = theirs.confidence_interval(0.95)
    assert ours.lows[kept, control] == pytest.approx(limits.low, abs=0.01)
    assert ours.highs[kept, control] == pytest.approx(limits.high, abs=0.01)


def test_dunnett_with_one_sample_is_the_t_test():
    ours, theirs = stats.dunnett(PARTS[0], PARTS[1]), scipy_stats.ttest_ind(PARTS[0], PARTS[1])
    assert ours.p_value[0, 1] == pytest.approx(theirs.pvalue, abs=1e-9)


def test_dunnett_s_table():
    """Dunnett 1964: two-sided 5%, 10 degrees of freedom, 3 samples beside the control: 2.76; 20 and 5: 2.73."""
    from assay.stats.dunnett_test import chance_beyond

    assert chance_beyond(2.76, np.full(3, 0.5**0.5), 10.0) == pytest.approx(0.05, abs=5e-4)
    assert chance_beyond(2.73, np.full(5, 0.5**0.5), 20.0) == pytest.approx(0.05, abs=5e-4)


def test_welch_anova_is_statsmodels_s():
    ours, theirs = stats.welch_anova(*PARTS), anova_oneway(PARTS, use_var="unequal")
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert ours.df == pytest.approx((theirs.df_num, theirs.df_denom))
    two = stats.welch_anova(PARTS[0], PARTS[1])
    assert two.p_value == pytest.approx(scipy_stats.ttest_ind(PARTS[0], PARTS[1], equal_var=False).pvalue)


TABLE = RNG.normal(size=(8, 4)) + np.arange(4) * 0.4 + RNG.normal(size=(8, 1))


def test_repeated_measures_are_statsmodels_s():
    long = pd.DataFrame({"case": np.repeat(np.arange(8), 4), "at": np.tile(np.arange(4), 8), "value": TABLE.ravel()})
    theirs = AnovaRM(long, "value", "case", within=["at"]).fit().anova_table
    ours = stats.repeated_anova(TABLE)
    assert ours.statistic == pytest.approx(theirs["F Value"].iloc[0])
    assert ours.uncorrected_p == pytest.approx(theirs["Pr > F"].iloc[0])
    two = stats.repeated_anova(TABLE[:, :2])
    assert two.p_value == pytest.approx(scipy_stats.ttest_rel(TABLE[:, 0], TABLE[:, 1]).pvalue)


def test_greenhouse_and_geisser_s_epsilon_by_its_textbook_formula():
    """Winer 1971: from the means of the covariances."""
    s = np.cov(TABLE, rowvar=False)
    k = 4
    above = k**2 * (np.trace(s) / k - s.mean()) ** 2
    below = (k - 1) * (np.sum(s**2) - 2 * k * np.sum(s.mean(axis=1) ** 2) + k**2 * s.mean() ** 2)
    ours = stats.repeated_anova(TABLE)
    assert ours.epsilon == pytest.approx(above / below)
    df = (3 * ours.epsilon, 21 * ours.epsilon)
    assert ours.p_value == pytest.approx(scipy_stats.f.sf(ours.statistic, *df))


@pytest.mark.parametrize("table", [TABLE[:5], TABLE[:3, :3]])
def test_page_is_scipy_s(table):
    ours, theirs = stats.page(table), scipy_stats.page_trend_test(table, method="exact")
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_page_with_ties_is_near_what_permuted_rows_give():
    table = np.round(TABLE)
    ours = stats.page(table)
    rng, weights = np.random.default_rng(0), np.arange(1, 5)
    ranks = scipy_stats.rankdata(table, axis=1)
    drawn = [rng.permuted(ranks, axis=1).sum(axis=0) @ weights for _ in range(20_000)]
    assert ours.p_value == pytest.approx(np.mean(np.array(drawn) >= ours.statistic - 1e-9), abs=0.02)
    assert "normal" in ours.method


def test_page_s_law_is_that_of_all_tables():
    orders = list(itertools.permutations((1, 2, 3)))
    sums = [sum(np.dot((1, 2, 3), row) for row in rows) for rows in itertools.product(orders, repeat=3)]
    assert page_chance(40, 3, 3) == pytest.approx(np.mean(np.array(sums) >= 40))


def test_jonckheere_by_permutation():
    """Mean and variance of the statistic over all ways to deal the values, ties and all."""
    values, sizes = [1.0, 2, 2, 3, 4, 4, 6], (2, 3, 2)

    def pairs(parts):
        return sum(
            (x < y) + (x == y) / 2 for one, other in itertools.combinations(parts, 2) for x in one for y in other
        )

    found = []
    for order in set(itertools.permutations(range(7))):
        dealt = [values[place] for place in order]
        found.append(pairs([dealt[:2], dealt[2:5], dealt[5:]]))
    test = stats.jonckheere(values[:2], values[2:5], values[5:])
    assert test.statistic == pairs([values[:2], values[2:5], values[5:]])
    z = (test.statistic - np.mean(found)) / np.std(found)
    assert test.p_value == pytest.approx(scipy_stats.norm.sf(z))
    assert sizes == (2, 3, 2)


def test_jonckheere_of_two_samples_is_mann_and_whitney_s():
    theirs = scipy_stats.mannwhitneyu(
        TIED[1], TIED[0], alternative="greater", method="asymptotic", use_continuity=False
    )
    ours = stats.jonckheere(TIED[0], TIED[1])
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert ours.effect == pytest.approx(stats.mann_whitney(TIED[1], TIED[0]).effect)


FLEISS = np.array(
    [[0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1], [7, 7, 0, 0, 0],
     [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]]
)  # fmt: skip


def test_fleiss_is_statsmodels_s_and_the_textbook_s():
    ours = stats.fleiss_kappa(FLEISS)
    assert ours.effect == pytest.approx(their_fleiss(FLEISS))
    assert ours.effect == pytest.approx(0.210, abs=0.0005)
    assert ours.low < ours.effect < ours.high


def test_the_z_of_fleiss_holds_its_level_where_raters_guess():
    rng, found = np.random.default_rng(1), []
    for _ in range(400):
        votes = rng.multinomial(5, [0.5, 0.3, 0.2], 30)
        found.append(stats.fleiss_kappa(votes).statistic)
    assert np.std(found) == pytest.approx(1, abs=0.1)
    assert np.mean(np.abs(found) > 1.96) == pytest.approx(0.05, abs=0.033)


NAN = math.nan
KRIPPENDORFF = np.array(
    [[1, 1, NAN, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1],
     [2, 2, 2, 2], [NAN, 5, 5, 5], [NAN, NAN, 1, 1], [NAN, NAN, 3, NAN]]
)  # fmt: skip


@pytest.mark.parametrize(
    ("scale", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_krippendorff_s_own_example(scale, alpha):
    """Krippendorff 2011, Computing Krippendorff's alpha-reliability: four observers, twelve units, missing data."""
    found = stats.krippendorff_alpha(KRIPPENDORFF, scale=scale)
    assert found.effect == pytest.approx(alpha, abs=0.0006)
    assert found.cases == 11
    assert "1 cases with fewer than two ratings were left out" in found.notes


def test_a_masked_rating_is_a_missing_one():
    masked = np.ma.masked_invalid(KRIPPENDORFF)
    assert stats.krippendorff_alpha(masked).effect == stats.krippendorff_alpha(KRIPPENDORFF).effect


@pytest.mark.parametrize("cells", [(56, 70, 48, 80), (9, 10, 3, 10), (0, 20, 0, 30), (10, 10, 0, 10), (1, 50, 0, 40)])
def test_intervals_of_differences_are_statsmodels_s(cells):
    ours = stats.agresti_caffo(*cells)
    low, high = confint_proportions_2indep(*cells, method="agresti-caffo")
    assert ours == pytest.approx((max(low, -1), min(high, 1)), abs=1e-9)
    low, high = stats.miettinen_nurminen(*cells)
    x1, n1, x2, n2 = cells
    z = scipy_stats.norm.ppf(0.975)
    for end in (low, high):
        if abs(end) < 1:
            assert abs(score_statistic(x1, n1, x2, n2, end)) == pytest.approx(z, abs=1e-6)


@pytest.mark.parametrize("difference", [-0.3, 0.0, 0.2])
def test_the_rates_under_the_null_hypothesis_are_the_likeliest(difference):
    x1, n1, x2, n2 = 7, 20, 9, 15
    q = likeliest_second(x1, n1, x2, n2, difference)

    def log_likelihood(q):
        p = q + difference
        return x1 * np.log(p) + (n1 - x1) * np.log1p(-p) + x2 * np.log(q) + (n2 - x2) * np.log1p(-q)

    assert log_likelihood(q) >= max(log_likelihood(q - 1e-4), log_likelihood(q + 1e-4))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [5, 12, 80])
@pytest.mark.parametrize("ties", [False, True])
def test_correlations_are_scipy_s(alternative, n, ties):
    rng = np.random.default_rng(n)
    x = rng.normal(size=n)
    y = 0.4 * x + rng.normal(size=n)
    if ties:
        x, y = np.round(x), np.round(y)
    pearson = scipy_stats.pearsonr(x, y, alternative=alternative)
    ours = stats.correlation_test(x, y, alternative=alternative)
    assert (ours.effect, ours.p_value) == pytest.approx((pearson.statistic, pearson.pvalue))
    limits = scipy_stats.pearsonr(x, y).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((limits.low, limits.high))
    rho = scipy_stats.spearmanr(x, y, alternative=alternative)
    ours = stats.correlation_test(x, y, method="spearman", alternative=alternative)
    assert (ours.effect, ours.p_value) == pytest.approx((rho.statistic, rho.pvalue))
    exact = not ties and n <= 50
    tau = scipy_stats.kendalltau(x, y, alternative=alternative, method="exact" if exact else "asymptotic")
    ours = stats.correlation_test(x, y, method="kendall", alternative=alternative)
    assert (ours.effect, ours.p_value) == pytest.approx((tau.statistic, tau.pvalue))
    assert ours.low <= ours.effect <= ours.high


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(
    ("x", "y"), [([1, 2, 2, 3], [2, 3, 3, 4, 5]), ([1, 1, 1, 2, 2], [2, 2, 3, 3]), ([0, 0, 5], [0, 5, 5, 5])]
)
def test_mann_and_whitney_with_ties_count_every_deal(x, y, alternative):
    ranks = scipy_stats.rankdata([*x, *y])
    sums = np.array([ranks[list(taken)].sum() for taken in itertools.combinations(range(len(ranks)), len(x))])
    seen = ranks[: len(x)].sum()
    left, right = np.mean(sums <= seen + 1e-9), np.mean(sums >= seen - 1e-9)
    wanted = {"less": left, "greater": right, "two-sided": min(1.0, 2 * min(left, right))}[alternative]
    test = stats.mann_whitney(x, y, alternative=alternative)
    assert test.p_value == pytest.approx(wanted)
    assert "exact" in test.method


@pytest.mark.parametrize(
    ("cells", "limits"),
    [((56, 70, 48, 80), (0.0528, 0.3382)), ((9, 10, 3, 10), (0.1700, 0.8406)), ((5, 56, 0, 29), (-0.0326, 0.1933)),
     ((0, 10, 0, 20), (-0.1658, 0.2844)), ((10, 10, 0, 20), (0.7156, 1.0000))],
)  # fmt: skip
def test_miettinen_and_nurminen_s_limits_are_those_that_newcombe_printed(cells, limits):
    """Newcombe 1998, Stat. Med. 17, 873-890, table II, method 4."""
    assert stats.miettinen_nurminen(*cells) == pytest.approx(limits, abs=6e-5)


@pytest.mark.parametrize("method", ["pearson", "spearman", "kendall"])
def test_a_sample_that_does_not_vary_has_no_correlation(method):
    found = stats.correlation_test([1, 1, 1, 1], [1, 2, 3, 4], method=method)
    assert math.isnan(found.effect)
    assert "does not vary" in found.notes[0]


@pytest.mark.parametrize(("method", "rho"), [("pearson", 0.6), ("spearman", 0.6), ("kendall", 0.6)])
def test_intervals_of_correlations_cover(method, rho):
    true = {"pearson": rho, "spearman": 6 / math.pi * math.asin(rho / 2), "kendall": 2 / math.pi * math.asin(rho)}[
        method
    ]
    rng, held = np.random.default_rng(4), 0
    for _ in range(600):
        x = rng.normal(size=40)
        y = rho * x + math.sqrt(1 - rho**2) * rng.normal(size=40)
        found = stats.correlation_test(x, y, method=method)
        held += found.low <= true <= found.high
    assert held / 600 == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize(
    "call",
    [
        lambda: stats.fisher_exact([[1, 2, 3], [1, 2, 3]]),
        lambda: stats.fisher_exact([[0, 0], [0, 0]]),
        lambda: stats.g_test([[0, 0], [3, 4]]),
        lambda: stats.fleiss_kappa([[3, 0], [1, 1]]),
        lambda: stats.krippendorff_alpha([[1, NAN], [NAN, 2]]),
        lambda: stats.krippendorff_alpha([1, 2, 3]),
        lambda: stats.dunnett([1, 2], [2, 3], control=2),
        lambda: stats.correlation_test([1, 2], [2, 3]),
        lambda: stats.correlation_test([1, 2, 3], [2, 3]),
        lambda: stats.correlation_test([1, 2, 3], [2, 3, 5], method="pearsn"),
        lambda: stats.page([[1, 2]]),
    ],
)
def test_what_cannot_be_tested_is_refused(call):
    with pytest.raises(AssayError):
        call()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ["tukey_hsd", "games_howell", "dunn", "dunnett", "welch_anova", "jonckheere"])
def test_samples_without_spread_are_equal_or_differ_for_certain(name):
    test = getattr(stats, name)
    same, apart = test([2, 2, 2], [2, 2, 2]), test([2, 2, 2], [3, 3, 3])
    assert np.min(same.p_value) == 1
    assert np.nanmin(apart.p_value) < 0.05
