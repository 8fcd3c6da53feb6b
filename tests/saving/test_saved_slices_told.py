"""Slices of a regression come back from a file with the intervals they had: sums alone would give others."""

from __future__ import annotations

import json

import numpy as np
import pytest

import assay


def regression(n: int, unit: float = 1.0):
    rng = np.random.default_rng(3)
    truth = rng.gamma(2.0, size=n) * unit
    return {"truth": truth, "prediction": truth * rng.normal(1.0, 0.2, n), "by": {"town": rng.choice([*"abc"], n)}}


@pytest.fixture(params=[60, 2000])
def pair(request, tmp_path):
    result = assay.evaluate(**regression(request.param))
    return result, assay.load(result.save(tmp_path / "saved.json"))


def test_slices_of_a_loaded_regression_say_what_they_said(pair):
    result, loaded = pair
    assert json.loads(loaded.to_json())["slices"] == json.loads(result.to_json())["slices"]
    loaded_tests, tests = (list(map(repr, own.slices.against_rest("mae"))) for own in (loaded, result))
    assert loaded_tests == tests


RNG = np.random.default_rng(5)
HALVES = np.arange(60) % 2
CLASSES = RNG.choice([*"abc"], 60)
NUMBERS = RNG.normal(size=60)
TEXTS = ["the cat sat on the mat", "a dog ran off", "it rained all day"]
CASES = {
    "numbers": {"truth": NUMBERS * 5, "prediction": NUMBERS * 5 + RNG.normal(size=60)},
    "ranges": {"truth": NUMBERS, "lower": NUMBERS - RNG.random(60), "upper": NUMBERS + RNG.random(60) - 0.2},
    "scores": {"truth": (NUMBERS > 0).astype(int), "score": RNG.random(60)},
    "class scores": {
        "truth": CLASSES,
        "score": dict(zip("abc", RNG.dirichlet([1, 1, 1], 60).T, strict=True)),
    },
    "classes": {"truth": CLASSES, "prediction": RNG.choice([*"abc"], 60)},
    "texts": {"truth": RNG.choice(TEXTS, 60).tolist(), "prediction": RNG.choice(TEXTS, 60).tolist(), "task": "text"},
}


@pytest.mark.parametrize("kind", CASES)
def test_every_metric_of_every_slice_and_its_test_against_the_rest_comes_back(kind, tmp_path):
    result = assay.evaluate(**CASES[kind], by=HALVES.tolist())
    loaded = assay.load(result.save(tmp_path / "saved.json"))
    for name in result:
        for key in result.slices:
            assert repr(loaded.slices[key][name]) == repr(result.slices[key][name])
        tests, before = (list(map(repr, own.slices.against_rest(name))) for own in (loaded, result))
        assert tests == before


def test_a_slice_taken_out_of_a_loaded_regression_agrees_with_the_table(pair):
    _, loaded = pair
    for key in loaded.slices:
        assert loaded.slices[key]["mae"] == loaded.slices.estimates("mae")[key]


def test_saving_what_was_loaded_changes_nothing(pair, tmp_path):
    _, loaded = pair
    again = assay.load(loaded.save(tmp_path / "again.json"))
    assert json.loads(again.to_json()) == json.loads(loaded.to_json())


def test_merged_slices_are_judged_anew(pair):
    _, loaded = pair
    merged = assay.merge([loaded, loaded])
    for key in loaded.slices:
        one, both = loaded.slices[key]["mae"], merged.slices[key]["mae"]
        assert both.value == pytest.approx(one.value)
        assert both.high - both.low < one.high - one.low


def test_a_column_beyond_floats_spoils_no_interval_of_a_loaded_slice(tmp_path):
    cases = regression(60, 1e-143)
    result = assay.evaluate(**{**cases, "prediction": cases["prediction"] * 1e275})
    loaded = assay.load(result.save(tmp_path / "saved.json"))
    merged = assay.merge([loaded, loaded])
    assert not np.isfinite(result["mape"].high)
    assert merged.slices["a"]["mae"].defined
    assert np.isfinite(merged.slices["a"]["mae"].high)
    assert merged.slices["a"]["mae"].low > 0
