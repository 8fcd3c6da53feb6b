import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import assay
from assay.intervals.rate_bands import precision_limits, rates_across, roc_limits
from assay.summaries.score_table import ScoreTable

PLACES = np.array([0.05, 0.1, 0.3, 0.5, 0.9])


def normal_table(rng, m, n, shift):
    return ScoreTable.of_scores(rng.standard_normal(m) + shift, rng.standard_normal(n))


def test_where_the_place_is_known_the_limits_are_wilsons(rng):
    table = normal_table(rng, 80, 400_000, 1.0)
    height = np.array([0.5])
    rate = np.array([np.interp(0.5, table.true_positive_rate[::-1], table.false_positive_rate[::-1])])
    low, high = roc_limits(table, rate, height, 0.95)
    expected = proportion_confint(40, 80, method="wilson")
    assert (low[0], high[0]) == pytest.approx(expected, abs=2e-3)


def test_where_the_height_is_known_the_limits_are_those_of_the_place(rng):
    table = normal_table(rng, 400_000, 80, 1.0)
    rate = np.array([0.3])
    height = rates_across(table).at(rate)
    low, high = roc_limits(table, rate, height, 0.95)
    ends = rates_across(table).at(np.array(proportion_confint(24, 80, method="wilson")))
    assert (low[0], high[0]) == pytest.approx(tuple(ends), abs=2e-3)


def test_no_limit_has_width_zero_where_the_classes_are_apart():
    table = ScoreTable.of_scores(np.arange(10.0) + 100, np.arange(15.0))
    low, high = roc_limits(table, PLACES, np.ones(5), 0.95)
    assert (low < 0.75).all()
    assert (high == 1).all()
    low, high = precision_limits(table, PLACES, 0.95)
    assert (low < 0.85).all()
    assert (high == 1).all()


def test_weights_that_are_all_alike_change_nothing(rng):
    positive, negative = rng.standard_normal(30) + 1, rng.standard_normal(40)
    plain = ScoreTable.of_scores(positive, negative)
    twice = ScoreTable.of_scores(positive, negative, np.full(30, 2.0), np.full(40, 2.0))
    for limits in (
        lambda table: roc_limits(table, PLACES, np.full(5, 0.6), 0.9),
        lambda table: precision_limits(table, PLACES, 0.9),
    ):
        np.testing.assert_allclose(limits(plain), limits(twice), rtol=1e-12)


@pytest.mark.parametrize("kind", ["roc", "pr"])
def test_bands_hold_the_population_at_five_places(rng, kind):
    shift, share, draws = np.sqrt(2) * stats.norm.ppf(0.95), 0.3, 80
    if kind == "roc":
        truth = stats.norm.sf(stats.norm.isf(PLACES) - shift)
    else:
        truth = share * PLACES / (share * PLACES + (1 - share) * stats.norm.sf(shift + stats.norm.isf(PLACES)))
    held = []
    for _ in range(draws):
        positive = rng.random(100) < share
        score = rng.standard_normal(100) + shift * positive
        band = assay.evaluate(positive, score=score, metrics="roc_auc").curves.band(kind, replicates=200, points=1001)
        low, high = (np.interp(PLACES, band.x, end) for end in (band.low, band.high))
        held.append((low <= truth) & (truth <= high))
    assert np.mean(held, axis=0).min() >= 0.9


def test_a_det_band_is_the_roc_band_on_other_axes(rng):
    evaluation = assay.evaluate(np.arange(100) < 40, score=normal_scores(rng), metrics="roc_auc")
    det = evaluation.curves.band("det", points=11)
    rate = stats.norm.cdf(det.x)
    roc = evaluation.curves.band("roc", points=100_001)
    assert stats.norm.cdf(-det.low[5]) == pytest.approx(np.interp(rate[5], roc.x, roc.high), abs=1e-3)


def normal_scores(rng):
    return rng.standard_normal(100) + (np.arange(100) < 40)


def test_the_recall_at_a_threshold_has_guarded_wilson_limits(rng):
    truth = np.arange(100) < 40
    score = rng.random(100)
    band = assay.evaluate(truth, score=score, metrics="roc_auc").curves.band("recall", points=5)
    hits = int(np.sum(score[truth] >= band.x[2]))
    share = band.y[2]
    assert share == pytest.approx(hits / 40, abs=1 / 40)
    low, high = proportion_confint(share * 40, 40, method="wilson")
    assert (band.low[2], band.high[2]) == pytest.approx((low, high), rel=1e-9)


def test_the_gain_of_few_missed_positives_has_at_least_wilsons_limits(rng):
    truth = np.arange(300) < 30
    band = assay.evaluate(truth, score=rng.standard_normal(300) + 1.8 * truth, metrics="roc_auc").curves.band("gain")
    few = (30 * (1 - band.y) < 10) & (30 * (1 - band.y) > 0.5)
    assert few.sum() > 5
    low, high = proportion_confint(30 * band.y[few], 30, method="wilson")
    assert (band.low[few] <= low + 1e-9).all()
    assert (band.high[few] >= high - 1e-9).all()
    assert band.low[band.y == 1].max() < 0.9


def test_the_gain_where_many_are_found_and_many_missed_has_percentiles_of_redrawn_cases(rng):
    truth = np.arange(300) < 100
    score = rng.standard_normal(300) + truth
    band = assay.evaluate(truth, score=score, metrics="roc_auc").curves.band("gain", points=11)
    taken = rng.integers(0, 300, (2000, 300))
    order = np.argsort(-score[taken], axis=1)
    found = np.cumsum(np.take_along_axis(truth[taken], order, axis=1), axis=1)
    drawn = found[:, np.rint(300 * band.x[1:6]).astype(int) - 1] / found[:, -1:]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    assert band.low[1:6] == pytest.approx(low, abs=0.015)
    assert band.high[1:6] == pytest.approx(high, abs=0.015)
