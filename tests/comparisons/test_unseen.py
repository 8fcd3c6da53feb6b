"""Models that answer nearly alike: the interval holds what other cases could have shown."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import assay
from assay.comparisons.difference import Difference
from assay.comparisons.unseen import ATOMS, BESIDE, MOVE, with_unseen
from assay.results.estimate import Estimate

Z = stats.norm.ppf(0.975)
ALONE = Estimate(0.8, 0.8 - 0.1 * Z, 0.8 + 0.1 * Z, 0.95, "t", 50)


def difference(low: float, high: float, p_value: float = 1.0) -> Difference:
    return Difference((low + high) / 2, low, high, "t", "t", "why", 0.0, p_value, n=50)


def test_models_that_never_differed_get_the_spread_of_two_unseen_cases():
    widened = with_unseen(difference(0, 0), (ALONE, ALONE), 0.95, apart=0.0)
    assert widened.high == pytest.approx(Z * MOVE * 0.1 * math.sqrt(ATOMS / 50))
    assert widened.low == -widened.high
    assert widened.limits is not None
    assert widened.limits(0.5)[1] == pytest.approx(widened.high * stats.norm.ppf(0.75) / Z)


def test_models_that_differ_everywhere_keep_their_interval():
    given = difference(-0.1, 0.3)
    assert with_unseen(given, (ALONE, ALONE), 0.95, apart=1.0) is given


def test_the_variance_of_what_was_seen_and_of_what_was_not_add_up():
    widened = with_unseen(difference(-0.1, 0.3), (ALONE, ALONE), 0.95, apart=0.5)
    half = math.hypot(0.2, Z * MOVE * 0.1 * math.sqrt(ATOMS * 0.5 / 50))
    assert (widened.low, widened.high) == pytest.approx((0.1 - half, 0.1 + half))


def test_a_test_that_sees_less_than_the_interval_is_noted():
    widened = with_unseen(difference(0.01, 0.05, p_value=0.01), (ALONE, ALONE), 0.95, apart=0.1)
    assert widened.low < 0
    assert BESIDE in widened.notes


def test_an_open_estimate_widens_nothing():
    given = difference(-0.1, 0.3)
    assert with_unseen(given, (ALONE, replace(ALONE, high=math.inf)), 0.95, apart=0.0) is given


@pytest.mark.parametrize("metric", ["roc_auc", "log_loss", "brier", "average_precision", "ks", "f1", "accuracy"])
def test_identical_scores_are_equivalent_by_the_interval_that_is_shown(metric):
    rng = np.random.default_rng(1)
    truth = rng.random(400) < 0.4
    score = 1 / (1 + np.exp(-(rng.normal(size=400) + 1.5 * truth - 0.7)))
    pairs = {
        margin: assay.compare(truth, score={"a": score, "b": score}, metrics=metric, margin=margin)[metric].pairs[0]
        for margin in (0.2, 1e-4)
    }
    for margin, pair in pairs.items():
        assert pair.alike
        assert pair.difference.low < 0 < pair.difference.high
        assert pair.margin.equivalent == (pair.difference.high < margin), margin
    assert pairs[0.2].margin.equivalent


def test_identical_regressions_systems_and_class_scores_get_an_interval_too():
    rng = np.random.default_rng(2)
    truth = rng.normal(size=60)
    answers = truth + rng.normal(size=60)
    words = [f"word{number} and word{number % 7}" for number in range(40)]
    said = [text if number % 3 else "nothing" for number, text in enumerate(words)]
    classes = rng.integers(0, 3, 60)
    scores = rng.dirichlet(np.ones(3), 60)
    comparisons = (
        assay.compare(truth, prediction={"a": answers, "b": answers}, metrics=["mae", "rmse", "r2", "spearman"]),
        assay.compare(truth, prediction={"a": answers, "b": answers}, metrics="mae", weight=rng.random(60) + 0.5),
        assay.compare(words, prediction={"a": said, "b": said}, task="text", metrics=["bleu", "token_f1"]),
        assay.compare(
            classes, score={"a": scores, "b": scores}, metrics=["log_loss", "roc_auc_macro"], labels=[0, 1, 2]
        ),
        assay.compare(classes, prediction={"a": classes, "b": classes}, metrics=["f1_macro", "kappa"]),
    )
    for comparison in comparisons:
        for name, metric in comparison.items():
            pair = metric.pairs[0]
            assert pair.alike, name
            assert pair.p_value == 1, name
            assert pair.difference.low < 0 < pair.difference.high, name
