"""The two-sample test of distributions, beside every arrangement of the pooled values and beside scipy."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats as scipy_stats

from assay import stats

VALUES = some.lists(some.integers(0, 4), min_size=1, max_size=6)


def distance(one, two):
    grid = np.concatenate([one, two])
    return max(abs(np.mean(np.array(one) <= x) - np.mean(np.array(two) <= x)) for x in grid)


def by_arrangement(one, two):
    """Return the share of all ways to deal the pooled values that lead at least as far apart."""
    pooled, seen = np.concatenate([one, two]), distance(one, two)
    far = [
        distance(pooled[list(held)], np.delete(pooled, list(held))) >= seen - 1e-12
        for held in combinations(range(len(pooled)), len(one))
    ]
    return np.mean(far)


@given(VALUES, VALUES)
def test_p_is_that_of_all_arrangements_whatever_is_tied(one, two):
    ours = stats.ks(one, two)
    assert ours.p_value == pytest.approx(by_arrangement(one, two), abs=1e-12)
    assert ours.statistic == pytest.approx(distance(one, two))
    assert ours.p_value == pytest.approx(stats.ks(two, one).p_value)


def test_the_issue_s_example_is_the_exact_one():
    assert stats.ks([1, 1, 1, 2], [2, 2, 3, 3]).p_value == pytest.approx(1 / 7)


@pytest.mark.parametrize(("m", "n"), [(5, 9), (40, 40), (30, 200), (150, 151)])
def test_without_ties_it_is_scipys_exact_p(rng, m, n):
    one, two = rng.normal(0, 1, m), rng.normal(0.4, 1, n)
    ours, theirs = stats.ks(one, two), scipy_stats.ks_2samp(one, two, method="exact")
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)
    assert abs(np.mean(one <= ours.where) - np.mean(two <= ours.where)) == pytest.approx(theirs.statistic)
    assert ours.method == "Kolmogorov-Smirnov, exact"


def test_a_tiny_p_keeps_its_digits():
    one, two = np.arange(60.0), np.arange(60.0) + 100
    assert stats.ks(one, two).p_value == pytest.approx(2 / scipy_stats.binom._pmf(60, 120, 0.5) * 0.5**120, rel=1e-6)


def test_large_samples_say_that_p_is_asymptotic(rng):
    one, two = rng.normal(0, 1, 4000).round(1), rng.normal(0, 1, 4000).round(1)
    test = stats.ks(one, two)
    assert test.method == "Kolmogorov-Smirnov, asymptotic"
    assert "ties" in test.notes[0]
    assert test.p_value == pytest.approx(scipy_stats.ks_2samp(one, two, method="asymp").pvalue)
