"""Every cell of the table, in the order in which it is printed."""

from __future__ import annotations

from collections.abc import Iterator

from honesty import (
    bands,
    clusters,
    comparisons,
    dependent,
    detections,
    grouped_more,
    groups,
    heavy_tails,
    labels,
    levels,
    looks,
    nearly_alike,
    plans,
    proportions,
    rare_classes,
    regression,
    score_shapes,
    scores,
    series,
    texts,
    validations,
)
from honesty.cell import Cell

MODULES = (
    proportions,
    labels,
    scores,
    score_shapes,
    bands,
    series,
    regression,
    heavy_tails,
    comparisons,
    nearly_alike,
    dependent,
    groups,
    clusters,
    looks,
    grouped_more,
    validations,
    detections,
    rare_classes,
    texts,
    levels,
    plans,
)

SMOKE = frozenset(map(str, (*range(1, 12), *range(14, 21), 22, 23, 26, 31, 32, 36, 42, 43, 44, 45)))
"""Numbers of the cells that are quick to measure and, between them, touch most families (STATISTICS 11)."""


def every_cell() -> Iterator[Cell]:
    """Yield all cells."""
    for module in MODULES:
        yield from module.cells()
