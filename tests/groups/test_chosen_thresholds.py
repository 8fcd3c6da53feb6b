"""Thresholds that were chosen on the cases carry intervals that hold the choice."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from scipy import stats

import assay
from assay.cli.main import commands
from assay.reports.pages.live import live_data

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
    path = tmp_path / "cases.csv"
    pl.DataFrame({"y": TRUTH, "s": SCORE}).write_csv(path)
    told = CliRunner().invoke(commands, f"evaluate {path} --truth y --score s --cost FP=1,FN=20".split())
    assert told.exit_code == 0, told.output
    assert "Expected cost" in told.output


def test_costs_may_be_written_in_capitals_in_python_too() -> None:
    costs = {"FP": 1, "FN": 20}
    found = assay.evaluate(TRUTH, score=SCORE, costs=costs)
    assert found["expected_cost"] == assay.evaluate(TRUTH, score=SCORE, costs={"fp": 1, "fn": 20})["expected_cost"]
    with pytest.raises(assay.AssayError, match="prices 'fp' twice"):
        assay.evaluate(TRUTH, score=SCORE, costs={"FP": 1, "fp": 2})


@pytest.mark.parametrize(("words", "told"), [("--cost fp=1,FP=2", "'fp' stands there twice"),
                                             ("--by y=1 --by y=2", "'y' stands there twice")])  # fmt: skip
def test_what_stands_twice_on_the_command_line_is_refused(words, told, tmp_path) -> None:
    path = tmp_path / "cases.csv"
    pl.DataFrame({"y": TRUTH, "s": SCORE}).write_csv(path)
    refused = CliRunner().invoke(commands, f"evaluate {path} --truth y --score s {words}".split())
    assert refused.exit_code == 2
    assert told in refused.output


def test_net_benefit_at_a_threshold_is_the_decision_curve_there() -> None:
    for at in (0.05, 0.2, 0.5, 0.9):
        found = assay.evaluate(TRUTH, score=SCORE, metrics=f"net_benefit(threshold={at})")["net_benefit"]
        called = at <= SCORE
        expected = np.mean(called & (TRUTH == 1)) - np.mean(called & (TRUTH == 0)) * at / (1 - at)
        assert found.value == pytest.approx(expected)
        worth = np.where(called, np.where(TRUTH == 1, 1.0, -at / (1 - at)), 0.0)
        half = 1.96 * worth.std(ddof=1) / np.sqrt(len(worth))
        assert found.high - found.low == pytest.approx(2 * half, rel=0.08)


def test_net_benefit_by_groups_is_the_mean_of_a_clustered_sample() -> None:
    group, at = np.arange(240) // 4, 0.2
    found = assay.evaluate(TRUTH, score=SCORE, metrics=f"net_benefit(threshold={at})", group=group)["net_benefit"]
    worth = np.where(at <= SCORE, np.where(TRUTH == 1, 1.0, -at / (1 - at)), 0.0)
    means = worth.reshape(60, 4).mean(axis=1)
    interval = stats.ttest_1samp(means, 0).confidence_interval()
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=2e-3)


@pytest.mark.parametrize("at", ["1", "-0.1", "2"])
def test_net_benefit_needs_a_threshold_below_1(at) -> None:
    with pytest.raises(assay.AssayError, match="A number from 0 to below 1"):
        assay.evaluate(TRUTH, score=SCORE, metrics=f"net_benefit(threshold={at})")


def test_net_benefit_of_scores_that_are_no_probabilities_is_undefined() -> None:
    found = assay.evaluate(TRUTH, score=SCORE * 9, metrics="net_benefit(threshold=0.2)")["net_benefit"]
    assert np.isnan(found.value)
    assert "no probabilities" in found.note


def test_the_table_of_thresholds_shows_intervals_that_hold_the_choice() -> None:
    found = assay.evaluate(TRUTH, score=SCORE)
    point = found.operating_points[0]["recall"]
    low, high = (f"{end:.2f}".removeprefix("0") for end in (point.low, point.high))
    for text in (str(found), found.to_markdown().replace("\\", "")):
        row = next(line for line in text.splitlines() if "best F1" in line)
        assert f"{point.value:.2f} ({low}-{high})" in row
        assert "hold the choice too" in text.replace("\n", " ")
    assert all(line.count("(") == line.count(")") for line in str(found).splitlines() if "best " in line)


def test_every_metric_at_a_threshold_and_on_the_page_knows_the_groups() -> None:
    group = np.arange(240) // 4
    found = assay.evaluate(TRUTH, score=SCORE, group=group, metrics="all")
    point = found.thresholds.at(0.5)
    for name in ("accuracy", "recall", "mcc", "f1", "predicted_positive_rate"):
        assert (point[name].low, point[name].high) == pytest.approx((found[name].low, found[name].high)), name
    live = live_data(found)
    assert all(metric["share"] is None for metric in live["metrics"])
    assert {"accuracy", "recall"} <= set(live["limits"])
    assert any(metric["share"] for metric in live_data(assay.evaluate(TRUTH, score=SCORE))["metrics"])
