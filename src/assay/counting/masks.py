"""Masks to tables: pixels counted image by image, as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.errors import masks as errors
from assay.inputs.masks import LARGEST_CLASS, MaskPairs
from assay.summaries.image_tables import ImageTables

LARGEST_DIRECT = 256
"""Class numbers beyond this are numbered anew before they are counted."""


def count_pixels(pairs: MaskPairs, labels: Sequence[object] | None, ignore: int | None) -> ImageTables:
    """Count the pixels of every image by truth and prediction; `labels` are class numbers, found if left out."""
    declared = None if labels is None else _declared(labels)
    tables = [_count(name, truth, prediction, ignore, declared) for name, truth, prediction in pairs]
    seen = sorted({int(value) for values, _ in tables for value in values})
    used = seen if declared is None else declared
    place = {value: number for number, value in enumerate(used)}
    whole = np.zeros((len(tables), len(used), len(used)), dtype=np.int64)
    for number, (values, table) in enumerate(tables):
        at = [place[int(value)] for value in values]
        whole[np.ix_([number], at, at)] = table
    return ImageTables(tuple(used), whole)


def _declared(labels: Sequence[object]) -> list[int]:
    """Return declared classes as numbers."""
    try:
        numbers = [int(str(label)) for label in labels]
    except ValueError as problem:
        raise errors.bad_labels(list(labels)) from problem
    if any(not 0 <= number <= LARGEST_CLASS for number in numbers):
        raise errors.bad_labels(list(labels))
    return numbers


def _count(
    name: object, truth: np.ndarray, prediction: np.ndarray, ignore: int | None, declared: list[int] | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes of an image, and its table over them."""
    actual, answer = truth.ravel(), prediction.ravel()
    if ignore is not None:
        kept = actual != ignore
        actual, answer = actual[kept], answer[kept]
    if not len(actual):
        return np.zeros(0, np.intp), np.zeros((0, 0), np.int64)
    for column, what in ((actual, "truth"), (answer, "prediction")):
        lowest, highest = int(column.min()), int(column.max())
        if lowest < 0 or highest > LARGEST_CLASS:
            raise errors.bad_class_numbers(name, what, lowest, highest)
    if declared is not None:
        _refuse_others(name, actual, answer, declared)
    width = int(max(actual.max(), answer.max())) + 1
    values = np.arange(width)
    if width > LARGEST_DIRECT:
        seen = np.bincount(actual, minlength=width) + np.bincount(answer, minlength=width)
        values = np.flatnonzero(seen)
        code = np.cumsum(seen > 0) - 1
        actual, answer, width = code[actual], code[answer], len(values)
    table = _joint(actual, answer, width)
    kept_classes = np.flatnonzero(table.sum(axis=0) + table.sum(axis=1))
    return values[kept_classes], table[np.ix_(kept_classes, kept_classes)]


def _joint(actual: np.ndarray, answer: np.ndarray, width: int) -> np.ndarray:
    """Count pairs of class numbers below `width`."""
    small = width * width <= np.iinfo(np.uint16).max
    code: type[np.integer[Any]] = np.uint16 if small else np.int64
    joint = np.multiply(actual, width, dtype=code, casting="unsafe")
    np.add(joint, answer, out=joint, casting="unsafe")
    return np.bincount(joint, minlength=width * width).reshape(width, width)


def _refuse_others(name: object, actual: np.ndarray, answer: np.ndarray, declared: list[int]) -> None:
    for column, what in ((actual, "truth"), (answer, "prediction")):
        seen = np.flatnonzero(np.bincount(column.astype(np.int64)))
        strange = [int(number) for number in seen if int(number) not in declared]
        if strange:
            raise errors.unknown_classes(name, what, strange, declared)
