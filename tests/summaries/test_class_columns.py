"""Scores placed among those of their class, beside scikit-learn and beside tables of every pair."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from assay.intervals.class_influences import AVERAGES, influences
from assay.metrics import (
    average_precision_macro,
    average_precision_weighted,
    roc_auc_macro,
    roc_auc_ovo,
    roc_auc_weighted,
)
from assay.metrics.families import ClassAreas, ClassPrecisions, PairAreas
from assay.metrics.scores.several import pair_area
from assay.summaries.class_columns import ClassColumn
from assay.summaries.score_cases import ScoreCases

LABELS = tuple("abcd")


def several(decimals: int, weighted: bool) -> ScoreCases:
    """Draw scores of four classes, with ties where they are rounded."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, len(LABELS), 240)
    score = rng.random((240, len(LABELS))) + 0.3 * (truth[:, None] == np.arange(len(LABELS)))
    score = (score / score.sum(axis=1, keepdims=True)).round(decimals)
    weight = rng.integers(0, 3, 240).astype(float) if weighted else None
    return ScoreCases(LABELS, truth[:, None] == np.arange(len(LABELS)), score, weight, exclusive=True)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("decimals", [1, 9])
def test_areas_of_a_class_are_those_of_scikit_learn(decimals, weighted):
    cases = several(decimals, weighted)
    for k, column in enumerate(cases.columns):
        truth, score = cases.truth[:, k], cases.scores[:, k]
        assert column.area == pytest.approx(roc_auc_score(truth, score, sample_weight=cases.weight), rel=1e-12)
        precision = average_precision_score(truth, score, sample_weight=cases.weight)
        assert column.precision == pytest.approx(precision, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_mean_over_all_pairs_is_that_of_a_table_for_each_pair(weighted):
    cases = several(2, weighted)
    pairs = [pair_area(cases, one, other) for one, other in combinations(range(cases.size), 2)]
    assert roc_auc_ovo(cases) == pytest.approx(np.mean(pairs), rel=1e-12)


def test_the_mean_over_all_pairs_is_that_of_scikit_learn():
    cases = several(9, weighted=False)
    score = cases.scores / cases.scores.sum(axis=1, keepdims=True)
    reference = roc_auc_score(cases.truth.argmax(axis=1), score, multi_class="ovo")
    exact = ScoreCases(LABELS, cases.truth, score, None, exclusive=True)
    assert roc_auc_ovo(exact) == pytest.approx(reference, rel=1e-12)


@pytest.mark.parametrize(
    ("family", "metric"),
    [
        (ClassAreas(), roc_auc_macro),
        (ClassAreas(weighted=True), roc_auc_weighted),
        (ClassPrecisions(), average_precision_macro),
        (ClassPrecisions(weighted=True), average_precision_weighted),
        (PairAreas(), roc_auc_ovo),
    ],
)
def test_what_a_case_adds_is_how_the_average_moves_with_its_weight(family, metric):
    cases, step = several(1, weighted=False), 1e-6
    pulls = influences(family, cases, metric(cases))
    for row in (0, 7, 100):
        weight = np.ones(cases.rows)
        weight[row] += step
        moved = ScoreCases(LABELS, cases.truth, cases.scores, weight, exclusive=True)
        assert pulls[row] == pytest.approx((metric(moved) - metric(cases)) / step, rel=1e-3, abs=1e-7)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("family", AVERAGES)
def test_what_cases_add_is_the_same_read_from_tables(family, weighted):
    cases = several(2, weighted)
    others = ScoreCases(LABELS, cases.truth, cases.scores, cases.weight, exclusive=True)
    assert influences(family, cases, 0.7) == pytest.approx(influences(family, cases, 0.7, whole=others), abs=1e-12)


def test_a_class_without_cases_has_no_area():
    column = ClassColumn.of(np.array([0.2, 0.4]), np.zeros(2, dtype=bool))
    assert np.isnan(column.area)
    assert np.isnan(column.precision)
