"""Boxes as users hold them: COCO files, flat tables, lists of arrays an image; checked once, in one form after that."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.errors import detections as errors
from assay.errors import files as file_errors
from assay.inputs.box_tables import is_table, read_table
from assay.inputs.coco import Coco, Listed, read_coco
from assay.stats.arithmetic import Numbers

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes as corners and sizes (x, y, width, height) with the image and label each belongs to."""

    image: Places
    label: Places
    box: Numbers
    area: Numbers
    score: Numbers | None = None
    crowd: Flags | None = None
    ignore: Flags | None = None

    def __len__(self) -> int:
        return len(self.image)

    def take(self, rows: Places) -> Boxes:
        """Return some of the boxes."""
        parts = {
            name: None if getattr(self, name) is None else getattr(self, name)[rows]
            for name in ("image", "label", "box", "area", "score", "crowd", "ignore")
        }
        return Boxes(**parts)  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False)
class DetectionRows:
    """Truth and detections over the same images and labels.

    `outside` names the image of every box that leaves it, `extra` counts images of a table that hold detections but no
    truth.
    """

    images: tuple[object, ...]
    labels: tuple[object, ...]
    truth: Boxes
    found: Boxes
    outside: tuple[object, ...] = ()
    extra: int = 0


def read_detections(truth: object, prediction: object) -> DetectionRows:
    """Read truth and detections, whatever form they have; what cannot be read is refused with the reason."""
    try:
        return _read(truth, prediction)
    except AssayError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RuntimeError) as problem:
        raise errors.unreadable_boxes(str(problem).partition("\n")[0]) from problem


def _read(truth: object, prediction: object) -> DetectionRows:
    so, said = _loaded(truth, "truth"), _loaded(prediction, "prediction")
    if isinstance(so, Mapping):
        return _of_coco(read_coco(so, said))
    if is_table(so):
        return _numbered(Listed(**read_table(so, "truth")), Listed(**read_table(said, "prediction")))
    if isinstance(so, Sequence) and isinstance(said, Sequence):
        if len(so) != len(said):
            raise errors.images_differ(len(so), len(said))
        pair = _per_image(so, "truth"), _per_image(said, "prediction")
        return _numbered(*pair, images=tuple(range(len(so))))
    raise errors.not_detections("truth", type(so).__name__)


def _loaded(data: object, name: str) -> Any:
    """Read JSON files; leave everything else, tables among it, as it is."""
    if not isinstance(data, str | os.PathLike):
        if data is None:
            raise errors.not_detections(name, "None")
        return data
    path = Path(data)
    if path.suffix.casefold() != ".json":
        return path
    if not path.is_file():
        siblings = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
        raise file_errors.not_found(str(path), siblings)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as problem:
        raise errors.bad_json(path.name, str(problem).partition("\n")[0]) from problem


def _of_coco(coco: Coco) -> DetectionRows:
    rows = _numbered(coco.truth, coco.found, coco.images, coco.categories)
    return replace(rows, labels=coco.names, outside=_outside(rows, coco.sizes))


def _outside(rows: DetectionRows, sizes: Numbers) -> tuple[object, ...]:
    """Return the image of every box that leaves it by more than a pixel."""
    found: list[object] = []
    for boxes in (rows.truth, rows.found):
        far = boxes.box[:, :2] + boxes.box[:, 2:] - sizes[boxes.image]
        off = (boxes.box[:, :2] < -1).any(axis=1) | (far > 1).any(axis=1)
        found += [rows.images[place] for place in boxes.image[off].tolist()]
    return tuple(found)


def _per_image(images: Sequence[Any], name: str) -> Listed:
    """Read one dict an image: boxes (xmin, ymin, xmax, ymax), labels, scores."""
    boxes, labels, scores, counts = [], [], [], []
    more: dict[str, list[np.ndarray]] = {"iscrowd": [], "ignore": [], "area": []}
    for place, one in enumerate(images):
        if not isinstance(one, Mapping) or "boxes" not in one or "labels" not in one:
            raise errors.bad_list_item(name, place, "boxes or labels are missing")
        own = np.asarray(one["boxes"], dtype=float).reshape(-1, 4)
        if len(own) != len(one["labels"]) or (name == "prediction" and len(own) != len(one.get("scores", ()))):
            raise errors.bad_list_item(name, place, f"it has {len(own)} boxes, and another number of labels or scores")
        boxes.append(own)
        labels += np.asarray(one["labels"]).tolist()
        scores.append(np.asarray(one.get("scores", ()), dtype=float))
        flags = {
            "iscrowd": one.get("iscrowd"),
            "ignore": one.get("ignore", one.get("difficult")),
            "area": one.get("area"),
        }
        for key, given in flags.items():
            usual = np.full(len(own), np.nan if key == "area" else 0.0)
            column = usual if given is None else np.asarray(given, dtype=float).reshape(-1)
            if len(column) != len(own):
                raise errors.bad_list_item(name, place, f"it has {len(own)} boxes, and {len(column)} values of {key}")
            more[key].append(column)
        counts.append(len(own))
    corners = np.concatenate(boxes) if boxes else np.zeros((0, 4))
    sized = np.concatenate([corners[:, :2], corners[:, 2:] - corners[:, :2]], axis=1)
    image = np.repeat(np.arange(len(images)), counts).tolist()
    score = np.concatenate(scores) if name == "prediction" and scores else None
    if name == "prediction" or not boxes:
        return Listed(image, labels, sized, score)
    crowd, ignore, area = (np.concatenate(more[key]) for key in ("iscrowd", "ignore", "area"))
    return Listed(image, labels, sized, score, area, np.nan_to_num(crowd) != 0, np.nan_to_num(ignore) != 0)


def _numbered(
    truth: Listed, found: Listed, images: tuple[object, ...] | None = None, labels: tuple[object, ...] | None = None
) -> DetectionRows:
    """Give images and labels numbers, and check boxes and scores."""
    listed = (
        sorted(set(truth.image) | set(found.image), key=lambda one: (str(type(one)), one)) if images is None else images
    )
    named = sorted(set(truth.label) | set(found.label), key=str) if labels is None else labels
    of_image, of_label = ({one: place for place, one in enumerate(part)} for part in (listed, named))
    _check_ids(truth, found, images is None)
    strange = [one for one in dict.fromkeys(found.image) if one not in of_image]
    if strange or any(one not in of_image for one in truth.image):
        strange = strange or [one for one in truth.image if one not in of_image]
        raise errors.strange_images(len(strange), strange)
    unknown = [one for one in dict.fromkeys([*found.label, *truth.label]) if one not in of_label]
    if unknown:
        raise errors.strange_labels(unknown, list(named))
    if found.score is None or np.isnan(found.score).any():
        lost = len(found.image) if found.score is None else int(np.isnan(found.score).sum())
        if lost:
            raise errors.missing_scores(lost, len(found.image))
    parts = []
    for one, name in ((truth, "truth"), (found, "prediction")):
        _check_boxes(one, name)
        own = one.box[:, 2] * one.box[:, 3]
        area = own if one.area is None else np.where(one.area >= 0, one.area, own)
        parts.append(
            Boxes(
                np.array([of_image[image] for image in one.image], dtype=np.intp),
                np.array([of_label[label] for label in one.label], dtype=np.intp),
                one.box,
                area,
                np.zeros(0) if name == "prediction" and one.score is None else one.score,
                one.crowd,
                one.ignore,
            )
        )
    extra = len(set(found.image) - set(truth.image)) if images is None else 0
    return DetectionRows(tuple(listed), tuple(named), parts[0], parts[1], extra=extra)


def _check_ids(truth: Listed, found: Listed, free: bool) -> None:
    """Refuse boxes without image or label, and tables that share none."""
    for one, name in ((truth, "truth"), (found, "prediction")):
        pairs = zip(one.image, one.label, strict=True)
        lost = [place for place, pair in enumerate(pairs) if _gap(pair[0]) or _gap(pair[1])]
        if lost:
            first = [f"row {place}" for place in lost[:4]]
            raise errors.bad_boxes(name, "without an image or a label", len(lost), len(one.image), first)
    if not free or not len(truth.image) or not len(found.image):
        return
    if not set(truth.image) & set(found.image):
        raise errors.strange_images(len(set(found.image)), list(dict.fromkeys(found.image)))
    if not set(truth.label) & set(found.label):
        raise errors.strange_labels(list(dict.fromkeys(found.label)), list(dict.fromkeys(truth.label)))


def _gap(value: Any) -> bool:
    return value is None or value != value


def _check_boxes(listed: Listed, name: str) -> None:
    """Refuse boxes with numbers that are none, and boxes turned inside out."""
    for bad, what in (
        (~np.isfinite(listed.box).all(axis=1), "with missing or infinite numbers"),
        ((listed.box[:, 2:] < 0).any(axis=1), "of negative size"),
    ):
        places = np.flatnonzero(np.asarray(bad))
        if len(places):
            first = [f"image {listed.image[place]}" for place in places[:4]]
            raise errors.bad_boxes(name, what, len(places), len(listed.image), first)
