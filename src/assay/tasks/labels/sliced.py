"""Labels of every slice counted at once: one table with a layer for each slice, so that no case is put in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay.inputs.blocks import Block
from assay.stats.arithmetic import Numbers
from assay.summaries.by_slice import BySlice
from assay.summaries.label_counts import LabelCounts
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.slicing import Cutting, layers_of

MOST_CELLS = 1 << 22
"""Cells of all slices of a column together (32 MB); of more, cases are put in order and counted slice by slice."""

IN_CACHE = 1 << 16
"""Cases whose cells stay in the processor's cache while they are counted (measured: half the time of all at once)."""

Codes = NDArray[np.intp]


def count_slices(counting: CountLabels, block: Block, cuttings: Sequence[Cutting]) -> BySlice | None:
    """Return the confusion table of every slice; None with weights, and for too many slices and classes."""
    if block.weight is not None or block.times is not None:
        return None
    truth, prediction = (block.labels(part).over(counting.labels) for part in ("truth", "prediction"))
    parts: dict[object, LabelCounts] = {}
    crossed: list[object] = []
    whole = np.zeros((len(counting.labels), len(counting.labels)))
    for both, keys, codes in layers_of(cuttings, block):
        if len(keys) * whole.size > MOST_CELLS:
            return None
        tables = _tables(codes, truth, prediction, (len(keys), *whole.shape))
        whole = tables.sum(axis=0)
        sizes = tables.sum(axis=(1, 2)).astype(int).tolist()
        made = {key: _counts(counting, own, size) for key, own, size in zip(keys, tables, sizes, strict=True) if size}
        parts |= made
        crossed += made if both else []
    rows = {key: own.rows for key, own in parts.items()}
    return BySlice(_counts(counting, whole, block.rows), parts, rows, frozenset(crossed))


def _counts(counting: CountLabels, table: Numbers, rows: int) -> LabelCounts:
    return LabelCounts(counting.labels, table, table, rows, positive=counting.positive)


def _tables(codes: Codes, truth: Codes, prediction: Codes, shape: tuple[int, int, int]) -> Numbers:
    """Count how often truth and prediction come together in every slice."""
    cells, size = int(np.prod(shape)), shape[-1]
    counts, step = np.zeros(cells, dtype=np.intp), max(IN_CACHE, cells)
    for start in range(0, len(codes), step):
        rows = slice(start, start + step)
        place = codes[rows] * size
        place += truth[rows]
        place *= size
        place += prediction[rows]
        counts += np.bincount(place, minlength=cells)
    return counts.reshape(shape).astype(float)
