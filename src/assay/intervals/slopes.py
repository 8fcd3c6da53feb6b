"""How fast a metric changes with each cell, found numerically: the start of every delta-method variance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assay.metrics.cards import Card
from assay.results.confusion import CELLS
from assay.stats.arithmetic import Number, Numbers, kish
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.label_counts import Slopes
from assay.summaries.summary import Summary
from assay.summaries.view import SquareCounts, View

STEP = 1e-4
"""A share of each count: truncation (its square) and rounding (1e-12) are far below the noise of a metric."""
BLOCK = 2_000_000
"""Numbers held at a time: 16 MB."""


def cell_slopes(card: Card, summary: Summary, view: View) -> Numbers:
    """Return the slope of a metric along every cell of a summary."""
    if card.reads is SquareCounts:
        return _square_slopes(card, view.square.cells)
    if card.reads is BinaryCounts:
        return summary.cell_slopes(summary.embedded(table_slopes(_formula(card), view.table)))
    return summary.cell_slopes(_tables_slopes(card, view.tables))


def moment(summary: Summary, slopes: Numbers, power: int) -> Numbers:
    """Sum slope^power over the cases: 2 gives the metric's variance, 3 its skew.

    A cell with weights W and squared weights Q holds W²/Q effective cases of weight Q/W.
    """
    weights, squares = summary.weights, summary.squares
    filled = squares > 0
    if squares is weights:
        pulled = np.where(filled, weights, 0.0) * np.where(filled, slopes, 0.0) ** power
        return np.asarray(np.sum(pulled, axis=summary.cell_axes))
    each = np.where(filled, squares, 0.0) / np.where(filled, weights, 1.0)
    return np.asarray(
        np.sum(kish(weights, squares) * (each * np.where(filled, slopes, 0.0)) ** power, axis=summary.cell_axes)
    )


def table_slopes(formula: Callable[[BinaryCounts], Number], table: BinaryCounts) -> Slopes:
    """Return the slopes of a formula along tp, fp, fn and tn by central differences; 0 where a cell is empty.

    All eight moves (four cells, up and down) are made in one call of the formula.
    """
    counts = np.stack([np.asarray(cell, dtype=float) for cell in table.stack()])
    filled = counts > 0
    step = np.where(filled, STEP * np.where(filled, counts, 1.0), 0.0)
    moves = np.zeros((2, 4, *counts.shape))
    for cell in range(4):
        moves[:, cell, cell] = step[cell], -step[cell]
    up, down = np.asarray(formula(type(table)(*np.moveaxis(counts + moves, 2, 0))))
    with np.errstate(invalid="ignore"):
        tp, fp, fn, tn = np.where(filled, (up - down) / np.where(filled, 2 * step, 1.0), 0.0)
    return tp, fp, fn, tn


def _moved(table: BinaryCounts, cell: str, step: Numbers) -> BinaryCounts:
    cells = {name: np.asarray(getattr(table, name), dtype=float) for name in CELLS}
    cells[cell] = cells[cell] + step
    return type(table)(**cells)


def _formula(card: Card) -> Callable[[BinaryCounts], Number]:
    return lambda counts: card.formula_itself(counts, **card.parameters)


def _tables_slopes(card: Card, tables: Tables) -> Slopes:
    """Use what an average is made of; only a formula over all classes at once needs every cell moved in turn."""
    if card.average is None or card.averaged is None:
        return _joint_slopes(card, tables)
    formula = _formula(card.averaged)
    if card.average == "micro":
        pooled = table_slopes(formula, tables.pooled())
        tp, fp, fn, tn = (np.full(tables.size, slope) for slope in pooled)
        return tp, fp, fn, tn
    each = table_slopes(formula, tables)
    if card.average == "macro":
        tp, fp, fn, tn = (slope / tables.size for slope in each)
        return tp, fp, fn, tn
    return _weighted_slopes(formula, tables, each)


def _weighted_slopes(formula: Callable[[BinaryCounts], Number], tables: Tables, each: Slopes) -> Slopes:
    """Differentiate sum(P f) / sum(P), P the positive cases tp + fn of each table."""
    positives = np.asarray(tables.positives)
    total = positives.sum()
    values = np.where(positives == 0, 0.0, formula(tables))
    pull = (values - np.sum(positives * values) / total) / total
    share = positives / total
    tp, fp, fn, tn = (np.where(positives == 0, 0.0, share * slope) for slope in each)
    return tp + pull, fp, fn + pull, tn


def _joint_slopes(card: Card, tables: Tables) -> Slopes:
    """Move each cell of each table in turn, a block of tables at a time."""
    slopes = []
    block = max(1, BLOCK // (8 * tables.size))
    for cell in CELLS:
        parts = []
        for start in range(0, tables.size, block):
            which = np.arange(start, min(start + block, tables.size))
            moves = np.zeros((len(which), tables.size))
            count = np.asarray(getattr(tables, cell))[which]
            step = np.where(count > 0, STEP * count, 0.0)
            moves[np.arange(len(which)), which] = step
            up, down = (np.asarray(_formula(card)(_moved(tables, cell, sign * moves))) for sign in (1, -1))
            parts.append(np.where(step > 0, (up - down) / np.where(step > 0, 2 * step, 1.0), 0.0))
        slopes.append(np.concatenate(parts))
    tp, fp, fn, tn = slopes
    return tp, fp, fn, tn


def _square_slopes(card: Card, cells: Numbers) -> Numbers:
    """Move each filled cell of the square table in turn."""
    slopes = np.zeros_like(cells)
    places = np.argwhere(cells > 0)
    block = max(1, BLOCK // cells.size)
    for start in range(0, len(places), block):
        rows, columns = places[start : start + block].T
        step = STEP * cells[rows, columns]
        moves = np.zeros((len(rows), *cells.shape))
        moves[np.arange(len(rows)), rows, columns] = step
        up, down = (
            np.asarray(card.formula_itself(SquareCounts(cells + sign * moves), **card.parameters)) for sign in (1, -1)
        )
        slopes[rows, columns] = (up - down) / (2 * step)
    return slopes
