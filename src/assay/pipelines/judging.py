"""One model judged: request, source, profile, task, reducer, summary, estimates, result, in this order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.engines.sources import Source
from assay.intervals.choose import check_method
from assay.intervals.method_names import NOT_ASKED, VALUES_ALONE
from assay.pipelines.case_lists import CasesBehind
from assay.pipelines.keeping import Kept
from assay.pipelines.looking import looked_through
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.tasks.catalogue import Chosen, choose
from assay.tasks.requests import Request


def judge(request: Request) -> Evaluation:
    """Judge one model by whatever task the request and the cases make it."""
    single, dropped = (request, ()) if request.on is None else _joined(request)
    if request.by is not None:
        from assay.pipelines.slicing import check_slices

        check_slices(single)
    chosen = choose(single)
    evaluation = replace(judge_chosen(single, chosen), behind=CasesBehind(single))
    notes = (*dropped, *_identity_notes(request, evaluation), *_order_notes(single, chosen, evaluation))
    return _noted(evaluation, notes) if notes else evaluation


def _joined(request: Request) -> tuple[Request, tuple[Note, ...]]:
    """Return the request over one table, where several are to be joined."""
    from assay.tasks.joining import joined

    return joined(request)


def _identity_notes(request: Request, evaluation: Evaluation) -> Iterable[Note]:
    """Say that a column names what repeats; without data there are no other columns."""
    if request.data is None:
        return ()
    from assay.tasks.grouping import identity_notes

    return identity_notes(request, evaluation)


def _order_notes(request: Request, chosen: Chosen, evaluation: Evaluation) -> Iterable[Note]:
    """Say that consecutive residuals correlate; only regressions have residuals."""
    if evaluation.task != "regression":
        return ()
    from assay.pipelines.blocking import order_notes

    return order_notes(request, chosen, evaluation)


def _noted(evaluation: Evaluation, notes: tuple[Note, ...]) -> Evaluation:
    """Add notes, which are made again with the evaluation."""
    origin = replace(evaluation.origin, notes=notes) if isinstance(evaluation.origin, Kept) else evaluation.origin
    return replace(evaluation, notes=(*evaluation.notes, *notes), origin=origin)


def judge_chosen(request: Request, chosen: Chosen) -> Evaluation:
    """Judge cases whose source is open, and whose task is chosen."""
    if request.blocks is not None:
        return _judge_blocks(request, chosen)
    return _judge_chosen(request, chosen)


def _judge_blocks(request: Request, chosen: Chosen) -> Evaluation:
    """Judge cases cut into blocks of consecutive ones."""
    from assay.pipelines.blocking import in_blocks

    blocked = in_blocks(request, chosen)
    evaluation = _judge_chosen(blocked.request, blocked.chosen)
    return replace(evaluation, notes=(*evaluation.notes, *blocked.notes)) if blocked.notes else evaluation


def _judge_chosen(request: Request, chosen: Chosen) -> Evaluation:
    asked = replace(request, method=check_method(request.method))
    if asked.method == VALUES_ALONE:
        # Groups and blocks change intervals alone.
        asked = replace(asked, group=None)
    plan = chosen.task.plan(asked, chosen.source, chosen.reason)
    if request.by is not None:
        from assay.pipelines.judged_slices import judge_slices

        return judge_slices(asked, chosen, plan)
    if asked.group is not None:
        from assay.pipelines.grouping import judge_groups, judge_sums

        summed = None if held(chosen) else judge_sums(asked, chosen, plan)
        return summed or judge_groups(asked, chosen, plan, chosen.task.cases(chosen.source))
    summary = looked_through(chosen.task, plan, chosen.source)
    judged = replace(chosen.task.result(plan, summary), origin=Kept.of(asked, chosen, plan, summary))
    return replace(judged, methods={VALUES_ALONE: NOT_ASKED}) if asked.method == VALUES_ALONE else judged


def held(chosen: Chosen) -> bool:
    """Say whether the cases are held, or few enough to be; images and texts always are."""
    return chosen.source.kept if isinstance(chosen.source, Source) else True
