"""Powers are those of R's pwr, of statsmodels, of every table added up, or of simulated samples, to within a point."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as theirs
from statsmodels.stats import power as reference

import assay
from assay import stats
from assay.errors import InputError

POINT = 0.01


@pytest.mark.parametrize(
    ("found", "published"),
    [
        (stats.correlation_power(0.3, 50), 0.5715558),
        (stats.chi_square_power(0.289, 100, 3), 0.6750777),
        (stats.anova_power(0.28, 20, 4), 0.5149793),
        (stats.t_test_power(0.2, 60, level=0.9), 0.4555818),
    ],
)
def test_powers_are_those_that_the_manual_of_pwr_prints(found, published):
    assert found == pytest.approx(published, abs=1e-6)


@pytest.mark.parametrize(("effect", "n", "df"), [(0.1, 500, 1), (0.3, 88, 4), (0.5, 40, 7)])
def test_the_power_of_chi_square_is_that_of_statsmodels(effect, n, df):
    wanted = reference.GofChisquarePower().power(effect, n, 0.05, n_bins=df + 1)
    assert stats.chi_square_power(effect, n, df) == pytest.approx(wanted, abs=1e-9)
    assert stats.chi_square_power(0, n, df) == pytest.approx(0.05)


@pytest.mark.parametrize(("rate", "null", "n"), [(0.7, 0.5, 30), (0.1, 0.3, 25), (0.95, 0.8, 40), (1.0, 0.5, 9)])
def test_the_power_of_the_binomial_test_adds_up_the_counts_that_scipy_rejects(rate, null, n):
    rejected = [k for k in range(n + 1) if theirs.binomtest(k, n, null).pvalue <= 0.05]
    assert stats.binomial_power(rate, n, null=null) == pytest.approx(theirs.binom.pmf(rejected, n, rate).sum())


@pytest.mark.parametrize(("first", "second", "n"), [(0.9, 0.4, 12), (0.5, 0.1, 15), (0.3, 0.3, 9)])
def test_the_power_of_fisher_s_test_adds_up_the_tables_that_scipy_rejects(first, second, n):
    wanted = sum(
        theirs.binom.pmf(a, n, first) * theirs.binom.pmf(b, n, second)
        for a in range(n + 1)
        for b in range(n + 1)
        if theirs.fisher_exact([[a, n - a], [b, n - b]]).pvalue <= 0.05
    )
    assert stats.fisher_power(first, second, n) == pytest.approx(wanted)


@pytest.mark.parametrize(("ratio", "n"), [(2.0, 40), (0.4, 15)])
def test_the_power_of_the_variance_test_is_simulated(ratio, n):
    values = np.random.default_rng(1).normal(0, ratio**0.5, (40_000, n))
    left = theirs.chi2.cdf((n - 1) * values.var(axis=1, ddof=1), n - 1)
    assert (2 * np.minimum(left, 1 - left) <= 0.05).mean() == pytest.approx(stats.variance_power(ratio, n), abs=POINT)


@pytest.mark.parametrize(("chance", "apart", "paired"), [(0.7, 32, 68), (0.65, 58, 120), (0.76, 21, 38)])
def test_the_powers_of_rank_tests_are_simulated(chance, apart, paired):
    """About 8 samples of 10, as studies are planned."""
    rng, runs = np.random.default_rng(2), 12_000
    shift, error = theirs.norm.ppf(chance) * 2**0.5, 2 * (0.16 / 12_000) ** 0.5
    first, second = rng.normal(shift, 1, (runs, apart)), rng.normal(0, 1, (runs, apart))
    p = theirs.mannwhitneyu(first, second, axis=1, method="asymptotic").pvalue
    assert (p <= 0.05).mean() == pytest.approx(stats.mann_whitney_power(chance, apart), abs=POINT + error)
    assert stats.mann_whitney_power(1 - chance, apart) == pytest.approx(stats.mann_whitney_power(chance, apart))
    signed = theirs.wilcoxon(rng.normal(shift / 2, 1, (runs, paired)), axis=1, method="asymptotic").pvalue
    assert (signed <= 0.05).mean() == pytest.approx(stats.wilcoxon_power(chance, paired), abs=POINT + error)


def test_the_power_of_correlations_is_simulated():
    rng, r, n = np.random.default_rng(3), 0.5, 28
    x = rng.normal(size=(20_000, n))
    y = r * x + (1 - r**2) ** 0.5 * rng.normal(size=x.shape)
    p = theirs.pearsonr(x, y, axis=1).pvalue
    assert (p <= 0.05).mean() == pytest.approx(stats.correlation_power(r, n), abs=POINT)


def test_the_power_for_areas_is_that_of_simulated_scores():
    from honesty.plans import areas

    shown = areas(np.random.default_rng(5), 1500).mean()
    plan = assay.plan("roc_auc", expect=0.8, difference=0.05, prevalence=0.5, paired=False)
    each = plan.parts["positive cases"] // 2
    found = stats.delong_power(0.8, 0.85, each, each, correlation=0)
    assert shown == pytest.approx(found, abs=POINT + 2 * (0.14 / 1500) ** 0.5)
    assert found == pytest.approx(plan.achieved)


def test_more_cases_and_larger_effects_never_lose_power():
    for sizes in ((20, 40, 80), (31, 62, 124)):
        for power in (
            lambda n: stats.correlation_power(0.4, n), lambda n: stats.mann_whitney_power(0.65, n),
            lambda n: stats.wilcoxon_power(0.65, n), lambda n: stats.variance_power(1.6, n),
            lambda n: stats.delong_power(0.7, 0.8, n, n), lambda n: stats.chi_square_power(0.2, n, 3),
        ):  # fmt: skip
            assert power(sizes[0]) < power(sizes[1]) < power(sizes[2])
    assert stats.mann_whitney_power(1, 20) == stats.wilcoxon_power(0, 20) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda: stats.binomial_power(1.2, 10), lambda: stats.fisher_power(0.2, -0.1, 10),
        lambda: stats.fisher_power(0.2, 0.4, 2001), lambda: stats.chi_square_power(-0.1, 10, 2),
        lambda: stats.correlation_power(1, 10), lambda: stats.mann_whitney_power(1.5, 10),
        lambda: stats.variance_power(0, 10), lambda: stats.delong_power(0.8, 1, 50, 50),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(call):
    with pytest.raises(InputError):
        call()


@pytest.mark.parametrize("difference", [-1.5, 1.5])
def test_a_difference_of_rates_beyond_1_is_what_is_refused(difference):
    with pytest.raises(InputError, match=f"difference={difference}"):
        stats.mcnemar_power(difference, 0.5, 100)
