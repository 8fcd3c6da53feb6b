"""What is said of one model is said where it is compared: its interval may not hold, nor may that of a difference."""

from __future__ import annotations

import numpy as np

import assay


def wild(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.lognormal(0, 1.5, n)


def test_the_tail_alarm_of_one_model_rings_in_a_comparison_with_its_name():
    rng = np.random.default_rng(3)
    truth = rng.uniform(-1, 1, 300)
    models = {"tame": truth + rng.uniform(-1, 1, 300), "wild": truth + wild(rng, 300)}
    comparison = assay.compare(truth, prediction=models, metrics="rmse")
    told = [note.message for note in comparison.notes if note.code == "tail-alarm"]
    assert len(told) == 1
    assert told[0].startswith("wild: Tail alarm: ")


def test_no_alarm_rings_for_tame_models():
    rng = np.random.default_rng(4)
    truth = rng.uniform(-1, 1, 300)
    models = {name: truth + rng.uniform(-1, 1, 300) for name in "ab"}
    assert not [note for note in assay.compare(truth, prediction=models).notes if note.code.endswith("alarm")]


def test_a_small_class_is_told_once_for_all_models():
    truth = np.array(["rare"] * 3 + ["usual"] * 97)
    models = {name: np.where(np.arange(100) % (number + 7) == 0, "rare", "usual") for number, name in enumerate("abc")}
    comparison = assay.compare(truth, prediction=models, positive="rare")
    told = [note.message for note in comparison.notes if note.code == "small-class"]
    assert len(told) == 1
    assert told[0].startswith("Fewer than")


def test_means_of_skewed_errors_ring_in_evaluate_even_when_asked_for_alone():
    rng = np.random.default_rng(5)
    truth = rng.standard_normal(200)
    rung = assay.evaluate(truth, truth + wild(rng, 200), metrics="mae")
    assert [note.code for note in rung.notes] == ["skew-alarm"]
    assert "mae" in rung.notes[0].message
    assert not assay.evaluate(truth, truth + rng.standard_normal(200), metrics="mae").notes


def test_rare_disasters_make_the_test_of_a_mean_loss_doubtful_beyond_a_hundred_cases():
    rng = np.random.default_rng(6)
    truth = rng.random(1000) < 0.5
    right = np.where(rng.random(1000) < 0.01, 0.001, 0.8)
    models = {"steady": np.where(truth, 0.75, 0.25), "wild": np.where(truth, right, 1 - right)}
    pair = assay.compare(truth, score=models, metrics="log_loss")["log_loss"].pairs[0]
    assert any("no test of it holds its level" in note for note in pair.notes)
