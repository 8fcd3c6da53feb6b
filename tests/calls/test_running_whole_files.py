"""Texts and masks arrive batch by batch as rows do; what needs all cases at once says so."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay

TRUTH = ["the cat sat on the mat", "a dog ran off", "it rained all day", "nobody came"] * 3
GIVEN = ["the cat sat on a mat", "a dog ran", "it rained all night", "nobody came"] * 3


def test_texts_arrive_batch_by_batch():
    whole, running = assay.evaluate(TRUTH, GIVEN, task="text"), assay.Running(task="text")
    for start in range(0, len(TRUTH), 4):
        running.add(TRUTH[start : start + 4], GIVEN[start : start + 4])
    result = running.result()
    assert running.n == result.n == len(TRUTH)
    assert {name: result[name].value for name in whole} == pytest.approx({name: whole[name].value for name in whole})


def test_texts_arrive_in_frames():
    running = assay.Running(task="text", truth="said", prediction="heard")
    for _ in range(2):
        running.add(data=pl.DataFrame({"said": TRUTH, "heard": GIVEN}))
    assert running.n == 2 * len(TRUTH)


def test_masks_arrive_batch_by_batch_and_merge():
    rng = np.random.default_rng(0)
    truth, given = (list(rng.integers(0, 3, (6, 5, 5))) for _ in range(2))
    truth[0][0, 0] = 255
    whole = assay.evaluate(truth, given, task="segmentation", ignore=255)
    first, second = (assay.Running(task="segmentation", ignore=255) for _ in range(2))
    first.add(truth[:4], given[:4])
    second.add(truth[4:], given[4:])
    first.merge(second)
    result = first.result()
    assert first.n == 6
    assert {name: result[name].value for name in whole} == pytest.approx({name: whole[name].value for name in whole})


def test_boxes_are_refused_in_words():
    boxes = {"boxes": [[0, 0, 1, 1]], "labels": [0]}
    with pytest.raises(assay.AssayError, match=r"cannot be added batch by batch.*ranks the cases of all batches"):
        assay.Running(task="detection").add([boxes], [{**boxes, "scores": [0.4]}])


@pytest.mark.parametrize("name", ["group", "by", "blocks", "boxes"])
def test_what_needs_all_cases_at_once_is_refused_in_words(name):
    with pytest.raises(assay.AssayError, match=f"`{name}` has no meaning for assay.Running"):
        assay.Running(**{name: "town"})
