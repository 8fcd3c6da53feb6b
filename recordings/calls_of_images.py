"""Calls that judge detections and segmentations, and that compare detectors and segmenters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from recordings.call import Calls
from recordings.public import compare, evaluate, write

CALLS = Calls("images")
RNG = np.random.default_rng(99)
KINDS = ["bird", "cat", "dog"]
IMAGES = 10


def scene() -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """Draw images with boxes, and what two detectors make of them."""
    truth: list[dict[str, Any]] = []
    detectors: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
    for _ in range(IMAGES):
        count = int(RNG.integers(1, 6))
        corner, size = RNG.uniform(0, 300, (count, 2)).round(1), RNG.uniform(15, 150, (count, 2)).round(1)
        label = RNG.integers(0, 3, count)
        truth.append({"boxes": np.hstack([corner, corner + size]), "labels": [KINDS[place] for place in label]})
        for detections, noise in zip(detectors, (0.05, 0.15), strict=True):
            seen = RNG.random(count) < 0.85
            moved = (corner[seen] + size[seen] * RNG.normal(0, noise, (int(seen.sum()), 2))).round(1)
            stray = RNG.uniform(0, 300, (2, 2)).round(1)
            boxes = np.vstack([np.hstack([moved, moved + size[seen]]), np.hstack([stray, stray + 40])])
            names = [KINDS[place] for place in label[seen]] + ["cat", "dog"]
            detections.append({"boxes": boxes, "labels": names, "scores": RNG.random(len(names)).round(3)})
    return truth, *detectors


BOXES, FOUND, FOUND_OTHER = scene()


def coco(images: list[dict[str, Any]]) -> dict[str, Any]:
    """Write the truth as a COCO document."""
    return {
        "images": [{"id": place, "width": 500, "height": 500} for place in range(IMAGES)],
        "categories": [{"id": place + 1, "name": name} for place, name in enumerate(KINDS)],
        "annotations": [{**box, "id": place + 1, "area": box["bbox"][2] * box["bbox"][3], "iscrowd": int(place == 4)}
                        for place, box in enumerate(coco_boxes(images))],
    }  # fmt: skip


def coco_boxes(images: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write boxes as COCO does, with scores where there are some."""
    return [
        {"image_id": place, "category_id": KINDS.index(label) + 1,
         "bbox": [x1, y1, round(x2 - x1, 3), round(y2 - y1, 3)]} | (
            {"score": float(score)} if score is not None else {})
        for place, image in enumerate(images)
        for (x1, y1, x2, y2), label, score in zip(
            np.asarray(image["boxes"]).tolist(), image["labels"], image.get("scores", [None] * 99), strict=False)
    ]  # fmt: skip


def table(images: list[dict[str, Any]], names: tuple[str, ...] = ("xmin", "ymin", "xmax", "ymax")) -> pl.DataFrame:
    """Write boxes as a table."""
    rows = [
        {"image": f"image {place}", "label": label, **dict(zip(names, box, strict=True))}
        | ({"score": float(image["scores"][at])} if "scores" in image else {})
        for place, image in enumerate(images)
        for at, (box, label) in enumerate(zip(np.asarray(image["boxes"]).tolist(), image["labels"], strict=True))
    ]
    return pl.DataFrame(rows)


MASKS = [np.kron(RNG.integers(0, 3, (3, 3)), np.ones((6, 6), int)) for _ in range(8)]
MASKS_SAID, MASKS_OTHER = ([np.roll(mask, shift, axis=1) for mask in MASKS] for shift in (1, 3))
MARKED = [np.where(RNG.random(mask.shape) < 0.1, 255, mask) for mask in MASKS]


def folders() -> tuple[str, str]:
    """Save masks into two folders."""
    for folder, masks in (("truth", MARKED), ("said", MASKS_SAID)):
        Path(folder).mkdir()
        for place, mask in enumerate(masks):
            np.save(f"{folder}/{place}.npy", mask)
    return "truth", "said"


DETECTION, SEGMENTATION = {"task": "detection"}, {"task": "segmentation"}
MATCHES = {"hit": [True, True, False, True, False, True], "truths": 7}

# fmt: off
CALLS.add("detection-lists", lambda: evaluate(BOXES, FOUND, **DETECTION), page=True)
CALLS.add("detection-coco", lambda: evaluate(coco(BOXES), coco_boxes(FOUND), **DETECTION))
CALLS.add("detection-coco-files", lambda: evaluate(
    write("truth.json", json.dumps(coco(BOXES))), write("found.json", json.dumps(coco_boxes(FOUND))), **DETECTION))
CALLS.add("detection-tables", lambda: evaluate(table(BOXES), table(FOUND), **DETECTION))
CALLS.add("detection-csv", lambda: evaluate(
    write("truth.csv", table(BOXES)), write("found.csv", table(FOUND)), **DETECTION))
CALLS.add("detection-form", lambda: evaluate(coco(BOXES), [
    {**box, "bbox": [*box["bbox"][:2], box["bbox"][0] + box["bbox"][2], box["bbox"][1] + box["bbox"][3]]}
    for box in coco_boxes(FOUND)], boxes="xywh,xyxy", **DETECTION))
CALLS.add("detection-other-form", lambda: evaluate(coco(BOXES), [
    {**box, "bbox": [*box["bbox"][:2], box["bbox"][0] + box["bbox"][2], box["bbox"][1] + box["bbox"][3]]}
    for box in coco_boxes(FOUND)], **DETECTION))
CALLS.add("detection-threshold", lambda: evaluate(BOXES, FOUND, threshold=0.2, **DETECTION))
CALLS.add("detection-metrics", lambda: evaluate(
    BOXES, FOUND, metrics=["ap50", "ap75", "ap50_11_points", "recall"], **DETECTION))
CALLS.add("detection-jackknife", lambda: evaluate(BOXES, FOUND, method="jackknife", metrics="mean_ap", **DETECTION))
CALLS.add("detection-percentile", lambda: evaluate(BOXES, FOUND, method="percentile", level=0.9, seed=2, **DETECTION))
CALLS.add("detection-one-image", lambda: evaluate(BOXES[:1], FOUND[:1], **DETECTION))
CALLS.add("detection-nothing-found", lambda: evaluate(
    BOXES[:2], [{"boxes": np.empty((0, 4)), "labels": [], "scores": []}] * 2, **DETECTION))
CALLS.add("detection-matches", lambda: evaluate(counts=MATCHES, **DETECTION), page=True)
CALLS.add("detection-matches-scores", lambda: evaluate(counts={
    **MATCHES, "score": [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], "image": [0, 0, 1, 1, 2, 2]}, **DETECTION))
CALLS.add("detection-compare", lambda: compare(
    BOXES, prediction={"a": FOUND, "b": FOUND_OTHER}, **DETECTION), page=True)
CALLS.add("detection-compare-forms", lambda: compare(coco(BOXES), prediction={
    "a": coco_boxes(FOUND), "b": coco_boxes(FOUND_OTHER)}, metrics="ap50", boxes={"b": "xywh"}, **DETECTION))

CALLS.add("segmentation-arrays", lambda: evaluate(MASKS, MASKS_SAID, **SEGMENTATION), page=True)
CALLS.add("segmentation-ignored", lambda: evaluate(MARKED, MASKS_SAID, ignore=255, **SEGMENTATION), page=True)
CALLS.add("segmentation-labels", lambda: evaluate(MASKS, MASKS_SAID, labels=[0, 1, 2, 3], **SEGMENTATION))
CALLS.add("segmentation-folders", lambda: evaluate(*folders(), ignore=255, **SEGMENTATION))
CALLS.add("segmentation-metrics", lambda: evaluate(
    MASKS, MASKS_SAID, metrics=["mean_iou", "boundary_iou", "jaccard_per_image", "pixel_accuracy"], **SEGMENTATION))
CALLS.add("segmentation-jackknife", lambda: evaluate(MASKS, MASKS_SAID, method="jackknife", **SEGMENTATION))
CALLS.add("segmentation-one-image", lambda: evaluate(MASKS[0], MASKS_SAID[0], **SEGMENTATION))
CALLS.add("segmentation-stack", lambda: evaluate(np.stack(MASKS[:3]), np.stack(MASKS_SAID[:3]), **SEGMENTATION))
CALLS.add("segmentation-compare", lambda: compare(
    MASKS, prediction={"a": MASKS_SAID, "b": MASKS_OTHER}, **SEGMENTATION), page=True)
CALLS.add("segmentation-compare-ignored", lambda: compare(
    MARKED, prediction={"a": MASKS_SAID, "b": MASKS_OTHER}, ignore=255, metrics="mean_iou", **SEGMENTATION))
# fmt: on
