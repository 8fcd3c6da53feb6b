"""Segmenters compared on the same images: both are measured on the same resampled images."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from assay.comparisons.difference import Difference, undefined, within, z_difference
from assay.errors import samples as sample_errors
from assay.frontdoors.compared_models import Judged
from assay.frontdoors.judge_masks import METHOD, ONE_IMAGE, MaskSample, judge_tables, read_tables
from assay.frontdoors.requests import Wanted
from assay.inputs.models import check_distinct
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.summaries.image_tables import ImageTables

USUAL = ("accuracy", "jaccard_macro", "f1_macro")


def judge_segmenters(
    truth: object, predictions: Mapping[object, object], ignore: int | None, labels: list[object] | None,
    metrics: tuple[Card, ...] | None, level: float, seed: int,
) -> Judged:  # fmt: skip
    """Judge every segmenter and say how to compare two of them on the same images."""
    models = tuple(predictions)
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    check_distinct(models)
    chosen = metrics or tuple(find(name) for name in USUAL)
    asked = Wanted("segmentation", labels, None, chosen, metrics is not None, "error", None, level, seed, None)
    counted = [read_tables(truth, said, ignore, asked) for said in predictions.values()]
    every = sorted({int(str(label)) for one in counted for label in one.labels})
    judged = [judge_tables(_over(one, every), asked) for one in counted]
    samples = [sample for _, sample in judged]

    def compare(card: Card, one: int, two: int) -> Difference:
        return difference(card, samples[one], samples[two])

    evaluations = {model: evaluation for model, (evaluation, _) in zip(models, judged, strict=True)}
    return Judged(models, evaluations, chosen, compare)


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
    return ImageTables(tuple(labels), whole, boundaries=edges)


def difference(card: Card, one: MaskSample, two: MaskSample) -> Difference:
    """Return the difference of two segmenters with its interval over images."""
    values = one.value(card) - two.value(card)
    images = one.tables.images
    if np.isnan(values):
        return undefined(images)
    if images < 2:
        return undefined(images, ONE_IMAGE)
    gaps = one.drawn(card) - two.drawn(card)
    known = gaps[np.isfinite(gaps)]
    error = float(known.std(ddof=1)) if len(known) > 1 else float("nan")
    why = "both saw the same images, so both are measured on the same resampled ones"
    found = z_difference(values, error, one.level, "paired over images", why, METHOD, images, images - 1)
    return within(found, *card.bounds)
