"""by= for images and segments: every slice is judged as if it were all there is."""

from __future__ import annotations

import numpy as np
import pytest
from groups.test_items_in_groups import SAID, TASKS, TEXTS

import assay


@pytest.mark.parametrize("task", TASKS)
def test_a_slice_is_what_its_items_give_alone(task: str) -> None:
    truth, answers, metrics, count = TASKS[task]
    site = np.where(np.arange(count) % 3 == 0, "north", "south")
    found = assay.evaluate(truth, answers["b"], task=task, metrics=metrics, by=site)
    rows = np.flatnonzero(site == "north")
    alone = assay.evaluate([truth[k] for k in rows], [answers["b"][k] for k in rows], task=task, metrics=metrics)
    north = found.slices["north"]
    assert (north.n, found.n) == (len(rows), count)
    for name in metrics:
        assert north[name].value == pytest.approx(alone[name].value)
        assert (north[name].low, north[name].high) == pytest.approx((alone[name].low, alone[name].high))


@pytest.mark.parametrize("task", TASKS)
def test_slices_of_items_are_tested_against_the_rest(task: str) -> None:
    truth, answers, metrics, count = TASKS[task]
    half = count // 2
    mixed = [*answers["a"][:half], *truth[half:]] if task != "detection" else answers["a"]
    site = np.where(np.arange(count) < half, "early", "late")
    found = assay.evaluate(truth, mixed, task=task, metrics=metrics[0], by=site)
    first, second = found.slices.against_rest(metrics[0])
    assert first.difference.value == pytest.approx(-second.difference.value)
    assert first.estimate.value == pytest.approx(second.rest.value)
    assert found.slices.to_frame().height == 2 * len(found)


def test_slices_of_segments_know_their_groups() -> None:
    site = np.where(np.arange(60) % 2 == 0, "even", "odd")
    asked = {"task": "text", "metrics": "token_f1"}
    found = assay.evaluate(TEXTS, SAID["a"], by=site, group=np.arange(60) // 6, **asked)
    rows = np.flatnonzero(site == "even")
    alone = assay.evaluate([TEXTS[k] for k in rows], [SAID["a"][k] for k in rows], group=rows // 6, **asked)
    made, direct = found.slices["even"]["token_f1"], alone["token_f1"]
    assert made.method == "jackknife over groups"
    assert (made.low, made.high) == pytest.approx((direct.low, direct.high))


def test_slices_stay_with_their_segments_where_one_is_left_out() -> None:
    said = [None if k == 0 else text for k, text in enumerate(SAID["a"])]
    site = np.where(np.arange(60) < 20, "first", "last")
    found = assay.evaluate(TEXTS, said, task="text", metrics="token_f1", by=site, missing="drop")
    assert {key: found.slices[key].n for key in ("first", "last")} == {"first": 19, "last": 40}


def test_a_column_of_the_data_cuts_segments_and_numbers_are_cut_at_edges() -> None:
    import polars as pl

    frame = pl.DataFrame({"reference": TEXTS, "said": SAID["a"], "words": list(range(60))})
    found = assay.evaluate("reference", "said", data=frame, task="text", metrics="token_f1", by={"words": [20, 40]})
    assert [found.slices[key].n for key in found.slices] == [20, 20, 20]


def test_slices_of_another_length_are_refused() -> None:
    truth, answers, metrics, _ = TASKS["detection"]
    with pytest.raises(assay.AssayError, match="by= holds 23 values for 24 images"):
        assay.evaluate(truth, answers["a"], task="detection", metrics=metrics, by=["a", "b"] * 11 + ["a"])


def test_a_comparison_of_systems_is_cut_into_slices_too() -> None:
    place = ["a", "b"] * 30
    slices = assay.compare(TEXTS, prediction=SAID, task="text", metrics="token_f1", by=place).slices
    rows = [row for row, own in enumerate(place) if own == "b"]
    texts, said = [TEXTS[row] for row in rows], {name: [own[row] for row in rows] for name, own in SAID.items()}
    alone = assay.compare(texts, prediction=said, task="text", metrics="token_f1")
    assert slices["b"]["token_f1"].pairs == alone["token_f1"].pairs
