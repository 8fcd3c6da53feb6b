"""Cases looked through: once for their summary, and where that is not enough a second time with the summary in hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from assay.inputs.blocks import Block
from assay.summaries.by_slice import BySlice
from assay.tasks.slicing import Cutting, runs_of
from assay.tasks.task import Source, Task


def looked_through(task: Task, plan: Any, source: Source) -> Any:
    """Return the summary of all cases, with what a second look tells where the task takes one."""
    summary = source.reduce(plan.reducer)
    looking = task.second_look(plan, summary)
    return summary if looking is None else task.completed(summary, source.reduce(looking))


def slices_looked_through(
    task: Task, plan: Any, source: Source, slices: BySlice, cuttings: tuple[Cutting, ...]
) -> BySlice:
    """Return the summaries of all slices, with what a second look at each tells where the task takes one."""
    looking = {key: task.second_look(plan, part) for key, part in slices.parts.items()}
    whole = task.second_look(plan, slices.whole)
    if whole is None:
        return slices
    seen: BySlice = source.reduce(LookAgain(whole, {key: own for key, own in looking.items() if own}, cuttings))
    parts = {
        key: task.completed(part, seen.parts[key]) if key in seen.parts else part for key, part in slices.parts.items()
    }
    return replace(slices, whole=task.completed(slices.whole, seen.whole), parts=parts)


@dataclass(frozen=True, eq=False)
class LookAgain:
    """Reduces all cases, and those of every slice, each by a reducer of its own."""

    whole: Any
    parts: Mapping[object, Any]
    cuttings: tuple[Cutting, ...]

    def reduce(self, block: Block) -> BySlice:
        """Return what is seen in a block."""
        runs = [(key, rows) for _, key, rows in runs_of(self.cuttings, block) if key in self.parts]
        parts = {key: self.parts[key].reduce(block.take(rows)) for key, rows in runs}
        return BySlice(self.whole.reduce(block), parts, {key: len(rows) for key, rows in runs})
