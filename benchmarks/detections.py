"""Detections: COCO's twelve numbers, alone and with intervals, beside the tools that give the numbers alone.

Reading the files is left out on both sides.
"""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Iterator
from typing import Any

import numpy as np

import assay
from assay.counting.box_matching import match
from assay.inputs.boxes import read_detections
from assay.tasks.detection.judging import judge_matches
from assay.tasks.requests import Request
from benchmarks.timing import Race, race


def scene(images: int, labels: int, found: int, own: int | None, truths: float, seed: int) -> tuple[Any, Any]:
    """Draw images with boxes; `own` labels an image where it has its own, else all of them."""
    rng = np.random.default_rng(seed)
    annotations, detections = [], []
    for image in range(images):
        known = rng.choice(labels, own, replace=False) if own else np.arange(labels)
        boxes = []
        for _ in range(rng.poisson(truths)):
            size = rng.uniform(8, 200, 2)
            boxes.append((int(rng.choice(known)), np.concatenate([rng.uniform(0, 400, 2), size])))
        for label, box in boxes:
            annotations.append({"id": len(annotations) + 1, "image_id": image + 1, "category_id": label + 1,
                                "bbox": box.tolist(), "area": float(box[2] * box[3]), "iscrowd": 0})  # fmt: skip
        for _ in range(found // images):
            label, box = int(rng.choice(known)), np.concatenate([rng.uniform(0, 400, 2), rng.uniform(8, 200, 2)])
            if boxes and rng.random() < 0.6:
                label, near = boxes[rng.integers(len(boxes))]
                box = near * (1 + rng.normal(0, 0.06, 4))
            detections.append({"image_id": image + 1, "category_id": label + 1, "bbox": box.tolist(),
                               "score": float(rng.random())})  # fmt: skip
    truth = {
        "images": [{"id": image + 1} for image in range(images)],
        "annotations": annotations,
        "categories": [{"id": label + 1, "name": f"kind {label}"} for label in range(labels)],
    }
    return truth, detections


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    for name, scenery in (
        ("sparse", scene(2000, 80, 61_000, None, 7, 0)),
        ("dense", scene(500, 80, 50_000, 3, 30, 1)),
    ):
        yield from _races(name, *scenery)


def _races(name: str, truth: Any, detections: Any) -> Iterator[Race]:
    from faster_coco_eval import COCO, COCOeval_faster
    from pycocotools.coco import COCO as OLD
    from pycocotools.cocoeval import COCOeval

    rows = read_detections(truth, detections)
    quiet = contextlib.redirect_stdout(io.StringIO())
    with quiet:
        fast = COCO(truth)
        fast_found = fast.loadRes(detections)
        old = OLD()
        old.dataset = truth
        old.createIndex()
        old_found = old.loadRes(detections)

    def theirs() -> None:
        judge = COCOeval_faster(fast, fast_found, "bbox", print_function=lambda *_: None)
        judge.evaluate()
        judge.accumulate()
        judge.summarize()

    def oldest() -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            judge = COCOeval(old, old_found, "bbox")
            judge.evaluate()
            judge.accumulate()
            judge.summarize()

    def ours() -> None:
        found = match(rows.truth, rows.found, len(rows.images), rows.labels)
        _ = found.average_precisions, [found.recalls(most) for most in (1, 10, 100)]

    defaults = {name: each.default for name, each in inspect.signature(assay.evaluate).parameters.items()}
    asked = Request.of(assay.evaluate, {**defaults, "task": "detection"})

    def whole() -> None:
        judge_matches(match(rows.truth, rows.found, len(rows.images), rows.labels), rows, None, asked)

    yield race(f"12 COCO numbers, {name}", ours, "faster-coco-eval", theirs, 0.5, repeats=3)
    yield race(f"12 COCO numbers and more with intervals, {name}", whole, "faster-coco-eval, no interval", theirs, 3, 3)
    yield race(f"12 COCO numbers, {name}", ours, "pycocotools", oldest, 0.05, repeats=1)
