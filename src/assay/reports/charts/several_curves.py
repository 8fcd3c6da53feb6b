"""Curves of several classes or models on one another: all of them, those that matter most in colour."""

from __future__ import annotations

import numpy as np

from assay.reports.charts.curve_lines import STEPS, axes_of, layered, points_of, stroke
from assay.reports.charts.sentences import MOST_NEAR, curve_sentences, near
from assay.reports.charts.theme import GREY, MOST_POINTS, Chart, colours, data, distinct, sized
from assay.results.curve import Curve
from assay.results.evaluation import Evaluation

MOST_SERIES = 8
"""Colours that are told apart with certainty."""
MOST_GREY = 6000
"""Points of all grey lines together: 200 curves of 30 points show where they lie."""
FEWEST_POINTS = 12
"""Of a line, below which its shape is lost."""


def class_curves(evaluation: Evaluation, kind: str) -> Chart:
    """Draw the curve of every class against the rest."""
    every = [title for title in evaluation.curves if title.startswith(f"{kind}: ")]
    names = distinct(title.removeprefix(f"{kind}: ") for title in every)
    curves = {names[title.removeprefix(f"{kind}: ")]: evaluation.curves[title] for title in every}
    chart = drawn_together(curves, kind, "class", worst=True)
    titles = {"roc": "ROC curve of each class against the rest", "pr": "Precision and recall of each class"}
    return sized(chart, titles[kind], subtitle=in_colour(curves, "classes", "smallest"))


def drawn_together(curves: dict[str, Curve], kind: str, what: str, worst: bool = False) -> Chart:
    """Draw several curves of one kind on one another; of many those with the smallest (or largest) area in colour."""
    import altair as alt

    axes = axes_of(next(iter(curves.values()))) if curves else {"x": alt.X("x:Q"), "y": alt.Y("y:Q")}
    shown = by_area(curves, worst)
    bright, pale = dict(list(shown.items())[:MOST_SERIES]), dict(list(shown.items())[MOST_SERIES:])
    rows = [row for label, curve in bright.items() for row in points_of(curve, label, kind in STEPS)]
    few = max(MOST_NEAR // max(len(curves), 2), 2)
    told = [row for label, curve in curves.items() for row in curve_sentences(curve, label, few)]
    lines = alt.Chart(data(rows)).mark_line(**stroke(kind))
    layers = [lines.encode(**axes, **colours(list(bright), what), order=alt.Order("order:Q")), near(told, axes)]
    if pale:
        most = min(max(MOST_GREY // len(pale), FEWEST_POINTS), MOST_POINTS)
        points = [row for label, curve in pale.items() for row in points_of(curve, label, kind in STEPS, most)]
        thin = {**stroke(kind), "strokeWidth": 0.7, "color": GREY, "opacity": 0.45}
        behind = alt.Chart(data(points)).mark_line(**thin)
        layers.insert(0, behind.encode(**axes, detail=alt.Detail("series:N"), order=alt.Order("order:Q")))
    return layered(layers)


def by_area(curves: dict[str, Curve], worst: bool) -> dict[str, Curve]:
    """Return many curves in the order of the area under them; few stay as they are."""
    if len(curves) <= MOST_SERIES:
        return curves
    sign = 1 if worst else -1
    return dict(sorted(curves.items(), key=lambda named: sign * _area(named[1])))


def _area(curve: Curve) -> float:
    order = np.argsort(curve.x, kind="stable")
    area = float(np.trapezoid(curve.y[order], curve.x[order]))
    return area if np.isfinite(area) else 0.0


def in_colour(curves: dict[str, Curve], what: str, end: str) -> str | None:
    """Say which of many curves are in colour."""
    if len(curves) <= MOST_SERIES:
        return None
    return f"all {len(curves)} {what}; in colour the {MOST_SERIES} with the {end} area"
