"""Slices at their edges: names of ranges, one group alone, two slices, several columns, stored results."""

from __future__ import annotations

import math
import pickle

import numpy as np
import polars as pl
import pytest

import assay
from assay.errors import AssayError
from assay.summaries.units import Units


@pytest.fixture(scope="module")
def cases():
    rng = np.random.default_rng(5)
    n = 1_200
    return pl.DataFrame(
        {
            "truth": rng.integers(0, 2, n),
            "answer": rng.integers(0, 2, n),
            "score": rng.random(n),
            "price": rng.normal(50, 5, n),
            "guess": rng.normal(50, 5, n),
            "site": np.array(["north", "south", "west"])[rng.integers(0, 3, n)],
            "side": np.array(["left", "right"])[rng.integers(0, 2, n)],
            "stamp": 1_700_000_000 + rng.integers(0, 900, n),
            "patient": rng.integers(0, 40, n),
        }
    )


def test_ranges_whose_edges_share_their_first_digits_keep_all_cases(cases):
    for by in ("stamp", {"stamp": [1_700_000_100, 1_700_000_120, 1_700_000_140]}):
        slices = assay.evaluate("truth", "answer", data=cases, by=by).slices
        assert sum(slices.sizes.values()) == len(cases)
        assert len(slices) == 4
    assert "1700000100 to 1700000120" in slices


def test_a_slice_of_one_group_says_that_nothing_tells_how_far_another_would_be_off(cases):
    own = cases.with_columns(site=pl.when(pl.col("patient") == 7).then(pl.lit("alone")).otherwise("site"))
    judged = assay.evaluate("truth", "answer", data=own, by="site", group="patient", metrics="accuracy")
    alone = judged.slices["alone"]["accuracy"]
    assert (alone.low, alone.high, alone.method) == (0.0, 1.0, "none")
    assert "one group" in alone.note
    test = next(test for test in judged.slices.against_rest("accuracy") if test.key == "alone")
    assert math.isnan(test.p_adjusted)
    compared = assay.compare("truth", prediction={"a": "answer", "b": "side_"}, data=own.with_columns(
        side_=pl.col("truth")), by="site", group="patient")  # fmt: skip
    pair = compared.slices["alone"]["accuracy"].pairs[0]
    assert math.isnan(pair.p_value)
    assert str(compared)


def test_a_slice_of_few_groups_says_so(cases):
    own = cases.with_columns(site=pl.when(pl.col("patient") < 5).then(pl.lit("few")).otherwise("site"))
    slices = assay.evaluate("truth", "answer", data=own, by="site", group="patient", metrics="accuracy").slices
    assert next(test.note for test in slices.against_rest("accuracy") if test.key == "few") == "only 5 groups"


def test_two_slices_are_one_test(cases):
    tests = assay.evaluate("truth", "answer", data=cases, by="side").slices.against_rest("accuracy")
    assert tests[0].p_value == pytest.approx(tests[1].p_value, rel=1e-9)
    assert tests[0].p_adjusted == tests[0].p_value


def test_gaps_and_ratios_compare_slices_of_one_column(cases):
    slices = assay.evaluate("truth", "answer", data=cases, by=["site", "side"]).slices
    for made in (slices.gap("accuracy"), slices.ratio("accuracy")):
        named = [name for name in ("site", "side") if name in made.note]
        assert len(named) == 1
        assert made.low <= made.value <= made.high


def test_a_ratio_over_groups_is_wider_than_one_over_cases(cases):
    repeated = pl.concat([cases] * 4)
    by_case = assay.evaluate("truth", "answer", data=repeated, by="site").slices.ratio("accuracy")
    by_group = assay.evaluate("truth", "answer", data=repeated, by="site", group="patient").slices.ratio("accuracy")
    assert by_group.method == "jackknife over groups"
    assert by_group.high - by_group.low > by_case.high - by_case.low


@pytest.mark.parametrize("arguments", [
    {"truth": "truth", "prediction": "answer"},
    {"truth": "truth", "score": "score"},
    {"truth": "price", "prediction": "guess", "group": "patient"},
])  # fmt: skip
def test_a_stored_result_keeps_its_slices_and_not_the_cases(cases, arguments):
    judged = assay.evaluate(data=cases, by="site", **arguments)
    name = judged.shown[0]
    again = pickle.loads(pickle.dumps(judged))  # noqa: S301
    assert dict(again.slices.sizes) == dict(judged.slices.sizes)
    assert again.slices["north"][name] == judged.slices["north"][name]
    assert [test.p_adjusted for test in again.slices.against_rest(name)] == pytest.approx(
        [test.p_adjusted for test in judged.slices.against_rest(name)]
    )
    with pytest.raises(AssayError, match="holds no cases"):
        again.slices.against_rest("huber(delta=1)" if "mae" in judged else "f2")


def test_a_stored_comparison_keeps_its_slices(cases):
    compared = assay.compare("truth", prediction={"a": "answer", "b": "truth"}, data=cases, by="site")
    again = pickle.loads(pickle.dumps(compared))  # noqa: S301
    ours, theirs = (own.slices["west"]["accuracy"].pairs[0].p_value for own in (again, compared))
    assert ours == theirs
    assert len(again.slices.where("accuracy")) == 3


def test_copies_of_the_cases_inside_their_groups_leave_medians_and_the_distribution_of_residuals():
    rng = np.random.default_rng(8)
    group = np.repeat(np.arange(60), 5)
    error = rng.normal(size=300) + rng.normal(size=60)[group]
    truth = np.zeros(300)
    once = assay.evaluate(truth, error, group=group, task="regression")
    often = assay.evaluate(np.repeat(truth, 9), np.repeat(error, 9), group=np.repeat(group, 9), task="regression")
    for name in ("median_error", "median_absolute_error"):
        assert often[name].low == pytest.approx(once[name].low, abs=0.08)
        assert often[name].high == pytest.approx(once[name].high, abs=0.08)
    for ours, theirs in ((often.errors.below(0.9), once.errors.below(0.9)),
                         (often.errors.share_below(1.0), once.errors.share_below(1.0))):  # fmt: skip
        assert ours.value == pytest.approx(theirs.value)
        assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=0.1)


def test_cells_of_two_groupings_weigh_what_their_rows_weigh():
    first, second = Units.of(["a", "b"], np.array([0, 0, 1])), Units.of(["x", "y"], np.array([0, 1, 1]))
    assert first.crossed(second, np.array([1.0, 2.0, 5.0])).sizes.tolist() == [1.0, 2.0, 5.0]


def test_more_groups_than_buckets_are_counted_as_they_are_and_groups_of_one_change_nothing():
    rng = np.random.default_rng(2)
    truth, answer = rng.integers(0, 2, (2, 70_000))
    plain = assay.evaluate(truth, answer)
    own = assay.evaluate(truth, answer, group=np.arange(70_000))
    assert own["accuracy"] == plain["accuracy"]
    assert any(note.code == "groups-of-one" for note in own.notes)


def test_slices_that_cannot_be_cut_are_refused_in_words(cases):
    truth, answer = cases["truth"].to_numpy(), cases["answer"].to_numpy()
    with pytest.raises(AssayError, match="names no column"):
        assay.evaluate(truth, answer, by={})
    with pytest.raises(AssayError, match="data= was not given"):
        assay.evaluate(truth, answer, by={"age": [30, 60]})
    with pytest.raises(AssayError, match="both by= and group="):
        assay.evaluate(truth, answer, by=cases["site"].to_numpy(), group=cases["site"].to_list())
    with pytest.raises(AssayError, match="One value per case"):
        assay.evaluate(truth, answer, by=np.stack([truth, answer], axis=1))
    with pytest.raises(AssayError, match="one value only"):
        assay.evaluate("truth", "answer", data=cases, by={"stamp": [0]})
