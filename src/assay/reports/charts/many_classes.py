"""The confusion of many classes as one map: those that are taken for one another stand together, in outlined blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.reports.charts.confusion_order import ClassOrder, clustered
from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import GREY, HEAT, ORANGE, Chart, clean, data, distinct, full_to_empty, sized
from assay.results import numbers
from assay.results.confusion import Confusion

MOST_CELLS, MOST_TOLD = 6000, 1200
"""Cells that are drawn, and those that say what they hold: of more a page would weigh megabytes."""
MOST_NAMED = 24
"""Blocks that are named on the axis of a map of 420 pixels."""
SIDE = 420
"""Pixels of the map."""
PALEST, SHOWN = 0.15, (0.01, 0.05, 0.2, 0.5, 1)
"""How full the ink of the emptiest cell is, which must still be seen, and the shares that the legend shows."""


def map_of(confusion: Confusion) -> tuple[ClassOrder, list[str]]:
    """Return classes in the order of the map, and their names in that order."""
    order = clustered(confusion.counts.astype(float))
    names = distinct(confusion.labels)
    return order, [names[confusion.labels[place]] for place in order.places]


def clustered_chart(confusion: Confusion, shares: str, counted: tuple[str, str]) -> Chart:
    """Draw every cell that holds a case; the colour is its share of the row (or of the column)."""
    import altair as alt

    order, names = map_of(confusion)
    size = len(names)
    cells, told = _cells(confusion, shares, order, names, counted)
    what = "row" if shares == "rows" else "column"
    ticks = _ticks(order, names)
    across, down = (alt.Scale(domain=ends, nice=False) for ends in ([0, size], [size, 0]))
    bare = alt.Axis(labels=False, ticks=False, grid=False)
    x = alt.X("left:Q", scale=across, title="predicted, in the same order", axis=bare)
    named = alt.Axis(values=[at for at, _ in ticks], labelExpr=_expression(ticks), grid=False, ticks=False)
    y = alt.Y("top:Q", scale=down, title="truth", axis=named)
    shade = alt.Scale(domain=[0, 1], range=[PALEST, 1], type="pow", exponent=0.5)
    fullness = alt.Opacity("share:Q", scale=shade, title=f"share of {what}", legend=full_to_empty(SHOWN, "%"))
    layers: list[Any] = [
        _rectangles(told, {"x": x, "y": y, "opacity": fullness}, True),
        _rectangles(cells, {"x": x, "y": y, "opacity": fullness}, False),
        _outlines(order, x, y),
    ]
    kept = len(cells) + len(told)
    filled = int((np.nan_to_num(confusion.counts.astype(float)) > 0).sum())
    left = f"; the {kept:,} fullest of {filled:,} cells" if filled > kept else ""
    subtitle = f"all {size} classes, those that are confused side by side, in {len(order.blocks)} blocks{left}"
    return sized(alt.layer(*layers), "Truth against prediction", SIDE, SIDE, subtitle)


def _cells(
    confusion: Confusion, shares: str, order: ClassOrder, names: Sequence[str], counted: tuple[str, str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the cells that hold something: silent ones, and the fullest off the diagonal, which say what they hold."""
    places = list(order.places)
    counts = np.nan_to_num(confusion.counts.astype(float))[np.ix_(places, places)]
    part = confusion.row_shares if shares == "rows" else confusion.column_shares
    share = np.nan_to_num(part)[np.ix_(places, places)]
    wrong = counts - np.diag(np.diag(counts))
    fullest = np.argsort(-wrong, axis=None, kind="stable")[:MOST_CELLS]
    silent: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    own = np.arange(len(places)) * (len(places) + 1)
    for cell in (*fullest[np.ravel(wrong)[fullest] > 0].tolist(), *own.tolist()):
        i, j = divmod(cell, len(places))
        row = {"left": j, "right": j + 1, "top": i, "bottom": i + 1, "share": round(float(share[i, j]), 4)}
        if len(told) < MOST_TOLD:
            many = counted[bool(counts[i, j] != 1)]
            words = f"truth {names[i]}, predicted {names[j]}: {numbers.count(counts[i, j])} {many}"
            told.append({**row, "told": f"{words}, {numbers.percent(float(share[i, j]))} of the {shares[:-1]}"})
        else:
            silent.append(row)
    return silent, told


def _rectangles(rows: list[dict[str, Any]], encodings: dict[str, Any], speak: bool) -> Chart:
    import altair as alt

    base = alt.Chart(data(rows))
    marked = base.mark_rect(color=HEAT, aria=True) if speak else base.mark_rect(color=HEAT, **SILENT)
    return marked.encode(**encodings, x2=alt.X2("right:Q"), y2=alt.Y2("bottom:Q"), **(says() if speak else {}))


def _outlines(order: ClassOrder, x: Any, y: Any) -> Chart:
    import altair as alt

    rows = [{"left": start, "right": end, "top": start, "bottom": end} for start, end in order.blocks]
    outline = alt.Chart(data(rows)).mark_rect(fillOpacity=0, stroke=ORANGE, strokeWidth=1, **SILENT)
    frame = [{"left": 0, "right": order.blocks[-1][1], "top": 0, "bottom": order.blocks[-1][1]}]
    edge = alt.Chart(data(frame)).mark_rect(fillOpacity=0, stroke=GREY, strokeWidth=0.5, **SILENT)
    return alt.layer(*(part.encode(x=x, x2=alt.X2("right:Q"), y=y, y2=alt.Y2("bottom:Q")) for part in (edge, outline)))


def _ticks(order: ClassOrder, names: Sequence[str]) -> list[tuple[float, str]]:
    """Return the middle of the largest blocks, each called by its first class."""
    largest = sorted(order.blocks, key=lambda block: block[0] - block[1])[:MOST_NAMED]
    return [((start + end) / 2, block_name(names, start, end)) for start, end in largest]


def block_name(names: Sequence[str], start: int, end: int) -> str:
    """Call a block by its first class and how many others it holds.

    >>> block_name(["a", "b", "c"], 0, 3), block_name(["a", "b", "c"], 1, 2)
    ('a and 2 more', 'b')
    """
    return names[start] if end - start == 1 else f"{names[start]} and {end - start - 1} more"


def _expression(ticks: Sequence[tuple[float, str]]) -> str:
    """Return what Vega is to write at every tick."""
    written = [(at, clean(text).replace("\\", "\\\\").replace("'", "\\'")) for at, text in ticks]
    return " : ".join([*(f"abs(datum.value - {at}) < 0.01 ? '{text}'" for at, text in written), "''"])
