"""Detectors compared on the same images: both are measured on the same resampled images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.comparisons.difference import Difference, undefined, within, z_difference
from assay.errors import samples as sample_errors
from assay.frontdoors.compared_models import Judged
from assay.frontdoors.judge_detections import judge_matches, match_rows, usual_threshold
from assay.frontdoors.requests import Wanted
from assay.inputs.boxes import DetectionRows, read_detections
from assay.inputs.models import check_distinct
from assay.intervals.image_draws import ImageSample, drawn_values, estimate_detection
from assay.metrics.cards import Card
from assay.metrics.find import find

USUAL = ("mean_ap", "ap50", "average_recall")
TEST = "paired over images"
WHY = "both detectors saw the same images, so both are measured on the same resampled ones"


def judge_detectors(
    truth: object,
    predictions: Mapping[object, object],
    threshold: float | None,
    metrics: tuple[Card, ...] | None,
    level: float,
    seed: int,
) -> Judged:
    """Judge every detector and say how to compare two of them."""
    models = tuple(predictions)
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    check_distinct(models)
    rows = alike([read_detections(truth, found) for found in predictions.values()])
    chosen = metrics or tuple(find(name) for name in USUAL)
    asked = Wanted("detection", None, None, chosen, metrics is not None, "error", None, level, seed, None)
    matched = [match_rows(one, asked) for one in rows]
    cut = usual_threshold(matched, threshold)
    judged = [judge_matches(found, one, cut, asked, settled=True) for found, one in zip(matched, rows, strict=True)]
    samples = [sample for _, sample in judged]

    def compare(card: Card, one: int, two: int) -> Difference:
        return difference(card, samples[one], samples[two])

    evaluations = {model: evaluation for model, (evaluation, _) in zip(models, judged, strict=True)}
    return Judged(models, evaluations, chosen, compare)


def alike(rows: Sequence[DetectionRows]) -> list[DetectionRows]:
    """Give all detectors the same labels and images, in the same order, where tables left these to what they hold."""
    labels = list(dict.fromkeys(label for one in rows for label in one.labels))
    images = list(dict.fromkeys(image for one in rows for image in one.images))
    of_label, of_image = ({one: place for place, one in enumerate(part)} for part in (labels, images))
    found = []
    for one in rows:
        new_label = np.array([of_label[label] for label in one.labels], dtype=np.intp)
        new_image = np.array([of_image[image] for image in one.images], dtype=np.intp)
        parts = [
            replace(part, label=new_label[part.label], image=new_image[part.image]) if len(part) else part
            for part in (one.truth, one.found)
        ]
        found.append(replace(one, labels=tuple(labels), images=tuple(images), truth=parts[0], found=parts[1]))
    return found


def difference(card: Card, one: ImageSample, two: ImageSample) -> Difference:
    """Return the difference of two detectors with its interval over images."""
    values = [_value(card, sample) for sample in (one, two)]
    images = one.matches.images
    if np.isnan(values).any():
        return undefined(images)
    if images < 2:
        return undefined(images, "one image says nothing of how others would do")
    gaps = drawn_values(card, one) - drawn_values(card, two)
    known = gaps[np.isfinite(gaps)]
    error = float(known.std(ddof=1)) if len(known) > 1 else float("nan")
    found = z_difference(values[0] - values[1], error, one.level, TEST, WHY, "images", images, images - 1)
    return within(found, *card.bounds)


def _value(card: Card, sample: ImageSample) -> float:
    return estimate_detection(card, sample).value
