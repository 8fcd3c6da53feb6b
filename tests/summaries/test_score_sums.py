"""Scores that rounding can have made of probabilities count as such, and no others."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.summaries.score_sums import off_one

DIRICHLET = np.random.default_rng(0).dirichlet(np.ones(5), 400)


@pytest.mark.parametrize("decimals", [2, 3, 4, 5, 6])
def test_rounded_probabilities_are_probabilities(decimals):
    assert not off_one(DIRICHLET.round(decimals)).any()


def test_half_precision_is_precise_enough():
    halves = DIRICHLET.astype(np.float16)
    assert not off_one(halves, float(np.finfo(np.float16).eps)).any()


@pytest.mark.parametrize(("classes", "given"), [(200, [1.0, 1.0]), (100, [0.8, 0.6]), (3, [0.5, 0.4]), (2, [0.9, 0.3])])
def test_many_classes_of_0_explain_no_sum_that_is_far_off(classes, given):
    scores = np.zeros((1, classes))
    scores[0, : len(given)] = given
    assert off_one(scores).all()
    assert off_one(scores, float(np.finfo(np.float16).eps)).all()


def test_scores_in_full_precision_must_add_up():
    assert off_one(DIRICHLET * 0.999).all()


def test_log_loss_of_rounded_probabilities_has_a_value_and_of_others_the_reason():
    truth = np.random.default_rng(1).choice([*"abcde"], 400)
    rounded, short = (
        assay.evaluate(truth, score=dict(zip("abcde", scores.T, strict=True)))
        for scores in (DIRICHLET.round(4), DIRICHLET * 0.999)
    )
    assert rounded["log_loss"].defined
    assert "do not add up to 1" in short["log_loss"].note
