"""Segmenters compared on the same images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.summaries.image_tables import ImageTables
from assay.tasks.compare_images import asked_of_each, judged_together
from assay.tasks.judged import Judged
from assay.tasks.requests import Request
from assay.tasks.segmentation.judging import judge_tables, read_tables

USUAL = ("accuracy", "jaccard_macro", "f1_macro")


@dataclass(frozen=True, eq=False)
class Segmenters:
    """Segmenters with their masks, and what was counted in every image."""

    asked: Request
    answers: Mapping[object, object]
    counted: Sequence[ImageTables]

    def judged(self) -> Judged:
        """Judge every segmenter and say how to compare two of them on the same images."""
        return judged_together(self.answers, [judge_tables(tables, self.asked) for tables in self.counted], self.asked)

    def taken(self, rows: NDArray[np.intp]) -> Segmenters:
        """Return the same of some images; their tables are what the models answered there."""
        counted = [tables_of_images(tables, rows) for tables in self.counted]
        answers = {model: list(tables.tables) for model, tables in zip(self.answers, counted, strict=True)}
        return Segmenters(self.asked, answers, counted)

    def kept(self) -> None:
        """Say that all images were kept."""


def count_segmenters(request: Request, predictions: Mapping[object, object]) -> Segmenters:
    """Count the pixels of every segmenter by truth and prediction, over the classes of all of them."""
    asked = asked_of_each(request, USUAL)
    counted = [read_tables(request.truth, masks, asked) for masks in predictions.values()]
    return Segmenters(asked, predictions, over_all_classes(counted))


def tables_of_images(tables: ImageTables, rows: NDArray[np.intp]) -> ImageTables:
    """Return the tables of some of the images."""
    edges = None if tables.boundaries is None else tables.boundaries[rows]
    return replace(tables, tables=tables.tables[rows], boundaries=edges, extra=(), skipped=())


def over_all_classes(counted: Sequence[ImageTables]) -> list[ImageTables]:
    """Return tables over the classes of all of them."""
    every = sorted({int(str(label)) for tables in counted for label in tables.labels})
    return [_over(tables, every) for tables in counted]


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
