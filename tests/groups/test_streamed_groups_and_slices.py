"""Groups and slices of more cases than are held: the same numbers as with all cases at hand."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

import assay
from assay.engines import stream
from assay.summaries import units

ROWS, GROUPS = 9_000, 300


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rng = np.random.default_rng(3)
    patient = rng.integers(0, GROUPS, ROWS)
    shift = rng.normal(size=GROUPS)[patient]
    sick = (rng.random(ROWS) < 0.4).astype(int)
    price = rng.normal(50, 8, ROWS)
    kind = np.array(["cat", "dog", "emu"])[rng.integers(0, 3, ROWS)]
    columns = {
        "sick": sick,
        "p": 1 / (1 + np.exp(-(1.2 * sick - 1 + shift / 2 + rng.normal(size=ROWS)))),
        "q": 1 / (1 + np.exp(-(1.1 * sick - 1 + shift / 2 + rng.normal(size=ROWS)))),
        "price": price,
        "guess": price + rng.normal(0, 2, ROWS) + shift,
        "other": price + rng.normal(0, 2.1, ROWS) + shift,
        "kind": kind,
        "answer": np.where(rng.random(ROWS) < 0.8, kind, "cat"),
        "second": np.where(rng.random(ROWS) < 0.78, kind, "dog"),
        "weight": rng.random(ROWS) + 0.5,
        "patient": patient,
        "judge": rng.integers(0, 15, ROWS),
        "site": np.array(["north", "south", "west"])[rng.integers(0, 3, ROWS)],
        "age": rng.integers(20, 90, ROWS),
    }
    path = tmp_path_factory.mktemp("streamed") / "cases.parquet"
    pl.DataFrame(columns).write_parquet(path)
    return path


CALLS = {
    "scores": {"truth": "sick", "score": "p"},
    "labels": {"truth": "kind", "prediction": "answer"},
    "regression": {"truth": "price", "prediction": "guess"},
}
MODELS = {
    "scores": {"truth": "sick", "score": {"a": "p", "b": "q"}},
    "labels": {"truth": "kind", "prediction": {"a": "answer", "b": "second"}},
    "regression": {"truth": "price", "prediction": {"a": "guess", "b": "other"}},
}


@pytest.fixture
def by_both_roads(monkeypatch):
    """Return what a call says with the cases held, and with nothing held and small batches."""

    def judge(call, **arguments):
        monkeypatch.setattr(stream, "MOST_KEPT", 10**9)
        held = call(**arguments)
        monkeypatch.setattr(stream, "MOST_KEPT", 100)
        monkeypatch.setattr(stream, "BATCH", 1_700)
        return held, call(**arguments)

    return judge


@pytest.mark.parametrize("group", ["patient", ["patient", "judge"]])
@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("call", CALLS)
def test_groups_that_are_summed_give_the_intervals_of_groups_that_are_held(call, weight, group, table, by_both_roads):
    arguments = {**CALLS[call], "data": table, "group": group, "weight": weight}
    held, summed = by_both_roads(assay.evaluate, **arguments)
    assert summed.units == held.units == (GROUPS if group == "patient" else 15)
    # Tables of units hold fewer atoms where they travel, and the cells of two groupings are buckets there.
    near = 0.02 if isinstance(group, str) else 0.06
    for name in held.shown:
        ours, theirs = summed[name], held[name]
        assert ours.method == theirs.method == "jackknife over groups"
        assert ours.value == pytest.approx(theirs.value, rel=1e-9)
        assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=near), name


def test_a_metric_that_needs_the_cases_of_a_group_has_no_interval_and_says_so(table, by_both_roads):
    held, summed = by_both_roads(assay.evaluate, truth="price", prediction="guess", data=table, group="patient")
    assert held["mad"].method == "jackknife over groups"
    assert summed["mad"].method == "none"
    assert "no interval over groups" in summed["mad"].note
    assert summed["median_absolute_error"].low == pytest.approx(held["median_absolute_error"].low, rel=0.01)


@pytest.mark.parametrize("by", ["site", ["site", "age"]])
@pytest.mark.parametrize("call", CALLS)
def test_slices_that_are_summed_are_those_that_are_held(call, by, table, by_both_roads):
    held, summed = by_both_roads(assay.evaluate, **CALLS[call], data=table, by=by)
    assert dict(summed.slices.sizes) == dict(held.slices.sizes)
    name = held.shown[0]
    for ours, theirs in zip(summed.slices.against_rest(name), held.slices.against_rest(name), strict=True):
        assert (ours.key, ours.n) == (theirs.key, theirs.n)
        numbers = [(test.estimate.value, test.difference.low, test.difference.high) for test in (ours, theirs)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-6, abs=1e-9)
        assert ours.p_value == pytest.approx(theirs.p_value, rel=1e-6)
    assert summed.slices.weakest(name).key == held.slices.weakest(name).key


def test_groups_inside_slices_are_summed_too(table, by_both_roads):
    held, summed = by_both_roads(assay.evaluate, **CALLS["labels"], data=table, by="site", group="patient")
    for ours, theirs in zip(summed.slices.against_rest("f1_macro"), held.slices.against_rest("f1_macro"), strict=True):
        numbers = [(test.difference.value, test.difference.low, test.p_value) for test in (ours, theirs)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("call", MODELS)
def test_models_are_compared_by_groups_that_are_summed(call, table, by_both_roads):
    held, summed = by_both_roads(assay.compare, **MODELS[call], data=table, group="patient")
    for name, metric in held.metrics.items():
        ours, theirs = summed.metrics[name].pairs[0].difference, metric.pairs[0].difference
        assert ours.value == pytest.approx(theirs.value, rel=1e-8, abs=1e-12)
        assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=0.03), name


@pytest.mark.parametrize("call", MODELS)
def test_models_are_compared_on_slices_that_stay_where_they_are(call, table, by_both_roads):
    held, summed = by_both_roads(assay.compare, **MODELS[call], data=table, by="site")
    for key in held.slices:
        for name, metric in held.slices[key].metrics.items():
            ours, theirs = summed.slices[key].metrics[name].pairs[0].difference, metric.pairs[0].difference
            assert ours.value == pytest.approx(theirs.value, rel=1e-8, abs=1e-12)
            if name not in ("mae", "rmse"):  # with few cases those draw bootstrap samples of the cases
                assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-6, abs=1e-9)


def test_very_many_groups_are_spread_over_buckets_and_the_interval_barely_changes(table, by_both_roads, monkeypatch):
    held, _ = by_both_roads(assay.evaluate, **CALLS["labels"], data=table, group="patient")
    for module in (units, __import__("assay.tasks.unit_sums", fromlist=["x"])):
        monkeypatch.setattr(module, "MOST", 200)
        monkeypatch.setattr(module, "BUCKETS", 150)
    spread = assay.evaluate(**CALLS["labels"], data=table, group="patient")
    ours, theirs = spread["accuracy"], held["accuracy"]
    assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=0.25)
    assert math.isclose(ours.value, theirs.value)
