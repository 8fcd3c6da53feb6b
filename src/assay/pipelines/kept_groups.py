"""What every group adds up to, summed when somebody saves or merges an evaluation that was judged by groups."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.engines.memory import Passing
from assay.errors import saving as errors
from assay.pipelines.looking import looked_through
from assay.summaries.kept_units import KeptUnits, joined_units
from assay.summaries.unit_sums import UnitSums
from assay.tasks.blocks import Blocks
from assay.tasks.catalogue import Chosen
from assay.tasks.grouping import group_names
from assay.tasks.requests import Request
from assay.tasks.task import Task
from assay.tasks.unit_sums import UnitReducer, units_drawn


class GroupsBehind(ABC):
    """Groups of an evaluation that may be asked what each adds up to."""

    @abstractmethod
    def summed(self) -> KeptUnits | None:
        """Return the sums of every group, None where only the cases tell."""


@dataclass(frozen=True, eq=False)
class SummedGroups(GroupsBehind):
    """Groups that were summed where the cases are."""

    request: Request
    task: Task
    plan: Any
    names: Sequence[object] | None
    reducer: UnitReducer
    sums: UnitSums

    def summed(self) -> KeptUnits | None:
        """Return the sums under hashes of their names."""
        units = KeptUnits.of(group_names(self.request.group, 1)[0], self.names, self.sums)
        return self.task.units_kept(self.plan, self.reducer, units)


@dataclass(frozen=True, eq=False)
class HeldGroups(GroupsBehind):
    """Groups of cases that are held: they are summed in passing, as those of more cases are."""

    request: Request
    chosen: Chosen

    def summed(self) -> KeptUnits | None:
        """Sum every group."""
        if isinstance(self.request.group, Blocks):
            return None
        source = replace(self.chosen.source, table=Passing(self.chosen.source.table))
        task, drawn = self.chosen.task, units_drawn(source, self.request)
        if len(drawn) > 1:
            return None
        plan = task.plan(self.request, source, self.chosen.reason)
        reducer = task.unit_reducer(plan, looked_through(task, plan, source), drawn[0])
        if reducer is None:
            return None
        names = drawn[0].namings[0].names
        return SummedGroups(self.request, task, plan, names, reducer, source.reduce(reducer)).summed()


def check_groups_alike(first: KeptUnits | None, second: KeptUnits | None) -> None:
    """Refuse parts of which one was grouped in another way."""
    left, right = (None if own is None else own.grouping for own in (first, second))
    if left != right:
        raise errors.differ("`group`", left, right)


def joined_groups(judge: Task, plan: Any, whole: Any, each: Sequence[tuple[Any, KeptUnits, float]]) -> KeptUnits:
    """Return the groups of all parts, each with the part's own summary and what its weights are multiplied by."""
    most = sum(len(units.places) for _, units, _ in each)
    return joined_units([judge.units_fitted(plan, part, whole, units.scaled(by), most) for part, units, by in each])
