"""Predicted numbers of cases that belong together: what each metric moves by when one unit is left out.

Functions of means are worked out again without each unit, all at once. Leaving out one unit moves a median by jumps
that say nothing of its variance; the share of cases below it moves smoothly, and the values around it say how much one
step of that share is worth (Woodruff 1952). Rank correlations go by what each case contributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assay.inputs.blocks import Block
from assay.intervals.grouped import Moves
from assay.intervals.grouped_quantiles import MARKS, DesignEffects, below, quantile_moves
from assay.intervals.medians import Spectrum, tilt_of
from assay.intervals.regression_intervals import in_unit
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card
from assay.metrics.families import (
    Largest,
    MedianDeviation,
    MedianError,
    RankCorrelation,
    SquaredCorrelation,
)
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.summaries.made_values import MadeValues
from assay.summaries.regression import RegressionSummary
from assay.summaries.units import Units
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.regression.reducers import SumResiduals

HALF = 0.5
"""The share of cases below a median."""


def residual_moves(
    plan: RegressionPlan, block: Block, units: Units, estimates: Mapping[str, Estimate]
) -> dict[str, Numbers]:
    """Return how far each metric of one output moves when one unit is left out."""
    kept = np.ones(block.rows, dtype=bool) if block.weight is None else block.weight > 0
    units = units.kept(kept)
    keep = plan.reducer.cases if isinstance(plan.reducer, SumResiduals) else plan.reducer
    summary = RegressionSummary.of(keep.reduce(block), plan.losses)
    sample = RegressionSample(summary, plan.request.level, plan.request.seed)
    means = summary.moments.mean[:, None] + _moved_means(sample, units)
    moves_of = {}
    for card in plan.chosen:
        made = estimates.get(card.name)
        if made is not None and made.defined and made.method != "none":
            moves = _moves(card, sample, units, means)
            if moves is not None:
                moves_of[card.name] = moves
    return moves_of


def _moved_means(sample: RegressionSample, units: Units) -> Numbers:
    columns, weight = sample.columns, sample.cases.weight
    with np.errstate(invalid="ignore", over="ignore"):
        return units.moves_of_mean(columns, weight)


def _moves(card: Card, sample: RegressionSample, units: Units, means: Numbers) -> Numbers | None:
    """Return how far a metric moves without each unit, in the user's own unit; None for one that has no interval."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        return _scaled_moves(card, sample, units, means)


def _scaled_moves(card: Card, sample: RegressionSample, units: Units, means: Numbers) -> Numbers | None:
    if card.averaged is not None and sample.cases.width == 1:
        card = card.averaged
    family, scale = card.family, sample.summary.scale
    if isinstance(family, Largest):
        return None
    if isinstance(family, MedianError):
        spectrum = sample.absolute if family.absolute else sample.signed
        share = units.moves_of_mean(below(spectrum.values.whole()[:, 0], spectrum.median()), spectrum.weight)
        return quantile_moves(share, HALF, spectrum.quantile) * scale
    if isinstance(family, MedianDeviation):
        return _deviation_moves(sample, units) * family.factor * scale
    if isinstance(family, RankCorrelation):
        return _rank_moves(family, sample, units)
    formula = sample.formula(find("pearson") if isinstance(family, SquaredCorrelation) else card)
    power = 2 if isinstance(family, SquaredCorrelation) else 1
    without = np.asarray(formula(means)) ** power
    whole = float(np.asarray(formula(sample.summary.moments.mean))) ** power
    return np.array([in_unit(float(move), scale, card.unit) for move in np.broadcast_to(without, units.count) - whole])


def _rank_moves(family: RankCorrelation, sample: RegressionSample, units: Units) -> Numbers:
    weight = sample.cases.weight
    correlation = family.correlate(sample.truth_ranks[0], sample.prediction_ranks[0], weight)
    share = 1 / sample.cases.rows if weight is None else weight / weight.sum()
    return units.moves_of_pulls(correlation.influence * share)


def _deviation_moves(sample: RegressionSample, units: Units) -> Numbers:
    """Return how far the median absolute deviation moves; the median around which it is taken moves too."""
    error, weight = sample.cases.error, sample.cases.weight
    middle, deviation = sample.signed.median(), sample.deviation[0]
    away = np.abs(error - middle)
    tilt = tilt_of(error, middle, deviation)
    share = units.moves_of_mean(((away <= deviation) - tilt * (error <= middle))[:, 0], weight)
    return quantile_moves(share, HALF, Spectrum(MadeValues((away,)), weight).quantile)


def design_effects(sample: RegressionSample, signed: Sequence[tuple[Units, int]]) -> DesignEffects:
    """Return what grouping does to the share of errors below any size."""
    shares = np.arange(1, MARKS + 1) / (MARKS + 1)
    size, weight = sample.cases.absolute_error[:, 0], sample.cases.weight
    marks = np.array([sample.absolute.quantile(share) for share in shares])
    flags = np.stack([below(size, mark) for mark in marks])
    moved = [(units, units.moves_of_mean(flags, weight), sign) for units, sign in signed]
    moves = [[Moves(units, each[place], sign) for units, each, sign in moved] for place in range(MARKS)]
    return DesignEffects.of(marks, np.average(flags, axis=1, weights=weight), moves, sample.summary.worth.effective)
