"""One model judged: request, source, profile, task, reducer, summary, estimates, result, in this order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.engines.sources import Source
from assay.intervals.choose import check_method
from assay.pipelines.grouping import judge_groups, judge_sums
from assay.pipelines.keeping import Kept
from assay.pipelines.sliced_cases import HeldSlices, ReducedSlices, Rests
from assay.pipelines.slicing import check_slices, slices_of
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.results.slices import SCREENED
from assay.tasks.catalogue import Chosen, choose
from assay.tasks.grouping import identity_notes
from assay.tasks.joining import joined
from assay.tasks.requests import Request
from assay.tasks.slicing import Sliced, as_numbers, cuttings_of

MOST_GATHERED = 100_000
"""Of more cases than this in groups, those outside every slice are summed once, not gathered for each."""


def judge(request: Request) -> Evaluation:
    """Judge one model by whatever task the request and the cases make it."""
    request, dropped = (request, ()) if request.on is None else joined(request)
    if request.by is not None:
        check_slices(request)
    found = judge_chosen(request, choose(request))
    notes = (*dropped, *identity_notes(request, found))
    return _noted(found, notes) if notes else found


def _noted(evaluation: Evaluation, notes: tuple[Note, ...]) -> Evaluation:
    """Add notes, which are made again with the evaluation."""
    origin = replace(evaluation.origin, notes=notes) if isinstance(evaluation.origin, Kept) else evaluation.origin
    return replace(evaluation, notes=(*evaluation.notes, *notes), origin=origin)


def judge_chosen(request: Request, chosen: Chosen) -> Evaluation:
    """Judge cases whose source is open, and whose task is chosen."""
    asked = replace(request, method=check_method(request.method))
    plan = chosen.task.plan(asked, chosen.source, chosen.reason)
    if request.by is not None:
        return _judge_slices(asked, chosen, plan)
    if request.group is not None:
        summed = None if _held(chosen) else judge_sums(asked, chosen, plan)
        return summed or judge_groups(asked, chosen, plan, chosen.task.cases(chosen.source))
    summary = chosen.source.reduce(plan.reducer)
    return replace(chosen.task.result(plan, summary), origin=Kept.of(asked, chosen, plan, summary))


def _held(chosen: Chosen) -> bool:
    """Say whether the cases are held, or few enough to be; images and texts always are."""
    return chosen.source.kept if isinstance(chosen.source, Source) else True


def _judge_slices(request: Request, chosen: Chosen, plan: Any) -> Evaluation:
    """Judge all cases, and let every slice be judged in the same way when it is asked for."""
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
    sliced = Sliced.of(block, chosen.source, request)
    grouped = whole.grouping is not None
    many = len(sliced.runs) > SCREENED or (grouped and block.rows > MOST_GATHERED)
    rests = Rests(request, chosen, cuttings_of(chosen.source, request, block)) if many else None
    held = HeldSlices(request, chosen.task, sliced, grouped, rests)
    return replace(whole, slices=slices_of(request, chosen, plan, held, whole))
