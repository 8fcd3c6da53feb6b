"""A gate as strips: every requirement with its interval, its bound, and the side where it is kept."""

from __future__ import annotations

import math
from typing import Any

from assay.comparisons.verdicts import one_line
from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import BLUE, GREY, ORANGE, Chart, data, name, titled
from assay.results import numbers
from assay.results.gate import BROKEN, MET, UNCLEAR, Gate, Requirement

MOST = 12
"""Strips on one drawing; the table has all requirements."""

COLOURS = {MET: BLUE, BROKEN: ORANGE, UNCLEAR: GREY}
SHAPES = {MET: "circle", BROKEN: "cross", UNCLEAR: "diamond"}
WIDTH, STRIP = 380, 26
"""Pixels of one requirement: a column of a page wide, a line and its air high."""
ROOM = 0.15
"""Share of a strip that is left free beyond its outermost mark."""


def gate_chart(gate: Gate) -> Chart:
    """Draw a strip for each requirement; blue is met, vermilion broken, grey unclear."""
    import altair as alt

    shown = [requirement for requirement in gate.requirements if requirement.estimate.defined][:MOST]
    if not shown:
        raise LookupError("no requirement has a value")
    strips = [_strip(requirement) for requirement in shown]
    told = "circle: met · cross: broken · diamond: unclear · shaded: where the requirement is kept"
    title = titled("Requirements", WIDTH, [told])
    return alt.vconcat(*strips, spacing=16).properties(title=title)


def _strip(requirement: Requirement) -> Chart:
    import altair as alt

    estimate, colour = requirement.estimate, COLOURS[requirement.state]
    ends = [end for end in (estimate.value, estimate.low, estimate.high, requirement.bound) if math.isfinite(end)]
    if requirement.side == "within":
        ends.append(-requirement.bound)
    room = ROOM * ((max(ends) - min(ends)) or abs(ends[0]) or 1.0)
    low, high = min(ends) - room, max(ends) + room
    scale = alt.Scale(domain=[low, high], nice=False, zero=False)
    x: Any = alt.X("value:Q", scale=scale, title=None, axis=alt.Axis(tickCount=5))
    good = {
        "within": (-abs(requirement.bound), abs(requirement.bound)),
        "<": (low, requirement.bound),
        "<=": (low, requirement.bound),
    }
    start, end = good.get(requirement.side, (requirement.bound, high))
    kept = alt.Chart(data([{"start": start, "end": end}])).mark_rect(color=BLUE, opacity=0.12, **SILENT)
    shade = kept.encode(x=alt.X("start:Q", scale=scale, title=None), x2=alt.X2("end:Q"))
    row = {"value": estimate.value, "low": max(estimate.low, low), "high": min(estimate.high, high),
           "told": f"{one_line(requirement.text)}: {requirement.state}, {numbers.number(estimate.value)}"}  # fmt: skip
    base = alt.Chart(data([row]))
    layers = [shade]
    if not requirement.alone:
        rule = base.mark_rule(color=colour, strokeWidth=3, **SILENT)
        layers.append(rule.encode(x=alt.X("low:Q", scale=scale, title=None), x2=alt.X2("high:Q")))
    point = base.mark_point(shape=SHAPES[requirement.state], size=90, filled=True, opacity=1, color=colour, aria=True)
    layers.append(point.encode(x=x, **says()))
    words = titled(f"{name(requirement.text)}: {requirement.state}", WIDTH)
    words.fontWeight, words.fontSize = "normal", 12
    return alt.layer(*layers).properties(width=WIDTH, height=STRIP, title=words)
