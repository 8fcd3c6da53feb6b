"""The joint cells of two models, drawn again with those that are still empty."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import assay
from assay.comparisons.joint_draws import MOST_CELLS, PRIOR, CellDraws, JointDraws, open_cells
from assay.summaries.joint_labels import JointLabels


def test_two_labels_get_half_a_case_in_each_of_eight_cells():
    truth, answers = np.array([0, 0, 1]), np.array([0, 1, 1])
    cells = open_cells(JointLabels((0, 1), truth, (answers, answers)).cells(0, 1), np.random.default_rng(0))
    assert len(cells.weight) == 8
    assert sorted(cells.weight) == [0.5] * 5 + [1.5] * 3


@pytest.mark.parametrize("size", [3, 16, 40])
def test_the_prior_weighs_the_same_whatever_the_number_of_labels(size):
    rng = np.random.default_rng(1)
    truth, one, two = rng.integers(0, size, (3, 500))
    cells = open_cells(JointLabels(tuple(range(size)), truth, (one, two)).cells(0, 1), rng)
    assert cells.weight.sum() == pytest.approx(500 + PRIOR)
    assert len(cells.weight) <= max(size**3 if size <= 16 else MOST_CELLS + 500, 27)


def test_shares_have_the_mean_and_spread_of_a_dirichlet_law():
    truth = np.repeat([0, 1], [30, 10])
    cells = open_cells(JointLabels((0, 1), truth, (truth, 1 - truth)).cells(0, 1), np.random.default_rng(2))
    shares = CellDraws(seed=3).shares(cells, np.random.default_rng(3))
    law = stats.dirichlet(cells.weight)
    np.testing.assert_allclose(shares.mean(axis=0), law.mean(), atol=0.005)
    np.testing.assert_allclose(shares.var(axis=0), law.var(), rtol=0.15, atol=1e-5)


def test_limits_hold_the_value_and_the_normal_limits_of_the_error():
    draws = JointDraws(0.5, np.linspace(0, 0.4, 1001), 0.1)
    low, high = draws.limits(0.9)
    assert low == pytest.approx(0.02)
    assert high == pytest.approx(0.5 + 0.1 * stats.norm.ppf(0.95))


@pytest.mark.parametrize("level", [0.99, 0.9999, 1 - 0.05 / 4950])
def test_limits_of_levels_beyond_the_draws_are_about_those_of_the_law(level):
    draws = JointDraws(0.0, np.random.default_rng(5).gamma(9, size=4000) - 9)
    low, high = draws.limits(level)
    normal = 3 * stats.norm.ppf((1 + level) / 2)
    law = stats.gamma(9)
    assert low == pytest.approx(law.ppf((1 - level) / 2) - 9, rel=0.25)
    assert high == pytest.approx(law.ppf((1 + level) / 2) - 9, rel=0.25)
    assert high > normal


def test_limits_of_higher_levels_hold_those_of_lower_ones():
    draws = JointDraws(0.02, np.random.default_rng(6).normal(0.02, 0.05, 4000))
    limits = [draws.limits(level) for level in (0.5, 0.9, 0.99, 0.995, 0.996, 0.999, 1 - 1e-9)]
    lows, highs = zip(*limits, strict=True)
    assert list(lows) == sorted(lows, reverse=True)
    assert list(highs) == sorted(highs)


def test_what_is_drawn_of_a_pair_does_not_depend_on_the_pairs_before_it(monkeypatch):
    monkeypatch.setattr("assay.comparisons.joint_draws.MOST_KEPT", 10)
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 60)
    pairs = [JointLabels((0, 1), truth, tuple(rng.integers(0, 2, (2, 60)))).cells(0, 1) for _ in range(6)]
    opened = [open_cells(pair, rng) for pair in pairs]
    together = CellDraws(seed=1)
    for cells in opened:
        np.testing.assert_array_equal(together.shares(cells, rng), CellDraws(seed=1).shares(cells, rng))


def test_identical_models_could_differ_by_no_more_than_the_share_of_unseen_cases_allows():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 100)
    answers = np.where(rng.random(100) < 0.8, truth, 1 - truth)
    pair = assay.compare(truth, prediction={"a": answers, "b": answers}, metrics="mcc")["mcc"].pairs[0]
    share = stats.beta(2, 102).ppf(0.975)
    assert 0 < pair.difference.high < 4 * share
    assert pair.difference.high == pytest.approx(-pair.difference.low)
