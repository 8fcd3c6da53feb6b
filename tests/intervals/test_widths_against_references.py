"""How wide intervals are, against formulas and packages that nobody here wrote."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import average_precision_score, roc_auc_score

import assay
from assay.intervals.drawn_limits import spread_of
from assay.intervals.medians import deviation_error
from assay.metrics import cards
from assay.summaries.made_values import MadeValues

STEP = 1e-6
MEASURED = [card for card in cards() if card.unit and not card.average]


def influences(truth, score, measure=average_precision_score):
    """Return what one more of each case does to a metric of scikit-learn, by a small step of its weight."""
    moved = []
    for case in range(len(truth)):
        ends = []
        for step in (STEP, -STEP):
            weight = np.ones(len(truth))
            weight[case] += step
            ends.append(measure(truth, score, sample_weight=weight))
        moved.append((ends[0] - ends[1]) / (2 * STEP))
    return np.array(moved)


def several(rng, pull=0.5):
    """Return 60 cases of three classes, 30, 20 and 10 of them, with probabilities."""
    truth = np.repeat([0, 1, 2], [30, 20, 10])
    score = rng.random((60, 3)) + pull * np.eye(3)[truth]
    return truth, score / score.sum(axis=1, keepdims=True)


MEASURES = {"average_precision": average_precision_score, "roc_auc": roc_auc_score}


def averaged(metric, average):
    """Return an average over classes of a metric of scikit-learn, as one of truth, scores and weights."""

    def measure(truth, score, sample_weight):
        support = np.bincount(truth, sample_weight) if average == "weighted" else np.ones(3)
        each = [MEASURES[metric](truth == k, score[:, k], sample_weight=sample_weight) for k in range(3)]
        return support @ each / support.sum()

    return measure


def moved_by_cases(truth, score, metric, average):
    """Return an average over classes and what each case does to it."""
    measure = averaged(metric, average)
    return measure(truth, score, np.ones(len(truth))), influences(truth, score, measure)


@pytest.mark.parametrize(("n", "level"), [(30, 0.95), (90, 0.8)])
def test_average_precision_has_the_logit_interval_of_scikit_learns_influences(rng, n, level):
    truth = np.arange(n) % 3 == 0
    score = (rng.normal(size=n) + truth).round(1)
    m, value = truth.sum(), average_precision_score(truth, score)
    error = math.sqrt(np.sum(influences(truth, score) ** 2) * m / (m - 1))
    half = stats.t.ppf((1 + level) / 2, m - 1) * error / (value * (1 - value))
    centre = math.log(value / (1 - value))
    found = assay.evaluate(truth, score=score, level=level)["average_precision"]
    assert found.method == "logit-influence"
    assert (found.low, found.high) == pytest.approx(
        (1 / (1 + math.exp(half - centre)), 1 / (1 + math.exp(-half - centre))), rel=1e-5
    )


@pytest.mark.parametrize("average", ["macro", "weighted"])
@pytest.mark.parametrize("metric", MEASURES)
def test_averages_over_classes_have_the_interval_of_the_mean_of_scikit_learns_influences(rng, metric, average):
    truth, score = several(rng)
    value, moved = moved_by_cases(truth, score, metric, average)
    error = math.sqrt(np.sum(moved**2) * 60 / 59)
    half = stats.t.ppf(0.975, 10 - 1) * error / (value * (1 - value))
    centre, name = math.log(value / (1 - value)), f"{metric}_{average}"
    found = assay.evaluate(np.array(list("abc"))[truth], score=score, labels=list("abc"), metrics=name)[name]
    assert found.value == pytest.approx(value)
    assert (found.low, found.high) == pytest.approx(
        (1 / (1 + math.exp(half - centre)), 1 / (1 + math.exp(-half - centre))), rel=1e-5
    )


def test_the_difference_of_macro_areas_has_the_z_interval_of_scikit_learns_influences(rng):
    truth, one = several(rng)
    two = several(rng, 0.2)[1]
    (first, of_first), (second, of_second) = (moved_by_cases(truth, score, "roc_auc", "macro") for score in (one, two))
    error = math.sqrt(np.sum((of_first - of_second) ** 2) * 60 / 59)
    found = assay.compare(truth, score={"a": one, "b": two}, metrics="roc_auc_macro")["roc_auc_macro"].pairs[0]
    assert found.difference.value == pytest.approx(first - second)
    expected = stats.norm.interval(0.95, first - second, error)
    assert (found.difference.low, found.difference.high) == pytest.approx(expected, rel=1e-4)


def test_where_every_case_is_of_one_class_the_note_says_of_which():
    both = assay.evaluate([1] * 4, [1, 0, 1, 1], labels=[0, 1], positive=1)
    assert both["specificity"].note == both["informedness"].note == both["g_mean"].note == "every case is 1"
    none = assay.evaluate([0] * 4, [1, 0, 1, 1], labels=[0, 1], positive=1)
    assert none["recall"].note == none["informedness"].note == none["g_mean"].note == "no case is 1"


@pytest.mark.parametrize("card", MEASURED, ids=[card.name for card in MEASURED])
def test_a_metric_in_units_of_the_errors_grows_with_them_as_its_card_says(rng, card):
    """Twice the truth and twice the predictions: 2 times a metric of unit 1, 4 times one of unit 2."""
    truth = rng.normal(10, 2, 50)
    said = truth + rng.normal(0.3, 1, 50)
    one = assay.evaluate(truth, said, metrics=card.name)[card.name]
    two = assay.evaluate(2 * truth, 2 * said, metrics=card.name)[card.name]
    for end in ("value", "low", "high"):
        assert getattr(two, end) == pytest.approx(2**card.unit * getattr(one, end), rel=1e-6, nan_ok=True), end


@pytest.mark.parametrize("card", MEASURED, ids=[card.name for card in MEASURED])
def test_very_large_numbers_come_back_in_their_own_unit(rng, card):
    truth = rng.normal(10, 2, 50)
    said = truth + rng.normal(0.3, 1, 50)
    one = assay.evaluate(truth, said, metrics=card.name)[card.name]
    two = assay.evaluate(truth * 2.0**500, said * 2.0**500, metrics=card.name)[card.name]
    assert two.value == pytest.approx(one.value * 2.0 ** (500 * card.unit), rel=1e-9)
    assert two.high == pytest.approx(one.high * 2.0 ** (500 * card.unit), rel=1e-6)


def test_losses_that_are_often_drawn_all_alike_get_students_interval():
    """Two losses in 2 and 3 of 5 cases: (2/5)⁵ + (3/5)⁵ = 8.8% of resampled means have no spread of their own."""
    score = np.array([0.9, 0.9, 0.6, 0.6, 0.6])
    losses = np.square(1 - score)
    found = assay.evaluate([1, 1, 1, 1, 1], score=score, labels=[0, 1], positive=1, metrics="brier")["brier"]
    expected = stats.t.interval(0.95, 4, losses.mean(), stats.sem(losses))
    assert found.method == "t"
    assert (found.low, found.high) == pytest.approx((max(expected[0], 0), min(expected[1], 1)), rel=1e-9)


def test_the_spread_over_images_left_out_one_at_a_time_is_scipys_standard_error_of_the_mean(rng):
    values = rng.normal(size=12)
    left_out = np.array([np.delete(values, place).mean() for place in range(12)])
    assert spread_of(left_out, "jackknife") == pytest.approx(stats.sem(values), rel=1e-9)
    assert spread_of(values, None) == pytest.approx(np.std(values, ddof=1), rel=1e-12)


@pytest.mark.parametrize("smallest", [0.05, 0.005])
def test_relative_errors_lose_their_interval_where_a_truth_is_below_a_hundredth_of_the_typical_one(smallest):
    truth = np.linspace(5, 15, 41)
    truth[0] = 10 * smallest
    found = assay.evaluate(truth, truth + np.linspace(0.5, 1.5, 41), metrics="mape")["mape"]
    assert (found.method == "none") == (smallest < 0.01)
    assert ("below 1% of the typical size" in (found.note or "")) == (smallest < 0.01)


def weighted_median(values, weight):
    order = np.argsort(values)
    return values[order][np.searchsorted(np.cumsum(weight[order]), weight.sum() / 2)]


@pytest.mark.parametrize("weighted", [False, True])
def test_the_error_of_the_share_within_the_mad_is_that_of_repeated_samples(weighted):
    """Exponential errors: the densities at median ± mad differ, so that the median's own error shows in the share."""
    rng, n = np.random.default_rng(0), 500
    mad = stats.median_abs_deviation(stats.expon.ppf((np.arange(200_000) + 0.5) / 200_000))
    shares, errors = [], []
    for _ in range(600):
        error = rng.exponential(size=n)
        weight = rng.exponential(size=n) if weighted else np.ones(n)
        middle = weighted_median(error, weight)
        away = np.abs(error - middle)
        shares.append(np.average(away <= mad, weights=weight))
        column, given = MadeValues((error[:, None],)), weight if weighted else None
        errors.append(deviation_error(column, middle, weighted_median(away, weight), given))
    assert np.mean(errors) == pytest.approx(np.std(shares), rel=0.1)
    assert np.std(shares) > 1.15 * 0.5 / math.sqrt(n)


def test_two_cases_are_ranked_alike_or_the_other_way_round():
    for said, expected in (([1.0, 3.0], 1), ([3.0, 1.0], -1)):
        found = assay.evaluate([1.0, 2.0], said, task="regression", metrics=["spearman", "kendall"])
        assert found["spearman"].value == found["kendall"].value == expected


def test_four_weighted_cases_leave_medians_open_at_both_ends(rng):
    said, weight = rng.normal(size=4), [1.0, 1.5, 2.0, 1.2]
    found = assay.evaluate(np.zeros(4), said, weight=weight, task="regression", metrics=["median_error", "mad"])
    assert (found["median_error"].low, found["median_error"].high) == (-math.inf, math.inf)
    assert (found["mad"].low, found["mad"].high) == (0, math.inf)


@pytest.mark.parametrize("metric", ["mad", "median_error", "median_absolute_error", "rmse", "mae"])
def test_cases_of_no_weight_move_no_interval(rng, metric):
    truth, said = rng.normal(size=60), rng.normal(size=60)
    weight = rng.uniform(0.5, 2, 60)
    weight[40:] = 0
    whole = assay.evaluate(truth, said, weight=weight, task="regression", metrics=metric)[metric]
    kept = assay.evaluate(truth[:40], said[:40], weight=weight[:40], task="regression", metrics=metric)[metric]
    assert (whole.value, whole.low, whole.high) == pytest.approx((kept.value, kept.low, kept.high), rel=1e-9)


def test_a_truth_on_the_end_of_its_range_lies_inside():
    found = assay.evaluate([0.0, 1.0, 2.0, 0.5], [0.5] * 4, lower=[0.0] * 4, upper=[1.0] * 4, task="regression")
    shares = [found[f"interval_{name}"].value for name in ("coverage", "below", "above")]
    assert shares == [0.75, 0, 0.25]
