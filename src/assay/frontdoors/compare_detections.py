"""Detectors compared on the same images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.frontdoors.compare_images import judged_together, wishes
from assay.frontdoors.compared_models import Judged
from assay.frontdoors.judge_detections import judge_matches, match_rows, usual_threshold
from assay.inputs.boxes import DetectionRows, read_detections
from assay.metrics.cards import Card

USUAL = ("mean_ap", "ap50", "average_recall")
AT_THRESHOLD = ("precision", "recall", "f1")
"""Compared as well where a threshold was given: it changes nothing else."""


def judge_detectors(
    truth: object,
    predictions: Mapping[object, object],
    threshold: float | None,
    metrics: tuple[Card, ...] | None,
    level: float,
    seed: int,
) -> Judged:
    """Judge every detector and say how to compare two of them."""
    usual = USUAL if threshold is None else (*USUAL, *AT_THRESHOLD)
    asked = wishes("detection", predictions, metrics, usual, None, level, seed)
    rows = alike([read_detections(truth, found) for found in predictions.values()])
    matched = [match_rows(one, asked) for one in rows]
    cut = usual_threshold(matched, threshold)
    judged = [judge_matches(found, one, cut, asked, settled=True) for found, one in zip(matched, rows, strict=True)]
    return judged_together(tuple(predictions), judged, asked)


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
