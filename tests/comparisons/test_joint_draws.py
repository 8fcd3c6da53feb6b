"""The joint cells of two models, drawn again with those that are still empty."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import assay
from assay.comparisons.joint_draws import MOST_CELLS, PRIOR, JointDraws, drawn_weights, open_cells
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
    shares = drawn_weights(cells, np.random.default_rng(3))
    law = stats.dirichlet(cells.weight)
    np.testing.assert_allclose(shares.mean(axis=0), law.mean(), atol=0.005)
    np.testing.assert_allclose(shares.var(axis=0), law.var(), rtol=0.15, atol=1e-5)


def test_limits_hold_the_value_and_the_normal_limits_of_the_error():
    draws = JointDraws(0.5, np.linspace(0, 0.4, 101), 0.1)
    low, high = draws.limits(0.9)
    assert low == pytest.approx(0.02)
    assert high == pytest.approx(0.5 + 0.1 * stats.norm.ppf(0.95))


def test_identical_models_could_differ_by_no_more_than_the_share_of_unseen_cases_allows():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 100)
    answers = np.where(rng.random(100) < 0.8, truth, 1 - truth)
    pair = assay.compare(truth, prediction={"a": answers, "b": answers}, metrics="mcc")["mcc"].pairs[0]
    share = stats.beta(2, 102).ppf(0.975)
    assert 0 < pair.difference.high < 4 * share
    assert pair.difference.high == pytest.approx(-pair.difference.low)
