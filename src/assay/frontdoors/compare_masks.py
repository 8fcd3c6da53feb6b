"""Segmenters compared on the same images."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from assay.frontdoors.compare_images import judged_together, wishes
from assay.frontdoors.compared_models import Judged
from assay.frontdoors.judge_masks import judge_tables, read_tables
from assay.metrics.cards import Card
from assay.summaries.image_tables import ImageTables

USUAL = ("accuracy", "jaccard_macro", "f1_macro")


def judge_segmenters(
    truth: object, predictions: Mapping[object, object], ignore: int | None, labels: list[object] | None,
    metrics: tuple[Card, ...] | None, level: float, seed: int,
) -> Judged:  # fmt: skip
    """Judge every segmenter and say how to compare two of them on the same images."""
    asked = wishes("segmentation", predictions, metrics, USUAL, labels, level, seed)
    counted = [read_tables(truth, said, ignore, asked) for said in predictions.values()]
    every = sorted({int(str(label)) for one in counted for label in one.labels})
    return judged_together(predictions, [judge_tables(_over(one, every), asked) for one in counted], asked)


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
