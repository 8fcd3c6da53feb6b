"""Regression as a task: numbers predicted, and ranges that promise to hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from assay.engines.binding import Given, bind
from assay.engines.protocol import merged, present
from assay.engines.sources import Source
from assay.errors import columns as column_errors
from assay.errors import saving as saving_errors
from assay.errors import values as errors
from assay.inputs.profiles import ColumnProfile
from assay.inputs.regression_rule import regression_reason
from assay.inputs.roles import Kind
from assay.summaries.regression import RegressionSummary
from assay.summaries.weighing import weighed
from assay.tasks.grouping import shared_parts
from assay.tasks.requests import Request
from assay.tasks.task import ALWAYS, CASES, GROUPS, Task

if TYPE_CHECKING:
    from assay.engines.worst_rows import CaseLoss
    from assay.inputs.blocks import Block
    from assay.results.evaluation import Evaluation
    from assay.stats.arithmetic import Numbers
    from assay.summaries.kept_units import KeptUnits
    from assay.summaries.residuals import Residuals
    from assay.summaries.unit_sums import UnitSums
    from assay.summaries.units import Units
    from assay.tasks.judged import Judged
    from assay.tasks.regression.plan import RegressionPlan
    from assay.tasks.unit_sums import Drawn, UnitReducer

NUMBERS = {"truth": Kind.NUMBER, "prediction": Kind.NUMBER, "lower": Kind.NUMBER, "upper": Kind.NUMBER}


class RegressionTask(Task):
    """Judges how far predicted numbers are off."""

    name: ClassVar[str] = "regression"
    names: ClassVar[tuple[str, ...]] = ("regression",)
    accepts: ClassVar[frozenset[str]] = ALWAYS | CASES | GROUPS | {"lower", "upper", "coverage"}
    by_cases: ClassVar[bool] = True
    share_of_loss: ClassVar[str | None] = "share of error"

    def claims(self, request: Request) -> bool:
        """Say whether the arguments alone make it a regression."""
        ranges = bool(request.given & {"lower", "upper"}) and not request.given & {"score", "counts"}
        return request.task in self.names or (request.task is None and ranges)

    def applies(self, truth: ColumnProfile, request: Request) -> str | None:
        """Say why the truth holds numbers rather than labels; one column with named labels holds those."""
        return None if request.labels is not None and truth.width == 1 else regression_reason(truth)

    def open(self, request: Request) -> Source:
        """Bind truth, predictions, ranges and weights."""
        given = {name: getattr(request, name) for name in ("truth", *NUMBERS) if getattr(request, name) is not None}
        _check_given(given)
        parts = [Given("truth", request.truth, Kind.NUMBER)]
        parts += [Given("prediction", value, Kind.NUMBER, model) for model, value in request.answers("prediction")]
        parts += [Given(end, given[end], Kind.NUMBER) for end in ("lower", "upper") if end in given]
        return bind([*parts, *shared_parts(request)], request.data, request.missing)

    def read(self, source: Source) -> Source:
        """Read columns that were looked at as labels as numbers."""
        return source.bound(NUMBERS)

    def plan(self, request: Request, source: Source, reason: str | None) -> RegressionPlan:
        """Decide which metrics are measured, and how cases are kept for them."""
        from assay.tasks.regression.plan import plan_regression

        told = reason or ("task= says so" if request.task is not None else "ranges were predicted")
        return plan_regression(request, source, told)

    def result(self, plan: RegressionPlan, summary: Residuals | RegressionSummary) -> Evaluation:
        """Measure everything that was asked for."""
        from assay.tasks.regression.judging import judge_residuals

        return judge_residuals(plan, summary)

    def why_not_kept(self, plan: RegressionPlan, summary: Residuals | RegressionSummary) -> str | None:
        """Say what cannot be told without the cases."""
        if any(card.own_loss for card in plan.chosen):
            return "a loss of your own cannot be saved, as files hold no code"
        return "it judges several outputs, which cannot be told without the cases" if len(plan.outputs) > 1 else None

    def bounded(self, plan: RegressionPlan, summary: Residuals | RegressionSummary) -> RegressionSummary:
        """Return the sums and sketches of the cases."""
        return as_summary(plan, summary).sketched()

    def fitted(
        self, plan: RegressionPlan, summary: Residuals | RegressionSummary, factor: float, weighted: bool
    ) -> Residuals | RegressionSummary:
        """Return a part in the unit of the whole, with what its cases lose named as the plan names it."""
        if not isinstance(summary, RegressionSummary):
            return weighed(summary, factor, weighted)
        return weighed(replace(summary, losses=plan.losses), factor, weighted)

    def joined(
        self, plan: RegressionPlan, summaries: Sequence[Residuals | RegressionSummary]
    ) -> Residuals | RegressionSummary:
        """Return all cases where every part still has them, else their sums around one centre."""
        kept = [part for part in summaries if not isinstance(part, RegressionSummary)]
        if len(kept) == len(summaries):
            return present(merged(kept))
        parts = [as_summary(plan, part).sketched() for part in summaries]
        if len({part.scale for part in parts}) > 1:
            raise saving_errors.units_differ()
        centre = getattr(plan.reducer, "centre", None)
        return present(merged(part if centre is None else part.recentred(centre) for part in parts))

    def values(self, plan: RegressionPlan, summary: Residuals | RegressionSummary) -> Mapping[str, float]:
        """Return the metrics without their intervals."""
        from assay.tasks.regression.judging import residual_values

        return residual_values(plan, summary)

    def moves(
        self, plan: RegressionPlan, block: Block, units: Units, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Leave all units out at once; several outputs go one by one."""
        from assay.tasks.regression.grouped import residual_moves

        if len(plan.outputs) > 1:
            return super().moves(plan, block, units, evaluation)
        return units, residual_moves(plan, block, units, evaluation.estimates)

    def by_groups(
        self, plan: RegressionPlan, block: Block, signed: Sequence[tuple[Units, int]], evaluation: Evaluation
    ) -> Evaluation:
        """Let the distribution of the residuals know the groups; of several outputs it does not."""
        from assay.tasks.regression.grouped import design_effects
        from assay.tasks.regression.result import RegressionEvaluation

        if not isinstance(evaluation, RegressionEvaluation) or len(plan.outputs) > 1:
            return evaluation
        if evaluation.sample.summary.centre is None or evaluation.sample.summary.cases is None:
            return evaluation
        kept = np.ones(block.rows, dtype=bool) if block.weight is None else block.weight > 0
        units = [(own.kept(kept), sign) for own, sign in signed]
        return replace(evaluation, effects=design_effects(evaluation.sample, units))

    def parts_of_sums(
        self, plan: RegressionPlan, summary: RegressionSummary, each: Sequence[tuple[Any, UnitSums, int]],
        evaluation: Evaluation,
    ) -> Evaluation:  # fmt: skip
        """Let the distribution of the residuals know the groups."""
        from assay.tasks.regression.result import RegressionEvaluation
        from assay.tasks.regression.summed_groups import summed_effects

        if not isinstance(evaluation, RegressionEvaluation):
            return evaluation
        return replace(evaluation, effects=summed_effects(summary, each))

    def unit_reducer(self, plan: RegressionPlan, summary: Any, drawn: Drawn) -> UnitReducer | None:
        """Sum the columns of every unit; several outputs need the cases."""
        from assay.tasks.regression.summed_groups import summed_by_unit

        return summed_by_unit(plan, summary, drawn)

    def moves_of_sums(
        self, plan: RegressionPlan, reducer: Any, summary: RegressionSummary, sums: UnitSums, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Take what each unit adds to the means off in turn."""
        from assay.tasks.regression.summed_groups import moves_of_residuals

        return moves_of_residuals(plan, reducer, summary, sums, evaluation.estimates)

    def units_kept(self, plan: RegressionPlan, reducer: Any, units: KeptUnits) -> KeptUnits:
        """Return the sums of every unit with the centre and the marks that they were measured from."""
        return replace(units, centre=reducer.summing.centre, marks=reducer.marks)

    def units_fitted(self, plan: RegressionPlan, part: Any, whole: Any, units: KeptUnits, count: int) -> KeptUnits:
        """Return the sums of every unit from the whole's centre."""
        from assay.tasks.regression.summed_groups import from_centre_of

        return from_centre_of(as_summary(plan, whole).sketched(), as_summary(plan, part).sketched(), units)

    def case_loss(self, plan: RegressionPlan, evaluation: Evaluation) -> CaseLoss:
        """List the cases that carry the squared error, or lie farthest outside of their ranges."""
        from assay.tasks.regression.case_loss import OutsideRanges, SquaredErrors

        return OutsideRanges(plan.outputs) if plan.request.prediction is None else SquaredErrors(plan.outputs)

    def judge_together(self, request: Request, source: Source, reason: str | None) -> Judged:
        """Judge several models on the same cases."""
        from assay.tasks.regression.comparing import judge_regressions_together

        return judge_regressions_together(request, source, reason or "task= says so")


def as_summary(plan: RegressionPlan, summary: Residuals | RegressionSummary) -> RegressionSummary:
    """Return the summary of cases, or the one that is there already."""
    return summary if isinstance(summary, RegressionSummary) else RegressionSummary.of(summary, plan.losses)


def _check_given(given: dict[str, object]) -> None:
    if "truth" not in given:
        raise column_errors.partner_missing(next(iter(given), "prediction"), "truth")
    for end, other in (("lower", "upper"), ("upper", "lower")):
        if end in given and other not in given:
            raise errors.half_a_range(end, other)
    if "prediction" not in given and "lower" not in given:
        raise column_errors.partner_missing("truth", "prediction")
