"""The images on which a detector goes wrong most: boxes missed and false alarms, label by label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from assay.inputs.boxes import DetectionRows
from assay.intervals.detection_intervals import ImageSample
from assay.stats.arithmetic import Numbers
from assay.summaries.matches import ALL
from assay.tasks.images_apart import Places, Told, furthest_apart, side_by_side

if TYPE_CHECKING:
    import polars as pl

MOST_NAMED = 6
"""Labels that a cell names; more make it a paragraph."""


def worst_images(rows: DetectionRows | None, sample: ImageSample, most: int) -> tuple[pl.DataFrame, Places]:
    """Return the images with most mistakes at IoU .50 and the evaluation's threshold, and their places."""
    import polars as pl

    wrong = _mistakes_in_all(sample)
    order = np.argsort(-wrong, kind="stable")[:most]
    worst = order[wrong[order] > 0]
    return pl.DataFrame({**_named(rows, sample, worst), **_told(sample, worst)}, strict=False), worst


def images_apart(rows: DetectionRows, samples: Mapping[object, ImageSample], most: int) -> tuple[pl.DataFrame, Places]:
    """Return the images on which the mistakes of detectors differ most in number, and their places."""
    import polars as pl

    apart = furthest_apart([_mistakes_in_all(sample) for sample in samples.values()], most)
    named = _named(rows, next(iter(samples.values())), apart)
    told = side_by_side({model: _told(sample, apart) for model, sample in samples.items()})
    return pl.DataFrame({**named, **told}, strict=False), apart


def _mistakes_in_all(sample: ImageSample) -> Numbers:
    """Return how many mistakes every image has, over all labels."""
    false, missed = mistakes(sample)
    return np.asarray((false + missed).sum(axis=1), dtype=np.float64)


def _named(rows: DetectionRows | None, sample: ImageSample, places: Places) -> Told:
    """Return the names of images, their files where they are known, and how many true boxes they have."""
    matches = sample.matches
    known: Sequence[object] = range(matches.images) if rows is None else rows.images
    files = () if rows is None else rows.files
    boxes = np.bincount(matches.truth_image[matches.counted[ALL]], minlength=matches.images)
    return {
        "image": [known[place] for place in places.tolist()],
        **({"file": [files[place] for place in places.tolist()]} if files else {}),
        "boxes": boxes[places],
    }


def _told(sample: ImageSample, places: Places) -> Told:
    """Return what a detector did wrong in images."""
    false, missed = (counts[places] for counts in mistakes(sample))
    labels = sample.matches.labels
    return {
        "mistakes": (false + missed).sum(axis=1),
        "missed": missed.sum(axis=1),
        "false alarms": false.sum(axis=1),
        "missed labels": [_labelled(row, labels) for row in missed],
        "false labels": [_labelled(row, labels) for row in false],
    }


def mistakes(sample: ImageSample) -> tuple[Places, Places]:
    """Return false alarms and misses of every image (rows) and label (columns)."""
    matches = sample.matches
    place, size = matches.at(0.5), len(matches.labels)
    kept = np.ones(len(matches.score), bool) if sample.threshold is None else matches.score >= sample.threshold
    hit, ignored = matches.hit[ALL, place], matches.ignored[ALL, place]

    def table(image: Places, label: Places) -> Places:
        cells = np.bincount(image * size + label, minlength=matches.images * size)
        return cells.reshape(matches.images, size)

    false, found = kept & ~hit & ~ignored, kept & hit
    counted = matches.counted[ALL]
    truths = table(matches.truth_image[counted], matches.truth_label[counted])
    return table(matches.image[false], matches.label[false]), truths - table(matches.image[found], matches.label[found])


def _labelled(counts: Places, labels: Sequence[object]) -> str:
    """Write how often each label occurs, the most frequent first."""
    listed = Counter({labels[place]: int(counts[place]) for place in np.flatnonzero(counts).tolist()}).most_common()
    named = [f"{label} × {count}" if count > 1 else str(label) for label, count in listed[:MOST_NAMED]]
    left = len(listed) - MOST_NAMED
    more = [f"and {left} more {'label' if left == 1 else 'labels'}"] if left > 0 else []
    return ", ".join([*named, *more])
