"""The jackknife, beside leaving out every case by hand in other libraries' metrics."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as theirs

import assay
from assay.intervals.jackknife import jackknife_ends, jackknife_error

RNG = np.random.default_rng(12)
N = 60
AMOUNT = RNG.gamma(3, 10, N)
GUESS = AMOUNT * RNG.lognormal(0, 0.3, N)
WEIGHT = RNG.lognormal(0, 0.4, N)
TRUTH = (RNG.random(N) < 0.4).astype(int)
SCORE = np.clip(RNG.beta(2, 3, N) * 0.7 + 0.3 * TRUTH * RNG.random(N), 0.01, 0.99)
CLASS = RNG.integers(0, 3, N)
EACH = RNG.dirichlet([1, 1, 1], N) + 0.6 * np.eye(3)[CLASS]
EACH = EACH / EACH.sum(axis=1, keepdims=True)
SETS = RNG.random((N, 3)) < 0.4
CALLED = np.where(RNG.random((N, 3)) < 0.8, SETS, ~SETS)
WORDS = [" ".join(RNG.choice(list("abcdef"), 6)) for _ in range(30)]
SAID = [text if RNG.random() < 0.6 else " ".join(RNG.choice(list("abcdef"), 6)) for text in WORDS]


def by_hand(measure, *columns, level=0.95):
    """Leave out one case after the other; the number of cases is that of the first column."""
    n = len(columns[0])
    value = measure(*columns)
    left = np.array([measure(*(np.delete(np.asarray(column), i, axis=0) for column in columns)) for i in range(n)])
    error = np.sqrt((n - 1) / n * np.sum((left - left.mean()) ** 2))
    half = stats.t.ppf((1 + level) / 2, n - 1) * error
    return value, value - half, value + half


def judged(name, **columns):
    made = assay.evaluate(**columns, metrics=name, method="jackknife")[name]
    assert made.method.startswith("jackknife")
    return made


def weighted_rmse(truth, guess, weight):
    return np.sqrt(np.average((truth - guess) ** 2, weights=weight))


CASES = {
    "mae": (theirs.mean_absolute_error, (AMOUNT, GUESS), {"truth": AMOUNT, "prediction": GUESS}),
    "r2": (theirs.r2_score, (AMOUNT, GUESS), {"truth": AMOUNT, "prediction": GUESS}),
    "pearson": (lambda x, y: stats.pearsonr(x, y)[0], (AMOUNT, GUESS), {"truth": AMOUNT, "prediction": GUESS}),
    "spearman": (lambda x, y: stats.spearmanr(x, y)[0], (AMOUNT, GUESS), {"truth": AMOUNT, "prediction": GUESS}),
    "kendall": (lambda x, y: stats.kendalltau(x, y)[0], (AMOUNT, GUESS), {"truth": AMOUNT, "prediction": GUESS}),
    "rmse": (weighted_rmse, (AMOUNT, GUESS, WEIGHT), {"truth": AMOUNT, "prediction": GUESS, "weight": WEIGHT}),
    "roc_auc": (theirs.roc_auc_score, (TRUTH, SCORE), {"truth": TRUTH, "score": SCORE}),
    "average_precision": (theirs.average_precision_score, (TRUTH, SCORE), {"truth": TRUTH, "score": SCORE}),
    "log_loss": (theirs.log_loss, (TRUTH, SCORE), {"truth": TRUTH, "score": SCORE}),
    "brier": (theirs.brier_score_loss, (TRUTH, SCORE), {"truth": TRUTH, "score": SCORE}),
    "roc_auc_macro": (
        lambda y, s: theirs.roc_auc_score(y, s, multi_class="ovr"), (CLASS, EACH), {"truth": CLASS, "score": EACH}),
    "roc_auc_weighted": (
        lambda y, s: theirs.roc_auc_score(y, s, multi_class="ovr", average="weighted"),
        (CLASS, EACH), {"truth": CLASS, "score": EACH}),
    "roc_auc_ovo": (
        lambda y, s: theirs.roc_auc_score(y, s, multi_class="ovo"), (CLASS, EACH), {"truth": CLASS, "score": EACH}),
    "average_precision_macro": (
        lambda y, s: theirs.average_precision_score(np.eye(3)[y], s), (CLASS, EACH), {"truth": CLASS, "score": EACH}),
    "top_k_accuracy(k=1)": (
        lambda y, s: theirs.top_k_accuracy_score(y, s, k=1), (CLASS, EACH), {"truth": CLASS, "score": EACH}),
    "f1_macro": (
        lambda y, s: theirs.f1_score(y, s, average="macro"), (SETS, CALLED), {"truth": SETS, "prediction": CALLED}),
    "f1": (theirs.f1_score, (TRUTH, SCORE > 0.5), {"truth": TRUTH, "prediction": (SCORE > 0.5).astype(int)}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_limits_are_those_of_leaving_out_every_case_by_hand(name):
    measure, columns, given = CASES[name]
    value, low, high = by_hand(measure, *columns)
    made = judged(name, **given)
    assert made.value == pytest.approx(value)
    bounds = made.bounds
    assert (made.low, made.high) == pytest.approx((max(low, bounds[0]), min(high, bounds[1])), rel=1e-8)


def test_a_weighted_table_of_single_cases_is_left_out_case_by_case():
    """With every weight in a cell of its own, effective counts are cases."""
    truth, said, weight = [1, 1, 0, 0], [1, 0, 1, 0], np.array([3.0, 1.0, 2.0, 4.0])
    made = judged("accuracy", truth=truth, prediction=said, weight=weight)
    right = np.array([1, 0, 0, 1.0])
    value, low, high = by_hand(lambda r, w: np.average(r, weights=w), right, weight)
    assert made.value == pytest.approx(value)
    assert (made.low, made.high) == pytest.approx((max(low, 0), min(high, 1)))


def test_segments_are_left_out_one_by_one():
    def wrong(truth, said):
        return 1 - np.mean([one == other for one, other in zip(truth, said, strict=True)])

    value, low, high = by_hand(wrong, np.array(WORDS), np.array(SAID))
    made = judged("exact_match", truth=WORDS, prediction=SAID, task="text")
    assert (1 - made.value, 1 - made.high, 1 - made.low) == pytest.approx((value, low, high))


def test_a_median_keeps_its_own_interval_and_says_so():
    """Leaving out one case moves a median by one of two steps, whatever its variance is (Efron 1979)."""
    result = assay.evaluate(AMOUNT, GUESS, metrics=["mae", "median_error"], method="jackknife")
    assert result["median_error"].method == "order statistics"
    assert any(note.code == "method-not-applied" and "median error" in note.message for note in result.notes)


def test_the_error_of_a_mean_is_the_usual_one():
    values = RNG.exponential(1, 20)
    left = (values.sum() - values) / 19
    assert jackknife_error(left, np.ones(20)) == pytest.approx(stats.sem(values))
    assert jackknife_error(np.repeat(left, 2)[::2], np.full(20, 2.0)) == pytest.approx(
        np.sqrt(39 / 40 * 2 * np.sum((left - left.mean()) ** 2))
    )


TIED = {"roc_auc": theirs.roc_auc_score, "brier": theirs.brier_score_loss}


@pytest.mark.parametrize("name", TIED)
def test_cases_with_equal_scores_are_left_out_one_by_one(name):
    score = np.round(SCORE, 1)
    value, low, high = by_hand(TIED[name], TRUTH, score)
    made = judged(name, truth=TRUTH, score=score)
    assert (made.value, made.low, made.high) == pytest.approx((value, low, high), rel=1e-8)


@pytest.mark.parametrize("values", [[1.0, 4.0], [1.0, 4.0, 5.0]])
def test_a_mean_of_two_or_three_values_has_the_usual_t_interval(values):
    n, mean = len(values), np.mean(values)
    ends = jackknife_ends(mean, (np.sum(values) - np.array(values)) / (n - 1), (-np.inf, np.inf), 0.95)
    assert ends == pytest.approx(stats.t.interval(0.95, n - 1, mean, stats.sem(values)))
