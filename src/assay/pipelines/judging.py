"""One model judged: request, source, profile, task, reducer, summary, estimates, result, in this order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.intervals.choose import check_method
from assay.pipelines.grouping import judge_groups
from assay.pipelines.keeping import Kept
from assay.pipelines.slicing import check_slices, slices_of
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.tasks.catalogue import Chosen, choose
from assay.tasks.grouping import identity_notes
from assay.tasks.joining import joined
from assay.tasks.requests import Request
from assay.tasks.slicing import as_numbers


def judge(request: Request) -> Evaluation:
    """Judge one model by whatever task the request and the cases make it."""
    request, dropped = (request, ()) if request.on is None else joined(request)
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
        return judge_groups(asked, chosen, plan, chosen.task.cases(chosen.source))
    summary = chosen.source.reduce(plan.reducer)
    return replace(chosen.task.result(plan, summary), origin=Kept.of(asked, chosen, plan, summary))


def _judge_slices(request: Request, chosen: Chosen, plan: Any) -> Evaluation:
    """Judge all cases, and let every slice be judged in the same way when it is asked for."""
    check_slices(request)
    block = as_numbers(chosen.source, request).cases()
    if request.group is None:
        whole = chosen.task.result(plan, plan.reducer.reduce(block))
    else:
        whole = judge_groups(request, chosen, plan, block)
    return replace(whole, slices=slices_of(request, chosen, plan, block, whole))
