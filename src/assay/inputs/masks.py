"""Label masks as users hold them: arrays, lists of arrays or files, folders of png or npy files; read one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from assay.errors import files as file_errors
from assay.errors import masks as errors
from assay.inputs.columns import is_tensor, tensor_to_array, untensored
from assay.inputs.mask_folders import MaskFolder, read_folder

LARGEST_CLASS = 4095
"""Of a mask: more than any data set has, while a table of all pairs of classes still fits in memory."""


@dataclass(frozen=True, eq=False)
class MaskPairs:
    """Where the masks of every image are; iterating reads them, so that only one pair is in memory at a time.

    `extra` names predicted masks without a truth, which are left out, and `skipped` what is no mask in the folders.
    """

    names: tuple[object, ...]
    truth: Sequence[Any]
    prediction: Sequence[Any]
    extra: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[tuple[object, np.ndarray, np.ndarray]]:
        for name, actual, predicted in zip(self.names, self.truth, self.prediction, strict=True):
            pair = _mask(actual, name, "truth"), _mask(predicted, name, "prediction")
            if pair[0].shape != pair[1].shape:
                raise errors.shapes_differ(name, pair[0].shape, pair[1].shape)
            yield name, *pair


def read_mask_pairs(truth: object, prediction: object) -> MaskPairs:
    """Pair the masks of truth and prediction: by name in folders, by place otherwise."""
    actual, predicted = _listed(truth, "truth"), _listed(prediction, "prediction")
    skipped = tuple(name for side in (actual, predicted) if isinstance(side, MaskFolder) for name in side.skipped)
    if isinstance(actual, MaskFolder) and isinstance(predicted, MaskFolder):
        missing = [name for name in actual.files if name not in predicted.files]
        if missing:
            raise errors.files_do_not_match(missing, str(prediction))
        extra = tuple(name for name in predicted.files if name not in actual.files)
        paired = [predicted.files[name] for name in actual.files]
        return MaskPairs(tuple(actual.files), list(actual.files.values()), paired, extra, skipped)
    sides = actual, predicted
    first, second = (list(side.files.values()) if isinstance(side, MaskFolder) else side for side in sides)
    if len(first) != len(second):
        raise errors.image_counts_differ(len(first), len(second))
    _refuse_another_order(first, second)
    return MaskPairs(tuple(range(len(first))), first, second, skipped=skipped)


def _refuse_another_order(truth: Sequence[Any], prediction: Sequence[Any]) -> None:
    """Refuse files that are paired by place although their names say another order."""
    sides = [
        [Path(first).stem for first in side if isinstance(first, str | os.PathLike)] for side in (truth, prediction)
    ]
    if len(sides[0]) == len(truth) and sides[0] != sides[1] and sorted(sides[0]) == sorted(sides[1]):
        place = next(place for place, (first, second) in enumerate(zip(*sides, strict=True)) if first != second)
        raise errors.another_order(place, Path(truth[place]).name, Path(prediction[place]).name)


def _listed(data: Any, name: str) -> Any:
    if isinstance(data, str | os.PathLike):
        path = Path(data)
        if path.is_dir():
            return read_folder(path, name)
        if not path.exists():
            raise file_errors.not_found(str(path), [])
        return [path]
    if data is None or not hasattr(data, "__len__"):
        raise errors.no_masks(name)
    if is_tensor(data):
        data = tensor_to_array(data)
    if isinstance(data, np.ndarray) and data.ndim == 2:
        return [data]
    # A last axis of 1, 3 or 4 holds colours, unless the image is no larger than that itself.
    if isinstance(data, np.ndarray) and (data.ndim != 3 or (data.shape[-1] in (1, 3, 4) and min(data.shape[:2]) > 4)):
        raise errors.not_a_mask("all", name, data.shape, str(data.dtype))
    if not len(data):
        raise errors.no_masks(name)
    return data if isinstance(data, np.ndarray) else list(data)


def _mask(data: Any, image: object, name: str) -> np.ndarray:
    """Return one mask as a table of class numbers."""
    if np.ma.is_masked(data):
        raise errors.masked_pixels(image, name, int(np.sum(np.ma.getmaskarray(data))))
    array = _loaded(Path(data)) if isinstance(data, str | os.PathLike) else np.asarray(untensored(data))
    if array.ndim == 3 and array.shape[0] == 1:
        array = array[0]
    whole = array.dtype.kind in "iub" or (array.dtype.kind == "f" and bool(np.all(array == np.floor(array))))
    if array.ndim != 2 or not whole:
        raise errors.not_a_mask(image, name, array.shape, str(array.dtype))
    return array if array.dtype.kind in "iu" else array.astype(np.int64)


def _loaded(path: Path) -> np.ndarray:
    """Read a file; nothing in it is ever run."""
    try:
        if path.suffix.casefold() == ".npy":
            return np.asarray(np.load(path, allow_pickle=False))
        try:
            from PIL import Image
        except ImportError as problem:
            raise errors.pillow_missing() from problem
        with Image.open(path) as picture:
            return np.asarray(picture)
    except (OSError, ValueError, SyntaxError) as problem:
        raise errors.unreadable_mask(path.name, str(problem).partition("\n")[0]) from problem
