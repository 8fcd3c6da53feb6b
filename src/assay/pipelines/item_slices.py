"""Slices of images and of segments: what was counted in every one of them, taken slice by slice."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.engines.binding import bind
from assay.errors import slicing as errors
from assay.metrics.cards import Card
from assay.pipelines.grouping import Grouped, Signed, alone, judge_groups, regrouped
from assay.pipelines.keeping import Kept
from assay.pipelines.kept_slices import KeptSlices, SlicesBehind, edges_of
from assay.pipelines.slicing import slices_of
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.summaries.units import Units
from assay.tasks.catalogue import Chosen
from assay.tasks.requests import Request
from assay.tasks.slicing import Cutting, as_numbers, cuttings_of, runs_of, slice_parts
from assay.tasks.task import Task

Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]


def judge_item_slices(request: Request, chosen: Chosen, plan: Any) -> Evaluation:
    """Judge all images or segments, and let every slice be judged in the same way when it is asked for."""
    task, content = chosen.task, chosen.task.cases(chosen.source)
    summary = plan.reducer.reduce(content)
    whole = task.result(plan, summary)
    signed = [] if request.group is None else task.units(content, request, whole)
    cuttings, runs, crossed = item_rows(request, whole, task.kept(summary))
    if request.group is not None:
        whole = judge_groups(request, chosen, plan, content)
    cases = ItemSlices(task, content, cuttings, runs, crossed, [] if alone(signed) else signed)
    origin = None if request.group is not None else Kept.of(request, chosen, plan, summary)
    if origin is not None:
        origin = replace(origin, slices=cases)
    return replace(whole, slices=slices_of(request, chosen, plan, cases, whole), origin=origin)


def item_rows(
    request: Request, whole: Evaluation, kept: Flags | None
) -> tuple[tuple[Cutting, ...], dict[object, Rows], dict[object, Rows]]:
    """Return how columns are cut, the items of every slice, and of those that two columns make together."""
    kept = np.ones(whole.n, dtype=bool) if kept is None else kept
    asked = replace(request, group=None, weight=None)
    parts = slice_parts(asked)
    for part in parts:
        if isinstance(part.value, Sized) and not isinstance(part.value, str) and len(part.value) != len(kept):
            raise errors.wrong_length(whole.unit, len(part.value), len(kept))
    first = [replace(parts[0], part="truth")] if request.data is None else []
    source = as_numbers(bind([*first, *parts], request.data, "error"), asked)
    block = source.cases()
    if block.rows != len(kept):
        raise errors.wrong_length(whole.unit, block.rows, len(kept))
    cuttings = cuttings_of(source, asked, block)
    slices = list(runs_of(cuttings, block))
    runs, crossed = ({key: rows for both, key, rows in slices if both is wanted} for wanted in (False, True))
    return cuttings, _of_kept(runs, kept), _of_kept(crossed, kept)


def _of_kept(runs: Mapping[object, Rows], kept: Flags) -> dict[object, Rows]:
    """Return where the rows of every slice stand among those that were kept."""
    stands = np.cumsum(kept) - 1
    moved = {key: stands[rows[kept[rows]]] for key, rows in runs.items()}
    return {key: rows for key, rows in moved.items() if len(rows)}


@dataclass(frozen=True, eq=False)
class ItemSlices(SlicesBehind):
    """Slices of images or segments; every plan counts all of them once."""

    task: Task
    content: Any
    cuttings: tuple[Cutting, ...]
    runs: Mapping[object, Rows]
    pairs: Mapping[object, Rows]
    signed: Signed
    counted: dict[int, tuple[Any, Any]] = field(default_factory=dict)

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many items each slice holds."""
        return {key: len(rows) for key, rows in self.runs.items()}

    @property
    def crossed(self) -> Mapping[object, int]:
        """How many items the slices hold that two columns make together."""
        return {key: len(rows) for key, rows in self.pairs.items()}

    def judged(self, plan: Any, key: object) -> Grouped:
        """Judge one slice."""
        return self._of(plan, self._rows(key))

    def alone(self, plan: Any, key: object, card: Card, whole: Evaluation) -> Estimate | None:
        """Judge one slice by one metric: what is counted already knows no shorter way."""
        return None

    def rest(self, plan: Any, key: object) -> Grouped:
        """Judge all items outside a slice."""
        every = np.concatenate(list(self.runs.values()))
        return self._of(plan, np.setdiff1d(every, self._rows(key)))

    def summed(self, plan: Any) -> KeptSlices:
        """Take what was counted slice by slice."""
        rows, summary = {**self.runs, **self.pairs}, plan.reducer.reduce(self.content)
        parts = {key: self.task.taken(summary, own) for key, own in rows.items()}
        sizes, names = {key: len(own) for key, own in rows.items()}, tuple(own.name for own in self.cuttings)
        return KeptSlices(names, edges_of(self.cuttings), parts, sizes, tuple(self.pairs))

    def _rows(self, key: object) -> Rows:
        return self.runs[key] if key in self.runs else self.pairs[key]

    def _of(self, plan: Any, rows: Rows) -> Grouped:
        if id(plan) not in self.counted:
            self.counted[id(plan)] = plan, plan.reducer.reduce(self.content)
        summary = self.task.taken(self.counted[id(plan)][1], rows)
        evaluation = self.task.result(self.task.plan_of_slice(plan), summary)
        if not self.signed:
            return Grouped(evaluation, {})
        signed = [(Units.of(units.names, units.codes[rows]), sign) for units, sign in self.signed]
        if signed[0][0].count < 2:
            return Grouped(evaluation, {})
        return regrouped(self.task, plan, None, signed, evaluation)
