"""Precision of two models that call different numbers of cases."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import assay
from assay.comparisons.called_shares import score_test
from assay.summaries.joint_labels import JointLabels


def joint(counts: dict[tuple[int, int, int], int]):
    rows = np.repeat(np.array(list(counts)), list(counts.values()), axis=0)
    return JointLabels((0, 1), rows[:, 0], (rows[:, 1], rows[:, 2])), rows


COUNTS = {
    (1, 1, 1): 30,
    (1, 1, 0): 11,
    (1, 0, 1): 6,
    (1, 0, 0): 13,
    (0, 1, 1): 8,
    (0, 1, 0): 9,
    (0, 0, 1): 2,
    (0, 0, 0): 21,
}


def test_the_statistic_is_that_of_kosinski_written_out():
    """The paper's form: weights of one half and of one, cell by cell, for the cases that either test calls."""
    labels, _ = joint(COUNTS)
    z, p = score_test(labels.cells(0, 1), 1)
    n1, n2 = 30 + 11 + 8 + 9, 30 + 6 + 8 + 2
    ppv1, ppv2, pooled = 41 / n1, 36 / n2, (41 + 36) / (n1 + n2)
    common = (30 * (1 - pooled) ** 2 + 8 * pooled**2) / (n1 + n2)
    square = (ppv1 - ppv2) ** 2 / ((pooled * (1 - pooled) - 2 * common) * (1 / n1 + 1 / n2))
    assert z**2 == pytest.approx(square)
    assert p == pytest.approx(stats.chi2.sf(square, 1))


def test_without_shared_calls_it_is_the_pooled_z_test():
    counts = {(1, 1, 0): 20, (0, 1, 0): 10, (1, 0, 1): 14, (0, 0, 1): 16, (0, 0, 0): 40}
    labels, _ = joint(counts)
    z, p = score_test(labels.cells(0, 1), 1)
    pooled = assay.stats.two_proportions_z(20, 30, 14, 30, pooled=True)
    assert (abs(z), p) == pytest.approx((abs(pooled.statistic), pooled.p_value))


def test_compare_uses_it_for_precision_and_npv_and_keeps_swapping_where_asked():
    _, rows = joint(COUNTS)
    answers = {"a": rows[:, 1], "b": rows[:, 2]}
    usual = assay.compare(rows[:, 0], prediction=answers, metrics=["precision", "negative_predictive_value", "f1"])
    assert usual["precision"].pairs[0].test == "weighted generalised score"
    assert usual["negative_predictive_value"].pairs[0].test == "weighted generalised score"
    assert usual["f1"].pairs[0].test == "row-swap permutation"
    asked = assay.compare(rows[:, 0], prediction=answers, metrics="precision", method="permutation")
    assert asked["precision"].pairs[0].test == "row-swap permutation"


def test_npv_is_the_precision_of_the_other_class():
    _, rows = joint(COUNTS)
    answers, mirrored = {"a": rows[:, 1], "b": rows[:, 2]}, {"a": 1 - rows[:, 1], "b": 1 - rows[:, 2]}
    npv = assay.compare(rows[:, 0], prediction=answers, metrics="negative_predictive_value")
    ppv = assay.compare(1 - rows[:, 0], prediction=mirrored, metrics="precision")
    first, second = npv["negative_predictive_value"].pairs[0], ppv["precision"].pairs[0]
    assert (first.statistic, first.p_value) == pytest.approx((second.statistic, second.p_value))


def test_shares_that_are_all_right_or_alike_leave_nothing_to_test():
    labels, _ = joint({(1, 1, 1): 5, (1, 1, 0): 3, (0, 0, 0): 4})
    assert score_test(labels.cells(0, 1), 1) == (0.0, 1.0)
