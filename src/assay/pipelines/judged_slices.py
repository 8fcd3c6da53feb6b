"""One model judged on all cases, and on every slice of them when it is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from assay.engines.sources import Source
from assay.pipelines.grouping import judge_groups
from assay.pipelines.item_slices import judge_item_slices
from assay.pipelines.judging import held
from assay.pipelines.keeping import Kept
from assay.pipelines.kept_slices import SlicesBehind
from assay.pipelines.sliced_cases import HeldSlices, ReducedSlices, Rests
from assay.pipelines.slicing import slices_of
from assay.results.evaluation import Evaluation
from assay.results.slices import SCREENED
from assay.tasks.blocks import Blocks
from assay.tasks.catalogue import Chosen
from assay.tasks.requests import Request
from assay.tasks.slicing import Sliced, as_numbers, cuttings_of

MOST_GATHERED = 100_000
"""Of more cases than this in groups, those outside every slice are summed once, not gathered for each."""


def judge_slices(request: Request, chosen: Chosen, plan: Any) -> Evaluation:
    """Judge all cases, and let every slice be judged in the same way when it is asked for."""
    if not isinstance(chosen.source, Source):
        return judge_item_slices(request, chosen, plan)
    chosen = replace(chosen, source=as_numbers(chosen.source, request))
    if not held(chosen):
        summed = ReducedSlices.of(request, chosen, plan, cuttings_of(chosen.source, request))
        if summed is not None:
            return _of_sums(request, chosen, plan, summed)
    block = chosen.source.cases()
    if request.group is None:
        counted = ReducedSlices.counted(chosen, plan, block, cuttings_of(chosen.source, request, block))
        if counted is not None:
            return _of_sums(request, chosen, plan, counted)
    with ThreadPoolExecutor(1) as pool:
        # Putting the cases in order is sorting and copying, which lets another thread judge all of them meanwhile.
        ordering = pool.submit(Sliced.of, block, chosen.source, request)
        summary = None if request.group is not None else plan.reducer.reduce(block)
        whole = judge_groups(request, chosen, plan, block) if summary is None else chosen.task.result(plan, summary)
        sliced = ordering.result()
    grouped = whole.grouping is not None
    summed_once = not isinstance(request.group, Blocks)
    many = summed_once and (len(sliced.runs) > SCREENED or (grouped and block.rows > MOST_GATHERED))
    rests = Rests(request, chosen, cuttings_of(chosen.source, request, block)) if many else None
    cases = HeldSlices(request, chosen.task, sliced, grouped, rests)
    origin = None if summary is None else _origin(request, chosen, plan, summary, cases)
    return replace(whole, slices=slices_of(request, chosen, plan, cases, whole), origin=origin)


def _of_sums(request: Request, chosen: Chosen, plan: Any, summed: ReducedSlices) -> Evaluation:
    """Judge all cases, and every slice, from sums."""
    whole = summed.whole(plan).evaluation
    origin = _origin(request, chosen, plan, summed.slices.whole, summed)
    return replace(whole, slices=slices_of(request, chosen, plan, summed, whole), origin=origin)


def _origin(request: Request, chosen: Chosen, plan: Any, summary: object, cases: SlicesBehind) -> Kept | None:
    """Return what an evaluation and its slices were made from, None where groups need the cases."""
    kept = None if request.group is not None else Kept.of(request, chosen, plan, summary)
    return None if kept is None else replace(kept, slices=cases)
