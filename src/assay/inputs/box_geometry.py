"""What the four numbers of a box mean, and how much two boxes share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

SIZED, CORNERS, CENTRED = "xywh", "xyxy", "cxcywh"
FORMS = {
    SIZED: "(x, y, width, height)",
    CORNERS: "corners (xmin, ymin, xmax, ymax)",
    CENTRED: "(centre x, centre y, width, height)",
}
"""The forms that boxes come in, with what to call them."""


def as_sized(numbers: Numbers, form: str) -> Numbers:
    """Return boxes as corner and size (x, y, width, height), whatever their form.

    >>> as_sized(np.array([[10.0, 10, 40, 60]]), "xyxy").tolist()
    [[10.0, 10.0, 30.0, 50.0]]
    >>> as_sized(np.array([[25.0, 35, 30, 50]]), "cxcywh").tolist()
    [[10.0, 10.0, 30.0, 50.0]]
    """
    if form == CORNERS:
        return np.concatenate([numbers[:, :2], numbers[:, 2:] - numbers[:, :2]], axis=1)
    if form == CENTRED:
        return np.concatenate([numbers[:, :2] - numbers[:, 2:] / 2, numbers[:, 2:]], axis=1)
    return numbers


def overlaps(detected: Numbers, truth: Numbers, crowd: Flags | None = None) -> Numbers:
    """Return the intersection over union of boxes, pair by pair; over the found box alone where the truth is a crowd.

    >>> overlaps(np.array([[0.0, 0, 2, 2]]), np.array([[1.0, 0, 2, 2]])).round(4).tolist()
    [0.3333]
    """
    near = np.maximum(detected[..., :2], truth[..., :2])
    far = np.minimum(detected[..., :2] + detected[..., 2:], truth[..., :2] + truth[..., 2:])
    shared = np.clip(far - near, 0.0, None).prod(axis=-1)
    own, other = detected[..., 2] * detected[..., 3], truth[..., 2] * truth[..., 3]
    union = own + other - shared
    if crowd is not None:
        union = np.where(crowd, own, union)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(union > 0, shared / union, 0.0))


def partners(keys: Places, sought: Places) -> tuple[Places, Places]:
    """Return all pairs of places whose keys are the same: those of `sought` in their order, and those of `keys`.

    >>> [part.tolist() for part in partners(np.array([7, 5, 7]), np.array([7, 6]))]
    [[0, 0], [0, 2]]
    """
    order, start, count = _ranges(keys, sought)
    place = np.repeat(np.arange(len(sought)), count)
    inner = np.arange(len(place)) - np.repeat(np.cumsum(count) - count, count)
    return place, order[np.repeat(start, count) + inner]


def pairs_of_keys(keys: Places, sought: Places) -> int:
    """Return how many pairs of places there are whose keys are the same."""
    return int(_ranges(keys, sought)[2].sum())


def _ranges(keys: Places, sought: Places) -> tuple[Places, Places, Places]:
    """Return the order of the keys, where in it those that each seeks begin, and how many there are."""
    order = np.argsort(keys, kind="stable")
    start, stop = (np.searchsorted(keys[order], sought, side=side) for side in ("left", "right"))
    return order, start, stop - start
