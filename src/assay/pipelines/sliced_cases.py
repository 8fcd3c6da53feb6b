"""The cases of every slice, and the rest of them, judged: from the cases where they are held, else from summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from assay.engines.memory import Passing
from assay.inputs.blocks import Block, count_of
from assay.metrics.cards import Card
from assay.pipelines.grouping import Grouped, of_one_group, regrouped, regrouped_sums
from assay.pipelines.kept_slices import KeptSlices, SlicesBehind, edges_of
from assay.pipelines.looking import slices_looked_through
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.summaries.by_slice import FEWEST_ATOMS, MOST_ATOMS, BySlice, bounded
from assay.tasks.catalogue import Chosen
from assay.tasks.grouping import units_of
from assay.tasks.requests import Request
from assay.tasks.slicing import Cutting, Sliced, runs_of
from assay.tasks.task import Task
from assay.tasks.unit_sums import UnitReducer, units_drawn


class SlicedCases(Protocol):
    """Cases by slice: how many there are, and what any plan makes of a slice or of all other cases."""

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many cases each slice holds."""

    @property
    def crossed(self) -> Mapping[object, int]:
        """How many cases the slices hold that two columns make together."""

    def judged(self, plan: Any, key: object) -> Grouped:
        """Judge one slice."""

    def rest(self, plan: Any, key: object) -> Grouped:
        """Judge all cases outside a slice."""

    def alone(self, plan: Any, key: object, card: Card, whole: Evaluation) -> Estimate | None:
        """Judge one slice by one metric and nothing else, None where there is no short way."""


@dataclass(frozen=True, eq=False)
class Rests:
    """All cases but those of one slice, of so many slices or cases that they are summed once instead of gathered."""

    request: Request
    chosen: Chosen
    cuttings: tuple[Cutting, ...]

    @cached_property
    def reduced(self) -> ReducedSlices | None:
        """The sums of every slice, made when they are first asked for; None where groups need the cases."""
        source = replace(self.chosen.source, table=Passing(self.chosen.source.table))
        chosen = replace(self.chosen, source=source)
        plan = chosen.task.plan(self.request, source, chosen.reason)
        return ReducedSlices.of(self.request, chosen, plan, self.cuttings)


@dataclass(frozen=True, eq=False)
class HeldSlices(SlicesBehind):
    """Slices of cases that are held."""

    request: Request
    task: Task
    sliced: Sliced
    grouped: bool = False
    rests: Rests | None = None

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many cases each slice holds."""
        return self.sliced.sizes

    @property
    def crossed(self) -> Mapping[object, int]:
        """How many cases the slices hold that two columns make together."""
        return {key: count_of(rows) for key, rows in self.sliced.crossed.items()}

    def judged(self, plan: Any, key: object) -> Grouped:
        """Judge one slice."""
        return self._of(plan, self.sliced.part(key))

    def rest(self, plan: Any, key: object) -> Grouped:
        """Judge all cases outside a slice."""
        if self.rests is not None and self.rests.reduced is not None:
            return self.rests.reduced.rest(plan, key)
        outside = np.ones(self.sliced.block.rows, dtype=bool)
        outside[self.sliced.rows(key)] = False
        return self._of(plan, self.sliced.block.take(outside))

    def alone(self, plan: Any, key: object, card: Card, whole: Evaluation) -> Estimate | None:
        """Judge one slice by one metric and nothing else, where the task knows a short way."""
        return None if self.grouped else self.task.one_metric(plan, self.sliced.part(key), card, whole)

    def summed(self, plan: Any) -> KeptSlices:
        """Reduce every slice."""
        sizes, cuttings = {**self.sizes, **self.crossed}, self.sliced.cuttings
        parts = {key: plan.reducer.reduce(self.sliced.part(key)) for key in sizes}
        return KeptSlices(self.sliced.names, edges_of(cuttings), parts, sizes, tuple(self.crossed))

    def _of(self, plan: Any, block: Block) -> Grouped:
        evaluation = self.task.result(plan, plan.reducer.reduce(block))
        if not self.grouped:
            return Grouped(evaluation, {})
        signed = units_of(block, self.request, fewest=1)
        if signed[0][0].count < 2:
            return Grouped(of_one_group(evaluation), {})
        return regrouped(self.task, plan, block, signed, evaluation)


@dataclass(frozen=True, eq=False)
class ReduceSlices:
    """Reduces all cases, and those of every slice, by one reducer."""

    reducer: Any
    cuttings: tuple[Cutting, ...]

    def reduce(self, block: Block) -> BySlice:
        """Return the summaries of a block."""
        runs = list(runs_of(self.cuttings, block))
        most = max(MOST_ATOMS // max(len(runs), 1), FEWEST_ATOMS)
        parts = {key: bounded(self.reducer.reduce(block.take(rows)), most) for _, key, rows in runs}
        sizes = {key: len(rows) for _, key, rows in runs}
        return BySlice(self.reducer.reduce(block), parts, sizes, frozenset(key for both, key, _ in runs if both))


@dataclass(frozen=True, eq=False)
class ReducedSlices(SlicesBehind):
    """Slices that were summed in one pass; `units` holds what every group adds up to in each of them."""

    task: Task
    slices: BySlice
    names: tuple[str, ...]
    edges: Mapping[str, tuple[float, ...]]
    summing: UnitReducer | None = None
    units: BySlice | None = None
    rests: dict[object, tuple[Any, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Request, chosen: Chosen, plan: Any, cuttings: tuple[Cutting, ...]) -> ReducedSlices | None:
        """Sum every slice where the cases are; None where groups can only be told by the cases themselves."""
        source, task, names = chosen.source, chosen.task, tuple(cutting.name for cutting in cuttings)
        edges = edges_of(cuttings)
        summed: BySlice = source.reduce(ReduceSlices(plan.reducer, cuttings))
        slices = slices_looked_through(task, plan, source, summed, cuttings)
        if request.group is None:
            return cls(task, slices, names, edges)
        summing = task.unit_reducer(plan, slices.whole, units_drawn(source, request)[0])
        if summing is None:
            return None
        return cls(task, slices, names, edges, summing, source.reduce(ReduceSlices(summing, cuttings)))

    @classmethod
    def counted(cls, chosen: Chosen, plan: Any, block: Block, cuttings: tuple[Cutting, ...]) -> ReducedSlices | None:
        """Count every slice of cases that are held in one pass, where the task can; None where it cannot."""
        slices = chosen.task.counted_slices(plan, block, cuttings)
        names = tuple(cutting.name for cutting in cuttings)
        return None if slices is None else cls(chosen.task, slices, names, edges_of(cuttings))

    @classmethod
    def kept(cls, task: Task, whole: Any, slices: KeptSlices) -> ReducedSlices:
        """Return slices whose summaries were kept."""
        summed = BySlice(whole, slices.parts, slices.sizes, frozenset(slices.crossed))
        return cls(task, summed, slices.names, slices.edges)

    def summed(self, plan: Any) -> KeptSlices:
        """Return the summaries of all slices."""
        crossed = tuple(self.slices.crossed)
        return KeptSlices(self.names, self.edges, self.slices.parts, self.slices.sizes, crossed)

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many cases each slice holds."""
        return {key: size for key, size in self.slices.sizes.items() if key not in self.slices.crossed}

    @property
    def crossed(self) -> Mapping[object, int]:
        """How many cases the slices hold that two columns make together."""
        return {key: size for key, size in self.slices.sizes.items() if key in self.slices.crossed}

    def whole(self, plan: Any) -> Grouped:
        """Judge all cases."""
        return self._of(plan, self.slices.whole, None if self.units is None else self.units.whole)

    def judged(self, plan: Any, key: object) -> Grouped:
        """Judge one slice."""
        return self._of(plan, self.slices.parts[key], None if self.units is None else self.units.parts[key])

    def rest(self, plan: Any, key: object) -> Grouped:
        """Judge all cases outside a slice."""
        if key not in self.rests:
            self._work_out_rests(key)
        return self._of(plan, *self.rests[key])

    def alone(self, plan: Any, key: object, card: Card, whole: Evaluation) -> Estimate | None:
        """Judge one slice by one metric and nothing else, where the task knows a short way."""
        return None if self.summing is not None else self.task.one_of_summary(plan, self.slices.parts[key], card)

    def _of(self, plan: Any, summary: Any, sums: Any) -> Grouped:
        evaluation = self.task.result(self.task.plan_of_slice(plan), summary)
        if self.summing is None or sums is None:
            return Grouped(evaluation, {})
        if sums.units.count < 2:
            return Grouped(of_one_group(evaluation), {})
        return regrouped_sums(self.task, plan, summary, [(self.summing, sums, 1)], evaluation)

    def _work_out_rests(self, key: object) -> None:
        """Merge what lies before and behind every slice of the columns that this one is of, once for all of them."""
        family = self._columns(key)
        keys = [other for other in self.slices.parts if self._columns(other) == family]
        without = [_without_each([part.parts[own] for own in keys]) for part in (self.slices, self.units) if part]
        sums = without[1] if len(without) > 1 else [None] * len(keys)
        self.rests.update(zip(keys, zip(without[0], sums, strict=True), strict=True))

    def _columns(self, key: object) -> object:
        """Return which columns a key is of."""
        if len(self.names) == 1 or not isinstance(key, tuple):
            return None
        return tuple(part[0] for part in key) if key in self.slices.crossed else key[0]


def _without_each(parts: Sequence[Any]) -> list[Any]:
    """Return the merger of all parts but each one."""
    most = max(MOST_ATOMS // len(parts), FEWEST_ATOMS)
    behind = [parts[-1]]
    for part in parts[-2:0:-1]:
        behind.append(bounded(part.merge(behind[-1]), most))
    behind.reverse()
    before, rests = None, []
    for place, part in enumerate(parts):
        after = behind[place] if place < len(behind) else None
        rests.append(after if before is None else before if after is None else before.merge(after))
        before = part if before is None else bounded(before.merge(part), most)
    return rests
