"""Boxes listed before images and labels are numbered; lists with one dict of boxes per image, as torchvision has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.errors import detections as errors
from assay.inputs.box_geometry import CORNERS, SIZED, Flags
from assay.inputs.columns import untensored
from assay.stats.arithmetic import Numbers

MASKS = "masks"


@dataclass(frozen=True, eq=False)
class Listed:
    """Boxes before images and labels are numbered.

    `form` says what their four numbers mean, `size` is the width and height of the image of each box, nan where it is
    not known, and `masks` tells whether there are masks beside the boxes.
    """

    image: Sequence[object]
    label: Sequence[object]
    box: Numbers
    score: Numbers | None = None
    area: Numbers | None = None
    crowd: Flags | None = None
    ignore: Flags | None = None
    form: str = SIZED
    masks: bool = False
    size: Numbers | None = None


def read_lists(images: Sequence[Any], name: str) -> Listed:
    """Read one dict per image: boxes (xmin, ymin, xmax, ymax), labels, scores."""
    read = [_read_image(entry, place, name) for place, entry in enumerate(images)]
    image = np.repeat(np.arange(len(images)), [len(entry.box) for entry in read]).tolist()
    labels = [label for entry in read for label in entry.label]
    boxes = np.concatenate([entry.box for entry in read]) if read else np.zeros((0, 4))
    masks = any(entry.masks for entry in read)
    size = np.concatenate([np.asarray(entry.size) for entry in read]) if read else None
    if name == "prediction" or not read:
        scores = [entry.score for entry in read if entry.score is not None]
        score = np.concatenate(scores) if name == "prediction" and scores else None
        return Listed(image, labels, boxes, score, form=CORNERS, masks=masks, size=size)
    area, crowd, ignore = (
        np.concatenate([np.asarray(getattr(entry, part)) for entry in read]) for part in ("area", "crowd", "ignore")
    )
    return Listed(image, labels, boxes, None, area, crowd, ignore, CORNERS, masks, size)


def _read_image(entry: Any, place: int, name: str) -> Listed:
    """Read the boxes of one image, and whatever stands beside them."""
    if not isinstance(entry, Mapping) or "boxes" not in entry or "labels" not in entry:
        raise errors.bad_list_item(name, place, "boxes or labels are missing")
    boxes = np.asarray(untensored(entry["boxes"]), dtype=float).reshape(-1, 4)
    if len(boxes) != len(entry["labels"]) or (name == "prediction" and len(boxes) != len(entry.get("scores", ()))):
        raise errors.bad_list_item(name, place, f"it has {len(boxes)} boxes, and another number of labels or scores")
    flags = [("area", entry.get("area"), np.nan), ("iscrowd", entry.get("iscrowd"), 0.0)]
    flags.append(("ignore", entry.get("ignore", entry.get("difficult")), 0.0))
    columns = []
    for key, given, usual in flags:
        column = np.full(len(boxes), usual) if given is None else np.asarray(untensored(given), dtype=float).reshape(-1)
        if len(column) != len(boxes):
            raise errors.bad_list_item(name, place, f"it has {len(boxes)} boxes, and {len(column)} values of {key}")
        columns.append(column)
    labels = np.asarray(untensored(entry["labels"])).tolist()
    scores = np.asarray(untensored(entry.get("scores", ())), dtype=float)
    crowd, ignore = (np.nan_to_num(column) != 0 for column in columns[1:])
    masks = entry.get(MASKS) is not None and len(entry[MASKS]) > 0
    size = np.tile(np.array([entry.get("width", np.nan), entry.get("height", np.nan)], dtype=float), (len(boxes), 1))
    return Listed([place] * len(boxes), labels, boxes, scores, columns[0], crowd, ignore, CORNERS, masks, size)
