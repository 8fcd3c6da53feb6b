"""Several regressions where the cases stay: each judged from its sums, and the sums of all of them side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.comparisons.summed_residuals import SummedRegressionPairs
from assay.engines.sources import Source
from assay.inputs.blocks import Block
from assay.intervals.regression_sample import RegressionSample
from assay.stats.arithmetic import Numbers
from assay.summaries.moments import Moments, against_first
from assay.summaries.regression import RegressionSummary, columns_of
from assay.summaries.residual_means import Centre, turning
from assay.summaries.residuals import Residuals
from assay.tasks.judged import Judged, compared_cards
from assay.tasks.regression.judging import judge_residuals
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.regression.reducers import SumResiduals
from assay.tasks.requests import Request
from assay.tasks.together import ReduceTogether

USUAL = ("mae", "rmse")
"""What is compared unless other metrics are named."""


@dataclass(frozen=True, eq=False)
class JointResiduals:
    """Moments of the columns of all models, those of the first taken off those of the others.

    `apart` counts the cases that two models answer otherwise.
    """

    moments: Moments
    apart: NDArray[np.int64]

    def merge(self, other: JointResiduals) -> JointResiduals:
        """Return the sums over both sets of cases."""
        return JointResiduals(self.moments.merge(other.moments), self.apart + other.apart)

    def share_apart(self, first: int, second: int) -> float:
        """Return the share of the cases for which two models predict something else."""
        return min(float(self.apart[first, second]) / max(self.moments.worth.effective, 1.0), 1.0)


@dataclass(frozen=True, eq=False)
class SumSideBySide:
    """Sums the columns of all models together."""

    own: Mapping[object, SumResiduals]

    def reduce(self, block: Block) -> JointResiduals:
        """Return the sums of a block."""
        cases: list[Residuals] = [reducer.cases.reduce(block.of(model)) for model, reducer in self.own.items()]
        columns = [
            columns_of(kept, reducer.centre, reducer.losses)
            for kept, reducer in zip(cases, self.own.values(), strict=True)
        ]
        apart = np.array([[np.count_nonzero(left.answers != right.answers) for right in cases] for left in cases])
        together = against_first(np.concatenate(columns), len(cases))
        return JointResiduals(Moments.of(together, cases[0].weight, in_place=True), apart)


def judge_summed_residuals(request: Request, source: Source, plans: Mapping[object, RegressionPlan]) -> Judged:
    """Judge regressions on more cases than are held."""
    models = request.models
    own = _in_one_unit({model: plan.reducer for model, plan in plans.items() if isinstance(plan.reducer, SumResiduals)})
    reduced = source.reduce(ReduceTogether(own, SumSideBySide(own)))
    evaluations = {model: judge_residuals(plan, reduced.own[model]) for model, plan in plans.items()}
    chosen = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    cards = tuple(card for card in chosen if card.average is None)
    as_summed: list[RegressionSummary] = [reduced.own[model] for model in models]
    summaries = [summary.centred() for summary in as_summed]
    samples = tuple(RegressionSample(summary, request.level, request.seed) for summary in summaries)
    pairs = SummedRegressionPairs(_turned(reduced.joint.moments, as_summed, summaries), samples, request.level)
    scale, notes = next(iter(own.values())).cases.scale, plans[models[0]].notes
    summed = {model: replace(plan, reducer=own[model]) for model, plan in plans.items()}
    apart = reduced.joint.share_apart
    return Judged(models, evaluations, cards, pairs.compare, apart, scale, notes, summed, summaries=reduced.own)


def _turned(moments: Moments, before: Sequence[RegressionSummary], after: Sequence[RegressionSummary]) -> Moments:
    """Return the moments of all models' columns as they are from other centres.

    With C the first model's columns and D those of another less C, the others become T (D + C) - T₁ C where the first
    becomes T₁ C.
    """
    turns = [_turn(one, other) for one, other in zip(before, after, strict=True)]
    width, first = len(turns[0]), turns[0]
    whole = np.zeros((width * len(turns),) * 2)
    for place, turn in enumerate(turns):
        rows = slice(place * width, (place + 1) * width)
        whole[rows, :width] = turn - first if place else first
        whole[rows, rows] = turn
    return moments.turned(whole)


def _turn(before: RegressionSummary, after: RegressionSummary) -> Numbers:
    size = len(before.moments.mean)
    if before.centre is None or after.centre is None:
        return np.eye(size)
    return turning(before.centre, after.centre, size)[0]


def _in_one_unit(own: Mapping[object, SumResiduals]) -> dict[object, SumResiduals]:
    """Return reducers that hold every model's numbers in the largest unit among them."""
    scale = max((reducer.cases.scale for reducer in own.values()), default=1.0)

    def scaled(reducer: SumResiduals) -> SumResiduals:
        factor, centre = reducer.cases.scale / scale, reducer.centre
        moved = None if centre is None else Centre(*(part * factor for part in centre.each()))
        return replace(reducer, cases=replace(reducer.cases, scale=scale), centre=moved)

    return {model: scaled(reducer) for model, reducer in own.items()}
