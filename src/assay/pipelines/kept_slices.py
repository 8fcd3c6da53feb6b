"""The summary of every slice, kept without the cases: with it the slices can be judged again, or merged with others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.errors import saving as errors
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.slices import Slices
from assay.summaries.by_slice import FEWEST_ATOMS, MOST_ATOMS, bounded
from assay.tasks.slicing import Cutting
from assay.tasks.task import Task

Told = Mapping[object, Mapping[str, Estimate]]
"""By the key of a slice and the name of a metric, an estimate that is not made again."""


MOST_TOLD = 32
"""Up to so many slices a file tells every metric of each and of its rest: judging them takes a second or two."""


class SlicesBehind(ABC):
    """Slices of an evaluation that may be asked for the summary of each."""

    @abstractmethod
    def summed(self, plan: Any) -> KeptSlices:
        """Return the summary of every slice as a plan for all cases reduces it."""


@dataclass(frozen=True, eq=False)
class KeptSlices(SlicesBehind):
    """Summaries by the key of their slice; `crossed` keys are of two columns, `edges` say where amounts were cut.

    `told` is what was said of each slice by metrics that sums alone give other intervals, and `told_rests` of its rest.
    """

    names: tuple[str, ...]
    edges: Mapping[str, tuple[float, ...]]
    parts: Mapping[object, Any]
    sizes: Mapping[object, int]
    crossed: tuple[object, ...] = ()
    told: Told = field(default_factory=dict)
    told_rests: Told = field(default_factory=dict)

    def summed(self, plan: Any) -> KeptSlices:
        """Return the same."""
        return self

    def bounded(self, judge: Task, plan: Any) -> KeptSlices:
        """Return the same without single cases; many slices share the size that one summary may have."""
        most = max(MOST_ATOMS // len(self.parts), FEWEST_ATOMS)
        parts = {key: bounded(judge.bounded(plan, part), most) for key, part in self.parts.items()}
        return replace(self, parts=parts)

    def telling(self, evaluation: Evaluation) -> KeptSlices:
        """Return the same with what slices and their rests say of every metric; of many slices, of those shown."""
        slices = evaluation.slices
        if not isinstance(slices, Slices):
            return self
        keys = [*slices, *slices.crossed]
        if len(keys) <= MOST_TOLD:
            told = {key: slices[key].estimates for key in keys}
            rests = {key: slices.judge.rest(key).estimates for key in keys}
        else:
            told = {key: {name: slices.judge.metric(key, name) for name in slices.shown} for key in keys}
            tests = slices.judge.against_rest(keys, slices.shown[0]) if slices.shown else []
            rests = {test.key: {slices.shown[0]: test.rest} for test in tests}
        return replace(self, told=told, told_rests=rests)

    def fitted(self, judge: Task, plan: Any, factor: float, weighted: bool) -> KeptSlices:
        """Return the same as a plan for the whole needs it."""
        return replace(
            self, parts={key: judge.fitted(plan, part, factor, weighted) for key, part in self.parts.items()}
        )


def edges_of(cuttings: Sequence[Cutting]) -> dict[str, tuple[float, ...]]:
    """Return where columns of amounts are cut."""
    return {cutting.name: tuple(cutting.edges.tolist()) for cutting in cuttings if cutting.edges is not None}


def check_slices_alike(first: KeptSlices | None, second: KeptSlices | None) -> None:
    """Refuse parts that were sliced in different ways."""
    names = [() if own is None else own.names for own in (first, second)]
    if names[0] != names[1]:
        raise errors.differ("`by`", *(", ".join(own) or None for own in names))
    if first is None or second is None:
        return
    for name in first.names:
        left, right = first.edges.get(name), second.edges.get(name)
        if left != right:
            raise errors.edges_differ(name, left, right)


def joined_slices(judge: Task, plan: Any, each: Sequence[KeptSlices]) -> KeptSlices:
    """Return the slices of all parts, each of which fits the plan."""
    keys = list(dict.fromkeys(key for own in each for key in own.parts))
    parts = {key: judge.joined(plan, [own.parts[key] for own in each if key in own.parts]) for key in keys}
    sizes = {key: sum(own.sizes.get(key, 0) for own in each) for key in keys}
    crossed = tuple(dict.fromkeys(key for own in each for key in own.crossed))
    return KeptSlices(each[0].names, each[0].edges, parts, sizes, crossed)
