"""Scores as a task: how strongly a model says what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from assay.engines.binding import Given, bind
from assay.engines.sources import Source
from assay.errors import columns as errors
from assay.inputs.roles import Kind
from assay.summaries.class_tables import ClassTables
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.summaries.weighing import weighed
from assay.tasks.grouping import shared_parts
from assay.tasks.labels.plan import LabelPlan
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.labels.task import MOST_SAVED as MOST_SETS
from assay.tasks.labels.task import NAMES, SETS_OF_LABELS, LabelTask
from assay.tasks.requests import Request
from assay.tasks.task import ALWAYS, CASES, GROUPS, Task

if TYPE_CHECKING:
    from assay.engines.worst_rows import CaseLoss
    from assay.inputs.blocks import Block
    from assay.metrics.cards import Card
    from assay.results.estimate import Estimate
    from assay.results.evaluation import Evaluation
    from assay.stats.arithmetic import Numbers
    from assay.summaries.kept_units import KeptUnits
    from assay.summaries.unit_sums import UnitSums
    from assay.summaries.units import Units
    from assay.tasks.judged import Judged
    from assay.tasks.scores.plan import ScorePlan
    from assay.tasks.scores.reducers import Pulls, Scored, SumPulls
    from assay.tasks.unit_sums import Drawn, UnitReducer

MOST_SAVED = 2**17
"""A table of more distinct scores (12 MB as JSON) is saved in at most so many bins."""


class ScoreTask(Task):
    """Judges scores of a positive class, of every class, or of every label, and the labels that they lead to."""

    name: ClassVar[str] = "scores"
    names: ClassVar[tuple[str, ...]] = NAMES
    accepts: ClassVar[frozenset[str]] = ALWAYS | CASES | GROUPS | {"positive", "costs", "score", "threshold"}

    def claims(self, request: Request) -> bool:
        """Say whether scores were given."""
        return request.score is not None and request.counts is None and request.task in (None, *self.names)

    def open(self, request: Request) -> Source:
        """Bind truth, scores, predictions and weights."""
        if request.truth is None:
            raise errors.partner_missing("score", "truth")
        parts = [Given("score", value, Kind.SCORE, model) for model, value in request.answers("score")]
        parts.append(Given("truth", request.truth, Kind.LABEL))
        parts += shared_parts(request)
        parts += [Given("prediction", value, Kind.LABEL, model) for model, value in request.answers("prediction")]
        return bind(parts, request.data, request.missing)

    def plan(self, request: Request, source: Source, reason: str | None) -> ScorePlan:
        """Decide which classes there are, and which column scores which of them."""
        from assay.tasks.scores.plan import plan_scores

        return plan_scores(request, source)

    def result(self, plan: ScorePlan, summary: Scored) -> Evaluation:
        """Measure everything that was asked for."""
        from assay.tasks.scores.judging import judge_scores

        return judge_scores(plan, summary)

    def one_metric(self, plan: ScorePlan | LabelPlan, block: Block, card: Card, whole: Evaluation) -> Estimate | None:
        """Read one metric off the table of scores, or off the labels that they lead to, where there are two classes."""
        if isinstance(plan, LabelPlan):
            return LabelTask().one_metric(plan, block, card, whole)
        from assay.tasks.scores.one_metric import one_of_scores

        return one_of_scores(plan, block, card, whole)

    def case_loss(self, plan: ScorePlan, evaluation: Evaluation) -> CaseLoss | None:
        """List the mistakes that the model was surest of; scores of several labels per case are not listed."""
        from assay.tasks.scores.chosen_cases import score_loss

        return score_loss(plan, evaluation)

    def second_look(self, plan: ScorePlan | LabelPlan, summary: Any) -> SumPulls | None:
        """Return what sums what every case adds to averages over classes, where there are only tables of them."""
        from assay.tasks.scores.class_pulls import summing_pulls

        return None if isinstance(plan, LabelPlan) else summing_pulls(plan, summary)

    def completed(self, summary: Any, seen: Pulls) -> Any:
        """Return the tables with those sums."""
        return replace(summary, scores=replace(summary.scores, pulls=seen.squares))

    def why_not_kept(self, plan: ScorePlan, summary: Scored) -> str | None:
        """Say that the patterns of very many labels per case are as many as the cases."""
        from assay.tasks.scores.class_pulls import threshold_of

        sets = [] if isinstance(summary.scores, ScoreTable) else [summary.scores.answers(threshold_of(plan))]
        many = [own for own in (*sets, summary.labels) if isinstance(own, LabelSets) and len(own.weights) > MOST_SETS]
        return SETS_OF_LABELS if many else None

    def bounded(self, plan: ScorePlan, summary: Scored) -> Scored:
        """Return the scores in tables or bins, which carry how far any number can be from the exact one."""
        from assay.tasks.scores.class_pulls import tabulated

        table = summary.scores
        if isinstance(table, ScoreCases):
            return replace(summary, scores=tabulated(plan, table))
        if not isinstance(table, ScoreTable) or len(table.score) <= MOST_SAVED:
            return summary
        return replace(summary, scores=table.compressed(MOST_SAVED // 2 - 1))

    def fitted(self, plan: ScorePlan, summary: Scored, factor: float, weighted: bool) -> Scored:
        """Return a part whose predicted labels are those of the whole."""
        labels = summary.labels
        if isinstance(labels, LabelCounts) and plan.labels is not None:
            labels = LabelTask().fitted(plan.labels, labels, factor, weighted)
        return replace(summary, scores=weighed(summary.scores, factor, weighted), labels=labels)

    def joined(self, plan: ScorePlan, summaries: Sequence[Scored]) -> Any:
        """Return the summary of all parts; where one of them has no cases of several classes, none needs them."""
        if any(isinstance(summary.scores, ClassTables) for summary in summaries):
            summaries = [self.bounded(plan, summary) for summary in summaries]
        return super().joined(plan, summaries)

    def values(self, plan: ScorePlan, summary: Scored) -> Mapping[str, float]:
        """Return the metrics without their intervals."""
        from assay.tasks.scores.judging import score_values

        return score_values(plan, summary)

    def moves(
        self, plan: ScorePlan | LabelPlan, block: Block, units: Units, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Leave all units out at once; sets of labels go one by one."""
        from assay.tasks.scores.grouped import score_moves

        if isinstance(plan, LabelPlan):
            return LabelTask().moves(plan, block, units, evaluation)
        if plan.classes.name == "multilabel":
            return super().moves(plan, block, units, evaluation)
        return score_moves(plan, block, units)

    def by_groups(
        self, plan: ScorePlan | LabelPlan, block: Block, signed: Sequence[tuple[Units, int]], evaluation: Evaluation
    ) -> Evaluation:
        """Give every class intervals over groups too, and let curves and thresholds know the groups."""
        from assay.tasks.scores.grouped import score_parts_by_groups

        if isinstance(plan, LabelPlan):
            return LabelTask().by_groups(plan, block, signed, evaluation)
        if plan.classes.name == "multilabel" or not isinstance(evaluation, LabelEvaluation):
            return evaluation
        return score_parts_by_groups(plan, block, signed, evaluation)

    def unit_reducer(self, plan: ScorePlan | LabelPlan, summary: Any, drawn: Drawn) -> UnitReducer | None:
        """Place the cases of every unit in the table of all, or sum what they add to averages over classes."""
        from assay.tasks.scores.class_groups import classes_by_unit
        from assay.tasks.scores.summed_groups import tabulated_by_unit

        if isinstance(plan, LabelPlan):
            return LabelTask().unit_reducer(plan, summary, drawn)
        return tabulated_by_unit(plan, summary, drawn) or classes_by_unit(plan, summary, drawn)

    def moves_of_sums(
        self, plan: ScorePlan | LabelPlan, reducer: Any, summary: Any, sums: UnitSums, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Take what each unit adds off in turn."""
        from assay.tasks.scores.class_groups import moves_of_classes
        from assay.tasks.scores.summed_groups import moves_of_scores

        if isinstance(plan, LabelPlan):
            return LabelTask().moves_of_sums(plan, reducer, summary, sums, evaluation)
        if not isinstance(summary.scores, ScoreTable):
            return moves_of_classes(plan, summary, reducer, sums)
        return moves_of_scores(plan, summary, reducer.table, sums)

    def parts_of_sums(
        self, plan: ScorePlan | LabelPlan, summary: Any, each: Sequence[tuple[Any, UnitSums, int]],
        evaluation: Evaluation,
    ) -> Evaluation:  # fmt: skip
        """Give every class intervals over groups too, and let curves and thresholds know the groups."""
        from assay.tasks.scores.class_groups import parts_of_classes
        from assay.tasks.scores.summed_groups import parts_of_scores

        if isinstance(plan, LabelPlan):
            return LabelTask().parts_of_sums(plan, summary, each, evaluation)
        if not isinstance(evaluation, LabelEvaluation):
            return evaluation
        if not isinstance(summary.scores, ScoreTable):
            return parts_of_classes(plan, summary, each, evaluation)
        return parts_of_scores(plan, summary, each, evaluation)

    def units_kept(self, plan: ScorePlan | LabelPlan, reducer: Any, units: KeptUnits) -> KeptUnits | None:
        """Return the scores of every unit with their table; what units add to averages over classes hangs on all."""
        if isinstance(plan, LabelPlan):
            return units
        return replace(units, table=reducer.table) if "positives" in units.sums else None

    def units_fitted(
        self, plan: ScorePlan | LabelPlan, part: Any, whole: Any, units: KeptUnits, count: int
    ) -> KeptUnits:
        """Return the scores of every unit at atoms of the whole's table, and tables over its classes."""
        from assay.tasks.scores.summed_groups import at_atoms_of

        if isinstance(plan, LabelPlan):
            return LabelTask().units_fitted(plan, part, whole, units, count)
        if isinstance(part.labels, LabelCounts) and isinstance(whole.labels, LabelCounts) and plan.labels is not None:
            units = LabelTask().units_fitted(plan.labels, part.labels, whole.labels, units, count)
        return at_atoms_of(whole.scores, units, count)

    def judge_together(self, request: Request, source: Source, reason: str | None) -> Judged:
        """Judge several models on the same cases."""
        from assay.tasks.scores.comparing import judge_scores_together

        return judge_scores_together(request, source)
