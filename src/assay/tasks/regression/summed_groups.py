"""Predicted numbers of cases that belong together, where the cases stay: the columns of every unit, summed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.inputs.blocks import Block
from assay.intervals.regression_intervals import in_unit
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.families import Largest, MedianDeviation, MedianError, RankCorrelation, SquaredCorrelation
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.summaries.regression import RegressionSummary, columns_of
from assay.summaries.unit_sums import UnitSums
from assay.summaries.units import Units
from assay.tasks.regression.grouped import step_of
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.regression.reducers import SumResiduals
from assay.tasks.unit_sums import Drawn, unit_sums

OF_CASES = (Largest, MedianDeviation, RankCorrelation)
"""Families whose moves need the cases themselves."""

MOST_UNITS = 1 << 15
"""So many units times some twenty columns travel in 5 MB."""


@dataclass(frozen=True, eq=False)
class SumByUnit:
    """Sums the columns of the cases of every unit, and how many of its errors lie below the medians of all cases."""

    summing: SumResiduals
    drawn: Drawn
    medians: Mapping[str, float]

    def reduce(self, block: Block) -> UnitSums:
        """Return the sums of a block: units x columns."""
        kept = block if block.weight is None else block.take(block.weight > 0)
        places = self.drawn.places(kept)
        cases = self.summing.cases.reduce(kept)
        columns = columns_of(cases, self.summing.centre, self.summing.losses)
        below = [_below(getattr(cases, name)[:, 0], middle) for name, middle in self.medians.items()]
        columns = np.concatenate([columns, *(part[None] for part in below)])
        weighted = columns if kept.weight is None else columns * kept.weight
        sums = np.stack([self.drawn.summed(places, column) for column in weighted], axis=1)
        return unit_sums(self.drawn, places, kept.weight, {"columns": sums})


def _below(values: Numbers, middle: float) -> Numbers:
    """Say of every value whether it lies below the middle; one that is equal counts half."""
    return ((values < middle).astype(float) + (values <= middle)) / 2


def summed_by_unit(plan: RegressionPlan, summary: RegressionSummary, drawn: Drawn) -> SumByUnit | None:
    """Return what sums by unit, None where there are several outputs."""
    if not isinstance(plan.reducer, SumResiduals):
        return None
    sketches = summary.sketches
    of_errors = {} if sketches is None else {"error": sketches.error, "absolute_error": sketches.absolute}
    medians = {name: sum(sketch.median()) / 2 for name, sketch in of_errors.items()}
    return SumByUnit(plan.reducer, drawn.spread(MOST_UNITS), medians)


def moves_of_residuals(
    plan: RegressionPlan,
    reducer: SumByUnit,
    summary: RegressionSummary,
    sums: UnitSums,
    estimates: Mapping[str, Estimate],
) -> tuple[Units, Mapping[str, Numbers]]:
    """Return how far each metric moves when one unit is left out; ranks and mad need the cases."""
    sample, units = RegressionSample(summary, plan.request.level, plan.request.seed), sums.units
    columns, sizes = sums.of("columns").T, units.sizes
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (columns.sum(axis=1, keepdims=True) - columns) / (sizes.sum() - sizes)
    medians = dict(zip(reducer.medians, columns[len(columns) - len(reducer.medians) :], strict=True))
    means = means[: len(summary.moments.mean)]
    moves = {}
    for card in plan.chosen:
        made, squared = estimates.get(card.name), isinstance(card.family, SquaredCorrelation)
        if made is None or not made.defined or made.method == "none" or isinstance(card.family, OF_CASES):
            continue
        if isinstance(card.family, MedianError):
            share = medians["absolute_error" if card.family.absolute else "error"] / sizes.sum()
            moved = (share.sum() - share) / (1 - sizes / sizes.sum()) - share.sum()
            moves[card.name] = -moved * step_of(made, math.sqrt(0.25 / summary.worth.effective))
            continue
        formula, power = sample.formula(find("pearson") if squared else card), 2 if squared else 1
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            without = np.broadcast_to(np.asarray(formula(means)) ** power, (units.count,))
            whole = float(np.asarray(formula(summary.moments.mean))) ** power
        moves[card.name] = np.array([in_unit(float(move), summary.scale, card.unit) for move in without - whole])
    return units, moves
