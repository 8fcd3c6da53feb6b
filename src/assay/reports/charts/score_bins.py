"""Charts of scores in bins: calibration, and the scores of both classes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from assay.reports.charts.curve_lines import axes_of, layered
from assay.reports.charts.scores import area_words, diagonal
from assay.reports.charts.sentences import SILENT, hundred, near, says
from assay.reports.charts.theme import BLUE, GREY, WIDTH, Chart, colours, data, name, sized
from assay.results.curve import Numbers
from assay.results.threshold_text import threshold_text
from assay.tasks.scores.result import ScoreEvaluation

CORNER, AIR = 0.4, 1.1
"""Tastes: bins that reach no farther are drawn larger, with so much air behind the last one."""


def calibration_chart(evaluation: ScoreEvaluation) -> Chart:
    """Draw observed shares against mean scores, one point per bin with its interval, and the scores below."""
    import altair as alt

    curve = evaluation.curves["calibration"]
    low, high = (curve.low, curve.high) if curve.low is not None and curve.high is not None else (curve.y, curve.y)
    end = _reach(curve.x, high)
    axes = axes_of(curve, end=end)
    who = name(evaluation.positive)
    rows = [
        {"x": x, "y": y, "low": a, "high": b,
         "told": f"scores around {x:.2f}: {hundred(y)} of 100 are {who} [{hundred(a)}, {hundred(b)}]"}
        for x, y, a, b in zip(curve.x.tolist(), curve.y.tolist(), low.tolist(), high.tolist(), strict=True)
    ]  # fmt: skip
    base = alt.Chart(data(rows))
    bars = base.mark_rule(color=BLUE, **SILENT).encode(
        x=axes["x"], y=alt.Y("low:Q", title=curve.y_label), y2=alt.Y2("high:Q")
    )
    dots = base.mark_point(filled=True, color=BLUE, size=50, opacity=1, aria=True).encode(**axes, **says())
    told = area_words(evaluation, "brier", "Brier score")
    top = sized(layered([diagonal(axes, end), bars, dots]), "Calibration", subtitle=told)
    return alt.vconcat(top, _histogram(evaluation))


def _reach(means: Numbers, tops: Numbers) -> float:
    """Return where the axes of a calibration curve end: at 1, or sooner where all bins lie in the corner of 0."""
    both = np.concatenate([means, tops])
    far = float(np.max(both[np.isfinite(both)], initial=0.0))
    return AIR * far if 0 < far < CORNER else 1.0


def _histogram(evaluation: ScoreEvaluation) -> Chart:
    import altair as alt

    rows = [row for side in ("negative", "positive") for row in _density(evaluation, side)]
    looks = colours([row["series"] for row in rows], "truth")
    x = alt.X("x:Q", title="score", scale=alt.Scale(domain=[0, 1]))
    y = alt.Y("y:Q", title="share of class", stack=None, scale=alt.Scale(domain=_heights(rows)))
    areas = alt.Chart(data(rows)).mark_area(opacity=0.45, interpolate="step-after", **SILENT)
    told = near(_bins(evaluation), {"x": x, "y": y})
    return layered([areas.encode(x=x, y=y, color=looks["color"]), told]).properties(width=WIDTH, height=70)


def _heights(rows: list[dict[str, Any]]) -> list[float]:
    """Return the ends of the axis of a histogram: a little air above its highest bin."""
    return [0.0, 1.05 * max([row["y"] for row in rows if row["y"] == row["y"]] or [1.0]) or 1.0]


def _density(evaluation: ScoreEvaluation, side: str) -> list[dict[str, Any]]:
    curve = evaluation.curves[f"density_{side}"]
    label = name(evaluation.positive) if side == "positive" else f"not {name(evaluation.positive)}"
    return [{"x": x, "y": y, "series": label} for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)]


def _bins(evaluation: ScoreEvaluation) -> list[dict[str, Any]]:
    """Return the middle of every bin of scores with how many of the class are in it; empty ones say nothing."""
    bins = []
    for side in ("negative", "positive"):
        rows = _density(evaluation, side)
        for row, after in pairwise(rows):
            ends = f"{threshold_text(row['x'])} to {threshold_text(after['x'])}"
            told = f"scores from {ends}: {hundred(row['y'])} of 100 that are {row['series']}"
            if row["y"] > 0:
                bins.append({"x": (row["x"] + after["x"]) / 2, "y": row["y"], "told": told})
    return bins


def density_chart(evaluation: ScoreEvaluation, threshold: float | None = None) -> Chart:
    """Draw the scores of both classes; beyond the threshold, false alarms (alpha) and misses (beta) are shaded."""
    import altair as alt

    cut = evaluation.choices.threshold if threshold is None else threshold
    rows = [row for side in ("negative", "positive") for row in _density(evaluation, side)]
    looks = colours([row["series"] for row in rows], "truth")
    x = alt.X("x:Q", title="score", scale=alt.Scale(domain=[rows[0]["x"], max(row["x"] for row in rows)]))
    y = alt.Y("y:Q", title="share of class", stack=None, scale=alt.Scale(domain=_heights(rows)))
    layers = [
        alt.Chart(data(rows)).mark_line(interpolate="step-after", strokeWidth=2, **SILENT).encode(x=x, y=y, **looks)
    ]
    layers = [line.properties(name="classes") for line in layers]
    subtitle = None
    if cut is not None:
        point = evaluation.thresholds.at(cut)
        wrong = _beyond(_density(evaluation, "negative"), cut, above=True)
        wrong += _beyond(_density(evaluation, "positive"), cut, above=False)
        shade = alt.Chart(data(wrong)).mark_area(interpolate="step-after", opacity=0.35, **SILENT)
        shade = shade.encode(x=x, y=y, color=looks["color"]).properties(name="asked_shade")
        rule = alt.Chart(data([{"x": cut}])).mark_rule(color=GREY, strokeWidth=1.5, clip=True, **SILENT)
        rule = rule.encode(x=x).properties(name="asked_rule")
        layers = [shade, *layers, rule]
        subtitle = f"threshold {cut:.4g}: α = {point.alpha:.3f} (false alarms), β = {point.beta:.3f} (misses)"
    layers.append(near(_bins(evaluation), {"x": x, "y": y}))
    return sized(layered(layers), "Scores of both classes", width=360, height=240, subtitle=subtitle)


def _beyond(rows: list[dict[str, Any]], cut: float, above: bool) -> list[dict[str, Any]]:
    """Return the steps on one side of a threshold; the step that it cuts is cut."""
    before = [row for row in rows if row["x"] <= cut]
    after = [row for row in rows if row["x"] > cut]
    height = before[-1]["y"] if before else 0.0
    if not rows or (not before and not above):
        return []
    edge = {**rows[0], "x": cut, "y": height}
    if above:
        return [edge, *after] if after else []
    return [*before, edge]
