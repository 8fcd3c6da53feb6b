"""The images on which a detector goes wrong most, counted by hand and against the metrics of all images."""

from __future__ import annotations

import numpy as np
import pytest

import assay


def box(x: float) -> list[float]:
    return [x, 0, x + 10, 10]


def test_misses_and_false_alarms_of_every_image_are_counted_and_named():
    truth = [{"boxes": [box(0), box(50)], "labels": ["cat", "dog"]}, {"boxes": [box(0)], "labels": ["cat"]}]
    found = [
        {"boxes": [box(0)], "labels": ["cat"], "scores": [0.9]},
        {"boxes": [box(0), box(90), box(120)], "labels": ["cat", "cat", "cat"], "scores": [0.9, 0.8, 0.7]},
    ]
    cases = assay.evaluate(truth, found, task="detection").cases(5)
    assert cases["image"].to_list() == [1, 0]
    assert cases["false alarms"].to_list() == [2, 0]
    assert cases["missed"].to_list() == [0, 1]
    assert cases["missed labels"].to_list() == ["", "dog"]
    assert cases["false labels"].to_list() == ["cat × 2", ""]


def test_files_of_coco_are_named():
    truth = {
        "images": [{"id": 7, "file_name": "a.jpg"}, {"id": 9, "file_name": "b.jpg"}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "image_id": 9, "category_id": 1, "bbox": [0, 0, 10, 10], "area": 100, "iscrowd": 0}],
    }
    found = [{"image_id": 7, "category_id": 1, "bbox": [0, 0, 10, 10], "score": 0.9}]
    cases = assay.evaluate(truth, found, task="detection").cases(5)
    assert cases["image"].to_list() == [7, 9]
    assert cases["file"].to_list() == ["a.jpg", "b.jpg"]


def test_the_images_together_make_the_counts_of_the_metrics():
    rng = np.random.default_rng(2)
    truth, found = [], []
    for _ in range(40):
        x = np.arange(rng.integers(1, 6)) * 60.0
        seen = rng.random(len(x)) < 0.7
        truth.append({"boxes": [box(at) for at in x], "labels": ["a"] * len(x)})
        boxes = [box(at) for at in x[seen]] + [box(900.0)]
        found.append({"boxes": boxes, "labels": ["a"] * len(boxes), "scores": rng.random(len(boxes))})
    ev = assay.evaluate(truth, found, task="detection", threshold=0.3)
    cases = ev.cases(1000)
    boxes = sum(len(image["boxes"]) for image in truth)
    assert ev["recall"].value == (boxes - cases["missed"].sum()) / boxes
    hits = boxes - cases["missed"].sum()
    assert hits / (hits + cases["false alarms"].sum()) == ev["precision"].value


def test_masks_are_ordered_by_the_mean_overlap_whose_mean_is_the_metric():
    rng = np.random.default_rng(4)
    truth = [rng.integers(0, 3, (20, 20)) for _ in range(12)]
    said = [np.where(rng.random((20, 20)) < share / 20, 0, mask) for share, mask in enumerate(truth)]
    ev = assay.evaluate(truth, said, task="segmentation", metrics=["jaccard_per_image", "accuracy"])
    cases = ev.cases(1000)
    assert cases["mean IoU"].to_list() == sorted(cases["mean IoU"].to_list())
    perfect = 12 - cases.height
    assert (cases["mean IoU"].sum() + perfect) / 12 == pytest.approx(ev["jaccard_per_image"].value, abs=1e-12)
    assert cases["image"][0] == 11
    assert cases["wrong pixels"].sum() == sum(int((a != b).sum()) for a, b in zip(truth, said, strict=True))
