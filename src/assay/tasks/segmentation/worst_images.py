"""The images that a segmentation gets wrong most, and which class was taken for which there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from assay.inputs.masks import read_mask_pairs
from assay.stats.arithmetic import Numbers
from assay.summaries.image_tables import ImageTables
from assay.tasks.images_apart import Places, Told, furthest_apart, side_by_side

if TYPE_CHECKING:
    import polars as pl

MOST_NAMED = 3
"""Pairs of classes that a cell names."""


def worst_images(masks: tuple[object, object], tables: ImageTables, most: int) -> tuple[pl.DataFrame, Places]:
    """Return the images with the lowest mean IoU over the classes that they hold, and their places."""
    import polars as pl

    overlap = mean_overlap(tables)
    order = np.argsort(np.nan_to_num(overlap, nan=np.inf), kind="stable")[:most]
    worst = order[overlap[order] < 1]
    return pl.DataFrame({**_named(masks, worst), **_told(tables, worst)}, strict=False), worst


def images_apart(
    masks: tuple[object, object], tables: Mapping[object, ImageTables], most: int
) -> tuple[pl.DataFrame, Places]:
    """Return the images on which the mean IoU of segmenters differs most, and their places."""
    import polars as pl

    apart = furthest_apart([mean_overlap(own) for own in tables.values()], most)
    told = side_by_side({model: _told(own, apart) for model, own in tables.items()})
    return pl.DataFrame({**_named(masks, apart), **told}, strict=False), apart


def _named(masks: tuple[object, object], places: Places) -> Told:
    """Return the names of images."""
    names = read_mask_pairs(*masks).names
    return {"image": [names[place] for place in places.tolist()]}


def _told(tables: ImageTables, places: Places) -> Told:
    """Return what a table of images says of some of them."""
    cells = tables.tables.astype(float)
    right, pixels = np.trace(cells, axis1=1, axis2=2), cells.sum(axis=(1, 2))
    return {
        "mean IoU": mean_overlap(tables)[places],
        "right pixels": right[places] / pixels[places],
        "wrong pixels": (pixels - right)[places].astype(int),
        "most confused": [_confused(tables, place) for place in places.tolist()],
    }


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
