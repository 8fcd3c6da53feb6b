"""Slices come back from files, and merge to what one call over all cases gives in every slice."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

import assay
from assay.engines import stream
from assay.errors import AssayError

RNG = np.random.default_rng(4)
N = 600
SICK = RNG.integers(0, 2, N)
CASES = pl.DataFrame(
    {
        "sick": SICK,
        "risk": np.round(np.clip(RNG.normal(0.3 + 0.4 * SICK, 0.2), 0, 1), 2),
        "answer": np.where(RNG.random(N) < 0.8, SICK, 1 - SICK),
        "kind": RNG.integers(0, 3, N),
        "guess": RNG.integers(0, 3, N),
        "price": (price := RNG.normal(50, 9, N)),
        "offer": price + RNG.normal(1, 4, N),
        "weight": RNG.random(N) * 3,
        "site": np.where(np.arange(N) < 250, RNG.choice(["a", "b"], N), RNG.choice(["a", "b", "c"], N)),
        "age": RNG.integers(20, 90, N),
        "said": [" ".join(RNG.choice(["the", "cat", "sat", "here"], 4)) for _ in range(N)],
        "meant": [" ".join(RNG.choice(["the", "cat", "sat", "here"], 4)) for _ in range(N)],
    }
)
PARTS = CASES[:250], CASES[250:]
AREAS = ["roc_auc", "brier", "recall"]
CALLS = {
    "labels": lambda data: assay.evaluate("sick", "answer", data=data, by="site"),
    "weighted labels": lambda data: assay.evaluate("kind", "guess", data=data, by="site", weight="weight",
                                                   metrics=["accuracy", "f1_macro"]),
    "scores": lambda data: assay.evaluate("sick", score="risk", data=data, by="site", metrics=AREAS),
    "amounts": lambda data: assay.evaluate("sick", score="risk", data=data, by={"age": [40, 60]}, metrics=AREAS),
    "two columns": lambda data: assay.evaluate("sick", "answer", data=data, by={"site": "site", "age": [50]},
                                               metrics="f1"),
    "numbers": lambda data: assay.evaluate("price", "offer", data=data, by="site"),
    "texts": lambda data: assay.evaluate("meant", "said", data=data, by="site", task="text", metrics=["exact_match"]),
}  # fmt: skip
RANKED = ("spearman", "kendall")
"""What no sum of parts tells."""


def values(result, limits):
    ends = ("value", "low", "high") if limits else ("value",)
    return {(name, end): getattr(made, end) for name, made in result.items() if name not in RANKED for end in ends}


def near(first, second):
    return math.isclose(first, second, rel_tol=1e-12, abs_tol=1e-12)


def assert_same(ours, theirs, limits=True):
    one, two = values(ours, limits), values(theirs, limits)
    apart = {key: (one[key], two[key]) for key in two if not (near(one[key], two[key]) or one[key] != one[key])}
    assert one.keys() == two.keys()
    assert apart == {}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("streamed", [False, True])
def test_slices_of_files_merge_to_those_of_one_call(name, streamed, tmp_path, monkeypatch):
    if streamed and name != "texts":
        monkeypatch.setattr(stream, "MOST_KEPT", 0)
    hold = (lambda frame: frame.lazy()) if streamed else (lambda frame: frame)
    files = [CALLS[name](hold(part)).save(tmp_path / f"{place}.json") for place, part in enumerate(PARTS)]
    merged, whole = assay.merge([assay.load(file) for file in files]), CALLS[name](hold(CASES))
    limits = name not in ("numbers", "texts")
    assert_same(merged, whole, limits)
    assert dict(merged.slices.sizes) == dict(whole.slices.sizes)
    assert dict(merged.slices.crossed) == dict(whole.slices.crossed)
    for key in (*whole.slices, *whole.slices.crossed):
        assert_same(merged.slices[key], whole.slices[key], limits)
    assert merged.slices.to_frame().height == whole.slices.to_frame().height


@pytest.mark.parametrize("name", ["labels", "scores", "amounts", "two columns"])
def test_a_file_with_slices_gives_back_every_slice_and_its_test(name, tmp_path):
    result = CALLS[name](CASES)
    loaded = assay.load(result.save(tmp_path / "sliced.json"))
    assert loaded.to_json() == result.to_json()
    assert str(loaded) == str(result)
    assert loaded.slices.weakest(loaded.headlines[0]) == result.slices.weakest(result.headlines[0])
    assert loaded.slices.gap(loaded.headlines[0]) == result.slices.gap(result.headlines[0])


def test_slices_of_numbers_in_a_file_too_large_to_keep_are_measured_from_their_own_means(monkeypatch):
    held = CALLS["numbers"](CASES).slices
    monkeypatch.setattr(stream, "MOST_KEPT", 0)
    for key, own in CALLS["numbers"](CASES.lazy()).slices.items():
        assert_same({"rae": own["rae"]}, {"rae": held[key]["rae"]}, limits=False)


def test_merged_slices_can_be_saved_and_merged_again(tmp_path):
    first, second, third = (CALLS["labels"](CASES[start : start + 200]) for start in (0, 200, 400))
    file = assay.merge([first, second]).save(tmp_path / "two.json")
    assert_same(assay.merge([third, assay.load(file)]).slices["a"], CALLS["labels"](CASES).slices["a"])


def test_slices_that_were_cut_in_other_ways_are_refused():
    sliced = CALLS["labels"](PARTS[0])
    for other, words in (
        (assay.evaluate("sick", "answer", data=PARTS[1]), "differ in `by`: 'site' and None"),
        (assay.evaluate("sick", "answer", data=PARTS[1], by="age"), "differ in `by`: 'site' and 'age'"),
    ):
        with pytest.raises(AssayError, match=words):
            assay.merge([sliced, other])


def test_quartiles_of_two_parts_are_refused_with_the_way_out():
    with pytest.raises(AssayError, match="Give the same edges to every part"):
        assay.merge([assay.evaluate("sick", "answer", data=part, by="age") for part in PARTS])


def test_a_slice_of_few_cases_is_refused_by_name(tmp_path):
    few = pl.concat([CASES, CASES[:1].with_columns(site=pl.lit("z"))])
    for call in (CALLS["labels"], CALLS["numbers"]):
        with pytest.raises(AssayError, match=r"1 case by themselves \(slice 'z'"):
            call(few).save(tmp_path / "few.json", smallest=5)
