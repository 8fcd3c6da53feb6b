"""The images that a segmentation gets wrong most, and which class was taken for which there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.inputs.masks import read_mask_pairs
from assay.stats.arithmetic import Numbers
from assay.summaries.image_tables import ImageTables

if TYPE_CHECKING:
    import polars as pl

MOST_NAMED = 3
"""Pairs of classes that a cell names."""


def worst_images(masks: tuple[object, object], tables: ImageTables, most: int) -> tuple[pl.DataFrame, NDArray[np.intp]]:
    """Return the images with the lowest mean IoU over the classes that they hold, and their places."""
    import polars as pl

    names, overlap = read_mask_pairs(*masks).names, mean_overlap(tables)
    order = np.argsort(np.nan_to_num(overlap, nan=np.inf), kind="stable")[:most]
    worst = order[overlap[order] < 1]
    cells = tables.tables.astype(float)
    right, pixels = np.trace(cells, axis1=1, axis2=2), cells.sum(axis=(1, 2))
    frame = {
        "image": [names[place] for place in worst.tolist()],
        "mean IoU": overlap[worst],
        "right pixels": right[worst] / pixels[worst],
        "wrong pixels": (pixels - right)[worst].astype(int),
        "most confused": [_confused(tables, place) for place in worst.tolist()],
    }
    return pl.DataFrame(frame, strict=False), worst


def mean_overlap(tables: ImageTables) -> Numbers:
    """Return every image's mean IoU over the classes in its truth or its prediction; nan without a pixel."""
    cells = tables.tables.astype(float)
    own = np.diagonal(cells, axis1=1, axis2=2)
    either = cells.sum(axis=1) + cells.sum(axis=2) - own
    there = either > 0
    overlap = np.divide(own, either, out=np.zeros_like(own), where=there)
    size, mean = there.sum(axis=1), np.full(len(own), np.nan)
    np.divide(overlap.sum(axis=1), size, out=mean, where=size > 0)
    return mean


def _confused(tables: ImageTables, place: int) -> str:
    """Name the pairs of classes with most wrong pixels of an image."""
    cells = tables.tables[place].copy()
    np.fill_diagonal(cells, 0)
    order = np.argsort(-cells, axis=None, kind="stable")[:MOST_NAMED]
    pairs = [divmod(int(cell), len(tables.labels)) for cell in order if cells.flat[cell]]
    return ", ".join(f"{tables.labels[a]} taken for {tables.labels[b]} ({int(cells[a, b]):,})" for a, b in pairs)
