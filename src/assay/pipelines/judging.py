"""One model judged: request, source, profile, task, reducer, summary, estimates, result, in this order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.engines.sources import Source
from assay.intervals.choose import check_method
from assay.pipelines.grouping import judge_groups, judge_sums
from assay.pipelines.sliced_cases import HeldSlices, ReducedSlices
from assay.pipelines.slicing import check_slices, slices_of
from assay.results.evaluation import Evaluation
from assay.tasks.catalogue import Chosen, choose
from assay.tasks.grouping import identity_notes
from assay.tasks.joining import joined
from assay.tasks.requests import Request
from assay.tasks.slicing import Sliced, as_numbers, cuttings_of


def judge(request: Request) -> Evaluation:
    """Judge one model by whatever task the request and the cases make it."""
    single, dropped = (request, ()) if request.on is None else joined(request)
    found = _judged(single)
    notes = (*dropped, *identity_notes(request, found))
    return replace(found, notes=(*found.notes, *notes)) if notes else found


def _judged(request: Request) -> Evaluation:
    chosen = choose(request)
    asked = replace(request, method=check_method(request.method))
    plan = chosen.task.plan(asked, chosen.source, chosen.reason)
    if request.by is not None:
        return _judge_slices(asked, chosen, plan)
    if request.group is not None:
        summed = None if _held(chosen) else judge_sums(asked, chosen, plan)
        return summed or judge_groups(asked, chosen, plan, chosen.task.cases(chosen.source))
    summary = chosen.source.reduce(plan.reducer)
    return chosen.task.result(plan, summary)


def _held(chosen: Chosen) -> bool:
    """Say whether the cases are held, or few enough to be; images and texts always are."""
    return chosen.source.kept if isinstance(chosen.source, Source) else True


def _judge_slices(request: Request, chosen: Chosen, plan: Any) -> Evaluation:
    """Judge all cases, and let every slice be judged in the same way when it is asked for."""
    check_slices(request)
    chosen = replace(chosen, source=as_numbers(chosen.source, request))
    if not _held(chosen):
        summed = ReducedSlices.of(request, chosen, plan, cuttings_of(chosen.source, request))
        if summed is not None:
            whole = summed.whole(plan).evaluation
            return replace(whole, slices=slices_of(request, chosen, plan, summed, whole))
    block = chosen.source.cases()
    if request.group is None:
        whole = chosen.task.result(plan, plan.reducer.reduce(block))
    else:
        whole = judge_groups(request, chosen, plan, block)
    held = HeldSlices(request, chosen.task, block, Sliced.of(block, chosen.source, request))
    return replace(whole, slices=slices_of(request, chosen, plan, held, whole))
