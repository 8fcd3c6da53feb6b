"""Groups that were judged apart merge to what one call gives, and files hold sums of groups without their names."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

import assay
from assay.engines import stream
from assay.errors import AssayError
from assay.summaries.kept_units import KeptUnits, joined_units
from assay.summaries.unit_sums import Naming, UnitSums

RNG = np.random.default_rng(6)
N = 600
PATIENT = np.where(np.arange(N) < 250, RNG.integers(0, 40, N), RNG.integers(30, 90, N))
SICK = RNG.integers(0, 2, N)
CASES = pl.DataFrame(
    {
        "patient": [f"patient {number}" for number in PATIENT],
        "sick": SICK,
        "answer": np.where(RNG.random(N) < 0.8, SICK, 1 - SICK),
        "risk": np.round(np.clip(RNG.normal(0.3 + 0.4 * SICK, 0.2) + 0.1 * (PATIENT % 3), 0, 1), 2),
        "kind": np.where(np.arange(N) < 250, RNG.choice(list("ab"), N), RNG.choice(list("abc"), N)),
        "guess": RNG.choice(list("abc"), N),
        "price": (price := RNG.normal(50, 9, N) + 40 * (np.arange(N) < 250)),
        "offer": price + RNG.normal(1, 4, N) + PATIENT % 5,
        "weight": RNG.random(N) * 3,
    }
)
PARTS = CASES[:250], CASES[250:]
AREAS = ["roc_auc", "log_loss", "recall"]
CALLS = {
    "labels": lambda data: assay.evaluate("sick", "answer", data=data, group="patient"),
    "weighted labels": lambda data: assay.evaluate("kind", "guess", data=data, group="patient", weight="weight"),
    "labels that one part never saw": lambda data: assay.evaluate("kind", "guess", data=data, group="patient"),
    "scores": lambda data: assay.evaluate("sick", score="risk", data=data, group="patient", metrics=AREAS),
    "scores and labels": lambda data: assay.evaluate("sick", "answer", score="risk", data=data, group="patient",
                                                     metrics=AREAS),
    "numbers": lambda data: assay.evaluate("price", "offer", data=data, group="patient", metrics=["mae", "rmse", "r2"]),
    "weighted numbers": lambda data: assay.evaluate("price", "offer", data=data, group="patient", weight="weight",
                                                    metrics=["mean_error", "pearson"]),
}  # fmt: skip


def numbers(result):
    ends = ("value", "low", "high")
    return {(name, end): getattr(made, end) for name, made in result.items() for end in ends}


def assert_same(merged, whole):
    ours, theirs = numbers(merged), numbers(whole)
    assert ours.keys() == theirs.keys()
    apart = {key: (ours[key], theirs[key]) for key in ours
             if not math.isclose(ours[key], theirs[key], rel_tol=1e-9, abs_tol=1e-12)}  # fmt: skip
    assert {key: pair for key, pair in apart.items() if pair[0] == pair[0] or pair[1] == pair[1]} == {}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("streamed", [False, True])
def test_groups_of_files_merge_to_those_of_one_call(name, streamed, tmp_path, monkeypatch):
    if streamed:
        monkeypatch.setattr(stream, "MOST_KEPT", 0)
    parts = [part.lazy() if streamed else part for part in PARTS]
    files = [CALLS[name](part).save(tmp_path / f"{place}.json") for place, part in enumerate(parts)]
    merged, whole = assay.merge([assay.load(file) for file in files]), CALLS[name](CASES)
    assert_same(merged, whole)
    assert merged.units == whole.units == CASES["patient"].n_unique()
    if "numbers" not in name:  # whose cases by themselves have other intervals where they are summed
        assert merged.grouping.design_effect == pytest.approx(whole.grouping.design_effect)
    for label, own in whole.per_class.items():
        assert_same(merged.per_class[label], own)


@pytest.mark.parametrize("name", ["labels", "scores", "numbers"])
def test_groups_merge_in_steps_and_without_files(name):
    first, second, third = (CALLS[name](CASES[start : start + 200]) for start in (0, 200, 400))
    assert_same(assay.merge([assay.merge([first, second]), third]), CALLS[name](CASES))


def test_a_file_holds_no_name_of_a_group(tmp_path):
    text = CALLS["labels"](CASES).save(tmp_path / "groups.json").read_text()
    assert "patient 3" not in text
    assert "one of its groups" in text


def test_sums_of_groups_are_left_out_where_small_cells_are(tmp_path):
    loaded = assay.load(CALLS["numbers"](CASES).save(tmp_path / "groups.json", smallest=5))
    assert loaded.origin is None
    assert "sums of single groups are left out, as smallest=5 asks" in loaded.notes[-1].message


def test_what_groups_add_to_averages_over_classes_needs_the_cases():
    scores = RNG.dirichlet([1, 1, 1], N)
    result = assay.evaluate(CASES["kind"].to_numpy(), score=scores, labels=["a", "b", "c"], group=PATIENT)
    with pytest.raises(AssayError, match="what its groups add can only be told by the cases"):
        assay.merge([result])


def test_parts_of_which_one_is_grouped_are_refused():
    with pytest.raises(AssayError, match="differ in `group`: 'patient' and None"):
        assay.merge([CALLS["labels"](PARTS[0]), assay.evaluate("sick", "answer", data=PARTS[1])])


def kept(names, buckets=0):
    naming = Naming(buckets) if buckets else Naming(len(names), tuple(names))
    places = naming.places(tuple(names), np.arange(len(names)))
    sizes = np.bincount(places, minlength=naming.count).astype(float)
    return KeptUnits.of("group", names, UnitSums(naming, sizes, {"columns": sizes[:, None]}))


def test_groups_in_buckets_join_those_that_stand_by_themselves():
    names = [f"group {place}" for place in range(300)]
    apart = joined_units([kept(names[:200]), kept(names[100:], 64), kept(names, 256)])
    at_once = kept([*names[:200], *names[100:], *names], 64)
    assert apart.buckets == 64
    assert len(apart.hashes) == 300
    assert (apart.sizes == at_once.sizes).all()
    assert (apart.places == at_once.places).all()
