"""Cells of a summary that hold few cases: found, so that a file is refused, or put together where that can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors.tree import quote
from assay.pipelines.keeping import Kept
from assay.results.confusion import Confusion
from assay.results.slices import slice_text
from assay.stats.arithmetic import Numbers
from assay.summaries.class_tables import ClassTables
from assay.summaries.draws import effective
from assay.summaries.image_tables import ImageTables
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.regression import RegressionSummary, Sketches
from assay.summaries.score_table import ScoreTable
from assay.summaries.sketch import Sketch
from assay.summaries.table_set import TableSet
from assay.tasks.scores.reducers import Scored

Cell = tuple[str, int]
"""What a cell is, and how many cases it holds."""


def smallest_cell(summary: Any) -> Cell | None:
    """Return the cell with the fewest cases that a summary holds, None where there is none."""
    return min(_cells(summary), key=_count, default=None)


def smallest_kept(kept: Kept) -> Cell | None:
    """Return the cell with the fewest cases that is kept, of all cases or of a slice."""
    return min((cell for cell in _kept_cells(kept) if cell is not None), key=_count, default=None)


def _kept_cells(kept: Kept) -> Iterator[Cell | None]:
    yield smallest_cell(kept.summary)
    if kept.units is not None:
        yield "one of its groups", max(round(float(kept.units.sizes.min())), 1)
    if kept.sliced is None:
        return
    names = kept.sliced.names
    for key, part in kept.sliced.parts.items():
        slice_named = f"slice {quote(slice_text(names, key))}"
        yield slice_named, kept.sliced.sizes[key]
        cell = smallest_cell(part)
        yield None if cell is None else (f"{slice_named}, {cell[0]}", cell[1])


def _count(cell: Cell) -> int:
    return cell[1]


@singledispatch
def _cells(summary: object) -> Iterator[Cell]:
    """Yield every cell of a summary, or those of its parts that hold the fewest cases."""
    return iter(())


@_cells.register
def _(summary: LabelCounts) -> Iterator[Cell]:
    yield from _of_table(effective(summary.weights, summary.squares)[0], summary.labels)


@_cells.register
def _(summary: Confusion) -> Iterator[Cell]:
    yield from _of_table(np.asarray(summary.counts, dtype=float), summary.labels)


@_cells.register
def _(summary: TableSet) -> Iterator[Cell]:
    for name, cells in zip(summary.names, summary.cells, strict=True):
        yield from ((f"a cell of {quote(name)}", round(count)) for count in cells.tolist() if count > 0)


@_cells.register
def _(summary: ImageTables) -> Iterator[Cell]:
    yield "the table of one image", 1


@_cells.register
def _(summary: ScoreTable) -> Iterator[Cell]:
    yield from _of_scores(summary)


@_cells.register
def _(summary: ClassTables) -> Iterator[Cell]:
    for label, table in zip(summary.labels, summary.tables, strict=True):
        yield from ((f"{quote(label)}: {what}", count) for what, count in _of_scores(table))
    for table in (*summary.pairs, summary.top_table):
        yield from _of_scores(table)
    yield from _cells(summary.decided)


@_cells.register
def _(summary: Scored) -> Iterator[Cell]:
    yield from _cells(summary.scores)
    yield from _cells(summary.labels)


@_cells.register
def _(summary: RegressionSummary) -> Iterator[Cell]:
    yield "all of them", summary.rows
    if summary.sketches is not None:
        yield from _of_sketch(summary.sketches.truth, summary.rows)


@_cells.register
def _(summary: LabelSets) -> Iterator[Cell]:
    counts = effective(summary.weights, summary.squares)[0]
    for truth, answer, count in zip(summary.truth, summary.prediction, counts.tolist(), strict=True):
        sets = [[label for label, here in zip(summary.labels, own, strict=True) if here] for own in (truth, answer)]
        what = ", answer ".join("none" if not own else " and ".join(map(quote, own)) for own in sets)
        yield f"truth {what}", max(round(count), 1)


def _of_sketch(sketch: Sketch, rows: int) -> Iterator[Cell]:
    """Name every bin with about how many cases of usual weight it holds."""
    counts = sketch.weight * (rows / (sketch.weight.sum() or 1.0))
    for low, high, count in zip(sketch.low.tolist(), sketch.high.tolist(), counts.tolist(), strict=True):
        yield f"truths from {low:g} to {high:g}", max(round(count), 1)


def _of_table(counts: Numbers, labels: tuple[object, ...]) -> Iterator[Cell]:
    for row, column in np.argwhere(counts > 0).tolist():
        what = f"truth {quote(labels[row])}, answer {quote(labels[column])}"
        yield what, max(round(float(counts[row, column])), 1)


def _of_scores(table: ScoreTable) -> Iterator[Cell]:
    sides = (
        (table.positives, table.positive_squares, "positive"),
        (table.negatives, table.negative_squares, "negative"),
    )
    for weights, squares, side in sides:
        counts = effective(weights, squares)[0] if weights.any() else weights
        filled = np.flatnonzero(counts > 0)
        if len(filled):
            place = int(filled[np.argmin(counts[filled])])
            yield f"{side} with a score of {table.low[place]:.6g}", max(round(float(counts[place])), 1)


def coarse_kept(kept: Kept, smallest: int) -> Kept:
    """Return what is kept with coarser bins of numbers, in every slice too."""
    if not isinstance(kept.summary, RegressionSummary):
        return kept
    slices = kept.sliced
    if slices is not None:
        slices = replace(slices, parts={key: coarse(part, smallest) for key, part in slices.parts.items()})
    return replace(kept, summary=coarse(kept.summary, smallest), slices=slices)


def coarse(summary: RegressionSummary, smallest: int) -> RegressionSummary:
    """Return a summary whose bins hold at least so many cases each: quantiles become less exact, sums stay."""
    if smallest <= 1 or summary.sketches is None:
        return summary
    parts = (summary.sketches.error, summary.sketches.absolute, summary.sketches.truth)
    return replace(summary, sketches=Sketches(*(_grouped(part, smallest, summary.rows) for part in parts)))


def _grouped(sketch: Sketch, smallest: int, rows: int) -> Sketch:
    """Put neighbouring bins together until each weighs at least as much as so many cases of usual weight."""
    starts = _starts(sketch.weight, smallest * float(sketch.weight.sum()) / rows * (1 - 1e-9))
    return Sketch(
        np.minimum.reduceat(sketch.low, starts),
        np.maximum.reduceat(sketch.high, starts),
        np.add.reduceat(sketch.weight, starts),
    )


def _starts(weight: Numbers, least: float) -> NDArray[np.intp]:
    starts, gathered = [0], 0.0
    for place, own in enumerate(weight.tolist()):
        if gathered >= least:
            starts.append(place)
            gathered = 0.0
        gathered += own
    return np.array(starts[:-1] if gathered < least and len(starts) > 1 else starts, dtype=np.intp)
