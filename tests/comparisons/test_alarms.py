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
    assert "mean absolute error" in rung.notes[0].message
    assert not assay.evaluate(truth, truth + rng.standard_normal(200), metrics="mae").notes


def test_rare_disasters_make_the_test_of_a_mean_loss_doubtful_beyond_a_hundred_cases():
    rng = np.random.default_rng(6)
    truth = rng.random(1000) < 0.5
    right = np.where(rng.random(1000) < 0.01, 0.001, 0.8)
    models = {"steady": np.where(truth, 0.75, 0.25), "wild": np.where(truth, right, 1 - right)}
    pair = assay.compare(truth, score=models, metrics="log_loss")["log_loss"].pairs[0]
    assert any("no test of it holds its level" in note for note in pair.notes)


def test_of_few_cases_it_is_said_that_heavy_tails_cannot_be_seen_in_either_call():
    truth = np.linspace(0, 5, 40)
    models = {name: truth + 0.3 * np.sin(step * np.arange(40)) for name, step in (("a", 1.0), ("b", 2.0))}
    judged = assay.evaluate(truth, models["a"], metrics="rmse", task="regression")
    compared = assay.compare(truth, prediction=models, metrics="rmse", task="regression")
    for notes in (judged.notes, compared.notes):
        assert "nobody can see" in {note.code: note.message for note in notes}["tails-unseen"]
    spearman = assay.evaluate(truth, models["a"], metrics="spearman", task="regression")
    assert "91% for Spearman's" in {note.code: note.message for note in spearman.notes}["tails-unseen"]
    ranks = assay.evaluate(truth, models["a"], metrics=["kendall", "median_absolute_error"], task="regression")
    assert "tails-unseen" not in {note.code for note in ranks.notes}
