"""Numbers that the source documents print, with the right ones where they err (row numbers as in WORKED_EXAMPLES)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtri

import assay
from assay.curves.roc_of_labels import roc_points
from assay.results.estimate import Estimate
from assay.stats import proportion_limits


def judge(tp, fn, fp, tn, **options):
    return assay.evaluate(counts={"tp": tp, "fn": fn, "fp": fp, "tn": tn}, **options)


def values(evaluation, *names):
    return [evaluation[name].value for name in names]


def test_row_3_upper_tail_quantiles_of_the_normal():
    tails = np.array([0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4])
    ours = [proportion_limits.normal_quantile(1 - 2 * tail) for tail in tails]
    assert ours == pytest.approx([3.0902, 2.5758, 2.3263, 1.6449, 1.2816, 0.8416, 0.2533], abs=5e-5)
    assert ours == pytest.approx(-ndtri(tails), abs=1e-12)


@pytest.mark.parametrize(("n", "x", "low", "high"), [(1000, 750, 0.7321, 0.7671), (100, 75, 0.6908, 0.8012)])
def test_rows_4_and_5_wilson_at_80_percent_without_the_misprint(n, x, low, high):
    assert assay.stats.wilson(x, n, level=0.8) == pytest.approx((low, high), abs=5e-5)


def test_row_6_wald_and_wilson_at_95_percent():
    assert assay.stats.wald(750, 1000) == pytest.approx((0.7232, 0.7768), abs=5e-5)
    assert assay.stats.wilson(750, 1000) == pytest.approx((0.7222, 0.7758), abs=5e-5)


def test_row_7_mean_of_four_runs_with_a_t_interval():
    mean = assay.stats.mean_t([0.8, 0.6, 0.7, 0.8])
    assert (mean.value, mean.low, mean.high) == pytest.approx((0.725, 0.5727, 0.8773), abs=5e-5)
    assert "folds" in mean.note


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (0.891, 0.017, "89.1% (87.4%, 90.8%)"),
        (0.795, 0.022, "79.5% (77.3%, 81.7%)"),
        (0.952, 0.016, "95.2% (93.6%, 96.8%)"),
    ],
)
def test_row_8_both_ways_of_writing_an_interval(value, half, text):
    estimate = Estimate(value, value - half, value + half, 0.95, "t", 10)
    assert estimate.text("percent") == text
    assert estimate.text("plus-minus") == f"{100 * value:.1f}% ± {100 * half:.1f}%"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ((63, 37, 28, 72), (0.63, 0.28, 0.675)),
        ((77, 23, 77, 23), (0.77, 0.77, 0.50)),
        ((24, 76, 88, 12), (0.24, 0.88, 0.18)),
    ],
)
def test_rows_15_to_17_three_classifiers(cells, expected):
    assert values(judge(*cells), "tpr", "fpr", "accuracy") == pytest.approx(expected)


def test_row_18_inverting_every_answer_reflects_the_point_in_the_centre():
    point = roc_points({"C": {"tp": 24, "fn": 76, "fp": 88, "tn": 12}})["C"]
    assert point.worse_than_guessing
    mirrored = point.reflected
    assert (mirrored.true_positive_rate, mirrored.false_positive_rate, mirrored.accuracy) == pytest.approx(
        (0.76, 0.12, 0.82)
    )
    assert mirrored.distance == pytest.approx(0.2683, abs=5e-5)
    inverted = judge(76, 24, 12, 88)
    assert values(inverted, "tpr", "fpr") == pytest.approx((0.76, 0.12))


@pytest.fixture(scope="module")
def two_sets():
    return assay.evaluate(counts={"first": {"tp": 12, "fp": 9, "fn": 3}, "second": {"tp": 50, "fp": 23, "fn": 9}})


def test_row_19_each_data_set_on_its_own(two_sets):
    first, second = (two_sets.per_class[name] for name in ("first", "second"))
    ours = [first["precision"].value, first["recall"].value, second["precision"].value, second["recall"].value]
    assert ours == pytest.approx([0.57143, 0.8, 0.68493, 0.84746], abs=5e-6)
    assert math.isnan(first["accuracy"].value) if "accuracy" in first else True
    assert math.isnan(first["specificity"].value)
    assert "true negatives" in first["specificity"].note


def test_rows_20_to_25_micro_and_macro_over_data_sets(two_sets):
    names = (
        "precision_micro",
        "recall_micro",
        "f1_micro",
        "precision_macro",
        "recall_macro",
        "f1_of_macro",
        "f1_macro",
    )
    expected = (0.65957, 0.83784, 0.73810, 0.62818, 0.823729, 0.712786, 0.71212)
    assert values(two_sets, *names) == pytest.approx(expected, abs=6e-6)


def test_row_26_exercise():
    assert values(judge(61, 30, 39, 70), "tpr", "fpr", "accuracy", "precision", "f1") == pytest.approx(
        (0.6703, 0.3578, 0.655, 0.61, 0.6387), abs=5e-5
    )


def test_row_27_exercise():
    assert values(judge(90, 10, 10, 90), "accuracy", "precision") == pytest.approx((0.9, 0.9))


def test_row_28_two_classifiers_that_tie_in_accuracy():
    first, second = judge(80, 20, 30, 70), judge(90, 10, 40, 60)
    assert values(first, "tpr", "fpr", "accuracy", "f1", "mcc") == pytest.approx(
        (0.8, 0.3, 0.75, 0.7619, 0.5025), abs=5e-5
    )
    assert values(second, "tpr", "fpr", "accuracy", "f1", "mcc") == pytest.approx(
        (0.9, 0.4, 0.75, 0.7826, 0.5241), abs=5e-5
    )
    points = roc_points({"A": {"tp": 80, "fn": 20, "fp": 30, "tn": 70}, "B": {"tp": 90, "fn": 10, "fp": 40, "tn": 60}})
    assert points["A"].distance == pytest.approx(0.3606, abs=5e-5)
    assert points["B"].distance == pytest.approx(0.4123, abs=5e-5)
    assert points["A"].youden == pytest.approx(points["B"].youden) == pytest.approx(0.5)


def test_row_32_twelve_people_with_the_outcome_of_each():
    truth, said = [1] * 8 + [2] * 4, [2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2]
    evaluation = assay.evaluate(truth, said, positive=1)
    names = ("accuracy", "recall", "specificity", "precision", "fpr", "f1")
    assert values(evaluation, *names) == pytest.approx((0.75, 0.75, 0.75, 6 / 7, 0.25, 0.8))
    outcomes = assay.outcomes(truth, said, positive=1)["outcome"].to_list()
    assert outcomes == ["FN"] * 2 + ["TP"] * 6 + ["FP"] + ["TN"] * 3


@pytest.fixture(scope="module")
def four_classes():
    one = {"tp": 1, "fp": 1, "fn": 1, "tn": 1}
    return assay.evaluate(counts={"A": one, "B": {"tp": 10, "fp": 90, "fn": 80, "tn": 10}, "C": one, "D": one})


def test_rows_33_and_34_micro_precision_has_false_positives_below(four_classes):
    names = ("precision_macro", "precision_micro", "recall_micro", "recall_macro")
    assert values(four_classes, *names) == pytest.approx((0.4, 13 / 106, 13 / 96, 0.402778), abs=5e-7)


def test_row_35_such_tables_cannot_be_one_single_label_problem(four_classes):
    (note,) = [note for note in four_classes.notes if note.code == "not-single-label"]
    assert "93" in note.message
    assert "83" in note.message


def test_rows_40_and_41_f_from_precision_and_recall():
    f = assay.stats.f_beta
    assert [f(1.0, 0.2), f(1.0, 0.2, beta=2), f(1.0, 0.2, beta=0.5)] == pytest.approx(
        [0.3333, 0.2381, 0.5556], abs=5e-5
    )


def test_row_43_always_the_commonest_class():
    evaluation = assay.evaluate(["A"] * 95 + ["B"] * 5, ["A"] * 100, positive="B")
    assert values(evaluation, "accuracy", "balanced_accuracy") == pytest.approx((0.95, 0.5))
    assert (evaluation.baseline.label, evaluation.baseline.accuracy.value) == ("A", 0.95)
    (note,) = [note for note in evaluation.notes if note.code == "one-answer"]
    assert "accuracy of 95.0%" in note.message


def test_row_44_six_hundred_of_a_thousand():
    evaluation = assay.evaluate(counts=[[300, 200], [200, 300]], labels=["a", "b"], rows="truth", positive="b")
    assert evaluation["accuracy"].value == pytest.approx(0.6)


def test_row_45_cats():
    evaluation = judge(5, 3, 2, 17)
    assert evaluation.n == 27
    assert values(evaluation, "precision", "recall", "specificity", "f1") == pytest.approx(
        (0.7143, 0.6250, 0.8947, 0.6667), abs=5e-5
    )


def test_row_46_pooled_accuracy_of_five_folds():
    hits = [11, 17, 16, 13, 16]
    assert sum(hits) / 100 == pytest.approx(0.73)
    assert np.std(np.array(hits) / 20, ddof=1) == pytest.approx(0.1255, abs=5e-5)
    truth = np.ones(100, dtype=int)
    said = np.concatenate([np.arange(20) < h for h in hits]).astype(int)
    assert assay.evaluate(truth, said)["accuracy"].value == pytest.approx(0.73)


ACTIVITIES = ["bend", "jack", "jump", "pjump", "run", "side", "skip", "walk", "wave1", "wave2"]


def activity_table():
    table = np.diag([100] * 10)
    table[2] = [0, 0, 89, 0, 0, 0, 11, 0, 0, 0]
    table[4] = [0, 0, 0, 0, 89, 0, 11, 0, 0, 0]
    table[8] = [0, 0, 0, 0, 0, 0, 0, 0, 67, 33]
    return table


def test_row_47_ten_activities():
    evaluation = assay.evaluate(counts=activity_table(), labels=ACTIVITIES, rows="truth")
    assert evaluation["accuracy"].value == pytest.approx(0.945)
    assert evaluation.per_class["skip"]["precision"].value == pytest.approx(100 / 122)
    assert evaluation.per_class["wave2"]["precision"].value == pytest.approx(100 / 133)
    assert np.allclose(evaluation.confusion.row_shares.sum(axis=1), 1)
    assert any(note.code == "looks-like-percent" for note in evaluation.notes)


def test_row_47_as_shares_gives_values_and_no_intervals():
    evaluation = assay.evaluate(counts=activity_table() / 100, labels=ACTIVITIES, rows="truth")
    assert evaluation["accuracy"].value == pytest.approx(0.945)
    assert math.isnan(evaluation["accuracy"].low)
    assert any(note.code == "shares" for note in evaluation.notes)
    assert '"low": null' in evaluation.to_json()


@pytest.mark.parametrize(
    ("prevalence", "expected"), [(0.5, 0.98901), (0.1, 0.90909), (0.01, 0.47619), (0.001, 0.08264)]
)
def test_row_50_precision_at_another_prevalence(prevalence, expected):
    assert assay.stats.precision_at_prevalence(0.9, 0.01, prevalence) == pytest.approx(expected, abs=5e-6)
    name = f"precision_at_prevalence(prevalence={prevalence})"
    evaluation = judge(900, 100, 10, 990, metrics=name)
    assert evaluation[name].value == pytest.approx(expected, abs=5e-6)
    assert evaluation[name].low < expected < evaluation[name].high


def test_row_51_always_negative_on_nine_to_one():
    assert judge(0, 10, 0, 90)["accuracy"].value == pytest.approx(0.9)


def test_row_53_rare_disease():
    evaluation = judge(94, 6, 50, 850)
    names = ("tpr", "tnr", "fpr", "fnr", "accuracy", "precision", "f1", "mcc")
    expected = (0.94, 850 / 900, 50 / 900, 0.06, 0.944, 0.6528, 0.7705, 0.7557)
    assert values(evaluation, *names) == pytest.approx(expected, abs=5e-5)


def test_row_54_all_called_negative():
    evaluation = judge(0, 100, 0, 900)
    assert values(evaluation, "tpr", "tnr", "fpr", "fnr") == [0, 1, 0, 1]
    precision = evaluation["precision"]
    assert math.isnan(precision.value)
    assert (precision.low, precision.high) == (0, 1)
    assert "never answered" in precision.note
    assert evaluation["f1"].value == 0


TEN_SCORES = [0.99, 0.98, 0.72, 0.70, 0.65, 0.51, 0.39, 0.24, 0.11, 0.01]
TEN_CLASSES = [1, 1, 0, 1, 1, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("objects", "expected"), [(12, (0.303968, 0.321429, 0.350649)), (16, (0.227976, 0.241071, 0.285714))]
)
def test_row_39_three_average_precisions_of_seven_detections(objects, expected):
    """Objects never detected are positive cases below every detection."""
    hits = [1, 0, 1, 0, 1, 1, 1]
    scores = np.concatenate([np.linspace(0.9, 0.3, 7), np.zeros(objects - sum(hits))])
    truth = hits + [1] * (objects - sum(hits))
    evaluation = assay.evaluate(truth, score=scores)
    found = np.cumsum(hits)
    precision, recall = found / np.arange(1, 8), found / objects
    step = np.sum(np.diff(recall, prepend=0) * precision)
    assert step == pytest.approx(expected[0], abs=5e-7)
    undetected = (objects - 5) / objects * (objects / len(truth))
    assert evaluation["average_precision"].value == pytest.approx(expected[0] + undetected, abs=5e-7)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    assert np.sum(np.diff(recall, prepend=0) * envelope) == pytest.approx(expected[1], abs=5e-7)
    levels = [
        max([p for p, r in zip(envelope, recall, strict=True) if r >= level - 1e-12], default=0)
        for level in np.linspace(0, 1, 11)
    ]
    assert np.mean(levels) == pytest.approx(expected[2], abs=5e-7)


def test_rows_48_and_49_ten_instances():
    evaluation = assay.evaluate(TEN_CLASSES, score=TEN_SCORES)
    assert evaluation["roc_auc"].value == pytest.approx(0.80)
    assert evaluation["average_precision"].value == pytest.approx(0.835, abs=5e-4)
    points = set(zip(evaluation.curves["roc"].x.round(9), evaluation.curves["roc"].y.round(9), strict=True))
    assert {(0.0, 0.4), (0.2, 0.8), (0.6, 1.0), (1.0, 1.0)} <= points
    assert evaluation.curves["roc"].area == pytest.approx(0.80)


def corner_dropping(truth, score):
    """The listing of document 002: a point only where a lower-scored negative follows new positives."""
    points, tp, fp, last_tp = [], 0, 0, 0
    order = np.argsort(-np.asarray(score), kind="stable")
    positives, negatives = sum(truth), len(truth) - sum(truth)
    previous = None
    for index in order:
        changed, previous = score[index] != previous, score[index]
        if truth[index]:
            tp += 1
        else:
            if tp > last_tp and changed:
                points.append((fp / negatives, tp / positives))
                last_tp = tp
            fp += 1
    return [(0.0, 0.0), *points, (fp / negatives, tp / positives)]


@pytest.mark.parametrize(
    ("truth", "score", "dropped", "exact"),
    [
        (TEN_CLASSES, TEN_SCORES, 0.88, 0.80),
        ([0, 1, 0], [0.9, 0.8, 0.7], 0.75, 0.50),
        ([1, 0, 1, 0], [0.8, 0.8, 0.7, 0.6], 0.75, 0.625),
    ],
)
def test_the_corner_dropping_algorithm_overstates_the_area(truth, score, dropped, exact):
    x, y = zip(*corner_dropping(truth, score), strict=True)
    assert np.trapezoid(y, x) == pytest.approx(dropped)
    evaluation = assay.evaluate(truth, score=score)
    assert evaluation["roc_auc"].value == pytest.approx(exact)
    kept = set(zip(evaluation.curves["roc"].x.round(9), evaluation.curves["roc"].y.round(9), strict=True))
    if len(set(score)) == len(score):
        assert {(round(a, 9), round(b, 9)) for a, b in zip(x, y, strict=True)} <= kept


def test_row_52_same_labels_but_one_model_is_surer():
    truth = [1, 1, 0, 0]
    first = assay.evaluate(truth, score=[0.9, 0.8, 0.1, 0.15])
    second = assay.evaluate(truth, score=[0.6, 0.65, 0.45, 0.48])
    assert first["accuracy"].value == second["accuracy"].value == 1
    assert values(first, "log_loss", "brier") == pytest.approx((0.14910, 0.020625), abs=5e-6)
    assert values(second, "log_loss", "brier") == pytest.approx((0.54834, 0.178850), abs=5e-6)


def test_row_55_log_loss_in_natural_logarithms():
    assert assay.evaluate([1, 1, 0, 0], score=[0.9, 0.6, 0.1, 0.4])["log_loss"].value == pytest.approx(
        0.30809, abs=5e-6
    )


def test_row_56_equal_order_gives_equal_area():
    truth = [1, 1, 0, 1, 1]
    areas = [
        assay.evaluate(truth, score=score)["roc_auc"].value for score in ([0.9, 0.8, 0.5, 0.3, 0.2], [5, 4, 3, 2, 1])
    ]
    assert areas == [0.5, 0.5]


def test_row_57_a_low_area_is_a_reversed_one():
    truth, score = [1, 0, 0, 1, 0, 0, 1], [0.1, 0.9, 0.8, 0.3, 0.7, 0.6, 0.65]
    evaluation = assay.evaluate(truth, score=score)
    swapped = assay.evaluate([1 - label for label in truth], score=score)
    assert evaluation["roc_auc"].value == pytest.approx(1 - swapped["roc_auc"].value)
    assert evaluation["roc_auc"].value < 0.5
    assert any(note.code == "reversed" for note in evaluation.notes)


def test_rows_29_and_30_twenty_flips_of_a_fair_coin():
    one, two = assay.stats.binomial_test(15, 20, alternative="greater"), assay.stats.binomial_test(15, 20)
    assert (one.p_value, two.p_value) == pytest.approx((0.0206947, 0.0413895), abs=5e-8)
    for alternative in ("greater", "two-sided"):
        assert assay.stats.binomial_test(15, 20, alternative=alternative, level=0.99).decision == "fail to reject"


def test_row_31_frequencies_against_equal_ones():
    test = assay.stats.chi_square_fit([10, 15, 8, 20])
    assert (test.statistic, test.p_value) == pytest.approx((6.547170, 0.0878207), abs=5e-7)
    assert test.df == (3,)
    assert test.expected.tolist() == [13.25] * 4
