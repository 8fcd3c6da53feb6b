"""Scores of several classes where the cases stay: the numbers of memory, from tables of bounded size."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from holders import KINDS, in_dask, in_duckdb

import assay
from assay.engines import stream
from assay.summaries import class_tables

if KINDS == ("spark",):
    pytest.skip("tests of Spark itself leave the others alone", allow_module_level=True)

RNG = np.random.default_rng(4)
N, K = 3_000, 4
TRUTH = RNG.integers(0, K, N)
RAW = np.exp(RNG.normal(size=(N, K)) + np.eye(K)[TRUTH])
CHANCES = RAW / RAW.sum(axis=1, keepdims=True)
NAMES, OTHERS = [f"s{place}" for place in range(K)], ["s1", "s0", "s2", "s3"]
FRAME = pl.DataFrame(
    {
        "truth": TRUTH, **{name: CHANCES[:, place] for place, name in enumerate(NAMES)},
        "weight": RNG.gamma(2, 1, N), "said": np.where(RNG.random(N) < 0.6, TRUTH, 0), "team": RNG.integers(0, 60, N),
        "site": RNG.integers(0, 2, N), **{f"tag{place}": RNG.random(N) < CHANCES[:, place] for place in range(K)},
    }
)  # fmt: skip
TAGS = [f"tag{place}" for place in range(K)]
CALLS = {
    "plain": lambda data: assay.evaluate("truth", score=NAMES, data=data),
    "weighted": lambda data: assay.evaluate("truth", score=NAMES, data=data, weight="weight"),
    "top two": lambda data: assay.evaluate("truth", score=NAMES, data=data, metrics=["top_k_accuracy(k=2)", "brier"]),
    "labels beside": lambda data: assay.evaluate("truth", "said", score=NAMES, data=data),
    "sets of labels": lambda data: assay.evaluate(TAGS, score=NAMES, data=data),
    "sets of labels at a threshold": lambda data: assay.evaluate(TAGS, score=NAMES, data=data, threshold=0.2),
}
HOLDERS = {"duckdb": in_duckdb, "dask": lambda parts: in_dask([parts[0][:700], parts[0][:0], parts[0][700:]])}
APART = {
    "averages": None,
    "labels": ["accuracy", "f1_macro", "kappa"],
    "losses and places": ["log_loss", "brier", "top_k_accuracy(k=2)"],
}


def assert_near(first, second, limits=1e-9):
    assert list(first) == list(second)
    for name in first:
        one, two = first[name], second[name]
        assert one.method == two.method, name
        assert one.value == pytest.approx(two.value, rel=1e-12, abs=1e-12, nan_ok=True), name
        assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=limits, nan_ok=True), name


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("title", CALLS)
def test_values_and_intervals_are_those_of_memory(holder, title):
    there, here = CALLS[title](HOLDERS[holder]([FRAME])), CALLS[title](FRAME)
    assert_near(there, here)
    assert [note.code for note in there.notes] == [note.code for note in here.notes]
    for label in here.per_class:
        assert_near(there.per_class[label], here.per_class[label])


@pytest.mark.parametrize("title", APART)
def test_two_models_differ_as_they_do_in_memory(title):
    def compared(data):
        return assay.compare("truth", score={"a": NAMES, "b": OTHERS}, data=data, metrics=APART[title])

    here, there = compared(FRAME), compared(in_duckdb([FRAME]))
    assert list(here.metrics) == list(there.metrics)
    for name in here.metrics:
        (one,), (two,) = here[name].pairs, there[name].pairs
        assert one.test == two.test
        assert one.difference.value == pytest.approx(two.difference.value, abs=1e-12)
        assert one.difference.low == pytest.approx(two.difference.low, abs=1e-9)
        assert one.p_value == pytest.approx(two.p_value, rel=1e-6)


def test_one_model_twice_differs_by_nothing():
    found = assay.compare("truth", score={"a": NAMES, "b": list(NAMES)}, data=in_duckdb([FRAME]))
    assert all(found[name].pairs[0].difference.value == 0 for name in found.metrics)
    assert found["roc_auc_macro"].pairs[0].p_value == 1


def test_slices_are_looked_at_twice_too():
    here, there = (assay.evaluate("truth", score=NAMES, data=data, by="site") for data in (FRAME, in_duckdb([FRAME])))
    assert_near(there, here)
    for key in here.slices:
        assert_near(there.slices[key], here.slices[key])


@pytest.mark.parametrize("weight", [None, "weight"])
def test_groups_give_averages_the_intervals_of_memory(weight):
    here, there = (
        assay.evaluate("truth", score=NAMES, data=data, group="team", weight=weight)
        for data in (FRAME, in_duckdb([FRAME]))
    )
    binned = ("calibration_error", "ece", "mce")
    assert_near({name: made for name, made in there.items() if name not in binned},
                {name: made for name, made in here.items() if name not in binned})  # fmt: skip
    assert there["calibration_error"].low == pytest.approx(here["calibration_error"].low, abs=0.005)
    for label in here.per_class:
        assert_near(there.per_class[label], here.per_class[label], limits=0.003)


def test_scores_that_were_cut_carry_bounds_that_hold_the_exact_value(monkeypatch):
    exact = CALLS["plain"](FRAME)
    monkeypatch.setattr(class_tables, "MOST_ATOMS", 2**12)
    cut = CALLS["plain"](in_dask([FRAME[:1_000], FRAME[1_000:1_800], FRAME[1_800:]]))
    note = next(note for note in cut.notes if note.code == "compressed")
    assert "bins for each class" in note.message
    for name in ("roc_auc_macro", "roc_auc_weighted", "roc_auc_ovo", "average_precision_macro"):
        bound = float(cut[name].note.split("±")[1].split(",")[0])
        assert cut[name].value != exact[name].value
        assert abs(cut[name].value - exact[name].value) <= 1.05 * bound
        assert bound < 0.05
        assert cut[name].low <= exact[name].low + bound
        assert cut[name].high >= exact[name].high - bound
    for name in ("log_loss", "brier", "accuracy"):
        assert cut[name].value == pytest.approx(exact[name].value, rel=1e-12)


def test_the_pairs_of_very_many_classes_are_left_out_with_a_note():
    many = RNG.dirichlet(np.ones(20), 400)
    names = [f"c{place:02}" for place in range(20)]
    frame = pl.DataFrame({"truth": np.arange(400) % 20, **{name: many[:, place] for place, name in enumerate(names)}})
    result = assay.evaluate("truth", score=names, data=in_duckdb([frame]))
    assert np.isnan(result["roc_auc_ovo"].value)
    assert "not kept where the cases are not gathered" in result["roc_auc_ovo"].note
    assert any(note.code == "pairs-left-out" for note in result.notes)
    assert result["roc_auc_macro"].value == pytest.approx(
        assay.evaluate("truth", score=names, data=frame)["roc_auc_macro"].value, rel=1e-12
    )


def test_a_file_too_large_to_keep_is_summed_too(tmp_path, monkeypatch):
    FRAME.write_parquet(tmp_path / "cases.parquet")
    kept = assay.evaluate("truth", score=NAMES, data=tmp_path / "cases.parquet")
    monkeypatch.setattr(stream, "MOST_KEPT", 0)
    assert_near(assay.evaluate("truth", score=NAMES, data=tmp_path / "cases.parquet"), kept)
