"""Detectors compared on the same images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.errors import samples as sample_errors
from assay.inputs.box_forms import BoxChoice, check_boxes, of_model
from assay.inputs.boxes import DetectionRows, read_detections
from assay.summaries.matches import Matches
from assay.tasks.compare_images import asked_of_each, judged_together
from assay.tasks.detection.judging import judge_matches, match_rows, usual_threshold
from assay.tasks.judged import Judged
from assay.tasks.requests import Request

USUAL = ("mean_ap", "ap50", "average_recall")
AT_THRESHOLD = ("precision", "recall", "f1")
"""Compared as well where a threshold was given: it changes nothing else."""


@dataclass(frozen=True, eq=False)
class Detectors:
    """Detectors with their matches; boxes belong to all images, and are left out where some are taken."""

    asked: Request
    answers: Mapping[object, object]
    matched: Sequence[Matches]
    boxes: Sequence[DetectionRows | None]
    threshold: float | None

    def judged(self) -> Judged:
        """Judge every detector and say how to compare two of them."""
        each = zip(self.matched, self.boxes, strict=True)
        judged = [judge_matches(*own, self.threshold, self.asked, settled=True) for own in each]
        return judged_together(self.answers, judged, self.asked)

    def taken(self, rows: NDArray[np.intp]) -> Detectors:
        """Return the matches in some of the images, which are what the detectors answered there."""
        matched = [matches.of_images(rows) for matches in self.matched]
        each = zip(self.answers, matched, strict=True)
        answers = {model: [own.image, own.label, own.score, own.hit] for model, own in each}
        return Detectors(self.asked, answers, matched, [None] * len(matched), self.threshold)

    def kept(self) -> None:
        """Say that all images were kept."""


def match_detectors(request: Request, rows: Mapping[object, DetectionRows]) -> Detectors:
    """Match the boxes of every detector to those of the truth."""
    usual = USUAL if request.threshold is None else (*USUAL, *AT_THRESHOLD)
    asked = asked_of_each(request, usual)
    lined = alike(list(rows.values()))
    matched = [match_rows(boxes, asked) for boxes in lined]
    answers = [[boxes.found.image, boxes.found.label, boxes.found.box, boxes.found.score] for boxes in lined]
    cut = usual_threshold(matched, request.threshold)
    return Detectors(asked, dict(zip(rows, answers, strict=True)), matched, lined, cut)


def read_alike(truth: object, predictions: Mapping[object, object], boxes: object) -> dict[object, DetectionRows]:
    """Read the boxes of all detectors, those of the truth in one form for all of them."""
    own = dict(boxes) if isinstance(boxes, Mapping) else {}
    strange = [model for model in own if model not in predictions]
    if strange:
        raise sample_errors.unknown_model(strange[0], tuple(predictions))
    every = None if isinstance(boxes, Mapping) else check_boxes(boxes)
    choices = [of_model(own[model]) if model in own else every for model in predictions]
    pairs = list(zip(predictions.values(), choices, strict=True))
    rows = [read_detections(truth, detections, choice) for detections, choice in pairs]
    kept = next((pair.forms for pair in rows if pair.forms.kept), None)
    if kept is not None and not all(pair.forms.kept for pair in rows):
        choice = BoxChoice(kept.truth, kept.prediction, False)
        rows = [read_detections(truth, detections, choice) for detections in predictions.values()]
    return dict(zip(predictions, _doubting_by_name(rows, tuple(predictions)), strict=True))


def _doubting_by_name(rows: list[DetectionRows], models: Sequence[object]) -> list[DetectionRows]:
    """Say of whose boxes the form is doubted, where not all detectors are alike in this."""
    typed = {None if detections.forms.doubt is None else detections.forms.doubt.typed for detections in rows}
    if len(typed) == 1:
        return rows
    named = []
    for model, detections in zip(models, rows, strict=True):
        doubt = detections.forms.doubt
        if doubt is not None and doubt.truth is None and doubt.prediction is not None:
            doubt = replace(doubt, model=model, typed=doubt.prediction)
        named.append(replace(detections, forms=replace(detections.forms, doubt=doubt)))
    return named


def alike(rows: Sequence[DetectionRows]) -> list[DetectionRows]:
    """Give all detectors the same labels and images, in the same order, where tables left these to what they hold."""
    labels = list(dict.fromkeys(label for detections in rows for label in detections.labels))
    images = list(dict.fromkeys(image for detections in rows for image in detections.images))
    of_label, of_image = ({detections: place for place, detections in enumerate(part)} for part in (labels, images))
    aligned = []
    for detections in rows:
        new_label = np.array([of_label[label] for label in detections.labels], dtype=np.intp)
        new_image = np.array([of_image[image] for image in detections.images], dtype=np.intp)
        parts = [
            replace(part, label=new_label[part.label], image=new_image[part.image]) if len(part) else part
            for part in (detections.truth, detections.found)
        ]
        aligned.append(replace(detections, labels=tuple(labels), images=tuple(images), truth=parts[0], found=parts[1]))
    return aligned
