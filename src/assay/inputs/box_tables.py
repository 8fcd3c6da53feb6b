"""Boxes in a flat table: one row per box, with its image, its label, its corners and, for detections, its score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from assay.errors import detections as errors
from assay.errors.tree import quote
from assay.inputs.box_geometry import CENTRED, CORNERS, SIZED
from assay.inputs.columns import column_names
from assay.inputs.files import open_file
from assay.inputs.scans import readable

IMAGES = ("image", "image_id", "file", "filename", "file_name")
LABELS = ("label", "class", "category", "category_id", "class_id", "name")
SCORES = ("score", "confidence", "conf", "probability")
CROWDS, IGNORED = ("iscrowd", "crowd"), ("ignore", "ignored", "difficult")
WIDTHS, HEIGHTS = ("image_width", "img_width"), ("image_height", "img_height")
IDS = ("annotation_id", "ann_id", "id")
COLUMNS = {
    CORNERS: (("xmin", "ymin", "xmax", "ymax"), ("x1", "y1", "x2", "y2"), ("x_min", "y_min", "x_max", "y_max")),
    CENTRED: (("cx", "cy", "width", "height"), ("cx", "cy", "w", "h"), ("x_center", "y_center", "width", "height")),
    SIZED: (("x", "y", "width", "height"), ("x", "y", "w", "h"), ("left", "top", "width", "height")),
}
"""The names of the four columns of a box, by the form that they say it has."""


def is_table(data: object) -> bool:
    """Say whether something is a frame, or a file that holds one."""
    return isinstance(data, Path) or column_names(data) is not None


def read_table(data: Any, name: str) -> dict[str, Any]:
    """Return the columns of a table of boxes by their meaning."""
    import narwhals.stable.v2 as nw

    if isinstance(data, Path):
        with readable(data):
            data = open_file(data).collect()
    try:
        frame = nw.from_native(data, eager_only=True)
    except TypeError as problem:
        raise errors.not_detections(name, type(data).__name__) from problem
    known = {column.casefold(): column for column in frame.columns}
    meanings: dict[str, Any] = {}
    names: tuple[str, ...]
    for meaning, names in (("image", IMAGES), ("label", LABELS), ("score", SCORES)):
        column = _column(known, names)
        if column is None:
            if meaning == "score" and name == "truth":
                continue
            raise errors.no_detection_column(name, meaning, list(frame.columns))
        values = frame[column].to_list()
        meanings[meaning] = _numbers(values) if meaning == "score" else values
    meanings["box"], meanings["form"] = _boxes(frame, known, name)
    sides = [_column(known, names) for names in (WIDTHS, HEIGHTS)]
    if None not in sides:
        meanings["size"] = np.array([_numbers(frame[side].to_list()) for side in sides]).T.reshape(-1, 2)
    if name == "truth":
        meanings.pop("score", None)
        _refuse_repeated_ids(frame, known, meanings["image"])
        meanings |= _marks(frame, known)
    return meanings


def _column(known: dict[str, str], names: tuple[str, ...]) -> str | None:
    """Return the first column that there is, by the names that it may have."""
    return next((known[name] for name in names if name in known), None)


def _marks(frame: Any, known: dict[str, str]) -> dict[str, Any]:
    """Return what a truth may say of its boxes: whether they are crowds, whether they count, what they cover."""
    marks: dict[str, Any] = {}
    for meaning, names in (("crowd", CROWDS), ("ignore", IGNORED)):
        column = _column(known, names)
        if column is not None:
            marks[meaning] = np.array([_flag(value) for value in frame[column].to_list()], dtype=bool)
    if "area" in known:
        marks["area"] = _numbers(frame[known["area"]].to_list())
    return marks


def _boxes(frame: Any, known: dict[str, str], name: str) -> tuple[np.ndarray, str]:
    """Return four numbers per box, from whichever columns there are, and the form that their names say."""
    for form, kinds in COLUMNS.items():
        for columns in kinds:
            if all(column in known for column in columns):
                parts = [_numbers(frame[known[column]].to_list()) for column in columns]
                return np.array(parts).T.reshape(-1, 4), form
    raise errors.no_box_columns(name, list(frame.columns))


def _refuse_repeated_ids(frame: Any, known: dict[str, str], images: list[Any]) -> None:
    """Refuse boxes of one image with the same id; tracks may have theirs in many images."""
    column = _column(known, IDS)
    if column is None:
        return
    seen: set[tuple[object, object]] = set()
    for pair in zip(images, frame[column].to_list(), strict=True):
        if pair[1] is not None and pair[1] == pair[1] and pair in seen:
            raise errors.repeated_ids(f"boxes of the image {quote(pair[0])}", [pair[1]])
        seen.add(pair)


def _numbers(values: list[Any]) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def _flag(value: Any) -> bool:
    """Read a flag: numbers other than 0 and words for yes are set; gaps are not."""
    if isinstance(value, str):
        return value.strip().casefold() in ("1", "true", "yes", "t", "y")
    return value is not None and value == value and bool(value)
