"""Thresholds that were chosen on the cases carry intervals that hold the choice."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import assay

RNG = np.random.default_rng(11)
TRUTH = (np.arange(240) < 120).astype(int)
SCORE = stats.norm.cdf(RNG.normal(size=240) + 1.1 * TRUTH - 0.5)


def bootstrap(measure, count: int = 2000) -> tuple[float, float]:
    rng = np.random.default_rng(0)
    draws = []
    for _ in range(count):
        rows = rng.integers(0, 240, 240)
        draws.append(measure(TRUTH[rows], SCORE[rows]))
    low, high = np.percentile(draws, [2.5, 97.5])
    return float(low), float(high)


def recall_at(truth: np.ndarray, score: np.ndarray, specificity: float = 0.9) -> float:
    negatives = np.sort(score[truth == 0])
    best = 0.0
    for cut in np.unique(score):
        if np.mean(negatives < cut) >= specificity - 1e-12:
            best = max(best, float(np.mean(score[truth == 1] >= cut)))
    return best


def test_recall_at_a_specificity_holds_the_choice() -> None:
    name = "recall_at_specificity(specificity=0.9)"
    found = assay.evaluate(TRUTH, score=SCORE, metrics=name)[name]
    assert found.value == pytest.approx(recall_at(TRUTH, SCORE))
    low, high = bootstrap(recall_at, 400)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.05)
    given = assay.stats.wilson(round(found.value * 120), 120)
    assert found.high - found.low > given.high - given.low


def test_points_hold_the_choice_and_never_less_than_a_given_threshold() -> None:
    thresholds = assay.evaluate(TRUTH, score=SCORE).thresholds
    point = thresholds.at_specificity(0.9)
    given = thresholds.at(point.threshold)
    assert point["recall"].value == given["recall"].value
    assert point["recall"].low < given["recall"].low
    assert point["recall"].high > given["recall"].high
    assert point["recall"].method == "threshold chosen again"
    rules = (
        thresholds.best("f1"),
        thresholds.youden(),
        thresholds.least_cost(1, 5),
        thresholds.precision_at_recall(0.8),
    )
    for made in rules:
        for name in ("recall", "precision", "f1"):
            assert made[name].low <= thresholds.at(made.threshold)[name].low + 1e-12
            assert made[name].low <= made[name].value <= made[name].high


def test_the_decision_curve_is_that_of_vickers() -> None:
    found = assay.evaluate(TRUTH, score=SCORE)
    curve = found.curves["decision"]
    for place in (9, 29, 49, 79):
        at = curve.x[place]
        called = at <= SCORE
        expected = np.mean(called & (TRUTH == 1)) - np.mean(called & (TRUTH == 0)) * at / (1 - at)
        assert curve.y[place] == pytest.approx(expected)
    band = found.curves.band("decision")
    assert np.all(band.low <= band.y)
    assert np.all(band.high >= band.y)
    assert found.plot("decision").to_dict()


def test_costs_may_be_written_in_capitals(tmp_path) -> None:
    import polars as pl
    from click.testing import CliRunner

    from assay.cli.main import commands

    path = tmp_path / "cases.csv"
    pl.DataFrame({"y": TRUTH, "s": SCORE}).write_csv(path)
    told = CliRunner().invoke(commands, f"evaluate {path} --truth y --score s --cost FP=1,FN=20".split())
    assert told.exit_code == 0, told.output
    assert "Expected cost" in told.output
