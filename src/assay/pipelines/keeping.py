"""What an evaluation was made from, kept without the cases: with it the same evaluation can be made again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.engines.protocol import Step, Summary
from assay.engines.sources import Source
from assay.inputs.profiles import Profile
from assay.inputs.roles import Role
from assay.pipelines.kept_groups import GroupsBehind
from assay.pipelines.kept_slices import KeptSlices, SlicesBehind
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.results.origin import Origin
from assay.summaries.kept_units import KeptUnits
from assay.tasks.catalogue import Chosen, tasks
from assay.tasks.grouping import PARTS as GROUPS
from assay.tasks.labels.ready_tables import ReadyTable
from assay.tasks.labels.task import ReadyPlan
from assay.tasks.requests import Request
from assay.tasks.task import Held, Task

CASES = (
    "truth",
    "prediction",
    "score",
    "counts",
    "rows",
    "data",
    "on",
    "weight",
    "group",
    "by",
    "lower",
    "upper",
    "boxes",
)
"""Arguments that hold cases, or name them; a profile and a summary stand in for them."""


@dataclass(frozen=True, eq=False)
class Kept(Origin):
    """A request without its cases, what one look at them told, and their summary.

    `roles` say which columns there were, `where` and `engine` who held them; `notes` were made before the task saw
    anything. A ready table has no profile: it is its own summary, and `table` says how it was read. `slices` are
    those of by= and `groups` those of group=, whose summaries are made when somebody saves or merges them.
    `with_numbers` says that the evaluation came from a file that holds its numbers, which sums alone may not give.
    """

    task: str
    request: Request
    engine: str
    reason: str | None
    summary: object
    roles: tuple[Role, ...] = ()
    profile: Profile | None = None
    table: ReadyTable | None = None
    notes: tuple[Note, ...] = ()
    parts: int = 1
    slices: SlicesBehind | None = None
    groups: GroupsBehind | KeptUnits | None = None
    with_numbers: bool = False

    @classmethod
    def of(cls, request: Request, chosen: Chosen, plan: Any, summary: object) -> Kept | None:
        """Return what an evaluation was made from, None where nothing but the cases would do."""
        source, reason = chosen.source, chosen.reason
        bare = bare_request(request)
        if isinstance(plan, ReadyPlan):
            return cls(chosen.task.name, bare, plan.engine, reason, summary, table=plan.table)
        if not isinstance(source, Source):
            sums = chosen.task.keeps_sums
            return cls(chosen.task.name, bare, plan.engine, reason, summary) if sums else None
        profile = source.profile
        # The names of groups stay with the cases.
        columns = {key: column for key, column in profile.columns.items() if key[0] not in GROUPS}
        known = replace(profile, columns=columns)
        return cls(chosen.task.name, bare, source.engine, reason, summary, source.roles, known)

    @property
    def judge(self) -> Task:
        """The task that judged it."""
        return next(task for task in tasks() if task.name == self.task)

    @property
    def source(self) -> Any:
        """A source that knows what the cases were like, and holds none."""
        if self.table is not None:
            return Held(self.table, self.engine)
        source = Source(
            _NoRows(self.engine, str(self.request.source_name or "the data")), self.roles, self.request.missing
        )
        source.__dict__["profile"] = self.profile
        return source

    @property
    def plan(self) -> Any:
        """What exactly is judged."""
        request = self.request if self.units is None else replace(self.request, group=self.units.grouping)
        return self.judge.plan(request, self.source, self.reason)

    @property
    def why_not(self) -> str | None:
        """Say why it cannot be saved and merged, None where it can."""
        if self.groups is not None and self.units is None:
            return "what its groups add can only be told by the cases"
        return self.judge.why_not_kept(self.plan, self.summary)

    def bounded(self) -> Kept:
        """Return the same without single cases."""
        plan = self.plan
        kept = None if self.sliced is None else self.sliced.bounded(self.judge, plan)
        return replace(self, summary=self.judge.bounded(plan, self.summary), slices=kept, groups=self.units)

    @cached_property
    def sliced(self) -> KeptSlices | None:
        """The summaries of all slices, None where there are none."""
        return None if self.slices is None else self.slices.summed(self.plan)

    @cached_property
    def units(self) -> KeptUnits | None:
        """What every group adds up to, None where there are no groups, or where only the cases tell."""
        return self.groups.summed() if isinstance(self.groups, GroupsBehind) else self.groups

    def result(self) -> Evaluation:
        """Make the evaluation again."""
        plan = self.plan
        summary = self.judge.fitted(plan, self.summary, 1.0, False)
        evaluation = self.judge.result(plan, summary)
        if self.units is not None:
            from assay.pipelines.grouping import regrouped_sums

            each = [(self.units, self.units.summed(), 1)]
            evaluation = regrouped_sums(self.judge, plan, summary, each, evaluation).evaluation
        return self.beside(replace(evaluation, notes=(*evaluation.notes, *self.notes)))

    def beside(self, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation of all cases with its slices, and with what both were made from."""
        if self.sliced is not None:
            from assay.pipelines.sliced_cases import ReducedSlices
            from assay.pipelines.slicing import slices_from

            plan, chosen = self.plan, Chosen(self.judge, self.source, self.reason)
            whole = self.judge.fitted(plan, self.summary, 1.0, False)
            cases = ReducedSlices.kept(self.judge, whole, self.sliced.fitted(self.judge, plan, 1.0, False))
            slices = slices_from(self.sliced.names, plan.request, chosen, plan, cases, evaluation, self.sliced)
            # Not by replace, which would lose the views that came with the result.
            object.__setattr__(evaluation, "slices", slices)
        object.__setattr__(evaluation, "origin", self)
        return evaluation


def bare_request(request: Request) -> Request:
    """Return a request without cases, which still says what to call their file."""
    nothing: dict[str, Any] = dict.fromkeys(CASES)
    return replace(request, **nothing, called=request.source_name, given=request.given - set(CASES))


@dataclass(frozen=True, eq=False)
class _NoRows:
    """A table whose rows are elsewhere; too many to keep, as far as anybody asks."""

    engine: str
    where: str
    gathers: bool = True

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Return nothing: there are no rows."""
        return None

    def keeps(self, rows: int) -> bool:
        """Say that rows elsewhere are not kept."""
        return False
