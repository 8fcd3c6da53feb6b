"""Tests for trends beside scipy: Page's normal law where counting takes too long, and its effect row by row."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as theirs

from assay import stats

RNG = np.random.default_rng(20)


@pytest.mark.parametrize("shape", [(84, 4), (7, 9)])
def test_page_s_normal_p_value_is_scipys(shape):
    table = RNG.normal(size=shape) + 0.05 * np.arange(shape[1])
    ours = stats.page(table)
    wanted = theirs.page_trend_test(table, method="asymptotic")
    assert ours.method == "Page L, normal"
    assert (ours.statistic, ours.p_value) == pytest.approx((wanted.statistic, wanted.pvalue))


@pytest.mark.parametrize("digits", [3, 0])
def test_page_s_effect_is_the_mean_of_spearmans_correlations_with_the_order_of_the_columns(digits):
    table = np.round(RNG.normal(size=(6, 5)) + 0.4 * np.arange(5), digits)
    each = [theirs.spearmanr(row, np.arange(5)).statistic for row in table]
    assert stats.page(table).effect == pytest.approx(np.mean(each))
