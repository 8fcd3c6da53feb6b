"""The mean of the binned error over resampled cases, beside every resample and beside many drawn ones."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import assay
from assay.curves import calibration_bias
from assay.curves.calibration import calibration_bins
from assay.curves.calibration_bias import mean_resampled_error, residual_variance
from assay.summaries.score_table import ScoreTable


def pieces(truth, score):
    table = ScoreTable.of_scores(score[truth], score[~truth])
    cut = calibration_bins(table)
    return table, cut, np.searchsorted(cut.low, score, side="right") - 1


def error(residual, place, rows):
    return np.abs(np.bincount(place[rows], residual[rows], minlength=place.max() + 1)).sum() / len(rows)


@pytest.mark.parametrize(
    ("truth", "score"),
    [
        ([1, 0, 1, 0, 0], [0.9, 0.2, 0.4, 0.6, 0.6]),
        ([1, 0, 1, 1], [0.5, 0.5, 0.5, 0.5]),
        ([1, 1, 0], [1.0, 0.3, 0.0]),
        ([0], [0.25]),
    ],
)
def test_it_is_the_mean_over_every_way_to_draw_the_cases_again(truth, score):
    truth, score = np.array(truth, dtype=bool), np.array(score)
    table, cut, place = pieces(truth, score)
    ways = product(range(len(truth)), repeat=len(truth))
    every = [error(truth - score, place, np.array(rows)) for rows in ways]
    assert mean_resampled_error(table, cut) == pytest.approx(np.mean(every), abs=2e-5)


@pytest.mark.parametrize("n", [20, 90, 400, 960, 3000])
def test_it_is_what_many_draws_come_to(n, rng):
    score = rng.random(n)
    truth = rng.random(n) < score**1.5
    table, cut, place = pieces(truth, score)
    drawn = [error(truth - score, place, rng.integers(0, n, n)) for _ in range(6000)]
    noise = np.std(drawn) / np.sqrt(len(drawn))
    assert mean_resampled_error(table, cut) == pytest.approx(np.mean(drawn), abs=4 * noise + 1e-4)


def test_counting_and_the_normal_law_meet(rng, monkeypatch):
    score = rng.random(15 * 64)
    truth = rng.random(len(score)) < score
    table, cut, _ = pieces(truth, score)
    counted = mean_resampled_error(table, cut)
    monkeypatch.setattr(calibration_bias, "MOST_COUNTED", 0)
    assert mean_resampled_error(table, cut) == pytest.approx(counted, abs=3e-4)


def test_the_value_is_the_same_for_every_seed_and_the_interval_holds_it(rng):
    score = rng.random(120)
    truth = (rng.random(120) < score**2).astype(int)
    found = [assay.evaluate(truth, score=score, metrics="calibration_error", seed=seed) for seed in range(5)]
    estimates = [one["calibration_error"] for one in found]
    assert len({one.value for one in estimates}) == 1
    assert all(one.low <= one.value <= one.high for one in estimates)


def test_the_variance_of_a_bin_is_that_of_drawing_cases_with_replacement(rng):
    """n draws of r·1[in the bin]: n times the variance of one, which is Σr² - (Σr)²/n over the bin."""
    score = rng.uniform(0.5, 1, 300)
    truth = rng.random(300) < 0.2
    table, cut, place = pieces(truth, score)
    expected = [300 * np.var(np.where(place == k, truth - score, 0.0)) for k in range(len(cut.low))]
    assert residual_variance(table, cut) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_function_gives_what_an_evaluation_reports(rng, weighted):
    truth, score = rng.random(120) < 0.4, rng.random(120).round(2)
    weight = rng.lognormal(0, 0.5, 120) if weighted else None
    parts = (None, None) if weight is None else (weight[truth], weight[~truth])
    table = ScoreTable.of_scores(score[truth], score[~truth], *parts)
    made = assay.evaluate(truth, score=score, weight=weight, metrics=["calibration_error", "ece"])
    assert assay.metrics.calibration_error(table) == pytest.approx(made["calibration_error"].value, abs=1e-12)
    assert assay.metrics.ece(table) == pytest.approx(made["ece"].value, abs=1e-12)


def test_no_value_of_scores_depends_on_the_seed(rng):
    truth, score = rng.random(150) < 0.4, rng.random(150)
    first, second = (assay.evaluate(truth, score=score, metrics="all", seed=seed) for seed in (0, 7))
    assert [made.value for made in first.values() if made.defined] == [
        made.value for made in second.values() if made.defined
    ]
