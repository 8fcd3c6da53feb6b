"""Scenes of boxes in any form and any container, for tests."""

from __future__ import annotations

import numpy as np
import pandas as pd

FORMS = ("xywh", "xyxy", "cxcywh")
COLUMNS = ("x", "y", "width", "height")


def written(box, form):
    """Write (x, y, width, height) in another form."""
    x, y, width, height = (float(side) for side in box)
    if form == "xyxy":
        return [x, y, x + width, y + height]
    return [x + width / 2, y + height / 2, width, height] if form == "cxcywh" else [x, y, width, height]


def scene(seed, images=12, size=(640, 480), smallest=15, largest=200, found=0.8, noise=0.04, junk=4):
    """Return COCO's truth and detections in (x, y, width, height), all truths inside their images."""
    rng = np.random.default_rng(seed)
    annotations, detections = [], []
    for image in range(1, images + 1):
        for _ in range(int(rng.integers(1, 6))):
            side = rng.uniform(smallest, np.minimum(largest, size), 2)
            corner = rng.uniform(0, np.array(size) - side)
            box, label = [*corner, *side], int(rng.integers(1, 3))
            annotations.append({
                "id": len(annotations) + 1, "image_id": image, "category_id": label, "bbox": written(box, "xywh"),
                "area": float(side.prod()), "iscrowd": 0,
            })  # fmt: skip
            if rng.random() < found:
                near = np.array(box) + np.tile(side, 2) * rng.normal(0, noise, 4)
                near[2:] = np.abs(near[2:])
                detections.append({
                    "image_id": image, "category_id": label, "bbox": written(near, "xywh"),
                    "score": float(rng.uniform(0.3, 1)),
                })  # fmt: skip
        for _ in range(int(rng.integers(0, junk + 1))):
            side = rng.uniform(smallest, np.minimum(largest, size), 2)
            corner = rng.uniform(0, np.array(size) - side)
            detections.append({
                "image_id": image, "category_id": int(rng.integers(1, 3)), "bbox": written([*corner, *side], "xywh"),
                "score": float(rng.uniform(0, 0.6)),
            })  # fmt: skip
    truth = {
        "images": [{"id": image, "width": size[0], "height": size[1]} for image in range(1, images + 1)],
        "annotations": annotations,
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    }
    return truth, detections


def in_form(objects, form, scale=(1.0, 1.0)):
    """Write the boxes of annotations or detections in a form, in pixels or in parts of an image."""
    scales = np.array([*scale, *scale])
    return [{**one, "bbox": (np.array(written(one["bbox"], form)) * scales).tolist()} for one in objects]


def coco(truth, found, forms=("xywh", "xywh"), sized=True, areas=True, scale=(1.0, 1.0)):
    """Return COCO's truth and detections in these forms, with or without sizes of images and areas of boxes."""
    annotations = in_form(truth["annotations"], forms[0], scale)
    if not areas:
        annotations = [{key: value for key, value in one.items() if key != "area"} for one in annotations]
    images = truth["images"] if sized else [{"id": one["id"]} for one in truth["images"]]
    return {**truth, "images": images, "annotations": annotations}, in_form(found, forms[1], scale)


def tables(truth, found, forms=("xywh", "xywh"), scale=(1.0, 1.0), columns=COLUMNS):
    """Return frames whose columns say (x, y, width, height), whatever is in them."""
    frames = []
    for objects, form in ((truth["annotations"], forms[0]), (found, forms[1])):
        boxes = np.array([one["bbox"] for one in in_form(objects, form, scale)]).reshape(-1, 4)
        frame = pd.DataFrame(boxes, columns=list(columns))
        frame = frame.assign(image=[one["image_id"] for one in objects], label=[one["category_id"] for one in objects])
        frames.append(frame)
    return frames[0], frames[1].assign(score=[one["score"] for one in found])


def lists(truth, found, forms=("xyxy", "xyxy")):
    """Return one dict of boxes per image, as torchvision has them."""
    sides = []
    for objects, form in ((truth["annotations"], forms[0]), (found, forms[1])):
        side = []
        for image in truth["images"]:
            own = [one for one in in_form(objects, form) if one["image_id"] == image["id"]]
            item = {"boxes": [one["bbox"] for one in own], "labels": [one["category_id"] for one in own]}
            side.append(item if objects is truth["annotations"] else {**item, "scores": [one["score"] for one in own]})
        sides.append(side)
    return sides
