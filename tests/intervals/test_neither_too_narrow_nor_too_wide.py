"""Intervals that were too wide, or too narrow where few cases carry them: what they are made of now (0022)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats

import assay
from assay.intervals.auc import default_limits, placements
from assay.stats.auc import newcombe_auc
from assay.stats.proportion_limits import clopper_pearson, limits, mid_guarded_wilson, mid_p, wilson
from assay.summaries.moments import Worth
from assay.summaries.score_table import ScoreTable

RNG = np.random.default_rng(5)


@pytest.mark.parametrize(("cases", "called"), [(20, 0.3), (30, 0.5), (50, 0.3), (100, 0.1)])
def test_shares_of_a_random_number_are_held_in_93_of_100_samples_at_every_share(cases, called):
    """Every number of cases called and every number of hits among them is enumerated."""
    grid = np.concatenate([np.linspace(0.02, 0.95, 32), np.linspace(0.96, 0.995, 8)])
    sizes = np.arange(1, cases + 1)
    chance = stats.binom.pmf(sizes, cases, called)
    held, width, exact = np.zeros(len(grid)), 0.0, 0.0
    for n, share in zip(sizes, chance / chance.sum(), strict=True):
        x = np.arange(n + 1.0)
        low, high = limits(mid_guarded_wilson, x, float(n), 0.95)
        inside = (low[:, None] <= grid) & (grid <= high[:, None])
        law = stats.binom.pmf(x[:, None], n, grid)
        held += share * np.sum(law * inside, axis=0)
        width += share * float(np.mean((high - low) @ law))
        low, high = limits(clopper_pearson, x, float(n), 0.95)
        exact += share * float(np.mean((high - low) @ law))
    assert held.min() > 0.935
    assert width < 0.96 * exact


def test_precision_says_what_widened_it_and_recall_keeps_the_exact_limits():
    found = assay.evaluate(counts={"tp": 18, "fp": 2, "fn": 2, "tn": 40}, metrics=["precision", "recall"])
    assert found["precision"].method == "wilson+mid-p"
    assert found["recall"].method == "wilson+clopper-pearson"
    x, n = np.array([18.0]), np.array([20.0])
    ends = [formula(x, n, 0.95) for formula in (wilson, mid_p)]
    assert found["precision"].low == pytest.approx(min(float(low[0]) for low, _ in ends))
    assert found["precision"].high == pytest.approx(max(float(high[0]) for _, high in ends))
    assert found["precision"].low > found["recall"].low


def test_where_few_pairs_are_misordered_the_area_has_newcombes_limits_or_the_normal_ones():
    positive, negative = RNG.normal(2.8, 1, 20), RNG.normal(0, 1, 100)
    placed = placements(ScoreTable.of_scores(positive, negative))
    assert 0 < 20 * (1 - placed.area) < 2
    low, high, name = default_limits(placed, 0.95)
    centre = special.logit(placed.area)
    reach = stats.norm.ppf(0.975) * placed.error / (placed.area * (1 - placed.area))
    newcombe = newcombe_auc(placed.area, 20, 100)
    assert name == "logit-delong+newcombe"
    assert low == pytest.approx(min(special.expit(centre - reach), newcombe[0]))
    assert high == pytest.approx(max(special.expit(centre + reach), newcombe[1]))


def test_weighted_means_of_errors_lie_between_the_degrees_of_cases_and_of_their_variance():
    truth = RNG.normal(size=200)
    guess, weight = truth + RNG.normal(size=200), RNG.lognormal(0, 1.5, 200)
    made = assay.evaluate(truth, guess, weight=weight, metrics="mae", task="regression")["mae"]
    size, worth = np.abs(truth - guess), Worth.of(weight, 200)
    assert worth.degrees < worth.mean_degrees < worth.effective - 1
    error = worth.error(float(np.sum((weight * (size - made.value)) ** 2)))
    reach = stats.t.ppf(0.975, worth.mean_degrees) * error / made.value
    assert (made.low, made.high) == pytest.approx((made.value * np.exp(-reach), made.value * np.exp(reach)))
    assert Worth.of(None, 50).mean_degrees == pytest.approx(49)


def test_few_images_are_left_out_one_by_one_and_many_are_drawn_again():
    def masks(images):
        truth = RNG.integers(0, 3, (images, 4, 4))
        return truth, np.where(RNG.random(truth.shape) < 0.8, truth, (truth + 1) % 3)

    few, many = (assay.evaluate(*masks(images), task="segmentation", metrics="mean_iou") for images in (20, 120))
    assert few["mean_iou"].method == "jackknife"
    assert many["mean_iou"].method == "images"


def test_the_difference_of_two_rmse_knows_how_few_cases_carry_it():
    """The limits are the bootstrap's error times t: with one wild error many more of them than with normal errors."""
    truth, normal, other = (RNG.normal(size=60) for _ in range(3))
    wild = normal.copy()
    wild[0] = 9.0

    def times(errors):
        models = {"a": truth + errors, "b": truth + other}
        gap = assay.compare(truth, prediction=models, metrics="rmse")["rmse"].pairs[0].difference
        pull = sum(
            sign * (part**2 - np.mean(part**2)) / (2 * np.sqrt(np.mean(part**2)))
            for sign, part in ((1, errors), (-1, other))
        )
        return (gap.high - gap.low) / 2 / (np.std(pull, ddof=1) / np.sqrt(60))

    assert 1.9 < times(normal) < 2.3
    assert 2.6 < times(wild) < 3.7
