import math

import numpy as np
import pytest
from scipy import stats

import assay
from assay.intervals.score_resampling import measure
from assay.intervals.shaped_scores import _lowered, chance_of, shift_of
from assay.metrics.find import find
from assay.summaries.score_draws import resample
from assay.summaries.score_smoothing import smoothed
from assay.summaries.score_table import ScoreTable

KS = find("ks")
SHAPES = ["ks", "equal_error_rate", "average_precision_interpolated", "average_precision_11",
          "partial_roc_auc(max_fpr=0.1)"]  # fmt: skip


def table_of(rng, m=30, n=30, shift=0.954):
    return ScoreTable.of_scores(rng.standard_normal(m) + shift, rng.standard_normal(n))


def test_draws_from_smoothed_scores_show_the_bias_of_ks_and_draws_of_rows_do_not(rng):
    truth = 2 * stats.norm.cdf(0.954 / 2) - 1
    smooth, rows = [], []
    values = [float(measure(KS, table_of(rng))) for _ in range(600)]
    for _ in range(40):
        table = table_of(rng)
        base = smoothed(table)
        smooth.append(shift_of(KS, base, resample(base, rng, 200)).bias)
        rows.append(shift_of(KS, table, resample(table, rng, 200)).bias)
    bias = np.mean(values) - truth
    assert bias > 0.06
    assert np.mean(smooth) == pytest.approx(bias, abs=0.02)
    assert np.mean(rows) < 0.65 * bias


def test_smoothing_keeps_the_weight_of_both_classes_and_follows_ranks_alone(rng):
    positive, negative = rng.standard_normal(40) + 1, rng.standard_normal(60)
    plain = smoothed(ScoreTable.of_scores(positive, negative))
    bent = smoothed(ScoreTable.of_scores(np.exp(positive), np.exp(negative)))
    assert plain.positives.sum() == pytest.approx(40, rel=2e-3)
    assert plain.negatives.sum() == pytest.approx(60, rel=2e-3)
    np.testing.assert_allclose(plain.positives, bent.positives)


def test_scores_in_few_levels_are_not_smoothed(rng):
    levels = ScoreTable.of_scores(rng.integers(1, 6, 80).astype(float), rng.integers(0, 5, 80).astype(float))
    assert smoothed(levels) is None


def test_the_chance_of_a_distance_is_smirnovs(rng):
    table = table_of(rng, 60, 80, 0.3)
    atoms = [np.repeat(table.score, own.astype(int)) for own in (table.positives, table.negatives)]
    expected = stats.ks_2samp(*atoms)
    assert chance_of(expected.statistic, table) == pytest.approx(expected.pvalue, abs=0.03)


def test_a_distance_that_chance_explains_reaches_down_to_0(rng):
    truth = np.arange(100) < 50
    made = assay.evaluate(truth, score=rng.random(100), metrics="ks")["ks"]
    assert made.low == 0
    assert made.high > made.value
    assert made.note is not None
    assert "too high" in made.note


def test_the_low_end_knows_the_bias_that_it_would_have_there(rng):
    """The mean of KS over samples from a distance at the low end is where the low end was before its own bias."""
    m = n = 50
    for low, value in ((0.142, 0.25), (0.3, 0.4)):
        table = table_of(rng, m, n)
        chance = math.sqrt(math.pi / 2) * math.log(2) * math.sqrt(1 / m + 1 / n)
        near, far = 2 * stats.norm.ppf((1 + np.array([low, value])) / 2)
        means = np.mean([float(measure(KS, table_of(rng, m, n, near))) for _ in range(800)])
        bias = np.mean([float(measure(KS, table_of(rng, m, n, far))) for _ in range(800)]) - value
        end = _lowered(means - bias, bias, table)
        assert end == pytest.approx(low, abs=0.02)
        assert end + (chance - bias) * math.exp(-2 * end / chance) == pytest.approx(means - bias, abs=1e-6)


@pytest.mark.parametrize("metric", SHAPES)
def test_percentiles_of_rows_remain_for_whoever_asks_for_them(rng, metric):
    truth = np.arange(60) < 30
    score = rng.standard_normal(60) + truth
    default, rows = (assay.evaluate(truth, score=score, metrics=metric, method=how) for how in (None, "percentile"))
    (one,), (other,) = (list(own.values()) for own in (default, rows))
    assert one.method == "smoothed-bootstrap"
    assert other.method == "percentile"
    assert one.value == other.value
    assert (one.low, one.high) != (other.low, other.high)


def test_the_interval_of_ks_holds_the_population_where_percentiles_do_not(rng):
    truth, held = 2 * stats.norm.cdf(0.954 / 2) - 1, {None: 0, "percentile": 0}
    for _ in range(80):
        positive = np.arange(60) < 30
        score = rng.standard_normal(60) + 0.954 * positive
        for how in held:
            made = assay.evaluate(positive, score=score, metrics="ks", method=how)["ks"]
            held[how] += made.low <= truth <= made.high
    assert held[None] >= 70 > held["percentile"] + 4


def test_classes_that_are_apart_keep_room_for_cases_not_yet_seen():
    made = assay.evaluate([0] * 20 + [1] * 20, score=list(range(40)), metrics="ks")["ks"]
    assert made.value == 1
    assert made.low < 0.95
    assert math.isfinite(made.low)
