"""One model judged: request, source, profile, task, reducer, summary, estimates, result, in this order."""

from __future__ import annotations

from dataclasses import replace

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.intervals.choose import check_method
from assay.results.evaluation import Evaluation
from assay.tasks.catalogue import choose
from assay.tasks.requests import Request


def judge(request: Request) -> Evaluation:
    """Judge one model by whatever task the request and the cases make it."""
    chosen = choose(request)
    asked = replace(request, method=check_method(request.method))
    plan = chosen.task.plan(asked, chosen.source, chosen.reason)
    summary = chosen.source.reduce(plan.reducer)
    return chosen.task.result(plan, summary)
