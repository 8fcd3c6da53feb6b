"""Sample sizes equal statsmodels and published tables, and the power they promise is the power that samples have."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import FTestAnovaPower, TTestIndPower, TTestPower
from statsmodels.stats.proportion import power_proportions_2indep, proportion_confint

from assay import stats as assay_stats
from assay.errors import AssayError
from assay.stats import planned_areas as areas
from assay.stats import planned_means as means
from assay.stats import planned_pairs as pairs
from assay.stats import planned_proportions as shares
from assay.stats.paired_proportions import mcnemar_p, tango
from assay.stats.whole_search import first_from, smallest_whole

WIDTHS = {
    0.5: [(381, 381), (1533, 1533), (9600, 9600)],
    0.8: [(245, 270), (982, 1039), (6145, 6292)],
    0.9: [(141, 173), (557, 627), (3461, 3651)],
    0.95: [(83, 116), (304, 376), (1838, 2048)],
    0.99: [(43, 51), (108, 151), (454, 611)],
}
"""Cases for a width of 0.10, 0.05 and 0.02: at the expected share, and with an assurance of 0.9."""


@pytest.mark.parametrize("p", WIDTHS)
@pytest.mark.parametrize(("place", "width"), list(enumerate((0.1, 0.05, 0.02))))
def test_a_width_is_reached_by_the_cases_and_not_by_one_fewer(p, place, width):
    n, assured = WIDTHS[p][place]
    assert shares.cases_for_width(p, width, 0.95) == n
    for size, narrow in ((n, True), (n - 1, False)):
        low, high = proportion_confint(size * p, size, method="wilson")
        assert (high - low <= width) is narrow
    if n < 4000:
        assert shares.cases_for_assurance(p, width, 0.95, 0.9) == assured


@pytest.mark.parametrize(("n", "p", "width"), [(173, 0.9, 0.1), (116, 0.95, 0.1), (40, 0.7, 0.28)])
def test_the_chance_of_a_width_is_the_binomial_sum(n, p, width):
    x = np.arange(n + 1)
    low, high = proportion_confint(x, n, method="wilson")
    assert shares.chance_of_width(n, p, width, 0.95) == pytest.approx(
        stats.binom.pmf(x, n, p)[high - low <= width].sum()
    )


@pytest.mark.parametrize(
    ("disagreement", "difference", "n"),
    [(0.05, 0.01, 3923), (0.1, 0.01, 7847), (0.2, 0.01, 15696), (0.3, 0.01, 23545), (0.05, 0.02, 979),
     (0.1, 0.02, 1960), (0.2, 0.02, 3923), (0.3, 0.02, 5885), (0.1, 0.05, 312), (0.2, 0.05, 626), (0.3, 0.05, 940)],
)  # fmt: skip
def test_connor_s_formula_gives_the_power_that_mid_p_really_has(disagreement, difference, n):
    assert pairs.cases_of_pairs(disagreement, difference, 0.8, 0.95) == n
    assert pairs.power_of_pairs(n, disagreement, difference, 0.95) == pytest.approx(0.8, abs=0.0125)


@pytest.mark.parametrize("power", [0.8, 0.9])
@pytest.mark.parametrize("disagreement", [0.05, 0.3, 0.8])
@pytest.mark.parametrize("part", [0.2, 0.5, 0.8, 1.0])
def test_planned_pairs_have_the_power_asked_for_to_a_point_or_a_case(power, disagreement, part):
    n = pairs.cases_of_pairs(disagreement, disagreement * part, power, 0.95)
    achieved = pairs.power_of_pairs(n, disagreement, disagreement * part, 0.95)
    assert achieved >= power - 1e-9
    if achieved > power + 0.0125:  # so few that one case is more than a point
        assert pairs.power_of_pairs(n - 1, disagreement, disagreement * part, 0.95) < power


@pytest.mark.parametrize(("n", "disagreement", "difference"), [(60, 0.3, 0.15), (120, 0.1, 0.06), (35, 0.5, 0.5)])
def test_the_power_of_pairs_is_the_sum_over_every_table(n, disagreement, difference):
    first, second = (disagreement + difference) / 2, (disagreement - difference) / 2
    total = 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            chance = stats.multinomial.pmf([b, c, n - b - c], n, [first, second, 1 - first - second])
            total += chance if mcnemar_p(b, c) <= 0.05 else 0
    assert pairs.power_of_pairs(n, disagreement, difference, 0.95) == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize(
    ("b", "c", "n", "d"), [(10, 3, 100, 0.05), (0, 4, 30, -0.1), (7, 7, 50, 0.0), (20, 1, 40, 0.3)]
)
def test_the_statistic_is_the_one_that_tango_s_interval_inverts(b, c, n, d):
    low, high = tango(b, c, n)
    z = stats.norm.ppf(0.975)
    found = float(pairs.tango_statistic(np.array([b]), np.array([c]), n, d)[0])
    assert (abs(found) <= z) == (low <= d <= high)
    for end, sign in ((low, 1), (high, -1)):
        if -1 < end < 1:
            assert pairs.tango_statistic(np.array([b]), np.array([c]), n, end)[0] == pytest.approx(sign * z, abs=1e-4)


@pytest.mark.parametrize(
    ("disagreement", "difference", "margin"), [(0.1, 0.0, 0.03), (0.2, 0.01, 0.05), (0.05, 0.0, 0.02)]
)
def test_non_inferiority_is_shown_as_often_as_promised(disagreement, difference, margin):
    n = pairs.cases_not_worse(disagreement, difference, margin, 0.8, 0.95)
    first, second = (disagreement + difference) / 2, (disagreement - difference) / 2
    rng = np.random.default_rng(9)
    drawn = rng.multinomial(n, [first, second, 1 - first - second], 1500)
    shown = np.mean([tango(int(b), int(c), n).low > -margin for b, c, _ in drawn])
    assert shown == pytest.approx(0.8, abs=0.01 + 3 * math.sqrt(0.16 / 1500))


@pytest.mark.parametrize(("p", "q", "n"), [(0.9, 0.91, 13495), (0.9, 0.92, 3213), (0.9, 0.95, 435)])
def test_two_shares_of_different_cases(p, q, n):
    assert shares.cases_apart(p, q, 0.8, 0.95) == n
    wanted = power_proportions_2indep(q - p, p, n, return_results=False)
    assert wanted == pytest.approx(0.8, abs=0.001)


def test_the_power_of_two_shares_is_the_sum_over_every_pair_of_counts():
    n, p, q = 40, 0.5, 0.8
    first, second = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    mean = (first + second) / (2 * n)
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.abs(first - second) / n / np.sqrt(2 * mean * (1 - mean) / n)
    told = np.nan_to_num(z) > stats.norm.ppf(0.975)
    chances = np.outer(stats.binom.pmf(np.arange(n + 1), n, p), stats.binom.pmf(np.arange(n + 1), n, q))
    assert shares.power_apart(n, p, q, 0.95) == pytest.approx(chances[told].sum(), abs=1e-9)


@pytest.mark.parametrize(("area", "one", "ten"), [(0.7, 208, 141), (0.8, 151, 114), (0.9, 79, 67), (0.95, 40, 36)])
def test_cases_for_the_width_of_an_area(area, one, ten):
    assert areas.positives_for_width(area, 0.1, 0.95, 1) == one
    assert areas.positives_for_width(area, 0.1, 0.95, 10) == ten


@pytest.mark.parametrize(("power", "n"), [(0.8, 652), (0.9, 897), (0.95, 1131)])
def test_cases_for_two_areas_equal_the_published_table(power, n):
    """Hanley & McNeil 1982, table III: areas of 0.70 and 0.75, a one-sided test at 5%, as many of either class."""
    assert areas.positives_apart(0.7, 0.75, power, 0.9, 1, 0) == pytest.approx(n, rel=0.005)


def test_areas_vary_as_the_formula_says():
    """For exponential scores the variance of Hanley and McNeil is exact."""
    rng, area, m, n = np.random.default_rng(5), 0.8, 40, 60
    rate = area / (1 - area)
    positive, negative = rng.exponential(rate, (4000, m)), rng.exponential(1, (4000, n))
    found = (positive[:, :, None] > negative[:, None, :]).mean(axis=(1, 2))
    assert found.mean() == pytest.approx(area, abs=0.003)
    assert found.var() == pytest.approx(areas.area_variance(area, m, n), rel=0.08)


@pytest.mark.parametrize("effect", [0.05, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("power", [0.8, 0.95])
def test_t_tests_need_what_statsmodels_says(effect, power):
    one = TTestPower().solve_power(effect, power=power, alpha=0.05)
    two = TTestIndPower().solve_power(effect, power=power, alpha=0.05)
    assert means.cases_of_mean(effect, power, 0.95) == math.ceil(one)
    assert means.cases_of_mean(effect, power, 0.95, 2) == math.ceil(two)
    assert means.power_mean_not_worse(math.ceil(one), effect, 0.95) == pytest.approx(
        TTestPower().power(effect, math.ceil(one), 0.025, alternative="larger")
    )


@pytest.mark.parametrize("effect", [0.1, 0.25, 0.4])
@pytest.mark.parametrize("samples", [2, 3, 5])
def test_the_power_of_anova_is_statsmodels_s(effect, samples):
    wanted = FTestAnovaPower().power(effect, 20 * samples, 0.05, samples)
    assert assay_stats.anova_power(effect, 20, samples) == pytest.approx(wanted, rel=1e-6)


def test_public_powers_are_those_that_plans_search():
    assert assay_stats.mcnemar_power(-0.05, 0.1, 312) == pairs.power_of_pairs(312, 0.1, 0.05, 0.95)
    assert assay_stats.two_proportions_power(0.9, 0.95, 435) == shares.power_apart(435, 0.9, 0.95, 0.95)
    assert assay_stats.t_test_power(0.5, 64, samples=2) == pytest.approx(TTestIndPower().power(0.5, 64, 0.05))
    assert assay_stats.anova_power(50.0, 20, 3) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda: assay_stats.mcnemar_power(0.2, 0.1, 50),
        lambda: assay_stats.mcnemar_power(0.0, 0.0, 50),
        lambda: assay_stats.two_proportions_power(1.2, 0.5, 50),
        lambda: assay_stats.t_test_power(0.5, 30, samples=3),
        lambda: assay_stats.anova_power(-0.1, 30, 3),
        lambda: assay_stats.t_test_power(0.5, 1),
    ],
)
def test_powers_of_what_cannot_be_are_refused(call):
    with pytest.raises(AssayError):
        call()


def test_a_difference_that_cannot_be_missed_has_power_1():
    assert means.power_of_mean(200, 4.0, 0.95) == 1
    assert means.power_of_mean(2, 5.0, 0.95) == pytest.approx(TTestPower().power(5.0, 2, 0.05), abs=1e-6)


@pytest.mark.parametrize(("sd", "width", "n"), [(1, 0.2, 387), (2, 0.5, 249)])
def test_the_width_of_a_mean(sd, width, n):
    assert means.cases_for_mean(sd, width, 0.95) == n
    low, high = stats.t.interval(0.95, n - 1, 0, sd / math.sqrt(n))
    assert high - low <= width < means.mean_width(n - 1, sd, 0.95)
    assert high - low == pytest.approx(means.mean_width(n, sd, 0.95))


def test_groups_multiply_the_variance():
    rng, size, icc = np.random.default_rng(2), 8, 0.2
    shared = rng.normal(size=(20_000, 1)) * math.sqrt(icc)
    drawn = shared + rng.normal(size=(20_000, size)) * math.sqrt(1 - icc)
    assert drawn.mean(axis=1).var() * size == pytest.approx(means.design_effect(size, icc), rel=0.05)
    assert means.design_effect(8, 0.2, 0.5) == pytest.approx(1 + (8 * 1.25 - 1) * 0.2)


def test_searches_find_the_first_number_that_holds():
    assert smallest_whole(lambda n: n >= 1000) == 1000
    assert smallest_whole(lambda n: True, 5) == 5
    assert first_from(7, lambda n: n % 10 == 0) == 10
    with pytest.raises(ValueError, match="Not even"):
        smallest_whole(lambda n: False)
    with pytest.raises(ValueError, match="Not even"):
        first_from(7, lambda n: False)
