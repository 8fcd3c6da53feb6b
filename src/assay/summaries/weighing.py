"""Summaries in another unit of weights: parts that were weighed apart are brought to one scale before they merge."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar, cast

import numpy as np

from assay.summaries.class_tables import ClassTables
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.losses import Losses, Spread
from assay.summaries.moments import Moments, Worth
from assay.summaries.regression import RegressionSummary, Sketches
from assay.summaries.residuals import Residuals
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.summaries.sketch import Sketch

Weighed = TypeVar("Weighed")


def weighed(summary: Weighed, factor: float, weighted: bool) -> Weighed:
    """Return a summary whose weights are multiplied by a factor; `weighted` says that the whole carries weights."""
    if factor == 1.0 and (not weighted or getattr(summary, "weighted", True)):
        return summary
    return cast(Weighed, _weighed(summary, factor))


@singledispatch
def _weighed(summary: Any, factor: float) -> Any:
    return summary


@_weighed.register
def _(summary: LabelCounts, factor: float) -> LabelCounts:
    fourth = summary.fourth if summary.weighted else float(summary.rows)
    weights, squares = summary.weights * factor, summary.squares * factor**2
    return replace(summary, weights=weights, squares=squares, weighted=True, fourth=fourth * factor**4)


@_weighed.register
def _(summary: ScoreTable, factor: float) -> ScoreTable:
    fourth = summary.fourth if summary.weighted else float(summary.rows)
    return replace(
        summary,
        positives=summary.positives * factor,
        negatives=summary.negatives * factor,
        positive_squares=summary.positive_squares * factor**2,
        negative_squares=summary.negative_squares * factor**2,
        weighted=True,
        losses=None if summary.losses is None else _losses(summary.losses, factor),
        fourth=fourth * factor**4,
    )


@_weighed.register
def _(summary: LabelSets, factor: float) -> LabelSets:
    weights, squares = summary.weights * factor, summary.squares * factor**2
    return replace(summary, weights=weights, squares=squares, weighted=True, fourth=summary.fourth * factor**4)


@_weighed.register
def _(summary: ScoreCases, factor: float) -> ScoreCases:
    return replace(summary, weight=summary.case_weight * factor)


@_weighed.register
def _(summary: ClassTables, factor: float) -> ClassTables:
    return replace(
        summary,
        tables=tuple(_weighed(table, factor) for table in summary.tables),
        pairs=tuple(_weighed(table, factor) for table in summary.pairs),
        top_table=_weighed(summary.top_table, factor),
        ranks=summary.ranks * factor,
        decided=_weighed(summary.decided, factor),
        all_losses=None if summary.all_losses is None else _losses(summary.all_losses, factor),
    )


def _losses(losses: Losses, factor: float) -> Losses:
    return replace(losses, log=_spread(losses.log, factor), squared=_spread(losses.squared, factor))


def _spread(spread: Spread, factor: float) -> Spread:
    return replace(
        spread,
        weight=spread.weight * factor,
        squares=spread.squares * factor**2,
        around=spread.around * factor**2,
        drift=spread.drift * factor**2,
    )


@_weighed.register
def _(summary: Residuals, factor: float) -> Residuals:
    weight = np.ones(summary.rows) if summary.weight is None else summary.weight
    return replace(summary, weight=weight * factor)


@_weighed.register
def _(summary: RegressionSummary, factor: float) -> RegressionSummary:
    cases = None if summary.cases is None else _weighed(summary.cases, factor)
    summed = None if summary.summed is None else _moments(summary.summed, factor)
    sketches = summary.sketches
    if sketches is not None:
        sketches = Sketches(*(_sketch(part, factor) for part in (sketches.error, sketches.absolute, sketches.truth)))
    return replace(summary, cases=cases, summed=summed, sketches=sketches, weighted=True)


def _sketch(sketch: Sketch, factor: float) -> Sketch:
    return replace(sketch, weight=sketch.weight * factor)


def _moments(moments: Moments, factor: float) -> Moments:
    worth = moments.worth
    scaled = Worth(worth.weight * factor, worth.squares * factor**2, worth.fourth * factor**4)
    return replace(moments, worth=scaled, around=moments.around * factor**2, drift=moments.drift * factor**2)
