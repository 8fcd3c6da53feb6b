"""Masks to tables: pixels counted image by image, as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.errors import masks as errors
from assay.inputs.masks import LARGEST_CLASS, MaskPairs
from assay.summaries.image_tables import ImageTables


def count_pixels(pairs: MaskPairs, labels: Sequence[object] | None, ignore: int | None) -> ImageTables:
    """Count the pixels of every image by truth and prediction; `labels` are class numbers, found if left out."""
    declared = None if labels is None else [int(str(label)) for label in labels]
    tables: list[tuple[int, np.ndarray]] = []
    for name, truth, said in pairs:
        tables.append(_count(name, truth, said, ignore, declared))
    size = max((width for width, _ in tables), default=0)
    whole = np.zeros((len(tables), size, size), dtype=np.int64)
    for place, (width, table) in enumerate(tables):
        whole[place, :width, :width] = table.reshape(width, width)
    held = np.flatnonzero(whole.sum(axis=(0, 1)) + whole.sum(axis=(0, 2))).tolist()
    used = held if declared is None else declared
    kept = whole[:, used][:, :, used] if size else whole
    return ImageTables(tuple(used), kept)


def _count(
    name: object, truth: np.ndarray, said: np.ndarray, ignore: int | None, declared: list[int] | None
) -> tuple[int, np.ndarray]:
    """Return how many classes the numbers reach to, and the flat table."""
    so, answer = truth.ravel(), said.ravel()
    if ignore is not None:
        kept = so != ignore
        so, answer = so[kept], answer[kept]
    if not len(so):
        return 1, np.zeros(1, dtype=np.int64)
    for column, what in ((so, "truth"), (answer, "prediction")):
        lowest, highest = int(column.min()), int(column.max())
        if lowest < 0 or highest > LARGEST_CLASS:
            raise errors.bad_class_numbers(name, what, lowest, highest)
    width = int(max(so.max(), answer.max())) + 1
    if declared is not None:
        _refuse_others(name, so, answer, declared)
        width = max(width, max(declared) + 1)
    small = width * width <= np.iinfo(np.uint16).max
    code: type[np.integer[Any]] = np.uint16 if small else np.int64
    joint = np.multiply(so, width, dtype=code, casting="unsafe")
    np.add(joint, answer, out=joint, casting="unsafe")
    return width, np.bincount(joint, minlength=width * width)


def _refuse_others(name: object, so: np.ndarray, answer: np.ndarray, declared: list[int]) -> None:
    for column, what in ((so, "truth"), (answer, "prediction")):
        held = np.flatnonzero(np.bincount(column.astype(np.int64)))
        strange = [int(one) for one in held if int(one) not in declared]
        if strange:
            raise errors.unknown_classes(name, what, strange, declared)
