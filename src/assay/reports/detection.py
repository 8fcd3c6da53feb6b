"""Tables of a detection: how many boxes every label has, how many were found, and how many others were called so."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from assay.reports.class_tables import counted_in, counts_by_class
from assay.tasks.detection.result import DetectionEvaluation


@counted_in.register
def _(evaluation: DetectionEvaluation) -> tuple[str, str]:
    return "box", "boxes"


@counts_by_class.register
def _(evaluation: DetectionEvaluation) -> Mapping[str, Mapping[object, float]]:
    if evaluation.confusion is None:
        return {}
    counts, labels = np.nan_to_num(evaluation.confusion.counts.astype(float)), evaluation.confusion.labels
    boxes, found, called = counts.sum(axis=1), np.diag(counts), counts.sum(axis=0)
    columns = {"boxes": boxes, "found": found, "false alarms": called - found}
    return {name: dict(zip(labels, column.tolist(), strict=True)) for name, column in columns.items()}
