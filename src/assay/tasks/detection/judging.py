"""Measure detections: average precision and recall as COCO defines them, with intervals over images."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.counting.box_matching import MOST, covered, match, pair_up
from assay.errors import metrics as metric_errors
from assay.inputs.boxes import DetectionRows
from assay.intervals.detection_intervals import ImageSample
from assay.intervals.drawn_limits import METHODS, OFFERED
from assay.intervals.estimating import estimate
from assay.metrics.cards import Card, aliases, by_name, cards
from assay.results.confusion import Confusion
from assay.results.evaluation import Evaluation, Opener
from assay.summaries.matches import Matches
from assay.tasks.argument_checks import check_parameters
from assay.tasks.detection.notes import notes_of_detections
from assay.tasks.detection.result import DetectionEvaluation
from assay.tasks.labels.judging import choices_of
from assay.tasks.openings import headlines
from assay.tasks.requests import Request
from assay.tasks.scores.reducers import USUAL_THRESHOLD

COUNTED = ("precision", "recall", "f1", "jaccard")
WITHOUT_NEGATIVES = (
    *("precision", "recall", "f1", "f2", "f0_5", "f_beta", "jaccard"),
    *("false_discovery_rate", "false_negative_rate"),
)
"""The metrics of labels that can do without the number of true negatives, which no image has."""
BACKGROUND = "background"
OPENERS = (
    ("mean_ap", "mAP is {value} (1 is a detector that finds everything and nothing else)."),
    ("recall", "Of 100 things that are there it finds {hundred}."),
    ("precision", "Of 100 it finds, {hundred} are there."),
)
REASONS = {
    "images, less optimism": "an average precision: resampled images, centred where many images would lead",
    "jackknife, less optimism": "an average precision of few images: each left out, centred where many would lead",
    "jackknife": "a share of boxes on few images, which bring them together: each image left out",
    "images": "a share of boxes, which images bring together: resampled images",
    "none": "no interval is known to cover",
}


def match_rows(rows: DetectionRows, request: Request) -> Matches:
    """Match detections, as many of an image and label as the metrics asked for look at."""
    asked = {card.parameters.get("most", MOST) for card in request.metrics or () if card.reads is Matches}
    if len(asked) > 1 or not all(isinstance(most, int) and most > 0 for most in asked):
        raise metric_errors.parameter_range("mean_ap", "most", sorted(map(str, asked)), "One whole number above 0")
    most = max((int(str(most_boxes)) for most_boxes in asked), default=MOST)
    return match(rows.truth, rows.found, len(rows.images), rows.labels, most=most, pixels=rows.scale.pixels)


def judge_matches(
    matches: Matches, rows: DetectionRows | None, threshold: float | None, request: Request, settled: bool = False
) -> tuple[Evaluation, ImageSample]:
    """Measure matches; the sample that was measured comes with the evaluation, for comparisons.

    `settled` says that the threshold is meant as it is, None included.
    """
    cut = threshold if settled else usual_threshold([matches], threshold)
    if request.method not in METHODS:
        why = f"for images there are {OFFERED}"
        raise metric_errors.method_fits_nothing(str(request.method), ["mean_ap"], why)
    sample = ImageSample(matches, request.level, request.seed, cut, request.method)
    chosen = choose_detection_cards(request, matches)
    estimates = {card.name: estimate(card, sample) for card in chosen}
    evaluation = DetectionEvaluation(
        task="detection",
        reason="task= says so",
        n=matches.images,
        estimates=estimates,
        choices=choices_of(request, "in memory", False, cut),
        confusion=None if rows is None else confused(rows, cut),
        notes=tuple(notes_of_detections(rows, matches, estimates)),
        methods={estimate.method: REASONS.get(estimate.method, "asked for") for estimate in estimates.values()},
        aliases=aliases(),
        part="label",
        unit="image",
        source=request.source_name,
        headlines=headlines(chosen),
        openers=tuple(Opener(*opener) for opener in OPENERS if opener[0] in estimates),
        sample=sample,
    )
    return evaluation, sample


def usual_threshold(every: list[Matches], asked: float | None) -> float | None:
    """Return where scores are cut: as asked, at 0.5 where all scores lie between 0 and 1, else nowhere."""
    if asked is not None:
        return asked
    score = np.concatenate([matches.score for matches in every])
    return USUAL_THRESHOLD if len(score) and score.min() >= 0 and score.max() <= 1 else None


def choose_detection_cards(request: Request, matches: Matches) -> tuple[Card, ...]:
    """Return the metrics asked for, or every one that these matches can answer."""
    known = by_name()
    fitting = [card for card in cards() if card.reads is Matches] + [known[name] for name in COUNTED]
    if len(matches.areas) == 1:
        fitting = [known[name] for name in ("ap50", "ap50_all_points", "ap50_11_points", "ap50_steps", *COUNTED)]
    if request.metrics is None:
        return tuple(fitting)
    for card in request.metrics:
        check_parameters(card)
        if card.reads is not Matches and card.function not in [known[name].function for name in WITHOUT_NEGATIVES]:
            raise metric_errors.wrong_task(card.name, "a detection task", ["mean_ap", "ap50", "recall"])
    return request.metrics


def confused(rows: DetectionRows, threshold: float | None) -> Confusion:
    """Count what was taken for what: detections matched to any truth, whatever its label; the rest is background."""
    size = len(rows.labels)
    detections = rows.found if threshold is None or rows.found.score is None else rows.found.take(
        np.flatnonzero(rows.found.score >= threshold)
    )  # fmt: skip
    kept = np.ones(len(rows.truth), bool)
    for flags in (rows.truth.crowd, rows.truth.ignore):
        kept &= True if flags is None else ~flags
    aside = rows.truth.take(np.flatnonzero(~kept))
    if len(aside) and len(detections):
        blind = replace(aside, crowd=np.ones(len(aside), bool))
        detections = detections.take(np.flatnonzero(~covered(blind, detections, 0.5)))
    truth = rows.truth.take(np.flatnonzero(kept))
    detection, partner = pair_up(truth, detections, 0.5)
    counts = np.zeros((size + 1, size + 1), dtype=int)
    np.add.at(counts, (truth.label[partner], detections.label[detection]), 1)
    missed = np.delete(truth.label, partner)
    false = np.delete(detections.label, detection)
    counts[:size, size] = np.bincount(missed, minlength=size)
    counts[size, :size] = np.bincount(false, minlength=size)
    return Confusion((*rows.labels, BACKGROUND), counts)
