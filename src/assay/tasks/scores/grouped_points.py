"""What a threshold gives on cases that belong together: every metric of labels without each unit, all at once."""

from __future__ import annotations

import numpy as np

from assay.intervals.grouped import Moves, grouped_estimate
from assay.metrics.find import find
from assay.results.evaluation import Estimates
from assay.stats.arithmetic import Numbers, left_of
from assay.summaries.binary_counts import BinaryCounts, ClassCounts
from assay.summaries.units import Units

OF_CELLS = (BinaryCounts, ClassCounts)


def grouped_point(estimates: Estimates, whole: Numbers, units: Units, cells: Numbers) -> Estimates:
    """Return the estimates at a threshold with intervals over groups; `cells` hold the table of every unit."""
    counts, left = _four(whole), _four(np.maximum(left_of(whole, cells), 0.0))
    grouped = {}
    for name, made in estimates.items():
        card = find(name)
        if card.reads not in OF_CELLS:
            grouped[name] = made
            continue
        value = float(np.asarray(card.measure(counts)))
        without = np.broadcast_to(np.asarray(card.measure(left), dtype=float), units.count)
        grouped[name] = grouped_estimate(made, [Moves(units, without - value, 1)])
    return grouped


def _four(cells: Numbers) -> BinaryCounts:
    """Return the cells of one table or of many; rows are the truth, the positive class comes second."""
    return BinaryCounts(tp=cells[..., 1, 1], fp=cells[..., 0, 1], fn=cells[..., 1, 0], tn=cells[..., 0, 0])
