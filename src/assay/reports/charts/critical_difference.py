"""The critical-difference diagram as papers draw it: an axis of mean ranks, names at both sides, bars for groups."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Literal

from assay.comparisons.names_of_tests import RANKING_METHODS
from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import (
    BLUE,
    GREY,
    LETTERS,
    LINE,
    OVER,
    Chart,
    data,
    distinct,
    inked,
    lines_of,
    name,
    sized,
)
from assay.results.ranking import Ranking

ACROSS = 400
"""Pixels from rank 1 to the last rank."""
LETTER = 6.6
"""Pixels of a letter of 12 px, at the widest that names usually are."""
ROW, BAR_STEP, TICK = 20, 9, 6
"""Pixels between names, between bars, and of a mark on the axis."""
MOST_TICKS = 15
"""A taste: ranks closer than that run into each other."""


@dataclass(frozen=True)
class Place:
    """A model in the diagram: where its rank is, the height of its name, and the side that it stands on."""

    model: object
    label: str
    rank: float
    x: float
    y: float
    left: bool


def critical_difference_chart(ranking: Ranking) -> Chart:
    """Draw mean ranks on an axis, best on the left, names at both sides, and a bar under models not told apart.

    Reference: Demšar (2006), Statistical comparisons of classifiers over multiple data sets, JMLR 7, figure 1.
    """
    import altair as alt

    groups = [group for group in ranking.groups if len(group) > 1]
    top = 34.0 if ranking.critical_difference is not None else 8.0
    bars = _bars(ranking, groups, top)
    places = _places(ranking, max([top, *(bar["y"] for bar in bars)]) + _row(ranking))
    edge = LETTER * max(min(len(place.label), LETTERS) + 2 for place in places)
    height = max(place.y for place in places) + 14
    x = alt.X("x:Q", scale=alt.Scale(domain=[-edge, ACROSS + edge]), axis=None)
    y = alt.Y("y:Q", scale=alt.Scale(domain=[height, -16]), axis=None)
    layers = [
        *_axis(ranking, top, x, y),
        *_critical(ranking, x, y),
        *_leaders(places, top, x, y),
        *_groups(bars, x, y),
        *_names(ranking, places, x, y),
    ]
    told = f"{ranking.n} data sets; mean ranks, 1 is best; bars join models not told apart"
    if ranking.control is not None:
        told = f"{ranking.n} data sets; grey: not told apart from {name(ranking.control)}"
    width = int(ACROSS + 2 * edge)
    chart = sized(
        alt.layer(*layers),
        f"Mean ranks ({RANKING_METHODS[ranking.method]})",
        width,
        int(height + 16),
        told,
    )
    return chart.properties(view=alt.ViewBackground(stroke=None))


def _across(ranking: Ranking, rank: float) -> float:
    return ACROSS * (rank - 1) / max(len(ranking.models) - 1, 1)


def _row(ranking: Ranking) -> int:
    """Return how far apart names stand: on one line, or on several."""
    return ROW + LINE * (lines_of(distinct(ranking.order).values()) - 1)


def _places(ranking: Ranking, first: float) -> list[Place]:
    """Put the better half of the models at the left, from the top down, and the others at the right, from below."""
    names = distinct(ranking.order)
    half = (len(names) + 1) // 2
    rows = []
    for place, model in enumerate(ranking.order):
        left = place < half
        row = place if left else len(names) - 1 - place
        rank = ranking.average_ranks[model]
        rows.append(Place(model, names[model], rank, _across(ranking, rank), first + _row(ranking) * row, left))
    return rows


def _axis(ranking: Ranking, top: float, x: Any, y: Any) -> list[Chart]:
    """Draw the axis with its ranks; of many ranks, some are written."""
    import altair as alt

    count = len(ranking.models)
    step = max(1, -(-count // MOST_TICKS))
    ranks = [rank for rank in range(1, count + 1) if (rank - 1) % step == 0 or rank == count]
    ticks = [{"x": _across(ranking, rank), "y": top, "top": top - TICK, "shown": str(rank)} for rank in ranks]
    line = alt.Chart(data([{"x": 0, "end": ACROSS, "y": top}]))
    base = alt.Chart(data(ticks))
    return [
        line.mark_rule(color=GREY, strokeWidth=1.5, **SILENT).encode(x=x, x2=alt.X2("end:Q"), y=y),
        base.mark_rule(color=GREY, strokeWidth=1.5, **SILENT).encode(x=x, y=y, y2=alt.Y2("top:Q")),
        base.mark_text(fontSize=12, dy=-13, **SILENT).encode(x=x, y=y, text=alt.Text("shown:N")),
    ]


def _critical(ranking: Ranking, x: Any, y: Any) -> list[Chart]:
    """Draw how long a difference must be, above the axis, where the method has one."""
    import altair as alt

    if ranking.critical_difference is None:
        return []
    end = _across(ranking, 1 + ranking.critical_difference)
    row = {"x": 0, "end": end, "y": -4, "shown": f"CD = {ranking.critical_difference:.2f}"}
    ends = [{"x": place, "low": -8, "y": 0} for place in (0, end)]
    base = alt.Chart(data([row]))
    caps = alt.Chart(data(ends)).mark_rule(strokeWidth=2, color=BLUE, **SILENT).encode(x=x, y=y, y2=alt.Y2("low:Q"))
    return [
        base.mark_rule(strokeWidth=2, color=BLUE, **SILENT).encode(x=x, x2=alt.X2("end:Q"), y=y),
        caps,
        alt.Chart(data([{**row, "x": end}]))
        .mark_text(fontSize=12, align="left", dx=6, **SILENT)
        .encode(x=x, y=y, text=alt.Text("shown:N")),
    ]


def _leaders(places: list[Place], top: float, x: Any, y: Any) -> list[Chart]:
    """Draw the lines that lead from the axis to the names."""
    import altair as alt

    down = alt.Chart(data({"x": place.x, "y": top, "end": place.y} for place in places))
    across = alt.Chart(data({"x": -6 if place.left else ACROSS + 6, "y": place.y, "end": place.x} for place in places))
    return [
        down.mark_rule(color=GREY, strokeWidth=1, **SILENT).encode(x=x, y=y, y2=alt.Y2("end:Q")),
        across.mark_rule(color=GREY, strokeWidth=1, **SILENT).encode(x=x, x2=alt.X2("end:Q"), y=y),
    ]


def _bars(ranking: Ranking, groups: list[tuple[object, ...]], top: float) -> list[dict[str, Any]]:
    """Return the bars of the groups: on one line where they do not touch, else one below the other."""
    names = distinct(ranking.order)
    ends: list[float] = []
    rows = []
    for group in groups:
        spots = [_across(ranking, ranking.average_ranks[model]) for model in group]
        low, high = min(spots) - 4, max(spots) + 4
        line = next((place for place, end in enumerate(ends) if end + BAR_STEP < low), len(ends))
        ends[line : line + 1] = [high]
        listed = ", ".join(names[model] for model in group)
        told = f"{listed} cannot be told apart"
        rows.append({"x": low, "end": high, "y": top + BAR_STEP * (line + 1), "told": told})
    return rows


def _groups(bars: list[dict[str, Any]], x: Any, y: Any) -> list[Chart]:
    import altair as alt

    if not bars:
        return []
    drawn = alt.Chart(data(bars)).mark_rule(strokeWidth=5, color=BLUE, strokeCap="round", aria=True)
    return [drawn.encode(x=x, x2=alt.X2("end:Q"), y=y, **says())]


def _names(ranking: Ranking, places: list[Place], x: Any, y: Any) -> list[Chart]:
    """Write the names with their mean ranks at the ends of the lines; grey are those not told from the control."""
    import altair as alt

    layers = []
    for left in (True, False):
        rows = [
            {"x": -9 if left else ACROSS + 9, "y": place.y, "first": place.y - LINE / 2 * (lines_of([place.label]) - 1),
             "apart": told_apart(ranking, place.model),
             "shown": "\n".join(wrap(place.label, LETTERS)), "rank": f"{place.rank:.2f}",
             "told": rank_words(ranking, place.label, place.model, place.rank)}
            for place in places
            if place.left == left
        ]  # fmt: skip
        base = alt.Chart(data(rows)).encode(x=x, y=y)
        ink = inked("datum.apart", "#222222", GREY)
        side: Literal["right", "left"] = "right" if left else "left"
        words = (
            alt.Chart(data(rows))
            .encode(x=x, y=alt.Y("first:Q", scale=y["scale"], axis=None))
            .mark_text(fontSize=12, align=side, lineBreak="\n", baseline="middle", lineHeight=LINE, aria=True)
        )
        under = {"fontSize": 12, "align": "left" if left else "right", "dy": -8, "dx": 6 if left else -6, **SILENT}
        ranks = base.encode(text=alt.Text("rank:N"))
        halo = ranks.mark_text(stroke=OVER, strokeWidth=4, **under)
        layers += [words.encode(text=alt.Text("shown:N"), color=ink, **says()), halo, ranks.mark_text(**under)]
    return layers


def rank_words(ranking: Ranking, label: str, model: object, rank: float) -> str:
    """Say where a model stands."""
    apart = "" if told_apart(ranking, model) else f", not told apart from {name(ranking.control)}"
    return f"{label}: mean rank {rank:.2f} over {ranking.n} data sets{apart}"


def told_apart(ranking: Ranking, model: object) -> bool:
    """Say whether a model can be told apart from the control; True where there is none, or for the control itself."""
    if ranking.control is None or str(model) == str(ranking.control):
        return True
    return any(pair.separated for pair in ranking.pairs if model in (pair.a, pair.b))
