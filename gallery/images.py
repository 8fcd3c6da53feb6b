"""Images: boxes of four and of eighty labels, and masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import assay
from gallery.example import Example
from gallery.tumours import SEED

THINGS = (
    "person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat", "light", "hydrant",
    "sign", "meter", "bench", "bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear", "zebra",
    "giraffe", "backpack", "umbrella", "handbag", "tie", "suitcase", "frisbee", "skis", "snowboard", "ball",
    "kite", "bat", "glove", "skateboard", "surfboard", "racket", "bottle", "glass", "cup", "fork", "knife",
    "spoon", "bowl", "banana", "apple", "sandwich", "orange", "broccoli", "carrot", "hotdog", "pizza", "donut",
    "cake", "chair", "couch", "plant", "bed", "table", "toilet", "television", "laptop", "mouse", "remote",
    "keyboard", "phone", "microwave", "oven", "toaster", "sink", "refrigerator", "book", "clock", "vase",
    "scissors", "teddy", "dryer", "toothbrush",
)  # fmt: skip


def _detect(kinds: Sequence[str], images: int, each: float, found_share: np.ndarray) -> tuple[list[Any], list[Any]]:
    """Draw images with boxes, and what a detector makes of them; some labels are found less often than others."""
    rng = np.random.default_rng(SEED)
    truth, found = [], []
    common = 1 / np.arange(1, len(kinds) + 1) if len(kinds) > 10 else np.ones(len(kinds))
    for _ in range(images):
        count = int(rng.poisson(each))
        corner, size = rng.uniform(0, 400, (count, 2)), rng.uniform(10, 180, (count, 2))
        label = rng.choice(len(kinds), count, p=common / common.sum())
        truth.append({"boxes": np.hstack([corner, corner + size]), "labels": [kinds[one] for one in label]})
        seen = rng.random(count) < found_share[label]
        moved = corner[seen] + size[seen] * rng.normal(0, 0.06, (int(seen.sum()), 2))
        stray = rng.uniform(0, 400, (3, 2))
        boxes = np.vstack(
            [np.hstack([moved, moved + size[seen]]), np.hstack([stray, stray + rng.uniform(10, 120, (3, 2))])]
        )
        taken = np.where(rng.random(int(seen.sum())) < 0.08, (label[seen] + 1) % len(kinds), label[seen])
        names = [kinds[one] for one in taken] + [kinds[one] for one in rng.integers(0, len(kinds), 3)]
        scores = np.concatenate([rng.beta(5, 2, int(seen.sum())), rng.beta(2, 4, 3)])
        found.append({"boxes": boxes, "labels": names, "scores": scores})
    return truth, found


def _four() -> Any:
    truth, found = _detect(["cat", "dog", "bird", "boat"], 60, 5, 0.75 + 0.06 * np.arange(4))
    return assay.evaluate(truth, found, task="detection")


def _eighty() -> Any:
    share = np.random.default_rng(SEED + 1).beta(4, 1.5, len(THINGS))
    truth, found = _detect(THINGS, 300, 9, share)
    return assay.evaluate(truth, found, task="detection")


def _masks() -> Any:
    rng = np.random.default_rng(SEED)
    truth = [np.kron(rng.integers(0, 4, (4, 4)), np.ones((16, 16), int)) for _ in range(40)]
    said = [np.roll(mask, rng.integers(0, 4), axis=1) for mask in truth]
    return assay.evaluate(truth, said, task="segmentation")


IMAGES = (
    Example("detection", "Detection", "A detector on sixty drawn images.", _four, ("pr", "labels")),
    Example("eighty-labels", "Detection, eighty labels", "Three hundred drawn images; the worst ones were asked for.",
            _eighty, ("labels",), cases=30),
    Example("segmentation", "Segmentation", "Masks of forty drawn images; the worst ones were asked for.",
            _masks, ("labels",), cases=10),
)  # fmt: skip
