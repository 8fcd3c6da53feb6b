"""Labels of cases that belong together: the confusion table without each unit, all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.inputs.blocks import Block
from assay.intervals.grouped import Moves, grouped_estimate
from assay.intervals.sample import Sample
from assay.metrics.find import find
from assay.results.evaluation import Estimates, Evaluation
from assay.stats.arithmetic import Numbers, left_of
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.label_counts import LabelCounts
from assay.summaries.unit_sums import UnitSums
from assay.summaries.units import Units
from assay.tasks.labels.judging import Read, label_cards
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.unit_sums import Drawn, unit_sums

MOST_CELLS = 20_000_000
"""Tables of all units together hold at most so many cells (160 MB); more units than fit are spread over buckets."""

MOST_SUMS, FEWEST_BUCKETS = 1 << 19, 64
"""Where tables travel they hold at most so many cells (4 MB), and at least so many buckets of units."""


def bounded_units(units: Units, classes: int) -> Units:
    """Spread units over buckets where their tables together would grow too large."""
    return units.spread(max(MOST_CELLS // classes**2, FEWEST_BUCKETS))


def label_moves(read: Read, counting: CountLabels, block: Block, units: Units) -> tuple[Units, Mapping[str, Numbers]]:
    """Return how far each metric of labels moves when one unit is left out."""
    units, cells = label_cells(counting, block, units)
    return units, moves_of_tables(read, counting.reduce(block), cells)


def label_cells(counting: CountLabels, block: Block, units: Units) -> tuple[Units, Numbers]:
    """Return the confusion table of every unit, and the units (or buckets of many)."""
    units = bounded_units(units, len(counting.labels))
    truth, prediction = (block.labels(part).over(counting.labels) for part in ("truth", "prediction"))
    return units, unit_cells(units, truth, prediction, len(counting.labels), block.weight)


def unit_cells(units: Units, truth: NDArray[np.intp], prediction: NDArray[np.intp], size: int,
               weight: Numbers | None) -> Numbers:  # fmt: skip
    """Return the confusion table of every unit: units x truth x prediction."""
    place = (units.codes * size + truth) * size + prediction
    cells = np.bincount(place, weight, units.count * size * size)
    return cells.reshape(units.count, size, size).astype(float)


@dataclass(frozen=True, eq=False)
class CountByUnit:
    """Counts the confusion table of every unit."""

    counting: CountLabels
    drawn: Drawn

    def reduce(self, block: Block) -> UnitSums:
        """Return the tables of a block."""
        places, size = self.drawn.places(block), len(self.counting.labels)
        truth, prediction = (block.labels(part).over(self.counting.labels) for part in ("truth", "prediction"))
        cells = self.drawn.naming.count * size * size
        table = np.bincount((places * size + truth) * size + prediction, block.weight, cells)
        sums = {"cells": table.reshape(-1, size, size).astype(float)}
        return unit_sums(self.drawn, places, block.weight, sums)


def over(cells: Numbers, labels: Sequence[object], every: Sequence[object]) -> Numbers:
    """Return the tables of all units over more labels than they were counted by."""
    if tuple(labels) == tuple(every):
        return cells
    known = {label: place for place, label in enumerate(every)}
    places = [known[label] for label in labels]
    table = np.zeros((len(cells), len(every), len(every)))
    table[np.ix_(range(len(cells)), places, places)] = cells
    return table


def counted_by_unit(counting: CountLabels, drawn: Drawn) -> CountByUnit:
    """Return what counts the table of every unit, or bucket of units where their tables would be too large together."""
    most = max(MOST_SUMS // len(counting.labels) ** 2, FEWEST_BUCKETS)
    # A power of two divides every larger one, so that buckets of parts judged apart can be put together.
    return CountByUnit(counting, drawn.spread(1 << (most.bit_length() - 1)))


def grouped_classes(
    evaluation: Evaluation, summary: LabelCounts, tables: Sequence[tuple[Units, Numbers, int]]
) -> dict[object, Estimates]:
    """Return the estimates of every class with intervals over groups; `tables` are those of every unit, with a sign."""
    return {
        label: grouped_class(own, place, summary, tables)
        for place, (label, own) in enumerate(evaluation.per_class.items())
    }


def grouped_class(
    estimates: Estimates, place: int, summary: LabelCounts, tables: Sequence[tuple[Units, Numbers, int]]
) -> Estimates:
    """Return the estimates of one class against the rest with intervals over groups."""
    whole = _against_rest(summary.weights, place)
    left = [(units, _against_rest(np.maximum(left_of(summary.weights, cells), 0.0), place), sign)
            for units, cells, sign in tables]  # fmt: skip
    grouped = {}
    for name, made in estimates.items():
        card = find(name)
        if card.reads is not BinaryCounts:
            grouped[name] = made
            continue
        value = float(np.asarray(card.measure(whole)))
        moves = [
            Moves(units, np.broadcast_to(np.asarray(card.measure(counts), dtype=float), units.count) - value, sign)
            for units, counts, sign in left
        ]
        grouped[name] = grouped_estimate(made, moves)
    return grouped


def _against_rest(cells: Numbers, place: int) -> BinaryCounts:
    """Return the four cells of one class, of one table or of many on leading axes; rows are the truth."""
    tp = cells[..., place, place]
    fn, fp = left_of(cells[..., place, :].sum(axis=-1), tp), left_of(cells[..., :, place].sum(axis=-1), tp)
    return BinaryCounts(tp=tp, fp=fp, fn=fn, tn=left_of(cells.sum(axis=(-2, -1)), tp, fn, fp))


def moves_of_tables(read: Read, summary: LabelCounts, cells: Numbers) -> dict[str, Numbers]:
    """Return how far each metric of labels moves when one unit's table is taken off."""
    draws = Sample(summary, read.request.seed)
    left = summary.view(np.maximum(left_of(summary.weights, cells), 0.0))
    moves = {}
    for card in label_cards(read, draws, summary):
        values = np.broadcast_to(np.asarray(card(left), dtype=float), (len(cells),))
        moves[card.name] = values - float(np.asarray(card(draws.view)))
    return moves
