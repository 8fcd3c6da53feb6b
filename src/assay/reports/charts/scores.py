"""Charts of scores: ROC, precision-recall, DET, gain, calibration, thresholds, and the scores of both classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assay.reports.charts.theme import (
    BLUE,
    GREY,
    MOST_POINTS,
    ORANGE,
    Chart,
    colours,
    data,
    distinct,
    name,
    sized,
)
from assay.results.curve import Curve
from assay.results.evaluation import Evaluation
from assay.results.operating_point import OperatingPoint

SWEPT = ("precision", "recall", "specificity", "f1")
DET_TICKS = (0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99)
GRID = 101
MOST_SERIES = 8


def points_of(curve: Curve, series: str = "") -> list[dict[str, Any]]:
    """Return a curve's points, few enough to draw."""
    short = curve.without_collinear().thinned(MOST_POINTS)
    rows: list[dict[str, Any]] = [
        {"x": x, "y": y, "series": series, "order": place}
        for place, (x, y) in enumerate(zip(short.x.tolist(), short.y.tolist(), strict=True))
    ]
    if short.threshold is not None:
        for row, threshold in zip(rows, short.threshold.tolist(), strict=True):
            row["threshold"] = threshold
    return rows


def axes_of(curve: Curve, square: bool = True) -> dict[str, Any]:
    """Return both axes of a curve, from 0 to 1 where it lives in the unit square."""
    import altair as alt

    unit = alt.Scale(domain=[0, 1]) if square else alt.Scale(zero=False)
    return {"x": alt.X("x:Q", title=curve.x_label, scale=unit), "y": alt.Y("y:Q", title=curve.y_label, scale=unit)}


def _line(rows: list[dict[str, Any]], axes: dict[str, Any]) -> Chart:
    import altair as alt

    return alt.Chart(data(rows)).mark_line(color=BLUE, strokeWidth=2).encode(**axes, order="order:Q")


def _band(evaluation: Evaluation, kind: str, axes: dict[str, Any]) -> list[Chart]:
    """Draw the confidence band of a curve, where it can be drawn."""
    import altair as alt

    if not hasattr(evaluation.curves, "band"):
        return []
    band = evaluation.curves.band(kind, replicates=400, points=GRID)
    if band.low is None or band.high is None:
        return []
    rows = [
        {"x": x, "y": low, "high": high}
        for x, low, high in zip(band.x.tolist(), band.low.tolist(), band.high.tolist(), strict=True)
    ]
    return [alt.Chart(data(rows)).mark_area(color=BLUE, opacity=0.18, clip=True).encode(**axes, y2="high:Q")]


def _diagonal(axes: dict[str, Any]) -> Chart:
    import altair as alt

    rows = [{"x": 0, "y": 0, "order": 0}, {"x": 1, "y": 1, "order": 1}]
    return alt.Chart(data(rows)).mark_line(color=GREY, strokeDash=[4, 4], strokeWidth=1).encode(**axes, order="order:Q")


def _marks(points: Iterable[OperatingPoint], across: str, up: str, axes: dict[str, Any]) -> list[Chart]:
    """Mark the usual operating points on a curve."""
    import altair as alt

    rows = [
        {"x": point[across].value, "y": point[up].value, "rule": point.rule, "threshold": point.threshold}
        for point in points
    ]
    if not rows:
        return []
    seen = alt.Shape(
        "rule:N", title=None, legend=alt.Legend(orient="bottom", columns=3, direction="horizontal", columnPadding=14)
    )
    base = alt.Chart(data(rows)).encode(**axes, shape=seen, tooltip=["rule:N", "threshold:Q", "x:Q", "y:Q"])
    return [base.mark_point(size=70, color=ORANGE, strokeWidth=2)]


def roc_chart(evaluation: Evaluation) -> Chart:
    """Draw the ROC curve with its band, the usual operating points and the line of guessing."""
    if "roc" not in evaluation.curves:
        return class_curves(evaluation, "roc")
    curve = evaluation.curves["roc"]
    axes = axes_of(curve)
    marks = _marks(evaluation.operating_points, "false_positive_rate", "recall", axes)
    layers = [*_band(evaluation, "roc", axes), _diagonal(axes), _line(points_of(curve), axes), *marks]
    return sized(_layered(layers), "ROC curve", subtitle=_area(evaluation, "roc_auc", "area"))


def pr_chart(evaluation: Evaluation) -> Chart:
    """Draw precision against recall with its band, and the prevalence as the line of guessing."""
    import altair as alt

    if "pr" not in evaluation.curves:
        return class_curves(evaluation, "pr")
    curve = evaluation.curves["pr"]
    axes = axes_of(curve)
    prevalence = float(curve.y[-1])
    guess = alt.Chart(data([{"y": prevalence}])).mark_rule(color=GREY, strokeDash=[4, 4]).encode(y=axes["y"])
    marks = _marks(evaluation.operating_points, "recall", "precision", axes)
    layers = [*_band(evaluation, "pr", axes), guess, _line(points_of(curve), axes), *marks]
    return sized(
        _layered(layers), "Precision and recall", subtitle=_area(evaluation, "average_precision", "average precision")
    )


def _area(evaluation: Evaluation, metric: str, word: str) -> str | None:
    if metric not in evaluation.estimates or not evaluation[metric].defined:
        return None
    return f"{word} {evaluation[metric].text()}"


def _layered(layers: list[Chart]) -> Chart:
    import altair as alt

    return alt.layer(*layers)


def class_curves(evaluation: Evaluation, kind: str) -> Chart:
    """Draw the curve of every class against the rest."""
    import altair as alt

    every = [title for title in evaluation.curves if title.startswith(f"{kind}: ")]
    listed = every[:MOST_SERIES]
    names = distinct(title.removeprefix(f"{kind}: ") for title in listed)
    rows, first = [], None
    for title in listed:
        curve = evaluation.curves[title]
        first = first or curve
        rows += points_of(curve, names[title.removeprefix(f"{kind}: ")])
    axes = axes_of(first) if first is not None else {"x": alt.X("x:Q"), "y": alt.Y("y:Q")}
    looks = colours([row["series"] for row in rows], "class")
    chart = alt.Chart(data(rows)).mark_line(strokeWidth=2).encode(**axes, **looks, order="order:Q")
    titles = {"roc": "ROC curve of each class against the rest", "pr": "Precision and recall of each class"}
    return sized(chart, titles[kind], subtitle=left_out(len(listed), len(every), "classes"))


def left_out(shown: int, count: int, what: str) -> str | None:
    """Say how many were left out, if any were."""
    return f"the first {shown} of {count} {what}" if shown < count else None


def det_chart(evaluation: Evaluation) -> Chart:
    """Draw misses against false alarms on normal-deviate scales."""
    import altair as alt
    from scipy import special

    curve = evaluation.curves["det"]
    ticks = [float(special.ndtri(share)) for share in DET_TICKS]
    pairs = zip(ticks, DET_TICKS, strict=True)
    named = [f"abs(datum.value - {tick:.6f}) < 0.01 ? '{100 * share:g}%'" for tick, share in pairs]
    label = " : ".join([*named, "''"])
    axis = alt.Axis(values=ticks, labelExpr=label)
    axes = {
        "x": alt.X("x:Q", title="false positive rate", axis=axis, scale=alt.Scale(zero=False)),
        "y": alt.Y("y:Q", title="false negative rate", axis=axis, scale=alt.Scale(zero=False)),
    }
    return sized(_line(points_of(curve), axes), "Detection error trade-off")


def gain_chart(evaluation: Evaluation) -> Chart:
    """Draw the share of positives found against the share of cases called."""
    curve = evaluation.curves["gain"]
    axes = axes_of(curve)
    return sized(_layered([_diagonal(axes), _line(points_of(curve), axes)]), "Gain")


def calibration_chart(evaluation: Evaluation) -> Chart:
    """Draw observed shares against mean scores, a point a bin with its interval, and the scores below."""
    import altair as alt

    curve = evaluation.curves["calibration"]
    axes = axes_of(curve)
    low, high = (curve.low, curve.high) if curve.low is not None and curve.high is not None else (curve.y, curve.y)
    rows = [
        {"x": x, "y": y, "low": a, "high": b}
        for x, y, a, b in zip(curve.x.tolist(), curve.y.tolist(), low.tolist(), high.tolist(), strict=True)
    ]
    base = alt.Chart(data(rows))
    bars = base.mark_rule(color=BLUE).encode(x=axes["x"], y=alt.Y("low:Q", title=curve.y_label), y2="high:Q")
    dots = base.mark_point(filled=True, color=BLUE, size=50, opacity=1).encode(**axes)
    told = _area(evaluation, "brier", "Brier score")
    top = sized(_layered([_diagonal(axes), bars, dots]), "Calibration", subtitle=told)
    return alt.vconcat(top, _histogram(evaluation))


def _histogram(evaluation: Evaluation) -> Chart:
    import altair as alt

    rows = [row for side in ("negative", "positive") for row in _density(evaluation, side)]
    looks = colours([row["series"] for row in rows], "truth")
    x = alt.X("x:Q", title="score", scale=alt.Scale(zero=False))
    y = alt.Y("y:Q", title="share of class", stack=None)
    chart = (
        alt.Chart(data(rows)).mark_area(opacity=0.45, interpolate="step-after").encode(x=x, y=y, color=looks["color"])
    )
    return chart.properties(width=340, height=70)


def _density(evaluation: Evaluation, side: str) -> list[dict[str, Any]]:
    curve = evaluation.curves[f"density_{side}"]
    label = name(evaluation.positive) if side == "positive" else f"not {name(evaluation.positive)}"
    return [{"x": x, "y": y, "series": label} for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)]


def density_chart(evaluation: Evaluation, threshold: float | None = None) -> Chart:
    """Draw the scores of both classes; beyond the threshold, false alarms (alpha) and misses (beta) are shaded."""
    import altair as alt

    cut = evaluation.choices.threshold if threshold is None else threshold
    rows = [row for side in ("negative", "positive") for row in _density(evaluation, side)]
    looks = colours([row["series"] for row in rows], "truth")
    x = alt.X("x:Q", title="score", scale=alt.Scale(zero=False))
    y = alt.Y("y:Q", title="share of class", stack=None)
    layers = [alt.Chart(data(rows)).mark_line(interpolate="step-after", strokeWidth=2).encode(x=x, y=y, **looks)]
    subtitle = None
    if cut is not None:
        point = evaluation.thresholds.at(cut)
        wrong = _beyond(_density(evaluation, "negative"), cut, above=True)
        wrong += _beyond(_density(evaluation, "positive"), cut, above=False)
        shade = alt.Chart(data(wrong)).mark_area(interpolate="step-after", opacity=0.35)
        shade = shade.encode(x=x, y=y, color=looks["color"])
        rule = alt.Chart(data([{"x": cut}])).mark_rule(color=GREY, strokeWidth=1.5).encode(x=x)
        layers = [shade, *layers, rule]
        subtitle = f"threshold {cut:.4g}: α = {point.alpha:.3f} (false alarms), β = {point.beta:.3f} (misses)"
    return sized(_layered(layers), "Scores of both classes", width=440, height=240, subtitle=subtitle)


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


def threshold_chart(evaluation: Evaluation) -> Chart:
    """Draw precision, recall, specificity and F1 against the threshold."""
    import altair as alt

    rows: list[dict[str, Any]] = []
    for metric in SWEPT:
        rows += points_of(evaluation.curves[metric], metric)
    looks = colours(SWEPT, "metric")
    x = alt.X("x:Q", title="threshold", scale=alt.Scale(zero=False))
    y = alt.Y("y:Q", title="value", scale=alt.Scale(domain=[0, 1]))
    layers = [alt.Chart(data(rows)).mark_line(strokeWidth=2).encode(x=x, y=y, **looks, order="order:Q")]
    cut = evaluation.choices.threshold
    if cut is not None:
        layers.append(alt.Chart(data([{"x": cut}])).mark_rule(color=GREY, strokeDash=[4, 4]).encode(x=x))
    return sized(_layered(layers), "What every threshold gives", width=440, height=260)
