"""Boxes as users hold them: COCO files, flat tables, lists with one dict per image; checked once, then in one form."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from assay.checks.documents import json_of
from assay.errors import AssayError
from assay.errors import detections as errors
from assay.inputs.box_forms import BoxChoice, Forms, choose_forms
from assay.inputs.box_geometry import Flags, Places
from assay.inputs.box_lists import Listed, read_lists
from assay.inputs.box_scales import Scale, same_scale
from assay.inputs.box_sides import Side
from assay.inputs.box_tables import is_table, read_table
from assay.inputs.coco import read_coco
from assay.inputs.paths import check_file
from assay.stats.arithmetic import Numbers

SHOWN = 4
"""Boxes that a message names: enough to find the pattern, few enough for a line."""


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
        parts: dict[str, Any] = {
            name: None if getattr(self, name) is None else getattr(self, name)[rows]
            for name in ("image", "label", "box", "area", "score", "crowd", "ignore")
        }
        return Boxes(**parts)


@dataclass(frozen=True, eq=False)
class DetectionRows:
    """Truth and detections over the same images and labels.

    `outside` names the image of every box that leaves it, `repeated` that of every truth that stands there twice;
    `extra` counts images of a table that hold detections but no truth. `forms` says what the numbers of boxes were
    taken for, `scale` whether they were pixels, `masks` that both sides have masks, which are not read. `files` are the
    names of the images' files, where the truth has them.
    """

    images: tuple[object, ...]
    labels: tuple[object, ...]
    truth: Boxes
    found: Boxes
    forms: Forms
    scale: Scale
    outside: tuple[object, ...] = ()
    extra: int = 0
    masks: bool = False
    repeated: tuple[object, ...] = ()
    files: tuple[object, ...] = ()


def read_detections(truth: object, prediction: object, boxes: BoxChoice | None = None) -> DetectionRows:
    """Read truth and detections, whatever form they have; what cannot be read is refused with the reason."""
    try:
        return _read(truth, prediction, boxes)
    except AssayError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RuntimeError) as problem:
        raise errors.unreadable_boxes(str(problem).partition("\n")[0]) from problem


def _read(truth: object, prediction: object, boxes: BoxChoice | None) -> DetectionRows:
    first, second = _loaded(truth, "truth"), _loaded(prediction, "prediction")
    if isinstance(first, Mapping):
        coco = read_coco(first, second)
        rows = _numbered(coco.truth, coco.found, boxes, coco.images, coco.categories, coco.sizes)
        return replace(rows, labels=coco.names, files=coco.files)
    if is_table(first):
        return _numbered(Listed(**read_table(first, "truth")), Listed(**read_table(second, "prediction")), boxes)
    if isinstance(first, Sequence) and isinstance(second, Sequence):
        if len(first) != len(second):
            raise errors.images_differ(len(first), len(second))
        return _numbered(read_lists(first, "truth"), read_lists(second, "prediction"), boxes, tuple(range(len(first))))
    raise errors.not_detections("truth", type(first).__name__)


def _loaded(data: object, name: str) -> Any:
    """Read JSON files; leave everything else, tables among it, as it is."""
    if not isinstance(data, str | os.PathLike):
        if data is None:
            raise errors.not_detections(name, "None")
        return data
    path = Path(data)
    if path.suffix.casefold() != ".json":
        return path
    check_file(path)
    try:
        return json_of(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise errors.bad_json(path.name, str(problem).partition("\n")[0]) from problem


def _numbered(
    truth: Listed,
    detections: Listed,
    boxes: BoxChoice | None,
    images: tuple[object, ...] | None = None,
    labels: tuple[object, ...] | None = None,
    sizes: Numbers | None = None,
) -> DetectionRows:
    """Give images and labels numbers, check ids and scores, and find out what the numbers of boxes mean."""
    every = {*truth.image, *detections.image}
    listed = sorted(every, key=lambda image: (str(type(image)), image)) if images is None else images
    named = sorted(set(truth.label) | set(detections.label), key=str) if labels is None else labels
    _check_ids(truth, detections, images is None)
    _check_known(truth, detections, listed, named)
    _check_scores(detections)
    limits = _sizes(truth, detections, listed) if sizes is None else sizes
    sides = _side(truth, "truth", listed, named, limits), _side(detections, "prediction", listed, named, limits)
    truth_side, found_side, scale = same_scale(*sides)
    forms = choose_forms(truth_side, found_side, boxes)
    return DetectionRows(
        images=tuple(listed),
        labels=tuple(named),
        truth=_boxes(truth, truth_side, forms.truth),
        found=_boxes(detections, found_side, forms.prediction),
        outside=tuple(
            listed[place]
            for side, form in ((truth_side, forms.truth), (found_side, forms.prediction))
            for place in side.image[side.leaving(form)].tolist()
        ),
        extra=len(set(detections.image) - set(truth.image)) if images is None else 0,
        forms=forms,
        scale=scale,
        masks=truth.masks and detections.masks,
        repeated=_repeated(truth_side, listed),
    )


def _sizes(truth: Listed, detections: Listed, images: Sequence[object]) -> Numbers:
    """Return width and height of every image as either side states them, infinite where neither does."""
    stated: dict[object, Numbers] = {}
    for side in (detections, truth):
        if side.size is not None:
            known = zip(side.image, side.size, strict=True)
            stated |= {image: size for image, size in known if np.isfinite(size).all()}
    return np.array([stated.get(image, (np.inf, np.inf)) for image in images], dtype=float).reshape(-1, 2)


def _side(boxes: Listed, name: str, images: Sequence[object], labels: Sequence[object], sizes: Numbers) -> Side:
    """Return numbered boxes whose numbers may still mean anything."""
    bad = ~np.isfinite(boxes.box).all(axis=1)
    _refuse(boxes, np.asarray(bad), name, "with missing or infinite numbers")
    of_image, of_label = ({value: place for place, value in enumerate(part)} for part in (images, labels))
    image = np.array([of_image[value] for value in boxes.image], dtype=np.intp)
    label = np.array([of_label[value] for value in boxes.label], dtype=np.intp)
    return Side(name, image, label, boxes.box, boxes.form, sizes[image], boxes.area)


def _boxes(listed: Listed, side: Side, form: str) -> Boxes:
    """Return boxes as corner and size, all that is known of them beside."""
    _refuse(listed, side.inside_out(form), side.name, "of negative size")
    box = side.sized(form)
    own = box[:, 2] * box[:, 3]
    area = own if side.area is None else np.where(side.area >= 0, side.area, own)
    score = np.zeros(0) if side.name == "prediction" and listed.score is None else listed.score
    return Boxes(side.image, side.label, box, area, score, listed.crowd, listed.ignore)


def _repeated(truth: Side, images: Sequence[object]) -> tuple[object, ...]:
    """Return the image of every truth that stands there before, with the same label and box."""
    rows = np.column_stack([truth.image, truth.label, truth.numbers])
    _, first = np.unique(rows, axis=0, return_index=True)
    return tuple(images[place] for place in np.delete(truth.image, first).tolist())


def _check_known(truth: Listed, detections: Listed, images: Sequence[object], labels: Sequence[object]) -> None:
    """Refuse boxes of images and labels that the truth does not have."""
    known = set(images)
    strange = [name for name in dict.fromkeys(detections.image) if name not in known]
    strange = strange or [name for name in truth.image if name not in known]
    if strange:
        raise errors.strange_images(len(strange), strange)
    named = set(labels)
    unknown = [name for name in dict.fromkeys([*detections.label, *truth.label]) if name not in named]
    if unknown:
        raise errors.strange_labels(unknown, list(labels))


def _check_scores(detections: Listed) -> None:
    lost = len(detections.image) if detections.score is None else int(np.isnan(detections.score).sum())
    if lost:
        raise errors.missing_scores(lost, len(detections.image))


def _check_ids(truth: Listed, detections: Listed, free: bool) -> None:
    """Refuse boxes without image or label, and tables that share none."""
    for side, name in ((truth, "truth"), (detections, "prediction")):
        pairs = zip(side.image, side.label, strict=True)
        lost = [place for place, pair in enumerate(pairs) if _gap(pair[0]) or _gap(pair[1])]
        if lost:
            first = [f"row {place}" for place in lost[:SHOWN]]
            raise errors.bad_boxes(name, "without an image or a label", len(lost), len(side.image), first)
    if not free or not len(truth.image) or not len(detections.image):
        return
    if not set(truth.image) & set(detections.image):
        raise errors.strange_images(len(set(detections.image)), list(dict.fromkeys(detections.image)))
    if not set(truth.label) & set(detections.label):
        raise errors.strange_labels(list(dict.fromkeys(detections.label)), list(dict.fromkeys(truth.label)))


def _gap(value: Any) -> bool:
    return value is None or value != value


def _refuse(listed: Listed, bad: np.ndarray, name: str, what: str) -> None:
    """Refuse boxes that cannot be, naming the first of them."""
    places = np.flatnonzero(bad)
    if len(places):
        first = [f"image {listed.image[place]}" for place in places[:SHOWN]]
        raise errors.bad_boxes(name, what, len(places), len(listed.image), first)
