"""Boundaries of masks: the pixels of a class that lie near its edge, counted by class."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from assay.inputs.masks import MaskPairs

SHARE = 0.02
"""How wide a boundary is, as a share of the diagonal of the image (Cheng et al. 2021)."""


def boundary_counts(pairs: MaskPairs, labels: Sequence[object], ignore: int | None) -> np.ndarray:
    """Return shared and united boundary pixels of every image and class: image, class, (shared, united)."""
    counts = np.zeros((len(pairs), len(labels), 2))
    for place, (_, truth, prediction) in enumerate(pairs):
        width = max(1, round(SHARE * math.hypot(*truth.shape)))
        counted = np.ones(truth.shape, bool) if ignore is None else truth != ignore
        for number, label in enumerate(labels):
            edges = [boundary((mask == label) & counted, width) for mask in (truth, prediction)]
            counts[place, number] = (edges[0] & edges[1]).sum(), (edges[0] | edges[1]).sum()
    return counts


def boundary(mask: np.ndarray, width: int) -> np.ndarray:
    """Return the pixels of a mask that are at most `width` steps from what is not in it.

    >>> boundary(np.ones((5, 5), bool), 1).sum()
    np.int64(16)
    """
    from scipy import ndimage

    if not mask.any():
        return mask
    inner = ndimage.binary_erosion(np.pad(mask, 1), np.ones((3, 3), bool), iterations=width)[1:-1, 1:-1]
    return np.asarray(mask & ~inner)
