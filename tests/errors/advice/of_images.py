"""Advice about boxes and masks."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import polars as pl
from PIL import Image

from advice.entries import Advice, after, without, write
from assay import evaluate

COCO = {
    "images": [{"id": 1, "width": 90, "height": 90}, {"id": 2, "width": 90, "height": 90}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [30, 30, 4, 4], "area": 16, "iscrowd": 0},
        {"id": 2, "image_id": 2, "category_id": 1, "bbox": [10, 20, 4, 4], "area": 16, "iscrowd": 0},
    ],
}
FOUND = [
    {"image_id": 1, "category_id": 1, "bbox": [30, 30, 4, 4], "score": 0.9},
    {"image_id": 2, "category_id": 1, "bbox": [10, 20, 4, 4], "score": 0.8},
]
LISTED = [{"boxes": [[30, 30, 34, 34]], "labels": ["cat"], "scores": [0.9]}] * 2
TABLE = pl.DataFrame({"image": ["i", "j"], "label": ["cat", "cat"], "x": [30, 10], "y": [30, 20], "width": [4, 4],
                      "height": [4, 4], "score": [0.9, 0.8]})  # fmt: skip
CENTRED = [{"boxes": [[30.0 + n, 30, 4, 4], [60, 50.0 + n, 6, 4]], "labels": ["cat"] * 2, "scores": [0.9] * 2}
           for n in range(8)]  # fmt: skip
MASK, SAID = np.array([[0, 1, 1], [2, 1, 0]]), np.array([[0, 1, 1], [2, 1, 1]])
MARKED = np.where(MASK == 2, 255, MASK)


def found(truth=None, prediction=None, **options) -> bool:
    """Every object is found."""
    given = COCO if truth is None else truth, FOUND if prediction is None else prediction
    return evaluate(*given, task="detection", **options)["mean_ap"].value == 1


def changed(data, change):
    """Return a changed copy of a document."""
    copied = copy.deepcopy(data)
    change(copied)
    return copied


def judged(truth=MASK, prediction=SAID, **options):
    """Judge masks; all but one pixel of six are right."""
    return evaluate(truth, prediction, task="segmentation", **options)["pixel_accuracy"].value == 5 / 6


def saved(name: str, mask=MASK) -> str:
    """Save a mask as a file."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".npy"):
        np.save(name, mask)
    else:
        Image.fromarray(np.asarray(mask, dtype=np.uint8)).save(name)
    return name


def folders(truth=("cat.png",), prediction=("cat.png",)):
    """Save masks into two folders."""
    for name in truth:
        saved(f"truth/{name}")
    for name in prediction:
        saved(f"said/{name}", SAID)
    return "truth", "said"


# fmt: off
ADVICE = [
    Advice("detections.not_coco", lambda: found({"images": []}), {
        "The truth holds images, annotations and categories": lambda: found(COCO),
    }),
    Advice("detections.not_detections", lambda: found(7), {
        "Pass a COCO file": lambda: found(
            write("a.json", json.dumps(COCO)), write("b.json", json.dumps(FOUND))),
        "what json.load gives of it": lambda: found(json.loads(json.dumps(COCO)), json.loads(json.dumps(FOUND))),
        "a table with image, label and box columns": lambda: found(TABLE, TABLE),
        "a list with one dict of boxes, labels (and scores) per image": lambda: found(LISTED, LISTED),
    }),
    Advice("detections.unreadable_boxes",
           lambda: found(LISTED, [{"boxes": "a", "labels": ["cat"], "scores": [1]}] * 2), {
        "COCO files": lambda: found(write("a.json", json.dumps(COCO)), write("b.json", json.dumps(FOUND))),
        "tables with image, label and box columns": lambda: found(TABLE, TABLE),
        "lists with one dict of boxes, labels (and scores) per image": lambda: found(LISTED, LISTED),
    }),
    Advice("detections.bad_json", lambda: found(write("a.json", "nothing")), {
        "COCO files and detections are JSON documents.": lambda: found(write("a.json", json.dumps(COCO))),
    }),
    Advice("detections.bad_boxes",
           lambda: found(changed(COCO, lambda one: one["annotations"][0].update(bbox=[3, 3, -4, 4]))), {
        "Correct": found,
        "drop them": lambda: found(changed(COCO, lambda one: one["annotations"].pop(0)), FOUND[1:]),
    }),
    Advice("detections.no_box_columns", lambda: found(TABLE.drop("width"), TABLE), {
        "x, y, width, height": lambda: found(TABLE, TABLE),
        "xmin, ymin, xmax, ymax (x1, y1, x2, y2)": lambda: all(found(one, one) for one in (
            TABLE.with_columns(width=34, height=34).rename(dict(zip(("x", "y", "width", "height"), names, strict=True)))
            for names in (("xmin", "ymin", "xmax", "ymax"), ("x1", "y1", "x2", "y2")))),
        "cx, cy, width, height": lambda: found(*[TABLE.rename({"x": "cx", "y": "cy"})] * 2),
    }),
    Advice("detections.no_detection_column", lambda: found(TABLE, TABLE.rename({"score": "scores"})), {
        "Did you mean 'scores'?": lambda: found(TABLE, TABLE.rename({"score": "scores"}).rename({"scores": "score"})),
    }),
    Advice("detections.missing_scores", lambda: found(prediction=[FOUND[0], FOUND[1] | {"score": None}]), {
        "Add the scores": found,
        "drop these detections": lambda: evaluate(COCO, FOUND[:1], task="detection")["recall"].value == 0.5,
    }),
    Advice("detections.strange_images",
           lambda: found(prediction=[*FOUND, FOUND[0] | {"image_id": 999, "score": 0.1}]), {
        "Add these images to the truth, even if they hold nothing": lambda: found(
            changed(COCO, lambda one: one["images"].append({"id": 999, "width": 90, "height": 90})),
            [*FOUND, FOUND[0] | {"image_id": 999, "score": 0.1}]),
        "drop the detections": found,
    }),
    Advice("detections.strange_labels", lambda: found(prediction=[*FOUND, FOUND[0] | {"category_id": 77}]), {
        "Correct the detections": found,
        "add what they name to the categories of the truth": lambda: evaluate(
            changed(COCO, lambda one: one["categories"].append({"id": 77, "name": "dog"})),
            [*FOUND, FOUND[0] | {"category_id": 77}], task="detection").n == 2,
    }),
    Advice("detections.repeated_ids", lambda: found(changed(COCO, lambda one: one["annotations"][0].update(id=2))), {
        "Give each its own.": found,
    }),
    Advice("detections.images_differ", lambda: found(LISTED, LISTED[:1]), {
        "Both must list the same images in the same order.": lambda: found(LISTED, LISTED),
    }),
    Advice("detections.bad_list_item", lambda: found(LISTED, [LISTED[0], {"boxes": [[1, 1, 2, 2]]}]), {
        "Every image is a dict with boxes (n x 4: xmin, ymin, xmax, ymax), labels": lambda: found(LISTED, LISTED),
    }),
    Advice("detections.bad_matches", lambda: evaluate(counts={"hit": [True]}, task="detection"), {
        "Pass {'hit': [True, False, ...], 'truths': 12} in the order of the scores":
            lambda: evaluate(counts={"hit": [True, False], "truths": 12}, task="detection").n > 0,
        "with 'score' (and 'image') beside it": lambda: [evaluate(counts=more, task="detection") for more in (
            {"hit": [True, False], "truths": 12, "score": [0.5, 0.9]},
            {"hit": [True, False], "truths": 12, "score": [0.5, 0.9], "image": [0, 1]})],
    }),
    Advice("detections.unknown_form", lambda: found(boxes="xxyy"), {
        "'xywh'": lambda: found(boxes="xywh"),
        "'xyxy'": lambda: evaluate(LISTED, LISTED, task="detection", boxes="xyxy").n == 2,
        "'cxcywh'": lambda: evaluate(CENTRED, CENTRED, task="detection", boxes="cxcywh").n == 8,
        "boxes='xywh,xyxy'": lambda: found(
            prediction=[one | {"bbox": [*one["bbox"][:2], *(np.add(one["bbox"][:2], 4).tolist())]} for one in FOUND],
            boxes="xywh,xyxy"),
    }),
    Advice("detections.other_form", lambda: found(CENTRED, CENTRED), {
        'Type boxes="cxcywh"': lambda: found(CENTRED, CENTRED, boxes="cxcywh"),
    }),
    Advice("detections.other_scale", lambda: found(TABLE, _parts(TABLE)), {
        "multiply the boxes of `prediction` by them": lambda: found(TABLE, _parts(TABLE, 1.0)),
        "columns image_width and image_height of a table": lambda: found(
            TABLE.with_columns(image_width=90, image_height=90), _parts(TABLE)),
    }),
    Advice("masks.shapes_differ", lambda: judged(MASK, SAID[:, :2]), {
        "Both masks of an image must have the same size.": judged,
    }),
    Advice("masks.not_a_mask", lambda: judged([np.zeros((9, 9, 3), np.uint8)], [np.zeros((9, 9, 3), np.uint8)]), {
        "turn colours into class numbers first": lambda: evaluate(
            [np.zeros((9, 9, 3), np.uint8)[:, :, 0]], [np.zeros((9, 9), int)], task="segmentation").n == 1,
    }),
    Advice("masks.masked_pixels", lambda: judged([np.ma.array(MASK, mask=MASK == 1)], [SAID]), {
        "with .filled(255), and pass ignore=255": lambda: evaluate(
            [np.ma.array(MASK, mask=MASK == 1).filled(255)], [SAID], task="segmentation", ignore=255).n == 1,
    }),
    Advice("masks.image_counts_differ", lambda: judged([MASK, MASK], [SAID]), {
        "Each image needs one of both.": lambda: judged([MASK, MASK], [SAID, SAID]),
    }),
    Advice("masks.files_do_not_match", lambda: judged(*folders(("cat.png",), ("dog.png",))), {
        "matched by their names without suffix": lambda: judged(*folders(("cat.png",), ("cat.npy",))),
    }),
    Advice("masks.same_name", lambda: judged(*folders(("cat.png", "cat.npy"))), {
        "Keep one file per image": lambda: judged(*folders()),
        "pass a list of files": lambda: judged([saved("truth/cat.png"), saved("truth/cat.npy")],
                                               [saved("said/a.png", SAID), saved("said/b.png", SAID)]),
    }),
    Advice("masks.another_order", lambda: judged(*_files("cat", "dog")), {
        "Sort both": lambda: judged(*map(sorted, _files("cat", "dog"))),
        "pass the two folders": lambda: after(_files("cat", "dog"), judged("truth", "said")),
    }),
    Advice("masks.no_masks", lambda: after(write("truth/cat.jpg", "x"), judged("truth")), {
        "Pass arrays": lambda: judged([MASK], [SAID]),
        "a list of files": lambda: judged([saved("a.png")], [saved("b.npy", SAID)]),
        "a folder with png or npy files": lambda: judged(*folders()),
    }),
    Advice("masks.unknown_classes", lambda: judged(MARKED, labels=[0, 1, 2]), {
        "Add them": lambda: evaluate(MARKED, SAID, task="segmentation", labels=[0, 1, 2, 255]).n == 1,
        "name the class of pixels that do not count as ignore=":
            lambda: evaluate(MARKED, SAID, task="segmentation", labels=[0, 1, 2], ignore=255)["accuracy"].value == 0.8,
    }),
    Advice("masks.unknown_classes", lambda: judged(prediction=np.where(SAID == 2, 9, SAID), labels=[0, 1, 2]), {
        "Add them":
            lambda: evaluate(MASK, np.where(SAID == 2, 9, SAID), task="segmentation", labels=[0, 1, 2, 9]).n == 1,
        "map them to known ones": lambda: judged(labels=[0, 1, 2]),
    }),
    Advice("masks.bad_class_numbers", lambda: judged(np.where(MASK == 2, -1, MASK)), {
        "Correct them": judged,
        "name the class of pixels that do not count as ignore=": lambda: evaluate(
            np.where(MASK == 2, -1, MASK), SAID, task="segmentation", ignore=-1)["accuracy"].value == 0.8,
    }),
    Advice("masks.ignored_class", lambda: judged(ignore="none"), {
        "such as ignore=255.": lambda: judged(ignore=255),
    }),
    Advice("masks.bad_labels", lambda: judged(labels=["cat", "dog"]), {
        "Whole numbers from 0 to 4,095 were expected.": lambda: judged(labels=[0, 1, 2]),
    }),
    Advice("masks.unreadable_mask", lambda: judged([write("cat.png", "nothing")], [SAID]), {
        "Masks are png or npy files.": lambda: judged([saved("cat.png")], [SAID]) and judged([saved("a.npy")], [SAID]),
    }),
]
ADVICE += [
    Advice("masks.no_pixels", lambda: judged(0 * MASK, ignore=0), {}),
    Advice("masks.pillow_missing", lambda: without("PIL", lambda: judged([write("cat.png", "x")], [SAID])), {}),
]
# fmt: on
NO_ADVICE = {
    "masks.no_pixels": "there is nothing to judge, whatever is passed beside such masks",
    "masks.pillow_missing": "it says what to install: test_extras_that_messages_name_hold_the_package",
}


def _parts(table: pl.DataFrame, side: float = 90.0) -> pl.DataFrame:
    """Return the boxes as parts of their images."""
    return table.with_columns(pl.col("x", "y", "width", "height") / side)


def _files(*names: str) -> tuple[list[str], list[str]]:
    """Save masks under these names, and list the predicted ones the other way round."""
    truth = [saved(f"truth/{name}.png") for name in names]
    return truth, [saved(f"said/{name}.png", SAID) for name in reversed(names)]
