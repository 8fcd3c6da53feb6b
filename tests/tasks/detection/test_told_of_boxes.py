"""What is there and not judged is told: masks beside boxes, truths that stand there twice, ids for two things."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import assay

sys.path.insert(0, str(Path(__file__).parent))
from box_scenes import coco, lists, scene, tables


def codes(result):
    return [note.code for note in result.notes]


def with_masks(objects, shift=0.0):
    """Give every object the mask of its box, moved to the right."""
    found = []
    for one in objects:
        x, y, width, height = one["bbox"]
        left = x + shift
        outline = [left, y, left + width, y, left + width, y + height, left, y + height]
        found.append({**one, "segmentation": [outline]})
    return found


def test_masks_beside_boxes_are_told_first():
    truth, found = scene(1)
    so = {**truth, "annotations": with_masks(truth["annotations"])}
    perfect = [{**one, "score": 0.9} for one in with_masks(truth["annotations"], shift=1000)]
    result = assay.evaluate(so, perfect, task="detection")
    assert result["mean_ap"].value == 1
    assert result.notes[0].code == "masks-not-judged"
    assert str(result).startswith("Both sides hold masks, which were not judged: all numbers are of the boxes.")
    compared = assay.compare(so, prediction={"a": perfect, "b": perfect}, task="detection")
    assert compared.notes[0].code == "masks-not-judged"
    assert "masks-not-judged" not in codes(assay.evaluate(so, found, task="detection"))
    assert "masks-not-judged" not in codes(assay.evaluate(truth, perfect, task="detection"))


def test_masks_of_lists_are_told_too():
    truth, found = lists(*scene(1))
    for side in (truth, found):
        for item in side:
            item["masks"] = np.zeros((len(item["boxes"]), 4, 4))
    assert codes(assay.evaluate(truth, found, task="detection"))[0] == "masks-not-judged"


@pytest.mark.parametrize("times", [1, 3])
def test_truths_that_stand_there_twice_are_counted(times):
    truth, found = scene(2)
    again = [{**truth["annotations"][place], "id": 1000 + place} for place in range(times)]
    doubled = {**truth, "annotations": [*truth["annotations"], *again]}
    for pair in (coco(doubled, found), lists(doubled, found), tables(doubled, found)):
        told = {note.code: note.message for note in assay.evaluate(*pair, task="detection").notes}
        assert told["repeated-truths"].startswith("1 box of the truth" if times == 1 else f"{times} boxes of the truth")
    for pair in (coco(truth, found), lists(truth, found), tables(truth, found)):
        assert "repeated-truths" not in codes(assay.evaluate(*pair, task="detection"))


@pytest.mark.parametrize("name", ["id", "annotation_id", "Ann_ID"])
def test_two_boxes_of_an_image_with_one_id_are_refused_in_tables(name):
    truth, found = tables(*scene(2))
    fine = truth.assign(**{name: np.arange(len(truth))})
    assert assay.evaluate(fine, found, task="detection")["mean_ap"].defined
    tracks = truth.assign(**{name: truth.groupby("image").cumcount()})
    assert assay.evaluate(tracks, found, task="detection")["mean_ap"].defined
    with pytest.raises(assay.AssayError, match=r"boxes of the image '?1'? with the same id"):
        assay.evaluate(truth.assign(**{name: 7}), found, task="detection")


@pytest.mark.parametrize("what", ["images", "annotations", "categories"])
def test_two_things_of_a_coco_file_with_one_id_are_refused(what):
    truth, found = scene(3)
    twice = {**truth, what: [*truth[what], {**truth[what][0]}]}
    with pytest.raises(assay.AssayError, match=f"The truth has {what} with the same id"):
        assay.evaluate(twice, found, task="detection")


def test_boxes_that_begin_before_their_image_are_told_where_its_size_is_not_known():
    truth, found = scene(4)
    found[0] = {**found[0], "bbox": [-20.0, 5.0, 30.0, 30.0]}
    known, unknown = (
        {note.code: note.message for note in assay.evaluate(*pair, task="detection", metrics="ap50").notes}
        for pair in (coco(truth, found), tables(truth, found))
    )
    assert "outside" in known
    assert "outside" in unknown


def test_detections_beside_ready_matches_are_refused():
    truth, found = scene(1)
    with pytest.raises(assay.AssayError, match="`counts` and `truth`"):
        assay.evaluate(truth, found, counts={"hit": [1], "truths": 1}, task="detection")
