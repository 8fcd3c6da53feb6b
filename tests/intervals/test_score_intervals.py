"""Intervals and tests of scores: by published formulas, by other packages' numbers, and at the edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import assay
from assay.errors import AssayError
from assay.intervals import auc, average_precision
from assay.intervals.calibration import judge_calibration
from assay.intervals.losses import bootstrap_t
from assay.metrics import find, roc_auc
from assay.stats.auc import hanley_mcneil, newcombe_auc
from assay.summaries.score_table import ScoreTable


def sample(rng, n=120, shift=1.0):
    truth = np.arange(n) % 3 == 0
    return truth, rng.normal(size=n) + shift * truth


def table_of(truth, score):
    return ScoreTable.of_scores(score[truth], score[~truth])


def test_the_delong_variance_equals_its_definition(rng):
    truth, score = sample(rng)
    score = score.round(1)
    positive, negative = score[truth], score[~truth]
    kernel = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    placed = auc.placements(table_of(truth, score))
    assert placed.area == pytest.approx(kernel.mean())
    variance = kernel.mean(axis=1).var(ddof=1) / len(positive) + kernel.mean(axis=0).var(ddof=1) / len(negative)
    assert placed.error == pytest.approx(math.sqrt(variance), rel=1e-12)
    welch = stats.ttest_ind(kernel.mean(axis=1), kernel.mean(axis=0), equal_var=False)
    assert placed.degrees <= welch.df
    known = [own.var(ddof=1) / len(own) for own in (kernel.mean(axis=1), kernel.mean(axis=0))]
    spread = [
        own**2 * (stats.kurtosis(placements, fisher=False) / n - (n - 3) / (n * (n - 1))) / 2
        for own, placements in zip(known, (kernel.mean(axis=1), kernel.mean(axis=0)), strict=True)
        for n in [len(placements)]
    ]
    assert placed.degrees == pytest.approx(min(sum(known) ** 2 / sum(spread), welch.df), rel=1e-9)


def test_the_default_area_interval_is_logit_delong_with_student_s_t(rng):
    truth, score = sample(rng)
    placed = auc.placements(table_of(truth, score))
    area = assay.evaluate(truth, score=score)["roc_auc"]
    t = stats.t.ppf(0.975, placed.degrees)
    centre, spread = math.log(area.value / (1 - area.value)), t * placed.error / (area.value * (1 - area.value))
    assert area.low == pytest.approx(1 / (1 + math.exp(spread - centre)))
    assert area.method == "logit-delong"
    gini = assay.evaluate(truth, score=score)["gini"]
    assert (gini.low, gini.high) == pytest.approx((2 * area.low - 1, 2 * area.high - 1))


def test_a_perfect_order_gets_newcombe_s_interval():
    evaluation = assay.evaluate([1] * 8 + [0] * 12, score=[0.9] * 8 + [0.1] * 12)
    area, precision = evaluation["roc_auc"], evaluation["average_precision"]
    assert area.method == "newcombe"
    assert (area.value, area.high) == (1, 1)
    assert 0.6 < area.low < 0.95
    assert precision.value == 1
    assert precision.low < 0.8


def test_newcombe_solves_its_own_equation():
    low, high = newcombe_auc(0.9, 30, 40)
    z = stats.norm.ppf(0.975)
    for t in (low, high):
        n = 34
        variance = t * (1 - t) * (1 + n * (1 - t) / (2 - t) + n * t / (1 + t)) / 1200
        assert (0.9 - t) ** 2 == pytest.approx(z**2 * variance, abs=1e-9)


def test_hanley_and_mcneil_s_own_example():
    """Hanley & McNeil 1982, table II: area .893, 51 abnormal and 58 normal images, standard error .0320."""
    low, high = hanley_mcneil(0.893, 51, 58)
    assert (high - low) / 2 / stats.norm.ppf(0.975) == pytest.approx(0.0320, abs=0.0006)


def test_the_influence_of_average_precision_matches_leaving_cases_out(rng):
    truth, score = sample(rng, 60)
    score = score.round(1)
    table = table_of(truth, score)
    value = float(find("average_precision").function(table))
    of_positive, of_negative = average_precision.influences(table, value)
    place = np.searchsorted(table.score, score)
    moved = np.where(truth, of_positive[place], of_negative[place]) / truth.sum()
    weight = np.ones(len(score))
    numeric = []
    for index in range(len(score)):
        ends = []
        for step in (1e-5, -1e-5):
            shifted = weight.copy()
            shifted[index] += step
            ends.append(
                float(
                    find("average_precision").function(
                        ScoreTable.of_scores(score[truth], score[~truth], shifted[truth], shifted[~truth])
                    )
                )
            )
        numeric.append((ends[0] - ends[1]) / 2e-5)
    assert moved == pytest.approx(numeric, abs=1e-5)


@pytest.mark.parametrize("method", ["delong", "logit-delong", "hanley-mcneil", "newcombe", "percentile", "bca"])
def test_named_intervals_agree_where_there_are_many_cases(method):
    rng = np.random.default_rng(5)
    truth = rng.random(6000) < 0.4
    score = rng.exponential(1, 6000) * np.where(truth, 2.0, 1.0)
    usual = assay.evaluate(truth, score=score, metrics="roc_auc")["roc_auc"]
    asked = assay.evaluate(truth, score=score, metrics="roc_auc", method=method)["roc_auc"]
    assert asked.method == method
    width = usual.high - usual.low
    assert asked.low == pytest.approx(usual.low, abs=width / 5)
    assert asked.high == pytest.approx(usual.high, abs=width / 5)


def test_a_method_of_scores_does_not_fit_labels():
    with pytest.raises(AssayError, match="made for scores"):
        assay.evaluate([1, 0], [1, 0], method="delong")


@given(
    rows=st.lists(st.tuples(st.booleans(), st.integers(0, 8).map(lambda k: k / 8)), min_size=1, max_size=60),
    weighted=st.booleans(),
)
def test_every_interval_of_a_score_holds_its_value_and_stays_within_bounds(rows, weighted):
    truth, score = (np.array(part) for part in zip(*rows, strict=True))
    weight = np.arange(1, len(truth) + 1) if weighted else None
    evaluation = assay.evaluate(truth, score=score, weight=weight)
    for name, estimate in evaluation.items():
        lowest, highest = find(name).bounds
        assert lowest <= estimate.low <= estimate.high <= highest
        if estimate.defined:
            assert estimate.low <= estimate.value <= estimate.high, name
        else:
            assert estimate.note


def test_bootstrap_t_is_close_to_student_for_normal_values(rng):
    values = rng.normal(5, 1, 200)
    low, high = bootstrap_t(values, 0.95, 0)
    expected = stats.t.interval(0.95, 199, values.mean(), stats.sem(values))
    assert (low, high) == pytest.approx(expected, abs=0.03)


def test_perfect_promises_do_not_get_an_interval_of_width_zero():
    evaluation = assay.evaluate([1] * 20 + [0] * 20, score=[1.0] * 20 + [0.0] * 20)
    for name in ("log_loss", "brier"):
        assert evaluation[name].value == pytest.approx(0, abs=1e-12)
        assert evaluation[name].high > 0.05
    assert not any(note.code == "clipped" for note in evaluation.notes)
    wrong = assay.evaluate([1] * 20 + [0] * 20, score=[1.0] * 19 + [0.0] + [0.0] * 18 + [1.0] * 2)
    (note,) = [note for note in wrong.notes if note.code == "clipped"]
    assert "3 cases" in note.message


def test_a_calibrated_model_is_not_distinguishable_from_calibrated():
    rng = np.random.default_rng(2)
    for n in (2000, 30_000):
        score = rng.beta(2, 2, n)
        truth = rng.random(n) < score
        found = judge_calibration(table_of(truth, score), 0.95, 0)
        assert found.p_value > 0.02
        assert found.low == 0
        off = rng.random(n) < 1 / (1 + np.exp(-0.4 * np.log(score / (1 - score))))
        wrong = judge_calibration(table_of(off, score), 0.95, 0)
        assert wrong.p_value < 0.01
        assert wrong.low > 0
        assert 0.05 < wrong.value < 0.15
        wide = judge_calibration(table_of(off, score), 0.95, 0, conservative=True)
        assert wide.high - wide.low > wrong.high - wrong.low


def test_the_band_holds_the_curve_and_narrows_with_more_cases():
    rng = np.random.default_rng(0)
    widths = []
    for n in (200, 20_000):
        truth = rng.random(n) < 0.3
        evaluation = assay.evaluate(truth, score=rng.normal(size=n) + truth)
        band = evaluation.curves.band()
        assert (band.low <= band.y).all()
        assert (band.y <= band.high).all()
        assert (band.x[0], band.x[-1]) == (0, 1)
        widths.append(float(np.mean(band.high - band.low)))
    assert widths[1] < widths[0] / 4


def test_one_class_leaves_ranks_undefined_and_losses_defined():
    evaluation = assay.evaluate([1, 1, 1], score=[0.2, 0.5, 0.9])
    for name in ("roc_auc", "ks", "equal_error_rate", "gini"):
        assert math.isnan(evaluation[name].value)
        assert evaluation[name].note
    assert evaluation["brier"].value == pytest.approx(np.mean([0.64, 0.25, 0.01]))
    assert len(evaluation.curves) == 0
    assert roc_auc(ScoreTable.of_scores(np.array([0.5]), np.array([]))) != 0
