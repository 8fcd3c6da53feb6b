"""A plan: the design's answer turned into cases in all, with its table, its curve and a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from assay._version import __version__
from assay.errors import plans as errors
from assay.plans.area_designs import AreaPairs
from assay.plans.choosing import Choice, choose
from assay.plans.groups import Grouping
from assay.plans.pilots import SimulatedWidth, read_pilot
from assay.plans.requests import PlanRequest
from assay.plans.sentences import plan_sentence, shows_sentence
from assay.plans.share_designs import SharePairs, ShareWidth
from assay.results.note import Note
from assay.results.plan import Plan, PlanRow

POINTS, FEW_POINTS = 24, 5
"""Points of a curve; fewer where each is simulated."""

SIZES = (1, 2, 5, 10, 20, 50)
"""Cases per group that a table shows."""

SHRINK, HALVINGS = 1.25, 30
"""Steps towards a difference that can be asked for, and of the search below it: 2^-30 of it is not shown."""
SMALLEST = 1e-6
"""Differences that nobody looks for."""

FEW_GROUPS = 50
"""With fewer groups the quantile of t is more than 2.5% beyond the normal one."""

FEW_DISCORDANT, FEW_POSITIVE = 20, 30
"""Below so many the formulas are rough (STATISTICS: McNemar, areas); a note says so."""


def make_plan(request: PlanRequest) -> Plan:
    """Answer the question."""
    choice = choose(request)
    grouping = _grouping(request, choice)
    if request.question == "shows":
        return _shown(request, choice, grouping)
    design = choice.design
    base = grouping.fewest(design, choice) if request.n is None else grouping.base(request.n, choice)
    total = grouping.total(base, choice) if request.n is None else request.n
    plan = Plan(
        metric=request.card.name,
        label=request.card.label,
        question=request.question,
        n=total,
        goal=design.goal,
        wanted=design.wanted,
        achieved=grouping.achieved(design, base, choice),
        unknown=design.unknown,
        at=design.at,
        table=_table(choice, grouping),
        curve=_curve(choice, base, grouping),
        sentence="",
        method=design.method,
        reason=design.reason,
        level=request.level,
        version=__version__,
        parts=_parts(choice, total),
        groups=grouping.groups(total),
        group_sizes=_group_sizes(choice, grouping),
        notes=(*choice.notes, *_warnings(choice, base), *_of_formulas(request, choice, grouping, total)),
    )
    return replace(plan, sentence=plan_sentence(request, plan))


def _grouping(request: PlanRequest, choice: Choice) -> Grouping:
    """Return how large the groups are, and how alike the cases of one."""
    size, icc = request.group_size, request.icc
    if request.like is not None:
        pilot = read_pilot(request.like, request.card)
        size, icc = size or pilot.group_size, icc if icc is not None else pilot.icc
    if size is None:
        if request.icc is not None:
            raise errors.needs(request.card.name, ["group_size"], "groups have a size beside their correlation")
        return Grouping(request.level)
    if icc is None:
        raise errors.needs(
            request.card.name, ["icc"], "how alike the cases of one group are has to be known or guessed"
        )
    grouping = Grouping(request.level, size, icc)
    effect = grouping.effect
    choice.notes.append(Note("design-effect", f"Groups of {size:g} cases with a correlation of {icc:.2g} multiply the "
                                              f"number of cases by {effect:.3g} (the design effect)."))  # fmt: skip
    if request.n is not None and (grouping.groups(request.n) or 0) <= choice.arms:
        raise errors.bad_quantity("n", request.n, f"A whole number above {choice.arms * size:g}, so that groups vary,")
    return grouping


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


def _table(choice: Choice, grouping: Grouping) -> tuple[PlanRow, ...]:
    """Answer the question for other values of what is not known."""
    rows = []
    for value, other in choice.design.variants():
        design = choice.design if math.isclose(value, choice.design.at, rel_tol=1e-6) else other
        base = grouping.fewest(design, choice)
        rows.append(PlanRow(value, grouping.total(base, choice), grouping.achieved(design, base, choice)))
    return tuple(rows)


def _curve(choice: Choice, base: int, grouping: Grouping) -> tuple[tuple[int, float], ...]:
    """Return what other numbers of cases give, from a quarter to twice as many."""
    points = FEW_POINTS if isinstance(choice.design, SimulatedWidth) else POINTS
    sizes = sorted({max(round(base * (0.25 + 1.75 * step / points)), 3) for step in range(points + 1)} | {base})
    return tuple((grouping.total(size, choice), grouping.achieved(choice.design, size, choice)) for size in sizes)


def _group_sizes(choice: Choice, grouping: Grouping) -> tuple[tuple[int, int, int], ...]:
    """Return groups and cases for other sizes of the groups: more groups, or more of each?"""
    if grouping.size is None:
        return ()
    rows = []
    for size in sorted({*SIZES, round(grouping.size)}):
        other = replace(grouping, size=size)
        total = other.total(other.fewest(choice.design, choice), choice)
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


def _of_formulas(request: PlanRequest, choice: Choice, grouping: Grouping, total: int) -> Iterator[Note]:
    """Say what the formulas of the literature ask for, where what they promise is not what the test achieves."""
    design, groups = choice.design, grouping.groups(total)
    if isinstance(design, AreaPairs) and request.n is None and design.published() != design.size():
        asked = design.published()
        yield Note("published-formula", f"Hanley & McNeil's formula asks for {asked:,} positive cases "
                                        f"({grouping.total(asked, choice):,} cases in all): it takes both areas to be "
                                        "the first where they are alike, which DeLong's test does not.")  # fmt: skip
    if isinstance(design, SharePairs) and request.n is None and design.published() > design.size():
        asked = design.published()
        power = grouping.achieved(design, asked, choice)
        yield Note("published-formula", f"Connor's formula asks for {grouping.total(asked, choice):,} cases, with "
                                        f"{power:.1%} power: it takes few disagreements to be normal.")  # fmt: skip
    if groups is not None and groups < FEW_GROUPS:
        formula = grouping.total(design.size(), choice)
        told = f", so that {total:,} cases are planned" if request.n is None else ""
        yield Note("few-groups", f"{groups} groups are few: the t of a test over groups has few degrees of freedom, "
                                 f"which the design effect alone ({formula:,} cases) leaves out{told}.")  # fmt: skip


def _shown(request: PlanRequest, choice: Choice, grouping: Grouping) -> Plan:
    """Say what so many cases can show: how narrow an interval, and how small a difference."""
    total = int(request.n or 0)
    base = grouping.base(total, choice)
    design = choice.design
    width = grouping.achieved(design, base, choice)
    shows = {"width": width}
    known = design.at if isinstance(design, ShareWidth) else request.expect
    least = smallest_difference(replace(request, expect=known), total)
    if least is not None:
        shows["difference"] = least
    plan = Plan(
        metric=request.card.name, label=request.card.label, question="shows", n=total, goal="width", wanted=width,
        achieved=width, unknown=design.unknown, at=design.at, table=(), curve=_curve(choice, base, grouping),
        sentence="", method=design.method, reason=design.reason, level=request.level, version=__version__,
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
        grouping = _grouping(request, choice)
        return grouping.achieved(choice.design, grouping.base(total, choice), choice) >= request.power

    while high > SMALLEST and finds(high) is None:
        high /= SHRINK
    if not finds(high):
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if finds(middle):
            high = middle
        else:
            low = middle
    return high
