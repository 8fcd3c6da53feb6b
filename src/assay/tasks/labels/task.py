"""Labels as tasks: predicted labels, and tables of them that are ready already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from assay.engines.binding import Given, bind
from assay.engines.sources import Source
from assay.errors import columns as errors
from assay.errors import comparisons as comparison_errors
from assay.inputs.blocks import Block
from assay.inputs.profiles import ColumnProfile
from assay.inputs.roles import Kind
from assay.inputs.tasks import Classes
from assay.results.note import Note
from assay.stats.arithmetic import Numbers
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.table_set import TableSet
from assay.summaries.units import Units
from assay.summaries.weighing import weighed
from assay.tasks.grouping import shared_parts
from assay.tasks.labels.judging import judge_labels, label_values, one_estimate
from assay.tasks.labels.plan import LabelPlan, plan_labels
from assay.tasks.labels.ready_tables import READY, ReadyTable, read_ready
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.requests import Request
from assay.tasks.task import ALWAYS, CASES, GROUPS, Held, Task

if TYPE_CHECKING:
    from assay.engines.worst_rows import CaseLoss
    from assay.metrics.cards import Card
    from assay.results.estimate import Estimate
    from assay.results.evaluation import Evaluation
    from assay.summaries.by_slice import BySlice
    from assay.summaries.kept_units import KeptUnits
    from assay.summaries.unit_sums import UnitSums
    from assay.tasks.judged import Judged
    from assay.tasks.labels.grouped import CountByUnit
    from assay.tasks.slicing import Cutting
    from assay.tasks.unit_sums import Drawn

NAMES = ("binary", "multiclass", "multilabel")
"""What task= may say of labels and of scores."""

SETS_OF_LABELS = "it judges sets of so many labels that their patterns are as many as the cases"

MOST_SAVED = 20_000
"""More patterns of true and predicted sets than this are not saved (a file of a few MB)."""
"""Why sets of labels are saved as numbers alone."""


class LabelTask(Task):
    """Judges what a model answered: one label per case, or a set of labels."""

    name: ClassVar[str] = "labels"
    names: ClassVar[tuple[str, ...]] = NAMES
    accepts: ClassVar[frozenset[str]] = ALWAYS | CASES | GROUPS | {"positive", "costs"}
    by_cases: ClassVar[bool] = True

    def claims(self, request: Request) -> bool:
        """Say whether the arguments alone make it this task."""
        if request.given & {"score", "counts", "lower", "upper"}:
            return False
        return request.task in self.names

    def applies(self, truth: ColumnProfile, request: Request) -> str | None:
        """Say that whatever is no regression holds labels."""
        return "it holds labels"

    def open(self, request: Request) -> Source:
        """Bind truth, predictions and weights."""
        return bind(label_columns(request), request.data, request.missing)

    def plan(self, request: Request, source: Source, reason: str | None) -> LabelPlan:
        """Decide which classes there are."""
        return plan_labels(request, source)

    def result(self, plan: LabelPlan, summary: LabelCounts | LabelSets) -> Evaluation:
        """Measure everything that was asked for."""
        return judge_labels(plan, summary)

    def one_metric(self, plan: LabelPlan, block: Block, card: Card, whole: Evaluation) -> Estimate | None:
        """Count the table and read one metric off it; losses of one's own and costs go the long way."""
        if not isinstance(plan.reducer, CountLabels):
            return None
        return self.one_of_summary(plan, plan.reducer.reduce(block), card)

    def one_of_summary(self, plan: LabelPlan, summary: LabelCounts | LabelSets, card: Card) -> Estimate | None:
        """Read one metric off the table; losses of one's own and costs go the long way."""
        if card.own_loss or card.needs or not card.of_labels or not isinstance(summary, LabelCounts):
            return None
        return one_estimate(card, plan, summary)

    def counted_slices(self, plan: LabelPlan, block: Block, cuttings: Sequence[Cutting]) -> BySlice | None:
        """Count the table of every slice in one pass."""
        from assay.tasks.labels.sliced import count_slices

        return count_slices(plan.reducer, block, cuttings) if isinstance(plan.reducer, CountLabels) else None

    def why_not_kept(self, plan: LabelPlan, summary: LabelCounts | LabelSets) -> str | None:
        """Say that the patterns of very many labels per case are as many as the cases."""
        return SETS_OF_LABELS if isinstance(summary, LabelSets) and len(summary.weights) > MOST_SAVED else None

    def fitted(
        self, plan: LabelPlan, summary: LabelCounts | LabelSets, factor: float, weighted: bool
    ) -> LabelCounts | LabelSets:
        """Return a table over the classes of the whole; sets of labels have the same columns in every part."""
        if isinstance(summary, LabelSets):
            return weighed(summary, factor, weighted)
        return weighed(summary, factor, weighted).over(plan.classes.labels, plan.classes.positive)

    def values(self, plan: LabelPlan, summary: LabelCounts | LabelSets) -> Mapping[str, float]:
        """Return the metrics without their intervals."""
        return label_values(plan, summary)

    def moves(
        self, plan: LabelPlan, block: Block, units: Units, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Leave all units out at once where their tables are counted; sets of labels go one by one."""
        from assay.tasks.labels.grouped import label_moves

        if isinstance(plan.reducer, CountLabels):
            return label_moves(plan, plan.reducer, block, units)
        return super().moves(plan, block, units, evaluation)

    def by_groups(
        self, plan: LabelPlan, block: Block, signed: Sequence[tuple[Units, int]], evaluation: Evaluation
    ) -> Evaluation:
        """Give every class intervals over groups too."""
        from assay.tasks.labels.grouped import grouped_classes, label_cells

        if not isinstance(plan.reducer, CountLabels) or not isinstance(evaluation, LabelEvaluation):
            return evaluation
        tables = [(*label_cells(plan.reducer, block, units), sign) for units, sign in signed]
        return replace(evaluation, classes=grouped_classes(evaluation, plan.reducer.reduce(block), tables))

    def unit_reducer(self, plan: LabelPlan, summary: LabelCounts | LabelSets, drawn: Drawn) -> CountByUnit | None:
        """Count the table of every unit; sets of labels need the cases."""
        from assay.tasks.labels.grouped import counted_by_unit

        return counted_by_unit(plan.reducer, drawn) if isinstance(plan.reducer, CountLabels) else None

    def moves_of_sums(
        self, plan: LabelPlan, reducer: CountByUnit, summary: LabelCounts, sums: UnitSums, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Take the table of each unit off in turn."""
        from assay.tasks.labels.grouped import moves_of_tables

        return sums.units, moves_of_tables(plan, summary, sums.of("cells"))

    def parts_of_sums(
        self, plan: LabelPlan, summary: LabelCounts, each: Sequence[tuple[CountByUnit, UnitSums, int]],
        evaluation: Evaluation,
    ) -> Evaluation:  # fmt: skip
        """Give every class intervals over groups too."""
        from assay.tasks.labels.grouped import grouped_classes

        if not isinstance(evaluation, LabelEvaluation):
            return evaluation
        tables = [(sums.units, sums.of("cells"), sign) for _, sums, sign in each]
        return replace(evaluation, classes=grouped_classes(evaluation, summary, tables))

    def units_kept(self, plan: LabelPlan, reducer: CountByUnit, units: KeptUnits) -> KeptUnits:
        """Return the table of every unit."""
        return units

    def units_fitted(
        self, plan: LabelPlan, part: LabelCounts, whole: LabelCounts, units: KeptUnits, count: int
    ) -> KeptUnits:
        """Return tables over the classes of the whole."""
        from assay.tasks.labels.grouped import over

        if "cells" not in units.sums:
            return units
        return replace(units, sums={**units.sums, "cells": over(units.sums["cells"], part.labels, whole.labels)})

    def case_loss(self, plan: LabelPlan, evaluation: Evaluation) -> CaseLoss:
        """List what was judged wrongly."""
        from assay.tasks.labels.case_loss import WrongLabels, WrongSets

        single = isinstance(plan.reducer, CountLabels)
        return WrongLabels(plan.reducer.labels) if single else WrongSets(plan.reducer.labels)

    def judge_together(self, request: Request, source: Source, reason: str | None) -> Judged:
        """Judge several models on the same cases."""
        from assay.tasks.labels.comparing import judge_labels_together

        return judge_labels_together(request, source)


def label_columns(request: Request) -> list[Given]:
    """Return truth, prediction and weight as they were given; of several models, the predictions of each."""
    if request.truth is None and request.prediction is None:
        raise errors.nothing_to_evaluate()
    for given, wanted in (("truth", "prediction"), ("prediction", "truth")):
        if getattr(request, wanted) is None:
            raise errors.partner_missing(given, wanted)
    parts = [Given("truth", request.truth, Kind.LABEL)]
    parts += [Given("prediction", value, Kind.LABEL, model) for model, value in request.answers("prediction")]
    return [*parts, *shared_parts(request)]


@dataclass(frozen=True, eq=False)
class ReadyPlan:
    """Ready tables to judge; they are their own summary."""

    request: Request
    table: ReadyTable
    engine: str = READY

    @property
    def reducer(self) -> ReadyPlan:
        """The plan itself: there is nothing left to reduce."""
        return self

    def reduce(self, _: object) -> LabelCounts | TableSet:
        """Return the table that was handed over."""
        return self.table.summary

    @property
    def classes(self) -> Classes:
        """The classes in order."""
        return self.table.classes

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was noticed about the table."""
        return self.table.notes

    @property
    def part(self) -> str:
        """What one table stands for."""
        return self.table.part


class ReadyTableTask(Task):
    """Judges tables of counts: of classes, of a positive class, or of several data sets."""

    name: ClassVar[str] = "ready tables"
    names: ClassVar[tuple[str, ...]] = NAMES
    accepts: ClassVar[frozenset[str]] = ALWAYS | {"counts", "rows", "labels", "positive", "costs"}

    def claims(self, request: Request) -> bool:
        """Say whether a table was given."""
        return request.counts is not None and request.task in (None, *self.names)

    def open(self, request: Request) -> Held:
        """Hold the table; it is read when the plan is made."""
        return Held(request.counts)

    def plan(self, request: Request, source: Held, reason: str | None) -> ReadyPlan:
        """Read the table and its classes, unless it was read before it was saved."""
        if isinstance(source.content, ReadyTable):
            return ReadyPlan(request, source.content)
        table = read_ready(source.content, request.rows, request.task, request.positive, request.labels)
        return ReadyPlan(request, table)

    def result(self, plan: ReadyPlan, summary: LabelCounts | TableSet) -> Evaluation:
        """Measure everything that was asked for."""
        return judge_labels(plan, summary)

    def judge_together(self, request: Request, source: Held, reason: str | None) -> Judged:
        """Refuse: tables do not say which cases they share."""
        raise comparison_errors.unpairable_tables()

    @staticmethod
    def models(counts: object) -> Mapping[object, object]:
        """Return the tables of several models by name."""
        if not isinstance(counts, Mapping):
            raise comparison_errors.not_named("counts", counts)
        return counts
