"""A plan: the design's answer turned into cases in all, with its table, its curve and a sentence."""

from __future__ import annotations

import math
from dataclasses import replace

from scipy import special

from assay._version import __version__
from assay.errors import plans as errors
from assay.plans.choosing import Choice, choose
from assay.plans.designs import Design, PowerGoal
from assay.plans.pilots import SimulatedWidth, read_pilot
from assay.plans.requests import PlanRequest
from assay.plans.sentences import plan_sentence, shows_sentence
from assay.plans.share_designs import SharePairs, ShareWidth
from assay.results.note import Note
from assay.results.plan import Plan, PlanRow
from assay.stats.planned_means import design_effect
from assay.stats.planned_proportions import normal

POINTS, FEW_POINTS = 24, 5
"""Points of a curve; fewer where each is simulated."""

SIZES = (1, 2, 5, 10, 20, 50)
"""Cases per group that a table shows."""

SMALLEST = 1e-6
"""Differences that nobody looks for."""

FEWEST_GROUPS, FEW_GROUPS = 2, 50
"""Fewer groups give no t; below fifty its quantile is more than 2.5% beyond the normal one."""

FEW_DISCORDANT, FEW_POSITIVE = 20, 30
"""Below so many the formulas are rough (STATISTICS: McNemar, areas); a note says so."""


def make_plan(request: PlanRequest) -> Plan:
    """Answer the question."""
    choice = choose(request)
    effect, size = _groups(request, choice)
    if request.question == "shows":
        return _shown(request, choice, effect)
    base = choice.design.size() if request.n is None else _base(request.n, choice, effect)
    total = _total(base, choice, effect) if request.n is None else request.n
    design = choice.design
    groups = None if size is None else math.ceil(total / size)
    achieved = over_groups(design.achieved(base), design.goal, groups, request.level)
    plan = Plan(
        metric=request.card.name,
        label=request.card.label,
        question=request.question,
        n=total,
        goal=design.goal,
        wanted=design.wanted,
        achieved=achieved,
        unknown=design.unknown,
        at=design.at,
        table=_table(choice, effect),
        curve=_curve(choice, base, effect),
        sentence="",
        method=design.method,
        reason=design.reason,
        level=request.level,
        version=__version__,
        parts=_parts(choice, total),
        groups=groups,
        group_sizes=() if size is None else _group_sizes(request, choice, base),
        notes=(*choice.notes, *_warnings(choice, base), *_few_groups(groups)),
    )
    return replace(plan, sentence=plan_sentence(request, plan))


def _groups(request: PlanRequest, choice: Choice) -> tuple[float, float | None]:
    """Return by how much groups multiply the cases, and how large the groups are."""
    size, icc = request.group_size, request.icc
    if request.like is not None:
        pilot = read_pilot(request.like, request.card)
        size, icc = size or pilot.group_size, icc if icc is not None else pilot.icc
    if size is None:
        if request.icc is not None:
            raise errors.needs(request.card.name, ["group_size"], "groups have a size beside their correlation")
        return 1.0, None
    if icc is None:
        raise errors.needs(
            request.card.name, ["icc"], "how alike the cases of one group are has to be known or guessed"
        )
    effect = design_effect(size, icc)
    choice.notes.append(Note("design-effect", f"Groups of {size:g} cases with a correlation of {icc:.2g} multiply the "
                                              f"number of cases by {effect:.3g} (the design effect)."))  # fmt: skip
    return effect, size


def _total(base: int, choice: Choice, effect: float) -> int:
    return math.ceil(base * choice.arms / (choice.share or 1.0) * effect - 1e-9)


def _base(total: int, choice: Choice, effect: float) -> int:
    return max(math.floor(total * (choice.share or 1.0) / choice.arms / effect + 1e-9), 2)


def _parts(choice: Choice, total: int) -> dict[str, int]:
    """Count the cases by kind."""
    share = choice.share or 1.0
    if choice.ratio is not None:
        positives = round(total * share)
        return {"positive cases": positives, "negative cases": total - positives}
    parts = {}
    if choice.arms == 2:
        parts["cases of each model"] = math.ceil(total / 2)
    if share < 1:
        parts[f"{choice.counted}s"] = round(total * share)
    return parts


def _table(choice: Choice, effect: float) -> tuple[PlanRow, ...]:
    """Answer the question for other values of what is not known."""
    rows = []
    for value, design in choice.design.variants():
        base = design.size()
        rows.append(PlanRow(value, _total(base, choice, effect), design.achieved(base)))
    return tuple(rows)


def _curve(choice: Choice, base: int, effect: float) -> tuple[tuple[int, float], ...]:
    """Return what other numbers of cases give, from a quarter to twice as many."""
    points = FEW_POINTS if isinstance(choice.design, SimulatedWidth) else POINTS
    sizes = sorted({max(round(base * (0.25 + 1.75 * step / points)), 3) for step in range(points + 1)} | {base})
    return tuple((_total(size, choice, effect), choice.design.achieved(size)) for size in sizes)


def _group_sizes(request: PlanRequest, choice: Choice, base: int) -> tuple[tuple[int, int, int], ...]:
    """Return groups and cases for other sizes of the groups: more groups, or more of each?"""
    icc = request.icc
    if icc is None:
        icc = read_pilot(request.like, request.card).icc or 0.0
    rows = []
    for size in sorted({*SIZES, round(request.group_size or 1)}):
        total = _total(base, choice, design_effect(size, icc))
        rows.append((size, math.ceil(total / size), total))
    return tuple(rows)


def _warnings(choice: Choice, base: int) -> list[Note]:
    design = choice.design
    notes = []
    if isinstance(design, SharePairs) and base * design.disagreement < FEW_DISCORDANT:
        notes.append(Note("few-discordant", f"Only about {base * design.disagreement:.0f} cases would tell the models "
                                            "apart; check the plan with a pilot."))  # fmt: skip
    if choice.ratio is not None and base < FEW_POSITIVE:
        notes.append(Note("few-positives", f"{base} positives are few for an area: its interval is rough."))
    return notes


def over_groups(achieved: float, goal: str, groups: int | None, level: float) -> float:
    """Return the power or the width where spreads are measured between groups: by t with their degrees of freedom."""
    if groups is None or groups < FEWEST_GROUPS:
        return achieved
    t, z = (float(quantile) for quantile in (special.stdtrit(groups - 1, (1 + level) / 2), normal(level)))
    if goal == "width":
        return achieved * t / z
    return float(special.ndtr(special.ndtri(achieved) + z - t)) if goal == "power" else achieved


def _few_groups(groups: int | None) -> list[Note]:
    if groups is None or groups >= FEW_GROUPS:
        return []
    return [Note("few-groups", f"{groups} groups are few: their t has so few degrees of freedom that a plan by the "
                               "design effect falls a little short, as the power or width here shows.")]  # fmt: skip


def _shown(request: PlanRequest, choice: Choice, effect: float) -> Plan:
    """Say what so many cases can show: how narrow an interval, and how small a difference."""
    total = int(request.n or 0)
    base = _base(total, choice, effect)
    design = choice.design
    width = design.achieved(base)
    shows = {"width": width}
    known = design.at if isinstance(design, ShareWidth) else request.expect
    least = smallest_difference(replace(request, expect=known), total)
    if least is not None:
        shows["difference"] = least
    plan = Plan(
        metric=request.card.name, label=request.card.label, question="shows", n=total, goal="width", wanted=width,
        achieved=width, unknown=design.unknown, at=design.at, table=(), curve=_curve(choice, base, effect), sentence="",
        method=design.method, reason=design.reason, level=request.level, version=__version__,
        parts=_parts(choice, total), shows=shows, notes=tuple(choice.notes),
    )  # fmt: skip
    return replace(plan, sentence=shows_sentence(request, plan))


def smallest_difference(request: PlanRequest, total: int) -> float | None:
    """Return the smallest difference that so many cases find with the power asked for, None if none."""
    low, high = 0.0, 0.5 if request.sd is None else 10 * request.sd

    def finds(difference: float) -> bool | None:
        try:
            choice = choose(replace(request, difference=difference, width=None, n=None))
        except ValueError:
            return None
        effect, _ = _groups(request, choice)
        return _power(choice.design, _base(total, choice, effect)) >= request.power

    while high > SMALLEST and finds(high) is None:
        high /= 1.25
    if not finds(high):
        return None
    for _ in range(30):
        middle = (low + high) / 2
        if finds(middle):
            high = middle
        else:
            low = middle
    return high


def _power(design: Design, base: int) -> float:
    return design.achieved(base) if isinstance(design, PowerGoal) else 0.0
