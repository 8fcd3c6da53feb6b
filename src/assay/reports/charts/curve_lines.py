"""How the line of a curve is drawn: its points, its axes, straight or in steps."""

from __future__ import annotations

from typing import Any

from assay.reports.charts.sentences import SILENT
from assay.reports.charts.theme import MOST_POINTS, Chart
from assay.results.curve import Curve

STEPS = {"pr": "step-before"}
"""Curves that are steps: from one recall to the next, precision is what it is at the next."""


def points_of(curve: Curve, series: str = "", steps: bool = False, most: int = MOST_POINTS) -> list[dict[str, Any]]:
    """Return a curve's points, few enough to draw; steps need those on a straight line as well."""
    short = (curve if steps else curve.without_collinear()).thinned(most)
    return [
        {"x": x, "y": y, "series": series, "order": place}
        for place, (x, y) in enumerate(zip(short.x.tolist(), short.y.tolist(), strict=True))
    ]


def axes_of(curve: Curve, square: bool = True, end: float = 1.0) -> dict[str, Any]:
    """Return both axes of a curve, from 0 to 1 (or to where a look into the corner ends) in the unit square."""
    import altair as alt

    unit = alt.Scale(domain=[0, end], nice=False) if square else alt.Scale(zero=False)
    return {"x": alt.X("x:Q", title=curve.x_label, scale=unit), "y": alt.Y("y:Q", title=curve.y_label, scale=unit)}


def stroke(kind: str) -> dict[str, Any]:
    """Return how the line of a curve is drawn: straight, or in steps."""
    return {"strokeWidth": 2, **SILENT, **({"interpolate": STEPS[kind]} if kind in STEPS else {})}


def layered(layers: list[Chart]) -> Chart:
    """Lay drawings on one another."""
    import altair as alt

    return alt.layer(*layers)
