"""Predicted numbers of cases that belong together: what each metric moves by when one unit is left out.

Functions of means are worked out again without each unit, all at once. Leaving out one unit moves a median by jumps
that say nothing of its variance; the share of cases below it moves smoothly, and the interval of single cases says how
much one step of that share is worth (Woodruff 1952). Rank correlations go by what each case contributes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from scipy import special

from assay.inputs.blocks import Block
from assay.intervals.medians import deviation_error, tilt_of
from assay.intervals.regression_intervals import in_unit
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card
from assay.metrics.families import (
    Largest,
    MedianDeviation,
    MedianError,
    RankCorrelation,
    Spearman,
    SquaredCorrelation,
)
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.stats import rank_correlations
from assay.stats.arithmetic import Numbers
from assay.summaries.regression import RegressionSummary
from assay.summaries.units import Units
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.regression.reducers import SumResiduals

BLOCK = 1 << 16
"""Cases whose columns are worked out at a time."""


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
    found = {}
    for card in plan.chosen:
        made = estimates.get(card.name)
        if made is not None and made.defined and made.method != "none":
            moves = _moves(card, made, sample, units, means)
            if moves is not None:
                found[card.name] = moves
    return found


def _moved_means(sample: RegressionSample, units: Units) -> Numbers:
    columns, weight = sample.columns, sample.cases.weight
    with np.errstate(invalid="ignore", over="ignore"):
        return units.moves_of_mean(columns, weight)


def _moves(card: Card, made: Estimate, sample: RegressionSample, units: Units, means: Numbers) -> Numbers | None:
    family, scale = card.family, sample.summary.scale
    if isinstance(family, Largest):
        return None
    if isinstance(family, MedianError):
        error = sample.cases.error[:, 0] * scale
        return _median_moves(np.abs(error) if family.absolute else error, made, sample.cases.weight, units)
    if isinstance(family, MedianDeviation):
        return _deviation_moves(sample, made, units)
    if isinstance(family, RankCorrelation):
        return _rank_moves(family, sample, units)
    formula = sample.formula(find("pearson") if isinstance(family, SquaredCorrelation) else card)
    power = 2 if isinstance(family, SquaredCorrelation) else 1
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        without = np.asarray(formula(means)) ** power
        whole = float(np.asarray(formula(sample.summary.moments.mean))) ** power
    return np.array([in_unit(float(move), scale, card.unit) for move in np.broadcast_to(without, units.count) - whole])


def _rank_moves(family: RankCorrelation, sample: RegressionSample, units: Units) -> Numbers:
    correlate = rank_correlations.spearman if isinstance(family, Spearman) else rank_correlations.kendall
    weight = sample.cases.weight
    found = correlate(sample.truth_ranks[0], sample.prediction_ranks[0], weight)
    share = 1 / sample.cases.rows if weight is None else weight / weight.sum()
    return units.moves_of_pulls(found.influence * share)


def _median_moves(values: Numbers, made: Estimate, weight: Numbers | None, units: Units) -> Numbers:
    share = units.moves_of_mean(((values < made.value).astype(float) + (values <= made.value)) / 2, weight)
    effective = len(values) if weight is None else float(weight.sum() ** 2 / np.sum(weight**2))
    return np.asarray(-share * step_of(made, math.sqrt(0.25 / effective)))


def _deviation_moves(sample: RegressionSample, made: Estimate, units: Units) -> Numbers:
    """Return how far the median absolute deviation moves; the median around which it is taken moves too."""
    error, weight = sample.cases.error, sample.cases.weight
    middle, deviation = sample.signed.median(), sample.deviation[0]
    away = np.abs(error - middle)
    tilt = tilt_of(error, middle, deviation)
    share = units.moves_of_mean(((away <= deviation) - tilt * (error <= middle))[:, 0], weight)
    return np.asarray(-share * step_of(made, deviation_error(error, away, middle, deviation, weight)))


def step_of(made: Estimate, doubt: float) -> float:
    """Return by how much the value moves with the share of cases below it, from the interval of single cases."""
    return (made.high - made.low) / (2 * float(special.ndtri((1 + made.level) / 2)) * doubt)
