"""Images and segments that belong together: the group of every one of them, from arrays or from columns of the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assay.errors import columns as column_errors
from assay.errors import grouping as errors
from assay.inputs.columns import Array, as_array
from assay.inputs.features import gap_rows
from assay.inputs.labels import read_labels
from assay.inputs.lazy import read_columns
from assay.intervals.left_out_items import without_units
from assay.metrics.find import find
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.units import Units
from assay.tasks.grouping import groupings_of
from assay.tasks.requests import Request

LOOPED = 400
"""More units of images or segments than this are spread over buckets: each costs a whole measurement."""


def item_columns(request: Request) -> dict[str, Array]:
    """Return each grouping's values under its name, in the order of the images or segments."""
    columns = {}
    for name, values in groupings_of(request.group):
        named = isinstance(values, str) and request.data is not None
        columns[name] = read_columns(request.data, {name: str(values)})[name] if named else as_array(values, name)
    for name, column in columns.items():
        if column.ndim != 1:
            raise column_errors.wrong_dimensions(name, column.shape)
    return columns


def units_of_items(request: Request, count: int, unit: str, places: Sequence[int] = ()) -> list[tuple[Units, int]]:
    """Return the units of images or segments, each grouping with its sign; crossed groupings bring their cells.

    `places` numbers, from 1, those that were kept of all that were handed over; () where none was left out.
    """
    kept = np.array(places, dtype=int) - 1 if len(places) else None
    each = [_units(name, values, kept, count, unit) for name, values in item_columns(request).items()]
    if len(each) == 1:
        return [(each[0].spread(LOOPED), 1)]
    first, second = each
    return [(first.spread(LOOPED), 1), (second.spread(LOOPED), 1), (first.crossed(second).spread(LOOPED), -1)]


def _units(name: str, values: Array, kept: np.ndarray | None, count: int, unit: str) -> Units:
    if kept is None and len(values) != count:
        raise errors.wrong_length(unit, len(values), count)
    own = values if kept is None else values[kept]
    gaps = gap_rows(own)
    if gaps.any():
        raise errors.no_group(name, unit, int(gaps.sum()), count, int(np.argmax(gaps)) + 1)
    column = read_labels(own, name)
    if column.example is not None:
        raise errors.no_identity(column.name, column.example)
    units = Units.of(column.labels, column.codes)
    if units.count < 2:
        raise errors.one_group(name, units.names[0])
    return units


def item_moves(sample: object, evaluation: Evaluation, units: Units) -> Mapping[str, Numbers]:
    """Return how far each metric of images or segments moves when one unit of them is left out."""
    return {
        name: without_units(sample, find(name), units) - made.value
        for name, made in evaluation.estimates.items()
        if made.defined and made.method != "none"
    }
