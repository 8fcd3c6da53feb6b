"""Images that once went wrong: silent drops, false zeros, intervals without width, raw tracebacks."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import jaccard_score

import assay

RNG = np.random.default_rng(4)


def boxes(images=12, per=4):
    """Tables of truth and detections that find most of it."""
    image = np.repeat(np.arange(images), per)
    corner, size = RNG.uniform(0, 300, (len(image), 2)), RNG.uniform(20, 120, (len(image), 2))
    label = RNG.choice(["cat", "dog"], len(image))
    columns = ["x", "y", "width", "height"]
    truth = pd.DataFrame(np.hstack([corner, size]), columns=columns).assign(image=image, label=label)
    moved = corner + size * RNG.normal(0, 0.05, size.shape)
    found = pd.DataFrame(np.hstack([moved, size]), columns=columns).assign(image=image, label=label)
    return truth, found.assign(score=RNG.random(len(image)))


def value(truth, found, metric="mean_ap", **options):
    return assay.evaluate(truth, found, task="detection", metrics=metric, **options)[metric]


def test_a_class_that_is_only_predicted_counts_with_an_overlap_of_nothing():
    truth = RNG.integers(0, 3, (8, 20, 20))
    said = np.where(RNG.random(truth.shape) < 0.8, truth, RNG.integers(0, 4, truth.shape))
    found = assay.evaluate(truth, said, task="segmentation")
    expected = jaccard_score(truth.ravel(), said.ravel(), average="macro", labels=[0, 1, 2, 3])
    assert found["mean_iou"].value == pytest.approx(expected)
    assert any(note.code == "no-truth" for note in found.notes)
    declared = assay.evaluate(truth, truth, task="segmentation", labels=[0, 1, 2, 3])
    assert declared["mean_iou"].value == 1


@pytest.mark.parametrize("flags", [np.nan, None, "0", "False", 0])
def test_flags_that_are_not_set_are_not_set(flags):
    truth, found = boxes()
    expected = value(truth, found).value
    assert value(truth.assign(iscrowd=flags), found).value == expected
    assert value(truth.assign(difficult=flags), found).value == expected
    assert np.isnan(value(truth.assign(difficult="yes"), found).value)


def test_areas_that_are_not_known_are_those_of_the_boxes():
    truth, found = boxes()
    assert value(truth.assign(area=np.nan), found).value == value(truth, found).value


def test_lists_take_flags_and_areas():
    item = {"boxes": [[0, 0, 10, 10], [50, 50, 90, 90]], "labels": ["a", "a"]}
    said = {**item, "scores": [0.9, 0.8]}
    assert value([item], [said], "mean_ap_large").value != value([item], [said], "mean_ap_small").value
    large = {**item, "area": [1e5, 1e5]}
    assert np.isnan(value([large], [said], "mean_ap_small").value)
    assert np.isnan(value([{**item, "ignore": [1, 1]}], [said]).value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda truth, found: (truth.assign(image=truth.image.astype(str)), found),
            ["images that the truth does not have"],
        ),
        (lambda truth, found: (truth.assign(label=1), found), ["'cat'"]),
        (lambda truth, found: (truth, found.assign(label=None)), ["without an image or a label"]),
        (lambda truth, found: (truth, found.assign(x="far")), ["cannot be read"]),
        (lambda truth, found: (truth, found.assign(score="high")), ["cannot be read"]),
    ],
)
def test_tables_that_do_not_fit_are_refused(change, words):
    with pytest.raises(assay.AssayError) as caught:
        value(*change(*boxes()))
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_images_without_truth_in_a_table_are_told():
    truth, found = boxes()
    result = assay.evaluate(truth[truth.image < 10], found, task="detection")
    assert any(note.code == "extra-images" for note in result.notes)


def test_intervals_always_have_a_width():
    same = [np.ones((4, 4), int) * (np.arange(4) % 2)] * 3
    perfect = assay.evaluate(same, same, task="segmentation")["accuracy"]
    assert perfect.low < 1 == perfect.high
    truth, _ = boxes()
    exact = value(truth, truth.assign(score=1.0))
    assert exact.low < 1 == exact.high
    nothing = assay.evaluate(truth, truth.assign(score=0.5).head(0), task="detection")["mean_ap"]
    assert nothing.value == 0 < nothing.high


def test_few_truths_leave_the_interval_open_below():
    truth, found = boxes(images=6, per=2)
    many = [f"kind {place}" for place in range(12)]
    open_below = value(truth.assign(label=many), found.assign(label=many))
    assert open_below.low == 0
    assert "fewer than 5 truths" in open_below.note


def test_two_detectors_are_cut_by_one_rule():
    truth, found = boxes(images=20)
    loud = found.assign(score=10 * found.score)
    pair = assay.compare(truth, prediction={"a": found, "b": loud}, task="detection", metrics="recall")["recall"].pairs[
        0
    ]
    assert pair.difference.value == 0


def test_hits_of_ready_matches_stay_with_their_images():
    image = np.repeat(np.arange(40), 3)
    found = assay.evaluate(counts={"hit": np.ones(120), "truths": np.int64(120), "image": image}, task="detection")
    assert found["recall"].low > 0.85
    for bad in ({"hit": ["no"], "truths": 1}, {"hit": [1], "truths": True}, {"hit": [0.3], "truths": 1}, {"hit": [1]}):
        with pytest.raises(assay.AssayError, match="ready matches"):
            assay.evaluate(counts=bad, task="detection")


def test_what_needs_true_negatives_is_refused():
    with pytest.raises(assay.AssayError, match="specificity"):
        value(*boxes(), "specificity")


@pytest.mark.parametrize(
    ("truth", "said", "options", "words"),
    [
        (np.full((2, 4, 5), 255), np.zeros((2, 4, 5), int), {"ignore": 255}, ["No pixel counts"]),
        (np.zeros((20, 20, 3), np.uint8), np.zeros((20, 20, 3), np.uint8), {}, ["3 channels"]),
        ([np.zeros((4, 5), int)], [np.zeros((4, 5), int)], {"labels": [-1, 0]}, ["labels="]),
        ([np.zeros((4, 5), int)], [np.zeros((4, 5), int)], {"labels": ["a"]}, ["labels="]),
        (np.float64(3.0), np.float64(3.0), {}, ["no masks"]),
    ],
)
def test_masks_that_cannot_be_judged_are_refused(truth, said, options, words):
    with pytest.raises(assay.AssayError) as caught:
        assay.evaluate(truth, said, task="segmentation", **options)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_large_class_numbers_cost_nothing():
    truth = [np.where(np.eye(8) > 0, 4000, 3) for _ in range(100)]
    found = assay.evaluate(truth, truth, task="segmentation", metrics="mean_iou")
    assert found.confusion.labels == (3, 4000)


def test_detections_in_a_crowd_are_no_mistakes_in_the_confusion():
    truth = [{"boxes": [[0, 0, 100, 100], [200, 200, 240, 240]], "labels": ["a", "a"], "iscrowd": [1, 0]}]
    said = [{"boxes": [[10, 10, 30, 30], [200, 200, 240, 240]], "labels": ["a", "a"], "scores": [0.9, 0.8]}]
    found = assay.evaluate(truth, said, task="detection")
    assert found["precision"].value == 1
    assert found.confusion.counts[-1].sum() == 0


def test_arguments_that_say_nothing_of_images_are_refused(tmp_path):
    for name, given in (("positive", "cat"), ("score", [1]), ("labels", ["x"]), ("costs", {"fp": 1, "fn": 2})):
        with pytest.raises(assay.AssayError, match=name):
            assay.evaluate(*boxes(), task="detection", **{name: given})
    mask = np.zeros((4, 4), np.uint8)
    for folder, files in (("truth", "a"), ("said", "ab")):
        (tmp_path / folder).mkdir()
        for name in files:
            np.save(tmp_path / folder / f"{name}.npy", mask + 1)
    found = assay.evaluate(tmp_path / "truth", tmp_path / "said", task="segmentation")
    assert any(note.code == "extra-masks" for note in found.notes)


def test_boxes_beyond_their_image_are_counted_and_named():
    truth = {
        "images": [{"id": 7, "width": 50, "height": 50}],
        "annotations": [{"id": 0, "image_id": 7, "category_id": 1, "bbox": [40, 40, 30, 30], "area": 900}],
        "categories": [{"id": 1, "name": "a"}],
    }
    said = [{"image_id": 7, "category_id": 1, "bbox": [40, 40, 30, 30], "score": np.float32(0.5)}]
    notes = [note.message for note in assay.evaluate(truth, said, task="detection").notes if note.code == "outside"]
    assert notes
    assert "2 boxes" in notes[0]
    assert "7" in notes[0]


def test_a_class_that_few_images_show_is_named_as_other_images_may_lack_it():
    rng = np.random.default_rng(0)
    truth = [rng.integers(0, 2, (8, 8)) for _ in range(12)]
    truth[3][0, :4] = 2
    prediction = [np.where(rng.random((8, 8)) < 0.9, mask, 0) for mask in truth]
    notes = {note.code: note.message for note in assay.evaluate(truth, prediction, task="segmentation").notes}
    assert "Few of the 12 images" in notes["rare-class"]
    usual = [np.where(mask == 2, 1, mask) for mask in truth]
    assert "rare-class" not in {note.code for note in assay.evaluate(usual, prediction, task="segmentation").notes}
