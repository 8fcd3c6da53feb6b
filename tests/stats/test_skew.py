"""Whether few values carry a mean."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from assay.stats.skew import FEW, SKEWED, rests_on_few, skewness


@pytest.mark.parametrize("scale", [1.0, 1e-200, 1e200])
def test_skewness_is_scipys_at_any_scale(scale):
    values = np.random.default_rng(1).lognormal(size=50)
    assert skewness(values * scale) == pytest.approx(stats.skew(values))


def test_values_that_do_not_vary_or_are_infinite_have_no_skew():
    assert skewness(np.ones(5)) == 0
    assert skewness(np.array([1.0, np.inf])) == 0


def test_the_bound_grows_with_the_root_of_n():
    once = np.append(np.zeros(399), 1.0)
    skew = stats.skew(once)
    assert skew > FEW * 20
    assert rests_on_few(once) == pytest.approx(skew)
    often = np.tile([0.0, 0.0, 0.0, 1.0], 100)
    assert SKEWED < stats.skew(often) < FEW * 20
    assert rests_on_few(often) is None


def test_two_values_tell_nothing():
    assert rests_on_few(np.array([0.0, 1.0])) is None


def test_lognormal_errors_ring_and_normal_ones_do_not():
    rng = np.random.default_rng(2)
    wild = [rests_on_few(np.abs(rng.lognormal(size=100) - np.exp(0.5))) is not None for _ in range(200)]
    tame = [rests_on_few(np.abs(rng.standard_normal(100))) is not None for _ in range(200)]
    assert np.mean(wild) > 0.9
    assert np.mean(tame) < 0.02
