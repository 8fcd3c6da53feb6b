"""evaluate on numbers: what is inferred, what is refused, and what every result says."""

from __future__ import annotations

import json
import math
import pickle
import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay
from assay import evaluate
from assay.errors import AssayError

RNG = np.random.default_rng(11)
TRUTH = RNG.normal(50, 10, 200)
PREDICTION = TRUTH + RNG.normal(0, 2, 200)


def notes(evaluation):
    return {note.code: note.message for note in evaluation.notes}


def test_fractions_are_a_regression_and_the_reason_is_kept():
    ev = evaluate([1.5, 2.0, 3.0], [1.0, 2.0, 3.0])
    assert ev.task == "regression"
    assert ev.reason == "`truth` holds numbers such as 1.5"
    assert evaluate(range(101), range(101)).reason == "`truth` holds 101 different whole numbers"
    assert evaluate(range(100), range(100)).task == "multiclass"
    assert evaluate([1, 2, 3], [1.5, 2, 3], task="regression").reason == "task= says so"
    assert evaluate([1, 2, 3], lower=[0, 1, 2], upper=[2, 3, 4]).reason == "ranges were predicted"


def test_whole_numbers_with_fractional_answers_ask_for_the_task():
    with pytest.raises(AssayError, match="task='regression'"):
        evaluate([3, 5, 9], [3.2, 4.8, 9.1])


@pytest.mark.parametrize(
    "kind", [list, np.array, pd.Series, pl.Series, lambda values: np.array(values, dtype="float32")]
)
def test_every_kind_of_column_gives_the_same(kind):
    values = [1.5, 2.25, 3.0, 8.5], [1.0, 2.0, 3.5, 8.0]
    ours = evaluate(*(kind(part) for part in values))
    assert ours["mae"].value == 0.4375


def test_small_integers_do_not_overflow():
    truth, prediction = np.array([100, -100, 90], dtype=np.int8), np.array([-100, 100, 91], dtype=np.int8)
    ev = evaluate(truth, prediction, task="regression")
    assert ev["mae"].value == pytest.approx(401 / 3)
    assert ev["mse"].value == pytest.approx(80001 / 3)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e-80, 1e80, 1e160, 1e300])
def test_huge_and_tiny_numbers_keep_their_digits(size):
    near, far = evaluate(TRUTH, PREDICTION), evaluate(TRUTH * size, PREDICTION * size)
    for name in ("r2", "pearson", "mape", "nmae", "rae", "spearman"):
        assert far[name].value == pytest.approx(near[name].value, rel=1e-9), name
        assert far[name].high == pytest.approx(near[name].high, rel=1e-9), name
    for name in ("mae", "rmse", "error_sd", "median_absolute_error", "max_error", "mad"):
        assert far[name].value / size == pytest.approx(near[name].value, rel=1e-9), name
        assert far[name].low / size == pytest.approx(near[name].low, rel=1e-9), name
    assert far.baselines["mean"]["mae"].value / size == pytest.approx(near.baselines["mean"]["mae"].value)
    assert "mae" in far.to_json()


def test_zeros_make_mape_undefined_with_what_to_use_instead():
    ev = evaluate([0.0, 0.0, 1.5, 2.5], [1.0, 0.5, 1.5, 2.0])
    for name in ("mape", "mpe"):
        assert math.isnan(ev[name].value)
        assert "the truth is 0 in 2 cases" in ev[name].note
        assert "nmae" in ev[name].note
    assert ev["nmae"].value == 0.5
    assert "2 cases" in notes(ev)["undefined"]


def test_truths_near_zero_get_a_mape_without_interval():
    truth = np.append(TRUTH, 1e-9)
    ev = evaluate(truth, np.append(PREDICTION, 0.1), metrics="mape")
    assert ev["mape"].high == math.inf
    assert "below 1% of the typical size" in ev["mape"].note
    assert "nmae" in notes(ev)["no-interval"]


def test_a_constant_truth_makes_explained_variance_undefined():
    ev = evaluate([0.1] * 7, [0.1, 0.2, 0.3, 0.1, 0.1, 0.15, 0.4])
    for name in ("r2", "rse", "rae", "explained_variance", "pearson", "spearman", "kendall"):
        assert math.isnan(ev[name].value), name
        assert ev[name].note, name
    assert ev["mae"].defined
    assert ev["sst"].value == 0


def test_a_constant_prediction_has_no_correlation_but_an_r2():
    ev = evaluate([1.1, 2.0, 3.0, 4.7], [0.1, 0.1, 0.1, 0.1])
    for name in ("pearson", "pearson_squared", "spearman", "kendall"):
        assert math.isnan(ev[name].value), name
    assert ev["r2"].value < 0
    assert ev["concordance"].value == 0


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_cases_are_judged_and_said_to_be_few(n):
    ev = evaluate(TRUTH[:n], PREDICTION[:n])
    assert notes(ev)["few-cases"].startswith(f"{n} case")
    for name, estimate in ev.items():
        assert not estimate.defined or estimate.low <= estimate.value <= estimate.high, name
    if n == 1:
        assert ev["mae"].note == "one case gives no interval"
        assert math.isnan(ev["r2"].value)
    assert str(ev)


def test_perfect_predictions_do_not_claim_certainty():
    ev = evaluate(TRUTH, TRUTH)
    assert ev["mae"].value == ev["rmse"].value == 0
    assert ev["mae"].high == math.inf
    assert ev["r2"].value == 1
    assert "do not say" in ev["rmse"].note
    assert "0" in str(ev)


TWO = np.ones((3, 2)) / 3
BAD = {
    "text": (lambda: evaluate([1.5, 2.5], ["a", "b"]), "'a' in row 0"),
    "text truth": (lambda: evaluate(["a", "b"], [1.5, 2.5], task="regression"), "`truth` holds 'a'"),
    "lengths": (lambda: evaluate([1.5, 2.5], [1.0]), "has 2 rows but `prediction` has 1"),
    "nan": (lambda: evaluate([1.5, math.nan], [1.0, 2.0]), "1 missing value"),
    "nan predicted": (lambda: evaluate([1.5, 2.5], [1.0, None]), "`prediction` has 1 missing value"),
    "infinite": (lambda: evaluate([1.5, 2.5], [1.0, math.inf]), "`prediction` has 1 infinite value"),
    "infinite truth": (lambda: evaluate([1.5, -math.inf], [1.0, 2.0]), "`truth` has 1 infinite value"),
    "widths": (lambda: evaluate(np.ones((3, 2)) / 3, np.ones((3, 4))), "has 2 columns but `prediction` has 4 columns"),
    "one against two": (lambda: evaluate(np.ones((3, 2)) / 3, np.ones(3)), "has 1 column"),
    "half a range": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], lower=[0.0, 1.0]), "`upper` was not"),
    "crossed": (lambda: evaluate([1.5, 2.5], lower=[0, 9], upper=[2, 3]), "`lower` lies above `upper` in 1 case"),
    "ranges of labels": (lambda: evaluate([1, 0], [1, 0], lower=[0, 0], upper=[1, 1], task="binary"), "Ranges belong"),
    "scores": (lambda: evaluate([1.5, 2.5], score=[0.1, 0.2]), "prediction="),
    "scores and ranges": (lambda: evaluate([1, 0], score=[0.1, 0.2], lower=[0, 0]), "lower= has no meaning for scores"),
    "positive": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], positive=1), "positive= has no meaning for a regression"),
    "costs": (
        lambda: evaluate([1.5, 2.5], [1.0, 2.0], costs={"fp": 1, "fn": 2}),
        "costs= has no meaning for a regression",
    ),
    "label metric": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], metrics="recall"), "not defined for a regression"),
    "amount metric": (lambda: evaluate([1, 0], [1, 0], metrics="mae"), "'mae' is not defined for a binary task"),
    "amount metric of scores": (lambda: evaluate([1, 0], score=[0.5, 0.1], metrics="mae"), "'mae' is not defined"),
    "parameter": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], metrics="huber"), "huber(delta=...)"),
    "bad delta": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], metrics="huber(delta=-1)"), "A number above 0"),
    "bad quantile": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], metrics="pinball(quantile=2)"), "between 0 and 1"),
    "method": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], method="wilson"), "for regression there are bootstrap-t"),
    "nothing predicted": (lambda: evaluate([1.5, 2.5], task="regression"), "`prediction` was not"),
    "zero weights": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], weight=[0, 0]), "All weights"),
    "bad loss": (lambda: evaluate([1.5, 2.5], [1.0, 2.0], metrics=lambda y, f: "high"), "cannot be used"),
    "names": (
        lambda: evaluate(np.ones((3, 2)) / 3, np.ones((3, 2)), task="regression", labels=["a"]),
        "names 1 outputs",
    ),
}


@pytest.mark.parametrize(("call", "message"), BAD.values(), ids=BAD.keys())
def test_bad_numbers_get_a_clear_message(call, message):
    with pytest.raises(AssayError) as caught:
        call()
    assert message in str(caught.value)


def test_gaps_are_dropped_on_request_and_counted():
    ev = evaluate([1.5, math.nan, 2.5], [1.0, 2.0, 2.5], missing="drop")
    assert ev.n == 2
    assert notes(ev)["missing-dropped"].startswith("1 case was left out")


def test_ranges_are_judged_for_coverage_and_width():
    ev = evaluate(TRUTH, PREDICTION, lower=PREDICTION - 2, upper=PREDICTION + 2, coverage=0.95)
    held = np.abs(TRUTH - PREDICTION) <= 2
    assert ev["interval_coverage"].value == held.mean()
    assert ev["interval_width"].value == pytest.approx(4)
    assert ev["interval_below"].value + ev["interval_above"].value == pytest.approx(1 - held.mean())
    low, high = TRUTH - PREDICTION + 2, TRUTH - PREDICTION - 2
    assert ev["pinball_lower"].value == pytest.approx(np.mean(np.maximum(0.025 * low, -0.975 * low)))
    assert ev["pinball_upper"].value == pytest.approx(np.mean(np.maximum(0.975 * high, -0.025 * high)))
    assert "promise to hold 0.95 of the cases" in notes(ev)["ranges"]
    assert "fewer" in notes(ev)["ranges"]
    assert ev["interval_score"].value == pytest.approx(40 * (ev["pinball_lower"].value + ev["pinball_upper"].value))
    score = evaluate(TRUTH, lower=PREDICTION - 2, upper=PREDICTION + 2, metrics="interval_score(coverage=0.95)")
    expected = 40 * (ev["pinball_lower"].value + ev["pinball_upper"].value)
    assert score["interval_score(coverage=0.95)"].value == pytest.approx(expected)


def test_ranges_alone_leave_out_what_needs_predictions():
    ev = evaluate(TRUTH, lower=PREDICTION - 2, upper=PREDICTION + 2)
    assert "mae" not in ev
    assert ev["interval_coverage"].defined
    asked = evaluate(TRUTH, lower=PREDICTION - 2, upper=PREDICTION + 2, metrics=["mae", "interval_width"])
    assert "only ranges were predicted" in asked["mae"].note
    assert (
        "lower= and upper= were not given"
        in evaluate(TRUTH, PREDICTION, metrics="interval_width")["interval_width"].note
    )
    assert not list(ev.curves)


def test_a_loss_of_ones_own_gets_an_interval():
    def late(truth, prediction):
        """Cost of being late."""
        return np.where(truth > prediction, 3 * (truth - prediction), 0.0)

    ev = evaluate(TRUTH, PREDICTION, metrics=[late, "mae"])
    assert ev["late"].value == pytest.approx(np.mean(late(TRUTH, PREDICTION)))
    assert ev["late"].low < ev["late"].value < ev["late"].high
    assert "late" in str(ev)
    one_by_one = evaluate(TRUTH, PREDICTION, metrics=lambda y, f: max(0.0, 3 * (y - f)))
    assert one_by_one["loss"].value == pytest.approx(ev["late"].value)


def test_a_loss_of_ones_own_works_on_labels_too():
    ev = evaluate(["a", "b", "a", "b"], ["a", "a", "a", "b"], positive="b", metrics=lambda y, f: 4.0 * (y != f))
    assert ev["loss"].value == 1.0
    assert 0 <= ev["loss"].low < 1 < ev["loss"].high <= 4


def test_several_outputs_are_judged_each_together_and_on_average():
    truth = pd.DataFrame({"height": TRUTH, "width": TRUTH / 10})
    answers = pd.DataFrame({"width": PREDICTION / 10 + 0.1, "height": PREDICTION})
    ev = evaluate(truth, answers)
    assert list(ev.per_class) == ["height", "width"]
    assert ev.per_class["height"]["mae"].value == pytest.approx(np.mean(np.abs(TRUTH - PREDICTION)))
    assert ev["rmse_macro"].low < ev["rmse_macro"].value < ev["rmse_macro"].high
    assert "width" in str(ev)
    named = evaluate(
        ["a", "b"], ["c", "d"], data=pl.DataFrame({"a": TRUTH, "b": TRUTH, "c": TRUTH + 1, "d": TRUTH + 2})
    )
    assert {name: own["mae"].value for name, own in named.per_class.items()} == pytest.approx({"a": 1, "b": 2})


def test_baselines_are_the_mean_and_the_median_model():
    ev = evaluate(TRUTH, PREDICTION)
    for name, answer in (("mean", TRUTH.mean()), ("median", np.median(TRUTH))):
        alone = evaluate(TRUTH, np.full_like(TRUTH, answer))
        for metric in ("mae", "mse", "rmse", "r2"):
            assert ev.baselines[name][metric].value == pytest.approx(alone[metric].value, abs=1e-12), (name, metric)


def test_the_tail_alarm_fires_and_advises_the_mae():
    heavy = evaluate(TRUTH, TRUTH + np.random.default_rng(0).standard_t(1.5, 200))
    assert "Report the MAE" in notes(heavy)["tail-alarm"]
    assert "tail-alarm" not in notes(evaluate(TRUTH, TRUTH + np.random.default_rng(0).uniform(-1, 1, 200)))


def test_notes_say_what_a_statistician_would():
    assert "worse-than-mean" in notes(evaluate(TRUTH, -PREDICTION))
    assert "too low" in notes(evaluate(TRUTH, PREDICTION - 5))["biased"]
    assert "forgives" in notes(evaluate(TRUTH, 3 * PREDICTION))["correlation-above-r2"]
    assert "biased" not in notes(evaluate(TRUTH, PREDICTION))


def test_errors_are_asked_both_ways():
    ev = evaluate(TRUTH, PREDICTION)
    size = np.abs(TRUTH - PREDICTION)
    below = ev.errors.below(0.95)
    assert below.value == np.sort(size)[189]
    assert ev.errors.share_below(below.value).value == 0.95
    assert below.low < below.value < below.high
    assert ev.errors.area_over == pytest.approx(size.mean())
    with pytest.raises(AssayError):
        ev.errors.below(1.5)
    with pytest.raises(AssayError):
        ev.errors.share_below(math.nan)


def test_documents_carry_curves_and_baselines():
    ev = evaluate(TRUTH, PREDICTION)
    document = json.loads(ev.to_json())
    assert document["task"] == "regression"
    assert set(document["curves"]) == {"error_cdf", "error_histogram", "residuals", "predicted"}
    assert document["baselines"]["mean"]["r2"]["value"] == pytest.approx(0, abs=1e-12)
    assert document["metrics"]["max_error"]["high"] is None
    assert document["metrics"]["max_error"]["note"]
    assert all(len(curve["x"]) <= 1000 for curve in document["curves"].values())
    assert "RMSE" in ev.to_markdown()
    assert ev.to_frame().height == len(ev)


def test_numbers_are_shown_with_digits_that_fit_their_unit():
    for factor, shown in ((1e4, "15,4"), (1e-3, "0.00154"), (1e-8, "e-08")):
        ev = evaluate(TRUTH * factor, PREDICTION * factor, metrics="mae")
        assert shown in str(ev), str(ev)


def test_a_seed_gives_the_same_numbers_and_row_order_does_not_matter():
    first, second = evaluate(TRUTH, PREDICTION), evaluate(TRUTH, PREDICTION)
    assert first.to_json() == second.to_json()
    order = np.random.default_rng(5).permutation(200)
    shuffled = evaluate(TRUTH[order], PREDICTION[order])
    for name, estimate in first.items():
        assert shuffled[name].value == pytest.approx(estimate.value, rel=1e-12), name


def test_public_metrics_can_be_called_directly():
    cases = assay.metrics.Residuals.of([1, 2, 3], [1, 2, 6])
    assert assay.metrics.mae(assay.metrics.ResidualMeans.of(cases)) == 1
    assert assay.metrics.spearman(cases) == 1


def test_outputs_biased_in_opposite_ways_keep_their_spread():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(200, 2)) * 5
    error = rng.normal(size=(200, 2)) + np.array([10, -10])
    found = evaluate(truth, truth - error, method="log-t")["mse"]
    per_case = (error**2).mean(axis=1)
    assert found.high - found.low == pytest.approx(2 * 1.972 * per_case.std(ddof=1) / math.sqrt(200), rel=0.02)
    assert evaluate(truth, truth - error)["rss"].value == pytest.approx(np.sum(error**2))
    assert evaluate(truth, truth - error)["median_error"].high == math.inf


@pytest.mark.parametrize("size", [1e-20, 1e-50, 1e30])
def test_intervals_do_not_depend_on_the_unit(size):
    near, far = evaluate(TRUTH, PREDICTION), evaluate(TRUTH * size, PREDICTION * size)
    for name in ("rmse", "error_sd", "mae", "mse", "r2", "pearson", "concordance"):
        unit = size ** assay.metrics.find(name).unit
        assert far[name].low / unit == pytest.approx(near[name].low, rel=1e-6), name
        assert far[name].high / unit == pytest.approx(near[name].high, rel=1e-6), name


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [
        ([10.1, 12.7], [9.3, 13.9]),
        ([1.1, 2.3], [2.0, 3.7]),
        (TRUTH, 3 * TRUTH),
        ([1.5, 2, 3, 4] * 20, [1.5, 2, 3, 4] * 20),
    ],
    ids=["two cases", "two others", "exact line", "perfect"],
)
@pytest.mark.parametrize("method", [None, "percentile", "bca"])
def test_rounding_is_not_taken_for_precision(truth, prediction, method):
    found = evaluate(truth, prediction, method=method)
    assert (found["pearson"].low, found["pearson"].high) == (-1, 1)
    assert found["pearson"].method == "none"


def test_cases_of_weight_zero_count_for_nothing():
    weight = np.append(np.ones(200), [0, 0])
    truth, prediction = np.append(TRUTH, [0.0, 5.0]), np.append(PREDICTION, [3.0, 1e6])
    ours, plain = evaluate(truth, prediction, weight=weight), evaluate(TRUTH, PREDICTION, weight=np.ones(200))
    assert ours.n == 200
    for name, estimate in plain.items():
        assert ours[name].value == pytest.approx(estimate.value), name
    assert "2 cases have weight 0" in notes(ours)["weightless"]


def test_one_case_with_nearly_all_the_weight_gives_no_interval():
    weight = np.ones(200)
    weight[0] = 1e6
    found = evaluate(TRUTH, PREDICTION, weight=weight)["mae"]
    assert found.high == math.inf
    assert "nearly all the weight" in found.note


def test_results_can_be_stored_and_sent():
    for ev in (
        evaluate(np.stack([TRUTH, TRUTH], 1), np.stack([PREDICTION, TRUTH + 1], 1)),
        evaluate(TRUTH, PREDICTION),
    ):
        again = pickle.loads(pickle.dumps(ev))  # noqa: S301 written here a moment ago
        assert again.to_json() == ev.to_json()


def test_a_loss_does_not_take_a_metrics_name():
    def mae(truth, prediction):
        return 100 * (truth - prediction) ** 2

    ev = evaluate(TRUTH, PREDICTION, metrics=[mae, "mae"])
    assert ev["my_mae"].value == pytest.approx(100 * np.mean((TRUTH - PREDICTION) ** 2))
    assert ev["mae"].value == pytest.approx(np.mean(np.abs(TRUTH - PREDICTION)))


def test_methods_that_were_not_used_are_named():
    ev = evaluate(TRUTH, PREDICTION, weight=np.arange(200) + 1.0, method="bootstrap-t", metrics="mae")
    assert "bootstrap-t does not fit mean absolute error" in notes(ev)["method-not-applied"]


def test_money_is_an_amount():
    from decimal import Decimal

    assert evaluate([Decimal("1.50"), Decimal("2.25")], [Decimal("1.00"), Decimal("2.25")])["mae"].value == 0.25
    frame = pl.LazyFrame({"y": [Decimal("1.50"), Decimal("2.25")], "p": [1.0, 2.25]})
    assert evaluate("y", "p", data=frame)["mae"].value == 0.25


MORE_BAD = {
    "too large": lambda: evaluate([10**400, 1.5], [1.0, 2.0]),
    "too large by task": lambda: evaluate([10**400, 1], [1.0, 2.0], task="regression"),
    "no columns": lambda: evaluate(np.empty((3, 0)), np.empty((3, 0)), task="regression"),
    "dominance of a number": lambda: evaluate(TRUTH, PREDICTION).errors.dominance(3),
    "one name": lambda: evaluate(TRUTH, PREDICTION).errors.dominance(evaluate(TRUTH, TRUTH + 1), names=("a",)),
    "another task": lambda: evaluate([1.5, 2.5], [1.0, 2.0], task="detection"),
    "labels of numbers": lambda: evaluate([1.5, 2.5], [1.0, 2.0], labels=["out"]),
}


@pytest.mark.parametrize("call", MORE_BAD.values(), ids=MORE_BAD.keys())
def test_more_bad_numbers_are_refused_in_words(call):
    with pytest.raises(AssayError) as caught:
        call()
    assert "score=" not in str(caught.value)


def test_a_huge_delta_is_half_the_squared_error():
    name = "huber(delta=1e+300)"
    found = evaluate(TRUTH, PREDICTION, metrics=name)
    assert next(iter(found.values())).value == pytest.approx(np.mean((TRUTH - PREDICTION) ** 2) / 2)


def test_wide_tables_of_outputs_keep_their_names():
    big = evaluate(np.stack([TRUTH, TRUTH / 1e7], 1) * 254321, np.stack([PREDICTION, PREDICTION / 1e7], 1) * 254321)
    lines = str(big).splitlines()
    assert any(line.startswith("output ") for line in lines)
    assert max(map(len, lines)) <= 80


def test_a_stored_regression_prints_what_it_printed():
    rng = np.random.default_rng(3)
    truth = rng.normal(size=300)
    result = assay.evaluate(truth, truth + rng.normal(size=300))
    stored = pickle.loads(pickle.dumps(result))  # noqa: S301 written here a moment ago
    assert str(stored) == str(result)
    again = pickle.loads(pickle.dumps(stored))  # noqa: S301
    assert str(again) == str(result)
    assert stored.errors.below(0.95) == result.errors.below(0.95)


def test_results_do_not_hold_what_their_intervals_were_drawn_from():
    evaluate(TRUTH, PREDICTION)
    tracemalloc.start()
    held = [evaluate(TRUTH, PREDICTION) for _ in range(10)]
    size = tracemalloc.get_traced_memory()[0] / len(held)
    tracemalloc.stop()
    assert size < 100_000  # replicates of the means are 3 MB


def test_predictions_that_dwarf_the_truth_by_eighty_orders_are_judged(rng, recwarn):
    judged = assay.evaluate(rng.normal(0, 1e-154, 8), rng.normal(0, 1e-77, 8), task="regression")
    assert judged["rmse"].low < judged["rmse"].value < judged["rmse"].high
    assert judged["r2"].value < -1e100
    assert not recwarn


def test_numbers_at_the_edge_of_floats_are_judged_over_groups_without_a_warning():
    truth, prediction = [5e-324, 1.0, -1e308, 1.0, 1e308], [0.0, 1e308, 1.0, 1e308, -1e308]
    evaluation = assay.evaluate(truth, prediction, group=[0, 1, 0, 1, 0])
    assert evaluation["mae"].value == pytest.approx(1e308)
