"""Every test beside scipy, statsmodels, scikit-posthocs, mlxtend or baycomp; where one of them is wrong, against it."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats as scipy_stats

from assay import stats
from assay.errors import AssayError

RNG = np.random.default_rng(5)
A, B, C = RNG.normal(0, 1, 25), RNG.normal(0.4, 2, 25), RNG.normal(0.8, 1, 25)
TIED = RNG.integers(-3, 6, 20).astype(float)
TABLE = RNG.normal(0, 1, (12, 4)) + np.array([0, 0.3, 0.9, 1.4])
ROUNDED = TABLE.round()


def close(ours, theirs, rel=1e-9):
    assert ours == pytest.approx(theirs, rel=rel, abs=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_binomial_is_scipys(alternative):
    for x, n, p in ((15, 20, 0.5), (3, 40, 0.2), (0, 7, 0.3), (7, 7, 0.9)):
        theirs = scipy_stats.binomtest(x, n, p, alternative=alternative)
        close(stats.binomial_test(x, n, p, alternative=alternative).p_value, theirs.pvalue)


def test_chi_squares_are_scipys():
    close(stats.chi_square_fit([10, 15, 8, 20]).p_value, scipy_stats.chisquare([10, 15, 8, 20]).pvalue)
    theirs = scipy_stats.chisquare([16, 18, 16], [20, 20, 10])
    close(stats.chi_square_fit([16, 18, 16], [2, 2, 1]).statistic, theirs.statistic)
    table = [[10, 20, 30], [6, 9, 17]]
    for correction in (False, True):
        square = [row[:2] for row in table]
        theirs = scipy_stats.chi2_contingency(square, correction=correction)
        close(stats.chi_square_independence(square, correction=correction).p_value, theirs.pvalue)
    ours = stats.chi_square_independence(table)
    close(ours.effect, scipy_stats.contingency.association(np.array(table), "cramer"))
    assert stats.chi_square_fit([1, 2, 3]).notes


def test_the_variance_test_counts_degrees_of_freedom_by_what_is_known():
    values = np.array([1.0, 2.0, 4.0, 7.0])
    known, estimated = stats.variance_test(values, 2.0, mean=3.0), stats.variance_test(values, 2.0)
    assert (known.df, estimated.df) == ((4,), (3,))
    close(known.statistic, np.sum((values - 3) ** 2) / 2)
    close(known.p_value, 2 * scipy_stats.chi2.sf(known.statistic, 4))
    close(stats.variance_test(values, 2.0, alternative="greater").p_value, scipy_stats.chi2.sf(estimated.statistic, 3))
    close(stats.variance_test(values, 2.0, alternative="less").p_value, scipy_stats.chi2.cdf(estimated.statistic, 3))
    assert estimated.low < estimated.effect < estimated.high


def test_the_likelihood_ratio_has_the_size_and_power_of_theory():
    def normal(mean):
        return lambda x: -((x - mean) ** 2) / 2

    test = stats.likelihood_ratio_test(
        RNG.normal(0, 1, 9),
        normal(0.0),
        normal(1.0),
        draw_null=lambda rng, n: rng.normal(0, 1, n),
        draw_alternative=lambda rng, n: rng.normal(1, 1, n),
        simulations=20_000,
    )
    assert test.attained_size == pytest.approx(0.05, abs=0.005)
    assert test.power == pytest.approx(scipy_stats.norm.sf(1.645 - 3), abs=0.01)
    assert math.isnan(stats.likelihood_ratio_test([0.5], normal(0), normal(1)).p_value)


def test_two_proportions_are_statsmodels():
    from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

    pooled = stats.two_proportions_z(45, 80, 30, 90, pooled=True)
    close((pooled.statistic, pooled.p_value), proportions_ztest([45, 30], [80, 90]))
    theirs = confint_proportions_2indep(45, 80, 30, 90, method="newcomb")
    close((pooled.low, pooled.high), theirs)
    unpooled = stats.two_proportions_z(30, 100, 20, 100)
    assert round(unpooled.statistic, 3) == 1.644
    assert round(unpooled.C, 3) == 0.950
    close(unpooled.confidence, 1 - unpooled.p_value)
    same = stats.two_proportions_z(0, 10, 0, 10)
    assert same.p_value == 1
    assert same.notes


def test_t_tests_are_scipys():
    for options, theirs in (
        ({}, scipy_stats.ttest_ind(A, B, equal_var=False)),
        ({"equal_variance": True}, scipy_stats.ttest_ind(A, B)),
        ({"paired": True}, scipy_stats.ttest_rel(A, B)),
    ):
        ours = stats.t_test(A, B, **options)
        close((ours.statistic, ours.p_value, ours.df[0]), (theirs.statistic, theirs.pvalue, theirs.df))
        interval = theirs.confidence_interval(0.95)
        close((ours.low, ours.high), (interval.low, interval.high))
    close(stats.t_test(A, mean=0.3).p_value, scipy_stats.ttest_1samp(A, 0.3).pvalue)
    for alternative in ("greater", "less"):
        theirs = scipy_stats.ttest_ind(A, B, equal_var=False, alternative=alternative)
        close(stats.t_test(A, B, alternative=alternative).p_value, theirs.pvalue)


@pytest.mark.parametrize("values", [A - B, A[:9] - B[:9], A[:6]])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_wilcoxon_without_ties_is_scipys_exact(values, alternative):
    theirs = scipy_stats.wilcoxon(values, alternative=alternative, method="exact")
    close(stats.wilcoxon(values, alternative=alternative).p_value, theirs.pvalue)


@pytest.mark.parametrize("zeros", ["pratt", "drop"])
def test_wilcoxon_with_ties_and_zeros_counts_every_sign(zeros):
    values = np.array([0, 1, 1, -1, 2, 3, -4, 0, 2, 5.0])
    method = scipy_stats.PermutationMethod(n_resamples=2**12)
    theirs = scipy_stats.wilcoxon(values, zero_method={"pratt": "pratt", "drop": "wilcox"}[zeros], method=method)
    close(stats.wilcoxon(values, zeros=zeros).p_value, theirs.pvalue)


def test_wilcoxon_of_many_tied_values_is_the_corrected_normal():
    values = RNG.integers(-8, 12, 300).astype(float)
    theirs = scipy_stats.wilcoxon(values, zero_method="pratt", correction=True, method="asymptotic")
    ours = stats.wilcoxon(values)
    assert "normal" in ours.method
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=0.02)


def test_wilcoxon_is_two_sided_whatever_the_data_suggest():
    """autorank tests the direction that the data suggest, one-sided; ours is twice that."""
    rng = np.random.default_rng(8)
    first, second = np.exp(rng.normal(0.9, 1, 20)), np.exp(rng.normal(0, 1, 20))
    one_sided = min(scipy_stats.wilcoxon(first, second, alternative=way).pvalue for way in ("greater", "less"))
    close(stats.wilcoxon(first, second).p_value, min(1, 2 * one_sided))
    import autorank
    import pandas as pd

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = autorank.autorank(pd.DataFrame({"a": first, "b": second}), alpha=0.05, verbose=False)
    assert theirs.omnibus == "wilcoxon"
    assert theirs.pvalue == pytest.approx(stats.wilcoxon(first, second).p_value / 2)


def test_hodges_lehmann_has_wilcoxons_interval():
    ours = stats.wilcoxon(A)
    assert ours.low < ours.effect < ours.high
    for shift, significant in ((ours.low - 1e-9, True), (ours.low + 1e-9, False), (ours.high + 1e-9, True)):
        assert (stats.wilcoxon(A - shift).p_value <= 0.05) is significant


def test_sign_and_mann_whitney_and_ks_are_scipys():
    ours = stats.sign_test(TIED)
    wins, losses = int(np.sum(TIED > 0)), int(np.sum(TIED < 0))
    close(ours.p_value, scipy_stats.binomtest(wins, wins + losses).pvalue)
    assert (ours.wins, ours.ties, ours.losses) == (wins, int(np.sum(TIED == 0)), losses)
    close(stats.mann_whitney(A, B).p_value, scipy_stats.mannwhitneyu(A, B, method="exact").pvalue)
    many = np.tile(TIED, 3)
    close(stats.mann_whitney(many, A).p_value, scipy_stats.mannwhitneyu(many, A, method="asymptotic").pvalue)
    close(stats.ks(A, B).p_value, scipy_stats.ks_2samp(A, B).pvalue)
    close(stats.mann_whitney(A, B).cliffs_delta, stats.cliffs_delta(A, B))


def test_permutations_are_scipys():
    values = A[:8] - B[:8]
    theirs = scipy_stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=np.inf)
    close(stats.permutation_test(values).p_value, theirs.pvalue)
    unpaired = stats.permutation_test(A[:6], C[:7], paired=False, permutations=20_000)
    theirs = scipy_stats.permutation_test((A[:6], C[:7]), lambda x, y: x.mean() - y.mean(), n_resamples=np.inf)
    assert unpaired.p_value == pytest.approx(theirs.pvalue, abs=0.02)
    median = stats.permutation_test(values, statistic=np.median)
    assert 0 < median.p_value <= 1


@pytest.mark.parametrize(("b", "c"), [(10, 3), (3, 10), (5, 5), (1, 0), (40, 22)])
def test_mcnemar_is_statsmodels_and_mid_p_its_definition(b, c):
    from statsmodels.stats.contingency_tables import mcnemar

    table = [[50, b], [c, 37]]
    close(stats.mcnemar(b, c, method="exact").p_value, mcnemar(table, exact=True).pvalue)
    close(stats.mcnemar(b, c, method="chi-square").p_value, mcnemar(table, exact=False, correction=False).pvalue)
    if b != c:
        close(stats.mcnemar(b, c, method="corrected").p_value, mcnemar(table, exact=False, correction=True).pvalue)
        law = scipy_stats.binom(b + c, 0.5)
        close(stats.mcnemar(b, c).p_value, 2 * law.cdf(min(b, c)) - law.pmf(min(b, c)))
    close(stats.mcnemar(table).p_value, stats.mcnemar(b, c).p_value)


def test_mcnemar_without_discordant_pairs_is_one_where_mlxtend_says_zero():
    from mlxtend.evaluate import mcnemar

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, theirs = mcnemar(np.array([[50, 0], [0, 10]]), exact=False, corrected=True)
    assert theirs != 1
    for method in ("mid-p", "exact", "chi-square", "corrected"):
        ours = stats.mcnemar(0, 0, 60, method=method)
        assert ours.p_value == 1
        assert "agree on every case" in ours.notes[0]


def test_tango_and_agresti_min_are_published():
    """Tango 1998, table I: b = 12, c = 2, n = 44 gives (0.0588, 0.4010) or thereabouts by score; statsmodels agrees."""
    from statsmodels.stats.proportion import confint_proportions_2indep  # noqa: F401 the module is there

    low, high = stats.tango(9, 3, 32)
    for end, target in ((low, scipy_stats.norm.ppf(0.975)), (high, -scipy_stats.norm.ppf(0.975))):
        n, b, c = 32, 9, 3
        linear = -b - c + (2 * n - b + c) * end
        q = (math.sqrt(linear**2 + 8 * n * c * end * (1 - end)) - linear) / (4 * n)
        assert (b - c - n * end) / math.sqrt(n * (2 * q + end * (1 - end))) == pytest.approx(target, rel=1e-6)
    b, c, n = 10.5, 3.5, 102
    d = (b - c) / n
    half = scipy_stats.norm.ppf(0.975) * math.sqrt(((b + c) / n - d**2) / n)
    close(stats.agresti_min(10, 3, 100), (d - half, d + half))
    none = stats.tango(0, 0, 50)
    assert none.low < 0 < none.high


def test_cochran_is_statsmodels():
    from statsmodels.stats.contingency_tables import cochrans_q

    right = (RNG.random((60, 4)) < np.array([0.5, 0.6, 0.8, 0.7])).astype(int)
    theirs = cochrans_q(right)
    ours = stats.cochran_q(right)
    close((ours.statistic, ours.p_value), (theirs.statistic, theirs.pvalue))
    assert stats.cochran_q(np.ones((5, 3))).p_value == 1


def test_delong_is_the_variance_of_placements():
    truth = RNG.random(60) < 0.4
    first = RNG.normal(0, 1, 60) + truth
    second = first + RNG.normal(0, 1, 60)
    first = first.round(1)
    ours = stats.delong_test(truth, first, second)
    areas, placed = [], []
    for score in (first, second):
        wins = np.sign(score[truth][:, None] - score[~truth][None, :]) / 2 + 0.5
        areas.append(wins.mean())
        placed.append((wins.mean(axis=1), wins.mean(axis=0)))
    variance = sum(np.var(placed[0][side] - placed[1][side], ddof=1) / len(placed[0][side]) for side in (0, 1))
    close(ours.effect, areas[0] - areas[1])
    close(ours.statistic, (areas[0] - areas[1]) / math.sqrt(variance))
    same = stats.delong_test(truth, first, 3 * first - 1)
    assert same.p_value == 1
    other = stats.delong_test(truth, first, second, second_truth=truth)
    assert other.high - other.low > ours.high - ours.low


def test_folds_tests_are_mlxtends_formulas():
    differences = np.array([[0.02, 0.01], [0.03, -0.01], [0.02, 0.02], [0.0, 0.03], [0.02, 0.01]])
    means = differences.mean(axis=1, keepdims=True)
    spread = np.sum((differences - means) ** 2)
    t, f = stats.five_by_two_t(differences), stats.five_by_two_f(differences)
    close(t.statistic, differences[0, 0] / math.sqrt(spread / 5))
    close(t.p_value, 2 * scipy_stats.t.sf(abs(t.statistic), 5))
    close(f.statistic, np.sum(differences**2) / (2 * spread))
    close(f.p_value, scipy_stats.f.sf(f.statistic, 10, 5))
    values = RNG.normal(0.01, 0.02, 100)
    corrected = stats.corrected_t(values, folds=10)
    expected = values.mean() / math.sqrt((1 / 100 + 1 / 9) * values.var(ddof=1))
    close(corrected.statistic, expected)
    assert corrected.df == (9,)
    assert stats.corrected_t(values, folds=10, df="bf").df == (99,)
    naive = stats.naive_t(values)
    assert abs(naive.statistic) > abs(corrected.statistic)
    assert "corrected_t" in naive.notes[0]


def test_several_samples_are_scipys():
    for ours, theirs in (
        (stats.anova(A, B, C), scipy_stats.f_oneway(A, B, C)),
        (stats.kruskal_wallis(A, B, C), scipy_stats.kruskal(A, B, C)),
        (stats.kruskal_wallis(TIED, TIED[::2], TIED + 1), scipy_stats.kruskal(TIED, TIED[::2], TIED + 1)),
        (stats.levene(A, B, C), scipy_stats.levene(A, B, C)),
        (stats.levene(A, B, C, center="mean"), scipy_stats.levene(A, B, C, center="mean")),
        (stats.bartlett(A, B, C), scipy_stats.bartlett(A, B, C)),
    ):
        close((ours.statistic, ours.p_value), (theirs.statistic, theirs.pvalue))
    assert stats.anova([1, 1], [1, 1]).p_value == 1
    assert stats.kruskal_wallis([1, 1], [1, 1]).p_value == 1


@pytest.mark.parametrize("table", [TABLE, ROUNDED], ids=["distinct", "tied"])
def test_friedman_and_its_post_hocs_are_scipys_and_scikit_posthocs(table):
    import pandas as pd
    import scikit_posthocs

    theirs = scipy_stats.friedmanchisquare(*table.T)
    ours = stats.friedman(table)
    close((ours.statistic, ours.p_value), (theirs.statistic, theirs.pvalue))
    frame = pd.DataFrame(table)
    for test, peer in (
        (stats.nemenyi(table), scikit_posthocs.posthoc_nemenyi_friedman(frame)),
        (stats.conover(table, correction="none"), scikit_posthocs.posthoc_conover_friedman(frame)),
        (stats.siegel_castellan(table, correction="none"), scikit_posthocs.posthoc_siegel_friedman(frame)),
    ):
        assert test.p_value == pytest.approx(peer.to_numpy(), abs=2e-6), test.method
        assert test.effect == pytest.approx(-test.effect.T)


def test_quade_is_rs_example():
    """The example of R's quade.test: F = 3.8293, df 4 and 24, p = 0.01519."""
    table = [[5, 4, 7, 10, 12], [1, 3, 1, 0, 2], [16, 12, 22, 22, 35], [5, 4, 3, 5, 4], [10, 9, 7, 13, 10],
             [19, 18, 28, 37, 58], [10, 7, 6, 8, 7]]  # fmt: skip
    ours = stats.quade(table)
    assert round(ours.statistic, 4) == 3.8293
    assert round(ours.p_value, 5) == 0.01519
    assert ours.df == (4, 24)


def test_the_range_of_normals_is_scipys_studentized_range():
    from assay.stats.studentized_range import range_chance

    for k in (2, 3, 5, 20):
        for width in (0.5, 2.0, 4.5):
            theirs = scipy_stats.studentized_range.cdf(width, k, 1e7)
            assert float(range_chance(np.array(width), k)) == pytest.approx(theirs, abs=1e-6)


def test_siegel_tukey_ranks_from_both_ends():
    wide, narrow = [1, 9, 2, 8], [4, 5, 5.5, 4.5]
    assert stats.siegel_tukey(wide, narrow).p_value < 0.05
    assert stats.siegel_tukey(wide, wide).p_value == 1
    assert "spreads" in stats.siegel_tukey(wide, narrow).notes[0]


@pytest.mark.parametrize("method", ["holm", "bonferroni", "hochberg", "hommel", "bh", "by"])
def test_corrections_are_statsmodels(method):
    from statsmodels.stats.multitest import multipletests

    names = {"hochberg": "simes-hochberg", "bh": "fdr_bh", "by": "fdr_by"}
    for p in (RNG.random(1), RNG.random(7) ** 3, RNG.random(40) ** 4, np.array([0.01, 0.01, 0.5, 1.0, 0.0])):
        theirs = multipletests(p, method=names.get(method, method))[1]
        assert stats.adjust(p, method) == pytest.approx(theirs, rel=1e-9), p


def test_gaps_are_not_counted_in_a_correction():
    assert stats.adjust([0.01, np.nan, 0.02]).tolist() == pytest.approx([0.02, np.nan, 0.02], nan_ok=True)


def test_bayesian_tests_are_baycomps():
    import baycomp

    first, second = TABLE[:, 2], TABLE[:, 1]
    theirs = baycomp.SignedRankTest.probs(first, second, rope=0.2, nsamples=50_000, random_state=1)
    ours = stats.bayesian_signed_rank(first, second, rope=0.2)
    assert (ours.right, ours.rope, ours.left) == pytest.approx(theirs, abs=0.02)
    folds = RNG.normal(0.01, 0.02, 20)
    theirs = baycomp.CorrelatedTTest.probs(folds, np.zeros(20), rope=0.01, runs=2)
    ours = stats.bayesian_correlated_t(folds, rope=0.01, folds=10)
    assert (ours.right, ours.rope, ours.left) == pytest.approx(theirs, abs=1e-9)


def test_effects_by_hand():
    assert stats.cohens_d([2, 4, 6], [1, 3, 5]) == 0.5
    assert stats.vargha_delaney([1, 2], [1, 2]) == 0.5
    assert stats.akinshin_gamma([1, 2, 3], [4, 5, 6]) == pytest.approx(-3 / 1.4826, rel=1e-4)
    assert stats.cohens_d([1, 1], [1, 1]) == 0
    assert stats.cohens_h(0.5, 0.5) == 0


@given(some.lists(some.integers(-4, 4), min_size=1, max_size=14))
def test_wilcoxon_is_symmetric_and_counts_by_brute_force(values):
    numbers = np.array(values, dtype=float)
    ours = stats.wilcoxon(numbers)
    assert ours.p_value == pytest.approx(stats.wilcoxon(-numbers).p_value)
    ranks = scipy_stats.rankdata(np.abs(numbers)) * (numbers != 0)
    seen = ranks[numbers > 0].sum()
    signs = (np.arange(2 ** len(values))[:, None] >> np.arange(len(values))) & 1
    sums = signs @ ranks
    left, right = np.mean(sums <= seen + 1e-9), np.mean(sums >= seen - 1e-9)
    assert ours.p_value == pytest.approx(min(1, 2 * min(left, right)))


BAD = {
    "nan": lambda: stats.t_test([1, math.nan], [1, 2]),
    "text": lambda: stats.wilcoxon(["a", "b"]),
    "lengths": lambda: stats.t_test([1, 2, 3], [1, 2], paired=True),
    "one value": lambda: stats.t_test([1], [2]),
    "one group": lambda: stats.anova([1, 2, 3]),
    "method": lambda: stats.mcnemar(1, 2, method="wald"),
    "counts": lambda: stats.mcnemar(-1, 2),
    "more than n": lambda: stats.tango(5, 6, 10),
    "table": lambda: stats.friedman([1, 2, 3]),
    "one model": lambda: stats.friedman([[1], [2]]),
    "gap": lambda: stats.nemenyi([[1, math.nan], [2, 3]]),
    "folds": lambda: stats.corrected_t([1, 2, 3], folds=2),
    "shape": lambda: stats.five_by_two_t([1, 2, 3]),
    "p": lambda: stats.adjust([0.5, 1.5]),
    "correction": lambda: stats.adjust([0.5], "sidakk"),
    "successes": lambda: stats.binomial_test(11, 10),
    "rope": lambda: stats.bayesian_signed_rank([0.1, 0.2], rope=-1),
    "one class": lambda: stats.delong_test([1, 1], [1, 2], [1, 2]),
    "control": lambda: stats.bonferroni_dunn([[1, 2], [2, 3]], control=5),
    "empty row": lambda: stats.chi_square_independence([[0, 0], [1, 2]]),
}


@pytest.mark.parametrize("call", BAD.values(), ids=BAD.keys())
def test_wrong_samples_are_refused_in_words(call):
    with pytest.raises(AssayError):
        call()


def test_a_test_reads_as_a_sentence():
    test = stats.t_test(A, B)
    assert repr(test).endswith("p 0.3213: fail to reject that both means are equal>")
    assert repr(stats.t_test(A, A + 100)).endswith(": reject that both means are equal>")
    assert test.to_dict()["method"] == "Welch's t"
    with pytest.raises(AttributeError):
        _ = test.nothing
    assert "significant pairs" in repr(stats.nemenyi(TABLE))


def test_the_table_of_tests_in_the_docs_is_the_one_in_the_code():
    from pathlib import Path

    from assay.comparisons.situations import as_markdown

    assert as_markdown() in (Path(__file__).parents[2] / "docs" / "which-test.md").read_text()


def test_every_effect_has_an_interval_that_holds_it():
    tests = [
        stats.mann_whitney(A, B), stats.ks(A, B), stats.permutation_test(A, B), stats.anova(A, B, C),
        stats.kruskal_wallis(A, B, C), stats.friedman(TABLE), stats.siegel_tukey(A, B), stats.t_test(A, B),
        stats.permutation_test(A, C, paired=False, permutations=199), stats.levene(A, B, C), stats.wilcoxon(A),
    ]  # fmt: skip
    for test in tests:
        assert test.low <= test.effect <= test.high, test.method
    assert stats.t_test(A, B, alternative="greater").high == math.inf
    assert stats.t_test(A, B, alternative="less").low == -math.inf


MORE_BAD = {
    "mcnemar of text": lambda: stats.mcnemar("a", 1, 3),
    "rates beyond 1": lambda: stats.cohens_h(2, 0),
    "folds of text": lambda: stats.five_by_two_f("abc"),
    "cochran of text": lambda: stats.cochran_q([["a", "b"], ["c", "d"]]),
    "huge": lambda: stats.t_test([1e308, -1e308], [1, 2]),
    "one model": lambda: stats.critical_difference(1, 5),
}


@pytest.mark.parametrize("call", MORE_BAD.values(), ids=MORE_BAD.keys())
def test_more_wrong_samples_are_refused_in_words(call):
    with pytest.raises(AssayError):
        call()
