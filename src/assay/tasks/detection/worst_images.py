"""The images on which a detector goes wrong most: boxes missed and false alarms, label by label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.inputs.boxes import DetectionRows
from assay.intervals.detection_intervals import ImageSample
from assay.summaries.matches import ALL

if TYPE_CHECKING:
    import polars as pl

MOST_NAMED = 6
"""Labels that a cell names; more make it a paragraph."""

Places = NDArray[np.intp]


def worst_images(rows: DetectionRows | None, sample: ImageSample, most: int) -> tuple[pl.DataFrame, Places]:
    """Return the images with most mistakes at IoU .50 and the evaluation's threshold, and their places."""
    import polars as pl

    false, missed = mistakes(sample)
    wrong = (false + missed).sum(axis=1)
    order = np.argsort(-wrong, kind="stable")[:most]
    worst = order[wrong[order] > 0]
    matches = sample.matches
    truths = np.bincount(matches.truth_image[matches.counted[ALL]], minlength=matches.images)
    known: Sequence[object] = range(matches.images) if rows is None else rows.images
    named = {"image": [known[place] for place in worst.tolist()]}
    files = () if rows is None else rows.files
    named |= {"file": [files[place] for place in worst.tolist()]} if files else {}
    frame = {
        **named,
        "mistakes": wrong[worst].tolist(),
        "missed": missed[worst].sum(axis=1).tolist(),
        "false alarms": false[worst].sum(axis=1).tolist(),
        "boxes": truths[worst].tolist(),
        "missed labels": [_named(missed[place], matches.labels) for place in worst.tolist()],
        "false labels": [_named(false[place], matches.labels) for place in worst.tolist()],
    }
    return pl.DataFrame(frame, strict=False), worst


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


def _named(counts: Places, labels: Sequence[object]) -> str:
    """Write how often each label occurs, the most frequent first."""
    listed = Counter({labels[place]: int(counts[place]) for place in np.flatnonzero(counts).tolist()}).most_common()
    named = [f"{label} × {count}" if count > 1 else str(label) for label, count in listed[:MOST_NAMED]]
    more = [f"and {len(listed) - MOST_NAMED} more labels"] if len(listed) > MOST_NAMED else []
    return ", ".join([*named, *more])
