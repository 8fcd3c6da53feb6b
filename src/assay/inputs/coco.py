"""COCO's JSON: images, annotations, categories, and detections as a list of objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from assay.errors import detections as errors
from assay.inputs.box_lists import Listed
from assay.stats.arithmetic import Numbers


@dataclass(frozen=True, eq=False)
class Coco:
    """A COCO file and its detections: boxes, image ids, category ids and their names; sizes are infinite if unknown."""

    truth: Listed
    found: Listed
    images: tuple[object, ...]
    categories: tuple[object, ...]
    names: tuple[object, ...]
    sizes: Numbers
    files: tuple[object, ...] = ()


def read_coco(truth: Mapping[str, Any], detections: Any) -> Coco:
    """Read a COCO file and a list of detections; what they lack is refused by name."""
    missing = [name for name in ("images", "annotations", "categories") if not isinstance(truth.get(name), list)]
    if missing:
        raise errors.not_coco("truth", missing)
    annotations = truth["annotations"]
    images = sorted(_field(truth["images"], "id", "truth"))
    _refuse_repeats("categories", _field(truth["categories"], "id", "truth"))
    names = _names(truth["categories"])
    _refuse_repeats("images", images)
    _refuse_repeats("annotations", [entry["id"] for entry in annotations if "id" in entry])
    if isinstance(detections, Mapping) and "annotations" in detections:
        detections = detections["annotations"]
    if not isinstance(detections, list):
        raise errors.not_coco("prediction", ["a list of detections"])
    categories = sorted(names)
    sizes = {entry["id"]: (entry.get("width"), entry.get("height")) for entry in truth["images"]}
    named = {entry["id"]: entry.get("file_name") for entry in truth["images"]}
    known = [sizes[entry] if None not in sizes[entry] else (np.inf, np.inf) for entry in images]
    return Coco(
        truth=_objects(annotations, "truth"),
        found=_objects(detections, "prediction"),
        images=tuple(images),
        categories=tuple(categories),
        names=tuple(names[entry] for entry in categories),
        sizes=np.array(known, dtype=float).reshape(-1, 2),
        files=tuple(named[entry] for entry in images) if any(named.values()) else (),
    )


def _aside(annotation: Mapping[str, Any]) -> bool:
    return bool(annotation.get("ignore", 0) or annotation.get("difficult", 0))


def _names(categories: list[Any]) -> dict[Any, object]:
    """Return the name of every category; those that share one are told apart by their id."""
    named = [(category["id"], category.get("name", category["id"])) for category in categories]
    shared = {name for place, (_, name) in enumerate(named) if name in [other for _, other in named[:place]]}
    return {number: f"{name} ({number})" if name in shared else name for number, name in named}


def _objects(objects: list[Any], name: str) -> Listed:
    """Read annotations, or detections, as COCO writes them."""
    scored = name == "prediction"
    corners = _field(objects, "bbox", name)
    try:
        boxes = np.array(corners, dtype=float).reshape(len(corners), 4)
    except (TypeError, ValueError) as problem:
        raise errors.not_coco(name, ["four numbers in every bbox"]) from problem
    image, label = _field(objects, "image_id", name), _field(objects, "category_id", name)
    area = np.array([entry.get("area", np.nan) for entry in objects], dtype=float) if not scored else np.empty(0)
    return Listed(
        image,
        label,
        boxes,
        score=np.array([_number(entry.get("score")) for entry in objects], dtype=float) if scored else None,
        area=None if scored else area,
        crowd=None if scored else np.array([bool(entry.get("iscrowd", 0)) for entry in objects], dtype=bool),
        ignore=None if scored else np.array([_aside(entry) for entry in objects], dtype=bool),
        masks=any(entry.get("segmentation") for entry in objects),
    )


def _number(value: Any) -> float:
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else float("nan")


def _field(objects: list[Any], name: str, where: str) -> list[Any]:
    try:
        return [entry[name] for entry in objects]
    except (KeyError, TypeError) as problem:
        known = list(objects[0]) if objects and isinstance(objects[0], Mapping) else []
        raise errors.no_detection_column(where, name, [str(entry) for entry in known]) from problem


def _refuse_repeats(what: str, ids: Sequence[object]) -> None:
    twice = [number for number, count in Counter(ids).items() if count > 1]
    if twice:
        raise errors.repeated_ids(what, twice)
