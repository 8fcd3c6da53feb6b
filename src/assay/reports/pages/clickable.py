"""What a page needs so that a cell of the confusion table shows its cases, and a map of many classes its blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from assay.reports.charts.labels import MOST_CLASSES
from assay.reports.charts.many_classes import block_name, map_of
from assay.reports.charts.theme import distinct
from assay.results.evaluation import Evaluation

ANSWERED = ("truth", "prediction")
"""Columns of listed cases that say in which cell a case stands."""


def cell_data(result: object) -> dict[str, Any] | None:
    """Return which of the listed cases stand in which cell, and how the drawing calls the classes."""
    if not isinstance(result, Evaluation) or result.listed is None or result.confusion is None:
        return None
    columns = result.listed.columns
    if not all(name in columns for name in ANSWERED) or result.unit != "case":
        return None
    labels = list(result.confusion.labels)
    at = [columns.index(name) for name in ANSWERED]
    cells: dict[str, list[int]] = {}
    for number, row in enumerate(result.listed.rows):
        if all(row[place] in labels for place in at):
            key = ",".join(str(labels.index(row[place])) for place in at)
            cells.setdefault(key, []).append(number)
    return {"names": list(distinct(labels).values()), "rows": cells}


def block_data(result: object) -> dict[str, Any] | None:
    """Return the blocks of a map of many classes with the cells that they hold."""
    if not isinstance(result, Evaluation) or result.confusion is None or len(result.confusion.labels) <= MOST_CLASSES:
        return None
    order, names = map_of(result.confusion)
    places = list(order.places)
    counts = np.nan_to_num(result.confusion.counts.astype(float))[np.ix_(places, places)]
    cells = [
        [start + int(i), start + int(j), float(counts[start + i, start + j])]
        for start, end in order.blocks
        for i, j in zip(*np.nonzero(counts[start:end, start:end]), strict=True)
    ]
    return {
        "names": names,
        "places": places,
        "totals": counts.sum(axis=1).tolist(),
        "blocks": [[start, end, block_name(names, start, end)] for start, end in order.blocks],
        "cells": [[i, j, int(count) if count.is_integer() else count] for i, j, count in cells],
    }
