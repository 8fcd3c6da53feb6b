"""Predicted numbers of cases that belong together, where the cases stay: the columns of every unit, summed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from assay.inputs.blocks import Block
from assay.intervals.grouped import Moves
from assay.intervals.grouped_quantiles import MARKS, DesignEffects, below, quantile_moves
from assay.intervals.regression_intervals import in_unit
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.families import Largest, MedianDeviation, MedianError, RankCorrelation, SquaredCorrelation
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.summaries.kept_units import KeptUnits
from assay.summaries.regression import RegressionSummary, columns_of
from assay.summaries.residual_means import COLUMNS, turning
from assay.summaries.sketch import Sketch
from assay.summaries.unit_sums import UnitSums
from assay.summaries.units import Units
from assay.tasks.regression.grouped import HALF
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.regression.reducers import SumResiduals
from assay.tasks.unit_sums import Drawn, unit_sums

OF_CASES = (Largest, MedianDeviation, RankCorrelation)
"""Families whose moves need the cases themselves."""

MOST_UNITS = 1 << 15
"""So many units times some twenty columns travel in 5 MB."""


@dataclass(frozen=True, eq=False)
class SumByUnit:
    """Sums the columns of the cases of every unit, and how many of its errors lie below some marks.

    The marks are the median of the errors, that of their sizes, and then sizes that are evenly spaced by share.
    """

    summing: SumResiduals
    drawn: Drawn
    marks: tuple[float, ...]

    def reduce(self, block: Block) -> UnitSums:
        """Return the sums of a block: units x columns."""
        kept = block if block.weight is None else block.take(block.weight > 0)
        places = self.drawn.places(kept)
        cases = self.summing.cases.reduce(kept)
        columns = columns_of(cases, self.summing.centre, self.summing.losses)
        of_mark = [cases.absolute_error if place else cases.error for place in range(len(self.marks))]
        rows = [below(errors[:, 0], mark) for errors, mark in zip(of_mark, self.marks, strict=True)]
        columns = np.concatenate([columns, *(row[None] for row in rows)])
        weighted = columns if kept.weight is None else columns * kept.weight
        sums = np.stack([self.drawn.summed(places, column) for column in weighted], axis=1)
        return unit_sums(self.drawn, places, kept.weight, {"columns": sums})


def summed_by_unit(plan: RegressionPlan, summary: RegressionSummary, drawn: Drawn) -> SumByUnit | None:
    """Return what sums by unit, None where there are several outputs."""
    if not isinstance(plan.reducer, SumResiduals):
        return None
    sketches = summary.sketches
    if sketches is None:
        return SumByUnit(plan.reducer, drawn.spread(MOST_UNITS), ())
    shares = np.arange(1, MARKS + 1) / (MARKS + 1)
    sizes = [middle_of(sketches.absolute, share) for share in (HALF, *shares)]
    return SumByUnit(plan.reducer, drawn.spread(MOST_UNITS), (middle_of(sketches.error, HALF), *sizes))


def middle_of(sketch: Sketch, share: float) -> float:
    """Return the middle of the range in which a quantile lies."""
    return sum(sketch.quantile(share)) / 2


def summed_effects(summary: RegressionSummary, each: Sequence[tuple[SumByUnit, UnitSums, int]]) -> DesignEffects | None:
    """Return what grouping does to the share of errors below any size."""
    marks = np.array(each[0][0].marks[2:])
    if not len(marks):
        return None
    moved = [(sums.units, _share_moves(sums, len(marks)), sign) for _, sums, sign in each]
    moves = [[Moves(units, own[place], sign) for units, own, sign in moved] for place in range(len(marks))]
    shares = np.arange(1, MARKS + 1) / (MARKS + 1)
    return DesignEffects.of(marks, shares, moves, summary.worth.effective)


def _share_moves(sums: UnitSums, count: int) -> Numbers:
    """Return how far the shares below the last so many marks move when each unit is left out."""
    flags, sizes = sums.of("columns").T[-count:], sums.units.sizes
    whole = flags.sum(axis=1, keepdims=True)
    return np.asarray((whole - flags) / (sizes.sum() - sizes) - whole / sizes.sum())


def from_centre_of(whole: RegressionSummary, part: RegressionSummary, units: KeptUnits) -> KeptUnits:
    """Return the sums of a part's units measured from the centre of the whole.

    How many errors lie below the part's own quantiles says nothing of those of the whole, and is left out. Mean
    distances from the centre move by as much as those of the whole part do.
    """
    columns = units.sums["columns"]
    sums = columns[:, : columns.shape[1] - len(units.marks)]
    if units.centre is None or whole.centre is None or units.centre.same(whole.centre):
        return replace(units, sums={"columns": sums}, marks=())
    turn, shift = turning(units.centre, whole.centre, sums.shape[1])
    place = COLUMNS.index("truth_off_absolute")
    moved = part.recentred(whole.centre).moments.mean[place] - part.recentred(units.centre).moments.mean[place]
    shift[place] = moved
    turned = sums @ turn.T + units.sizes[:, None] * shift
    return replace(units, sums={"columns": turned}, centre=whole.centre, marks=())


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
    shares = _share_moves(sums, len(reducer.marks)) if reducer.marks else None
    means = means[: len(summary.moments.mean)]
    moves = {}
    for card in plan.chosen:
        made, squared = estimates.get(card.name), isinstance(card.family, SquaredCorrelation)
        if made is None or not made.defined or made.method == "none" or isinstance(card.family, OF_CASES):
            continue
        if isinstance(card.family, MedianError):
            if shares is not None and summary.sketches is not None:
                sketch = summary.sketches.absolute if card.family.absolute else summary.sketches.error
                moved = quantile_moves(shares[int(card.family.absolute)], HALF, partial(middle_of, sketch))
                moves[card.name] = moved * summary.scale
            continue
        formula, power = sample.formula(find("pearson") if squared else card), 2 if squared else 1
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            without = np.broadcast_to(np.asarray(formula(means)) ** power, (units.count,))
            whole = float(np.asarray(formula(summary.moments.mean))) ** power
        moves[card.name] = np.array([in_unit(float(move), summary.scale, card.unit) for move in without - whole])
    return units, moves
