"""Answers swapped at random, each difference measured by its own standard error."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from assay.comparisons import swapped_labels
from assay.comparisons.swapped_labels import Swaps, _halves, standard_errors, swapped_p
from assay.intervals.slopes import cell_slopes
from assay.metrics.find import find
from assay.summaries.joint_labels import JointLabels
from assay.summaries.label_counts import LabelCounts


def f1(tables):
    tp, fn, fp = tables[..., 1, 1], tables[..., 1, 0], tables[..., 0, 1]
    return 2 * tp / (2 * tp + fn + fp)


def labels(seed: int, n: int) -> JointLabels:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    answers = tuple(np.where(rng.random(n) < share, truth, 1 - truth) for share in (0.85, 0.7))
    return JointLabels((0, 1), truth, answers, None, 1)


def _error(cells) -> float:
    """Return the standard error of the difference of F1 that the cells show."""
    weights = cells.weight[None]
    return standard_errors(f1, cells, weights, cells.tables(weights))[0]


def test_standard_errors_are_those_of_the_delta_method():
    joint = labels(1, 80)
    cells = joint.cells(0, 1)
    pull = []
    for answers in joint.answers:
        table = LabelCounts.of_counts((0, 1), np.bincount(joint.truth * 2 + answers, minlength=4).reshape(2, 2), 1)
        slopes = cell_slopes(find("f1"), table, table.view())
        pull.append(slopes[joint.truth, answers])
    each = pull[0] - pull[1]
    expected = np.sqrt(np.sum((each - each.mean()) ** 2))
    assert _error(cells) == pytest.approx(expected, rel=1e-5)


def test_p_is_that_of_every_possible_swap():
    """Ten discordant cases can be swapped in 1,024 ways; p must be the share of all of them."""
    joint = labels(3, 24)
    truth, (one, two) = joint.truth, joint.answers
    apart = np.flatnonzero(one != two)
    assert 5 <= len(apart) <= 12

    def studentised(first, second) -> float:
        cells = JointLabels((0, 1), truth, (first, second), None, 1).cells(0, 1)
        tables = cells.tables(cells.weight[None])
        error = _error(cells)
        value = float((f1(tables[0]) - f1(tables[1]))[0])
        return value / error if error > 1e-12 else np.sign(value) * np.inf if abs(value) > 1e-12 else 0.0

    seen, large = abs(studentised(one, two)), 0
    for flips in product((False, True), repeat=len(apart)):
        swap = np.zeros(len(truth), dtype=bool)
        swap[apart] = flips
        large += abs(studentised(np.where(swap, two, one), np.where(swap, one, two))) >= seen - 1e-9
    exact = large / 2 ** len(apart)
    cells = joint.cells(0, 1)
    tables = cells.tables(cells.weight[None])
    p = swapped_p(f1, cells, float((f1(tables[0]) - f1(tables[1]))[0]), np.random.default_rng(0))
    assert p == pytest.approx(exact, rel=1e-9)


def test_a_swap_keeps_the_number_of_cases_and_their_truth():
    cells = labels(5, 60).cells(0, 1)
    swaps = Swaps.of(cells, np.random.default_rng(0))
    assert (swaps.weights.sum(axis=1) == 60).all()
    for value in (0, 1):
        assert (
            swaps.weights[:, swaps.cells.truth == value].sum(axis=1) == cells.weight[cells.truth == value].sum()
        ).all()


@pytest.mark.parametrize("totals", [[1], [7, 31], [60, 2, 45], [61, 3], [200, 90]])
def test_coins_are_thrown_as_numpy_throws_them(totals):
    totals = np.array(totals)
    for seed in range(5):
        rng, other = np.random.default_rng(seed), np.random.default_rng(seed)
        thrown = other.binomial(totals, 0.5, (2000, len(totals)))
        assert (_halves(totals, 2000, rng) == thrown).all()
        assert rng.random() == other.random()


def test_where_the_ways_to_swap_are_many_they_are_drawn(monkeypatch):
    cells = labels(5, 60).cells(0, 1)
    tables = cells.tables(cells.weight[None])
    value = float((f1(tables[0]) - f1(tables[1]))[0])
    exact = swapped_p(f1, cells, value, np.random.default_rng(0))
    assert Swaps.of(cells, np.random.default_rng(0)).chances.sum() == pytest.approx(1)
    monkeypatch.setattr(swapped_labels, "_every", None)
    monkeypatch.setattr(swapped_labels.math, "prod", lambda _: np.inf)
    drawn = swapped_p(f1, cells, value, np.random.default_rng(0))
    assert drawn == pytest.approx(exact, abs=3 * np.sqrt(exact * (1 - exact) / 9999))


def test_many_labels_are_swapped_without_standard_errors():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 30, 300)
    answers = tuple(np.where(rng.random(300) < share, truth, rng.integers(0, 30, 300)) for share in (0.9, 0.5))
    cells = JointLabels(tuple(range(30)), truth, answers).cells(0, 1)

    def accuracy(tables):
        return np.trace(tables, axis1=-2, axis2=-1) / tables.sum(axis=(-2, -1))

    tables = cells.tables(cells.weight[None])
    value = float((accuracy(tables[0]) - accuracy(tables[1]))[0])
    assert swapped_p(accuracy, cells, value, np.random.default_rng(0)) < 0.01
