"""Charts of a moving threshold: ROC, precision-recall, DET, gain, and what every threshold gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np

from assay.comparisons.verdicts import plain_metric
from assay.intervals.bands import POINTS, REPLICATES
from assay.reports.charts.curve_lines import STEPS, axes_of, layered, points_of, stroke
from assay.reports.charts.sentences import (
    MOST_NEAR,
    READ,
    SILENT,
    at_threshold,
    curve_sentences,
    near,
    says,
    with_interval,
)
from assay.reports.charts.several_curves import class_curves
from assay.reports.charts.theme import (
    BLUE,
    GREY,
    ORANGE,
    Chart,
    colours,
    data,
    sized,
)
from assay.reports.words import card_of, rule_name
from assay.results.curve import Curve, Numbers
from assay.results.evaluation import Evaluation
from assay.results.operating_point import OperatingPoint
from assay.tasks.scores.curves import BANDS, ScoreCurves

SWEPT = ("precision", "recall", "specificity", "f1")
DET_TICKS = (0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99)
"""The usual error rates of a detection error tradeoff, even on the normal scale."""
GRID = 101
"""Points of a curve: one for each percent."""


def extent(values: Numbers) -> list[float]:
    """Return the ends of an axis that holds some numbers; those that are not finite have no place on it."""
    known = values[np.isfinite(values)]
    if not len(known):
        return [0.0, 1.0]
    low, high = float(known.min()), float(known.max())
    return [low, high] if high > low else [low - 0.5, high + 0.5]


def _line(curve: Curve, axes: dict[str, Any]) -> Chart:
    import altair as alt

    rows = points_of(curve, steps=curve.name in STEPS)
    return alt.Chart(data(rows)).mark_line(color=BLUE, **stroke(curve.name)).encode(**axes, order=alt.Order("order:Q"))


@singledispatch
def banded(curves: Mapping[str, Curve], kind: str, replicates: int = REPLICATES, points: int = POINTS) -> Curve:
    """Return a curve with its confidence band, where its kind has one."""
    return curves[kind]


@banded.register
def _(curves: ScoreCurves, kind: str, replicates: int = REPLICATES, points: int = POINTS) -> Curve:
    return curves.band(kind, replicates, points)


def _band(evaluation: Evaluation, kind: str, axes: dict[str, Any], holds: str) -> list[Chart]:
    """Draw the confidence band of a curve, where it can be drawn."""
    import altair as alt

    curves = evaluation.curves
    if holds == BANDS[0] or not isinstance(curves, ScoreCurves):
        band = banded(curves, kind, replicates=400, points=GRID)
    else:
        band = curves.band(kind, points=GRID, kind=holds)
    if band.low is None or band.high is None:
        return []
    rows = [
        {"x": x, "y": low, "high": high}
        for x, low, high in zip(band.x.tolist(), band.low.tolist(), band.high.tolist(), strict=True)
    ]
    return [
        alt.Chart(data(rows))
        .mark_area(color=BLUE, opacity=0.18, clip=True, **SILENT)
        .encode(**axes, y2=alt.Y2("high:Q"))
    ]


def diagonal(axes: dict[str, Any], end: float = 1.0) -> Chart:
    """Draw the line from (0, 0) on which both axes are equal."""
    import altair as alt

    rows: list[dict[str, Any]] = [{"x": 0, "y": 0, "order": 0}, {"x": end, "y": end, "order": 1}]
    line = alt.Chart(data(rows)).mark_line(color=GREY, strokeDash=[4, 4], strokeWidth=1, **SILENT)
    return line.encode(**axes, order=alt.Order("order:Q"))


def _marks(points: Sequence[OperatingPoint], kind: str, axes: dict[str, Any]) -> list[Chart]:
    """Mark the usual operating points on a curve."""
    import altair as alt

    across, up = {"roc": ("false_positive_rate", "recall"), "pr": ("recall", "precision")}[kind]
    named = {point.rule: rule_name(point.rule) for point in points}
    rows: list[dict[str, Any]] = [
        {
            "x": x,
            "y": y,
            "rule": named[point.rule],
            "told": f"{named[point.rule]}, {at_threshold(point.threshold)}: {READ[kind](x, y)}",
        }
        for point in points
        for x, y in [(point[across].value, point[up].value)]
        if x == x and y == y
    ]
    if not rows:
        return []
    shown = list(dict.fromkeys(str(row["rule"]) for row in rows))
    below = alt.Legend(orient="bottom", columns=3, direction="horizontal", columnPadding=14, values=shown)
    seen = alt.Shape("rule:N", title=None, scale=alt.Scale(domain=list(named.values())), legend=below)
    base = alt.Chart(data(rows)).encode(**axes, shape=seen, **says())
    return [base.mark_point(size=70, color=ORANGE, strokeWidth=2, aria=True)]


def roc_chart(evaluation: Evaluation, band: str = BANDS[0]) -> Chart:
    """Draw the ROC curve with its band, the usual operating points and the line of guessing."""
    if "roc" not in evaluation.curves:
        return class_curves(evaluation, "roc")
    curve = evaluation.curves["roc"]
    axes = axes_of(curve)
    marks = _marks(evaluation.operating_points, "roc", axes)
    layers = [*_band(evaluation, "roc", axes, band), diagonal(axes), _line(curve, axes), *marks]
    layers.append(near(curve_sentences(curve), axes))
    return sized(layered(layers), "ROC curve", subtitle=area_words(evaluation, "roc_auc", "area"))


def pr_chart(evaluation: Evaluation, band: str = BANDS[0]) -> Chart:
    """Draw precision against recall with its band, and the prevalence as the line of guessing."""
    import altair as alt

    if "pr" not in evaluation.curves:
        return class_curves(evaluation, "pr")
    curve = evaluation.curves["pr"]
    axes = axes_of(curve)
    prevalence = float(curve.y[-1])
    guess = alt.Chart(data([{"y": prevalence}])).mark_rule(color=GREY, strokeDash=[4, 4], **SILENT)
    marks = _marks(evaluation.operating_points, "pr", axes)
    layers = [*_band(evaluation, "pr", axes, band), guess.encode(y=axes["y"]), _line(curve, axes), *marks]
    layers.append(near(curve_sentences(curve), axes))
    return sized(
        layered(layers),
        "Precision and recall",
        subtitle=area_words(evaluation, "average_precision", "average precision"),
    )


def area_words(evaluation: Evaluation, metric: str, word: str) -> str | None:
    """Write a metric with its interval under a title; nothing where it is undefined."""
    if metric not in evaluation.estimates or not evaluation[metric].defined:
        return None
    return f"{word} {with_interval(evaluation[metric])}"


def det_shown(evaluation: Evaluation) -> bool:
    """Say whether any point is finite on the scales of normal deviates: none is where the classes do not overlap."""
    curve = evaluation.curves["det"]
    return bool((np.isfinite(curve.x) & np.isfinite(curve.y)).any())


def det_chart(evaluation: Evaluation) -> Chart:
    """Draw misses against false alarms on normal-deviate scales."""
    import altair as alt
    from scipy import special

    curve = evaluation.curves["det"]
    ticks = [float(special.ndtri(share)) for share in DET_TICKS]
    across, up = (alt.Scale(domain=extent(part)) for part in (curve.x, curve.y))
    pairs = zip(ticks, DET_TICKS, strict=True)
    named = [f"abs(datum.value - {tick:.6f}) < 0.01 ? '{100 * share:g}%'" for tick, share in pairs]
    label = " : ".join([*named, "''"])
    axis = alt.Axis(values=ticks, labelExpr=label)
    axes = {
        "x": alt.X("x:Q", title="false positive rate", axis=axis, scale=across),
        "y": alt.Y("y:Q", title="false negative rate", axis=axis, scale=up),
    }
    return sized(layered([_line(curve, axes), near(curve_sentences(curve), axes)]), "Detection error trade-off")


def gain_chart(evaluation: Evaluation) -> Chart:
    """Draw the share of positives found against the share of cases called."""
    curve = evaluation.curves["gain"]
    axes = axes_of(curve)
    return sized(layered([diagonal(axes), _line(curve, axes), near(curve_sentences(curve), axes)]), "Gain")


def decision_chart(evaluation: Evaluation) -> Chart:
    """Draw the net benefit of acting at every threshold with its band, beside acting on everyone and on nobody."""
    import altair as alt

    curves = evaluation.curves
    curve = banded(curves, "decision", replicates=400, points=len(curves["decision"]))
    low, high = (curve.y if end is None else end for end in (curve.low, curve.high))
    counts = evaluation["prevalence"].value if "prevalence" in evaluation else float(curve.y[0])
    rows = [
        {"x": x, "y": y, "low": a, "high": b, "all": counts - (1 - counts) * x / (1 - x), "nobody": 0.0}
        for x, y, a, b in zip(*(part.tolist() for part in (curve.x, curve.y, low, high)), strict=True)
    ]
    top = max(row["high"] for row in rows)
    ends = [-0.1 * top, 1.05 * top]
    axes = {"x": alt.X("x:Q", title="threshold", scale=alt.Scale(domain=extent(curve.x), nice=False)),
            "y": alt.Y("y:Q", title="net benefit", scale=alt.Scale(domain=ends, nice=False))}  # fmt: skip
    base = alt.Chart(data(rows))
    area = base.mark_area(opacity=0.2, color=BLUE, clip=True, **SILENT).encode(
        x=axes["x"], y=alt.Y("low:Q"), y2=alt.Y2("high:Q")
    )
    line = base.mark_line(strokeWidth=2, color=BLUE, clip=True, **SILENT).encode(**axes)
    others = [
        base.mark_line(color=GREY, strokeDash=dash, clip=True, **SILENT).encode(x=axes["x"], y=alt.Y(f"{name}:Q"))
        for name, dash in (("all", [4, 4]), ("nobody", [1, 2]))
    ]
    told = [row for row in curve_sentences(curve) if ends[0] <= row["y"] <= ends[1]]
    everyone = any(row["all"] >= ends[0] for row in rows)
    words = (
        "dashed: acting on everyone, dotted: on nobody"
        if everyone
        else "dotted: acting on nobody; on everyone is worse"
    )
    return sized(layered([area, *others, line, near(told, axes)]), "Net benefit", 360, 260, words)


def threshold_chart(evaluation: Evaluation) -> Chart:
    """Draw precision, recall, specificity and F1 against the threshold."""
    import altair as alt

    labels = {metric: plain_metric(card_of(metric).label) for metric in SWEPT}
    rows, told = [], []
    for metric, label in labels.items():
        rows += points_of(evaluation.curves[metric], label, steps=True)
        told += curve_sentences(replace(evaluation.curves[metric], y_label=label), most=MOST_NEAR // 2)
    looks = colours(list(labels.values()), "metric")
    ends = extent(evaluation.curves[SWEPT[0]].x)
    x = alt.X("x:Q", title="threshold", scale=alt.Scale(domain=ends))
    y = alt.Y("y:Q", title="value", scale=alt.Scale(domain=[0, 1]))
    steps = alt.Chart(data(rows)).mark_line(strokeWidth=2, interpolate="step-before", **SILENT)
    layers = [steps.encode(x=x, y=y, **looks, order=alt.Order("order:Q"))]
    cut = evaluation.choices.threshold
    if cut is not None:
        rule = alt.Chart(data([{"x": cut}])).mark_rule(color=GREY, strokeDash=[4, 4], clip=True, **SILENT)
        layers.append(rule.encode(x=x).properties(name="asked_rule"))
    layers.append(near(told, {"x": x, "y": y}))
    return sized(layered(layers), "What every threshold gives", 360, 260)
