"""Reduce rows in memory to a confusion table or to patterns of labels."""

from __future__ import annotations

import numpy as np

from assay.errors import labels as errors
from assay.inputs.labels import LabelColumn
from assay.inputs.sources import IndicatorRows, LabelRows
from assay.inputs.tasks import MOST_LABELS
from assay.summaries.label_counts import LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets

NAME = "in memory"


def count_labels(rows: LabelRows) -> LabelCounts:
    """Count the cases by truth and prediction, in one pass over small whole numbers."""
    labels = sorted_labels({*rows.truth.labels, *rows.prediction.labels})
    size = len(labels)
    if size > MOST_LABELS:
        raise errors.too_many_labels(size, MOST_LABELS)
    place = {label: index for index, label in enumerate(labels)}
    truth = np.array([place[label] * size for label in rows.truth.labels], dtype=np.intp)
    prediction = np.array([place[label] for label in rows.prediction.labels], dtype=np.intp)
    cell = _placed(rows.truth, truth) + _placed(rows.prediction, prediction)
    if rows.weight is None:
        counts = np.bincount(cell, minlength=size * size).reshape(size, size).astype(float)
        return LabelCounts(labels, counts, counts, len(cell))
    weights, squares = (
        np.bincount(cell, values, size * size).astype(float).reshape(size, size)
        for values in (rows.weight, rows.weight**2)
    )
    fourth = float(np.sum(rows.weight**4))
    return LabelCounts(labels, weights, squares, len(cell), weighted=True, fourth=fourth)


def _placed(
    column: LabelColumn, places: np.ndarray[tuple[int], np.dtype[np.intp]]
) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    step = int(places[1] - places[0]) if len(places) > 1 else 1
    evenly = np.array_equal(places, np.arange(len(places)) * step)
    return column.codes * step if evenly else places[column.codes]


def collect_label_sets(rows: IndicatorRows) -> LabelSets:
    """Collect the distinct patterns of true and predicted labels."""
    return LabelSets.of_rows(rows.labels, rows.truth, rows.prediction, rows.weight)
