"""Segmenters compared on the same images."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from assay.summaries.image_tables import ImageTables
from assay.tasks.compare_images import asked_of_each, judged_together
from assay.tasks.judged import Judged
from assay.tasks.requests import Request
from assay.tasks.segmentation.judging import judge_tables, read_tables

USUAL = ("accuracy", "jaccard_macro", "f1_macro")


def judge_segmenters(request: Request, predictions: Mapping[object, object]) -> Judged:
    """Judge every segmenter and say how to compare two of them on the same images."""
    asked = asked_of_each(request, USUAL)
    counted = [read_tables(request.truth, masks, asked) for masks in predictions.values()]
    every = sorted({int(str(label)) for tables in counted for label in tables.labels})
    return judged_together(predictions, [judge_tables(_over(tables, every), asked) for tables in counted], asked)


def _over(tables: ImageTables, labels: list[int]) -> ImageTables:
    """Return the same tables over these labels."""
    at = [labels.index(int(str(label))) for label in tables.labels]
    whole = np.zeros((tables.images, len(labels), len(labels)), dtype=tables.tables.dtype)
    whole[np.ix_(range(tables.images), at, at)] = tables.tables
    edges = tables.boundaries
    if edges is not None:
        spread = np.zeros((tables.images, len(labels), 2))
        spread[:, at] = edges
        edges = spread
    return replace(tables, labels=tuple(labels), tables=whole, boundaries=edges)
