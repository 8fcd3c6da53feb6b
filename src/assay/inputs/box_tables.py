"""Boxes in a flat table: a row a box, with its image, its label, its corners and, for detections, its score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from assay.errors import detections as errors
from assay.inputs.columns import column_names
from assay.inputs.files import open_file, readable

IMAGES = ("image", "image_id", "file", "filename", "file_name")
LABELS = ("label", "class", "category", "category_id", "class_id", "name")
SCORES = ("score", "confidence", "conf", "probability")
CROWDS, IGNORED = ("iscrowd", "crowd"), ("ignore", "ignored", "difficult")
SIZED = (("x", "y", "width", "height"), ("x", "y", "w", "h"), ("left", "top", "width", "height"))
CORNERS = (("xmin", "ymin", "xmax", "ymax"), ("x1", "y1", "x2", "y2"), ("x_min", "y_min", "x_max", "y_max"))
CENTRED = (("cx", "cy", "width", "height"), ("cx", "cy", "w", "h"), ("x_center", "y_center", "width", "height"))


def is_table(data: object) -> bool:
    """Say whether something is a frame, or a file that holds one."""
    return isinstance(data, Path) or column_names(data) is not None


def read_table(data: Any, name: str) -> dict[str, Any]:
    """Return the columns of a table of boxes by their meaning; boxes as corner and size."""
    import narwhals.stable.v2 as nw

    if isinstance(data, Path):
        with readable(data):
            data = open_file(data).collect()
    try:
        frame = nw.from_native(data, eager_only=True)
    except TypeError as problem:
        raise errors.not_detections(name, type(data).__name__) from problem
    known = {column.casefold(): column for column in frame.columns}
    found: dict[str, Any] = {}
    names: tuple[str, ...]
    for meaning, names in (("image", IMAGES), ("label", LABELS), ("score", SCORES)):
        column = next((known[one] for one in names if one in known), None)
        if column is None:
            if meaning == "score" and name == "truth":
                continue
            raise errors.no_detection_column(name, meaning, list(frame.columns))
        values = frame[column].to_list()
        found[meaning] = _numbers(values) if meaning == "score" else values
    found["box"] = _boxes(frame, known, name)
    if name == "truth":
        found.pop("score", None)
        for meaning, names in (("crowd", CROWDS), ("ignore", IGNORED)):
            column = next((known[one] for one in names if one in known), None)
            if column is not None:
                found[meaning] = np.array([_flag(one) for one in frame[column].to_list()], dtype=bool)
        if "area" in known:
            found["area"] = _numbers(frame[known["area"]].to_list())
    return found


def _boxes(frame: Any, known: dict[str, str], name: str) -> np.ndarray:
    """Return corner and size, from whichever four columns there are."""
    for kinds, turn in ((CORNERS, _from_corners), (CENTRED, _from_centre), (SIZED, np.asarray)):
        for columns in kinds:
            if all(one in known for one in columns):
                parts = [frame[known[one]].to_list() for one in columns]
                numbers = np.array([_numbers(part) for part in parts]).T
                return np.asarray(turn(numbers.reshape(-1, 4)))
    raise errors.no_box_columns(name, list(frame.columns))


def _numbers(values: list[Any]) -> np.ndarray:
    return np.array([np.nan if one is None else one for one in values], dtype=float)


def _flag(value: Any) -> bool:
    """Read a flag: numbers other than 0 and words for yes are set; gaps are not."""
    if isinstance(value, str):
        return value.strip().casefold() in ("1", "true", "yes", "t", "y")
    return value is not None and value == value and bool(value)


def _from_corners(numbers: np.ndarray) -> np.ndarray:
    return np.concatenate([numbers[:, :2], numbers[:, 2:] - numbers[:, :2]], axis=1)


def _from_centre(numbers: np.ndarray) -> np.ndarray:
    return np.concatenate([numbers[:, :2] - numbers[:, 2:] / 2, numbers[:, 2:]], axis=1)
