"""Notes are true, few, and say one thing once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
from assay.errors import AssayError

RNG = np.random.default_rng(22)


def codes(result) -> list[str]:
    return [note.code for note in result.notes]


def message(result, code: str) -> str:
    (note,) = [note for note in result.notes if note.code == code]
    return note.message


@pytest.fixture
def rare():
    truth = (RNG.random(2000) < 0.025).astype(int)
    return truth, np.clip(0.02 + 0.1 * truth + 0.1 * RNG.random(2000), 0, 0.45)


def test_scores_that_never_reach_the_threshold_get_one_note_that_names_others(rare):
    truth, score = rare
    ev = assay.evaluate(truth, score=score)
    assert codes(ev) == ["one-answer"]
    text = message(ev, "one-answer")
    assert f"the highest is {score.max():.3g}" in text
    best = ev.thresholds.best("f1")
    assert f"would give the best F1 ({best.estimates['f1'].value:.3f})" in text
    typed = float(text.split("a threshold of ")[1].split(" ")[0])
    assert assay.evaluate(truth, score=score, threshold=typed)["f1"].value == best.estimates["f1"].value
    called = float(text.split("one of ")[1].split(" ")[0])
    assert np.sum(score >= called) == pytest.approx(truth.sum(), rel=0.1)


def test_scores_that_all_reach_the_threshold_are_said_to(rare):
    truth, score = rare
    assert "Every score reaches the threshold of 0.01" in message(
        assay.evaluate(truth, score=score, threshold=0.01), "one-answer"
    )


def test_labels_that_are_all_alike_get_one_note(rare):
    truth, _ = rare
    ev = assay.evaluate(truth, np.zeros_like(truth))
    assert codes(ev) == ["one-answer"]
    assert "answers 0 in every case" in message(ev, "one-answer")
    assert "MCC" in message(ev, "one-answer")


@pytest.mark.parametrize("n", [5, 10, 20])
def test_few_cases_give_one_note_about_their_number(n):
    truth = np.arange(n) % 2
    about_size = {
        "few-cases",
        "few-for-auc",
        "few-for-ap",
        "few-for-calibration",
        "small-class",
        "zero-cell",
        "many-cells",
    }
    for ev in (
        assay.evaluate(truth, score=np.linspace(0.1, 0.9, n)),
        assay.evaluate(truth, truth),
        assay.evaluate([f"c{k}" for k in np.arange(n) % 5], [f"c{k}" for k in np.arange(n) % 4], task="multiclass"),
    ):
        assert [code for code in codes(ev) if code in about_size] == ["few-cases"]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.5, 0.99), st.floats(0.01, 0.99))
def test_what_is_said_of_the_commonest_answer_follows_from_the_interval(seed, share, right):
    rng = np.random.default_rng(seed)
    truth = (rng.random(300) > share).astype(int)
    answers = np.where(rng.random(300) < right, truth, 1 - truth)
    ev = assay.evaluate(truth, answers)
    if ev.baseline is None or "baseline" not in codes(ev):
        return
    accuracy, baseline = ev["accuracy"], ev.baseline.accuracy.value
    text = message(ev, "baseline")
    assert ("clearly worse" in text) == (accuracy.high < baseline)
    assert ("not clearly better" in text) == (accuracy.low <= baseline <= accuracy.value)
    assert ("lower, though not clearly" in text) == (accuracy.value < baseline <= accuracy.high)


def test_an_accuracy_far_below_that_of_the_commonest_answer_is_called_worse():
    truth = np.array([0] * 975 + [1] * 25)
    answers = truth.copy()
    answers[:99] = 1
    assert "an accuracy of 90.1% is clearly worse" in message(assay.evaluate(truth, answers), "baseline")


def test_a_weak_correlation_is_not_called_following_the_truth():
    truth = RNG.normal(size=4000)
    ev = assay.evaluate(truth, 0.14 * truth + RNG.normal(size=4000) + 3)
    assert ev["pearson_squared"].value < 0.05
    text = message(ev, "correlation-above-r2")
    assert "follow the truth" not in text
    assert f"would explain {ev['pearson_squared'].value:.1%} of the variance" in text


def test_what_mended_predictions_would_explain_is_true():
    truth = RNG.normal(size=500)
    prediction = 3 * truth + RNG.normal(size=500) + 7
    slope, shift = np.polyfit(prediction, truth, 1)
    mended = assay.evaluate(truth, slope * prediction + shift)
    assert mended["r2"].value == pytest.approx(assay.evaluate(truth, prediction)["pearson_squared"].value)


def test_a_model_that_never_says_yes_does_not_win_without_a_word():
    truth = (RNG.random(2000) < 0.02).astype(int)
    eager = np.where(RNG.random(2000) < 0.06, 1, truth)
    comparison = assay.compare(truth, prediction={"never": np.zeros_like(truth), "eager": eager})
    pair = comparison["accuracy"].pairs[0]
    assert pair.significant
    assert "never is better" in pair.verdict
    assert "but never answers 0 in every case" in pair.verdict
    assert "but never" not in comparison["f1"].pairs[0].verdict
    assert message(comparison, "one-answer") == "never answers 0 in every case."


def test_labels_that_look_alike_are_named():
    truth = ["Yes", "no", "yes ", "YES", "no", "ｙｅｓ"] * 10
    ev = assay.evaluate(truth, ["Yes", "no"] * 30)
    assert ev.notes[0].code == "look-alike"
    for label in ("'Yes'", "'yes '", "'YES'", "4 classes"):
        assert label in ev.notes[0].message
    with pytest.raises(AssayError, match="look alike"):
        assay.evaluate(truth, ["Yes", "no"] * 30, positive="Yes")
    with pytest.raises(AssayError, match="look alike"):
        assay.evaluate(truth, ["Yes", "no"] * 30, labels=["Yes", "no"])
    assert "look-alike" not in codes(assay.evaluate(["a", "b", "c"], ["a", "b", "b"]))
