"""Curves of several models on one another, and the ranges where each of them leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from assay.reports.charts.scores import GRID, MOST_SERIES, axes_of, left_out, points_of
from assay.reports.charts.theme import Chart, colours, data, distinct, sized
from assay.results.evaluation import Evaluation

TIED = "(tied)"


def overlaid(evaluations: Mapping[Any, Evaluation], kind: str) -> Chart:
    """Draw several models' curves on one another, and below the ranges where each leads."""
    import altair as alt

    names = distinct(list(evaluations)[:MOST_SERIES])
    rows, first = [], None
    for model, evaluation in list(evaluations.items())[:MOST_SERIES]:
        curve = evaluation.curves[kind]
        first = first or curve
        rows += points_of(curve, names[model])
    axes = axes_of(first) if first is not None else {}
    looks = colours([row["series"] for row in rows], "model")
    lines = alt.Chart(data(rows)).mark_line(strokeWidth=2).encode(**axes, **looks, order="order:Q")
    title = {"roc": "ROC curves", "pr": "Precision and recall"}[kind]
    top = sized(lines, title, subtitle=left_out(len(names), len(evaluations), "models"))
    leads = [{**span, "lane": "leads"} for span in leaders(evaluations, kind) if span["series"] != TIED]
    x = alt.X("x:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=None)
    strip = alt.Chart(data(leads)).mark_bar(height=12).encode(
        x=x, x2="end:Q", y=alt.Y("lane:N", title=None, axis=alt.Axis(ticks=False, domain=False)), color=looks["color"]
    )  # fmt: skip
    return alt.vconcat(top, strip.properties(width=340, height=14), spacing=4)


def leaders(evaluations: Mapping[Any, Evaluation], kind: str) -> list[dict[str, Any]]:
    """Return the ranges of x over which each model's curve is the highest."""
    grid = np.linspace(0, 1, GRID)
    names = [*distinct(list(evaluations)[:MOST_SERIES]).values(), TIED]
    heights = []
    for evaluation in list(evaluations.values())[:MOST_SERIES]:
        curve = evaluation.curves[kind]
        order = np.argsort(curve.x, kind="stable")
        heights.append(np.interp(grid, curve.x[order], curve.y[order]))
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
