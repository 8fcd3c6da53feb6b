"""Curves of several models on one another, and the ranges where each of them leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from assay.reports.charts.curve_lines import STEPS
from assay.reports.charts.sentences import says
from assay.reports.charts.several_curves import MOST_SERIES, by_area, drawn_together, in_colour
from assay.reports.charts.theme import WIDTH, Chart, colours, data, distinct, sized
from assay.results.curve import Curve, Numbers
from assay.results.evaluation import Evaluation

TIED = "(tied)"
GRID = 101
"""Places at which it is asked who leads: one for each percent."""


def overlaid(evaluations: Mapping[Any, Evaluation], kind: str) -> Chart:
    """Draw several models' curves on one another, and below the ranges where each leads."""
    import altair as alt

    names = distinct(evaluations)
    curves = {names[model]: evaluations[model].curves[kind] for model in names}
    lines = drawn_together(curves, kind, "model")
    title = {"roc": "ROC curves", "pr": "Precision and recall"}[kind]
    top = sized(lines, title, subtitle=in_colour(curves, "models", "largest"))
    across = next(iter(curves.values())).x_label
    bright = list(by_area(curves, worst=False))[:MOST_SERIES]
    leads = [
        {**span, "lane": "leads",
         "told": f"{span['series']} leads where the {across} is {span['x']:.2f} to {span['end']:.2f}"}
        for span in leaders(evaluations, kind)
        if span["series"] in bright
    ]  # fmt: skip
    x = alt.X("x:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=None)
    colour = colours(bright, "model")["color"]
    lane = alt.Y("lane:N", title=None, axis=alt.Axis(ticks=False, domain=False))
    bars = alt.Chart(data(leads)).mark_bar(height=12, aria=True)
    strip = bars.encode(x=x, x2=alt.X2("end:Q"), y=lane, color=colour, **says())
    return alt.vconcat(top, strip.properties(width=WIDTH, height=14), spacing=4)


def _heights(curve: Curve, grid: Numbers) -> Numbers:
    """Read a curve as it is drawn: between its points along straight lines, or in steps up to the next point."""
    order = np.argsort(curve.x, kind="stable")
    x, y = curve.x[order], curve.y[order]
    if curve.name in STEPS:
        return np.asarray(y[np.minimum(np.searchsorted(x, grid), len(x) - 1)])
    return np.asarray(np.interp(grid, x, y))


def leaders(evaluations: Mapping[Any, Evaluation], kind: str) -> list[dict[str, Any]]:
    """Return the ranges of x over which each model's curve is the highest."""
    grid = np.linspace(0, 1, GRID)
    names = [*distinct(evaluations).values(), TIED]
    heights = []
    for evaluation in evaluations.values():
        heights.append(_heights(evaluation.curves[kind], grid))
    table = np.array(heights)
    best = table.argmax(axis=0)
    level = (table >= table.max(axis=0) - 1e-12).sum(axis=0) > 1
    best[level] = len(names) - 1
    starts = np.flatnonzero(np.concatenate([[True], best[1:] != best[:-1]]))
    ends = [*grid[starts[1:]].tolist(), 1.0]
    return [
        {"x": float(grid[start]), "end": end, "series": names[int(best[start])]}
        for start, end in zip(starts, ends, strict=True)
    ]
