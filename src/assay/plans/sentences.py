"""A plan in a sentence."""

from __future__ import annotations

from assay.comparisons.verdicts import plain_metric
from assay.plans.requests import PlanRequest
from assay.results.plan import Plan
from assay.results.significant import significant


def plan_sentence(request: PlanRequest, plan: Plan) -> str:
    """Say how many cases answer the question, and how surely."""
    metric = plain_metric(plan.label)
    parts = ", ".join(f"{count:,} {name}" for name, count in plan.parts.items())
    cases = f"{plan.n:,} cases{f' ({parts})' if parts else ''}"
    if plan.groups is not None:
        cases += f" in {plan.groups:,} groups"
    told = f"{cases}:" if request.n is not None else f"{cases} are enough:"
    at = f"{plan.unknown} {significant(plan.at)}"
    if request.width is not None:
        level = f"{request.level:.0%} interval"
        if plan.goal == "assurance":
            return (f"{told} with {plan.achieved:.1%} chance the {level} of {metric} is no wider than "
                    f"{request.width:g} ({at})")  # fmt: skip
        return f"{told} the {level} of {metric} is {significant(plan.achieved)} wide ({at})"
    chance = f"with {plan.achieved:.1%} power"
    if request.margin is not None:
        ahead = f" if it is ahead by {request.difference:g}" if request.difference else ""
        return f"{told} {chance} a model is shown to be no worse by {request.margin:g} in {metric}{ahead} ({at})"
    return f"{told} {chance} a difference of {abs(request.difference or 0):g} in {metric} is found ({at})"


def shows_sentence(request: PlanRequest, plan: Plan) -> str:
    """Say what so many cases can show."""
    metric = plain_metric(plan.label)
    told = f"{plan.n:,} cases give a {request.level:.0%} interval of {metric} that is {plan.shows['width']:.3g} wide"
    if "difference" in plan.shows:
        told += f", and find a difference of {plan.shows['difference']:.2g} with {request.power:.0%} power"
    return f"{told} ({plan.unknown} {significant(plan.at)})"
