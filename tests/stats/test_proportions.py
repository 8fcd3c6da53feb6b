from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

import assay
from assay.errors import AssayError
from assay.stats import proportion_limits as arrays

METHODS = ("wald", "wilson", "wilson_corrected", "clopper_pearson", "agresti_coull", "jeffreys", "mid_p")
COUNTS = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("wald", "normal"),
        ("wilson", "wilson"),
        ("clopper_pearson", "beta"),
        ("agresti_coull", "agresti_coull"),
        ("jeffreys", "jeffreys"),
    ],
)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_the_limits_equal_those_of_statsmodels(name, theirs, level):
    for n in (1, 7, 20, 263, 10_000):
        for x in {0, 1, n // 3, n - 1, n}:
            low, high = proportion_confint(x, n, alpha=1 - level, method=theirs)
            ours = getattr(assay.stats, name)(x, n, level=level)
            assert ours == pytest.approx((np.clip(low, 0, 1), np.clip(high, 0, 1)), abs=1e-10)


def test_corrected_wilson_equals_newcombe_s_published_example():
    assert assay.stats.wilson_corrected(81, 263) == pytest.approx((0.2535, 0.3682), abs=5e-5)
    assert assay.stats.wilson_corrected(15, 148) == pytest.approx((0.0598, 0.1644), abs=5e-5)


def test_mid_p_solves_its_own_equation():
    from scipy.stats import binom

    x, n = 7, 40
    low, high = assay.stats.mid_p(x, n)
    assert binom.sf(x, n, low) + binom.pmf(x, n, low) / 2 == pytest.approx(0.025, abs=1e-9)
    assert binom.cdf(x - 1, n, high) + binom.pmf(x, n, high) / 2 == pytest.approx(0.025, abs=1e-9)


@given(counts=COUNTS, level=st.sampled_from([0.5, 0.9, 0.95, 0.99]), name=st.sampled_from(METHODS))
def test_an_interval_holds_the_share_and_stays_within_bounds(counts, level, name):
    x, n = counts
    low, high = getattr(assay.stats, name)(x, n, level=level)
    assert 0 <= low <= high <= 1
    slack = 1e-12 if name not in ("jeffreys", "mid_p") or 0 < x < n else 0.5
    assert low - slack <= x / n <= high + slack


@given(counts=COUNTS)
def test_the_default_is_never_narrower_than_wilson(counts):
    x, n = counts
    low, high = (float(end) for end in arrays.limits(arrays.guarded_wilson, x, n, 0.95))
    usual = assay.stats.wilson(x, n)
    assert low <= usual.low
    assert high >= usual.high
    if min(x, n - x) >= 10:
        assert (low, high) == usual


def test_nothing_is_known_of_a_share_of_nothing():
    low, high = arrays.limits(arrays.wilson, np.array([0.0, 5.0]), np.array([0.0, 10.0]), 0.95)
    assert (low[0], high[0]) == (0, 1)
    assert 0 < low[1] < high[1] < 1


@pytest.mark.parametrize(("x", "n"), [(-1, 10), (11, 10), (0, 0), (math.nan, 10), (3, math.inf)])
def test_impossible_counts_are_refused(x, n):
    with pytest.raises(AssayError, match="is not a proportion"):
        assay.stats.wilson(x, n)


@pytest.mark.parametrize("level", [0, 1, 1.5, "0.95", None, True])
def test_an_impossible_level_is_refused(level):
    with pytest.raises(AssayError, match="confidence level"):
        assay.stats.wilson(3, 10, level=level)


@pytest.mark.parametrize(
    ("p", "half", "n"),
    [(0.5, 0.05, 381), (0.8, 0.05, 245), (0.9, 0.05, 141), (0.95, 0.025, 304), (0.99, 0.01, 454), (0.9, 0.01, 3461)],
)
def test_the_sample_size_for_a_width_equals_the_published_table(p, half, n):
    assert assay.stats.sample_size(half, proportion=p) == n


def test_the_level_of_an_interval_answers_the_reverse_question():
    low, _ = assay.stats.wald(600, 1000, level=0.9)
    assert assay.stats.level_of(0.6 - low, 600, 1000) == pytest.approx(0.9)
    assert assay.stats.level_of(0.1, 0, 10) == 1
    with pytest.raises(AssayError):
        assay.stats.sample_size(0.7)


def test_rates_refuse_what_is_no_share():
    with pytest.raises(AssayError, match=r"recall=1\.2"):
        assay.stats.precision_at_prevalence(1.2, 0.1, 0.5)
    with pytest.raises(AssayError, match="beta"):
        assay.stats.f_beta(0.5, 0.5, beta=0)
    assert math.isnan(assay.stats.precision_at_prevalence(0, 0, 0.5))
    assert math.isnan(assay.stats.f_beta(0, 0))


def test_the_mean_of_one_run_has_no_interval():
    with pytest.raises(AssayError, match="at least 2"):
        assay.stats.mean_t([0.8])
    with pytest.raises(AssayError, match="at least 2"):
        assay.stats.mean_t([0.8, math.nan])
