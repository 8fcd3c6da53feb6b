"""Charts of errors: their distribution, their histogram, residuals, and predictions against the truth."""

from __future__ import annotations

from typing import Any

import numpy as np

from assay.reports.charts.sentences import MOST_NEAR, SILENT, hundred, near, says
from assay.reports.charts.theme import BLUE, GREY, MOST_POINTS, ORANGE, Chart, data, sized
from assay.results.curve import Curve
from assay.tasks.regression.result import RegressionEvaluation

MOST_DOTS, EXTREMES = 800, 40
"""More dots hide one another; the farthest are always among those drawn."""


def _dots(curve: Curve) -> tuple[list[dict[str, Any]], bool]:
    """Return points to scatter; of very many an even sample along the curve, and whether some were left out."""
    if len(curve) <= MOST_DOTS:
        places = np.arange(len(curve))
    else:
        even = np.linspace(0, len(curve) - 1, MOST_DOTS - EXTREMES).round().astype(int)
        off = np.argsort(-np.abs(curve.y - np.median(curve.y)))[: EXTREMES // 2]
        apart = np.argsort(-np.abs(curve.y - curve.x))[: EXTREMES // 2]
        places = np.unique(np.concatenate([even, off, apart]))
    first, second = curve.x_label, curve.y_label.partition(" (")[0]
    rows = [
        {"x": x, "y": y, "told": f"{first} {x:.4g}, {second} {y:.4g}"}
        for x, y in zip(curve.x[places].tolist(), curve.y[places].tolist(), strict=True)
    ]
    return rows, len(places) < len(curve)


def error_cdf_chart(evaluation: RegressionEvaluation) -> Chart:
    """Draw the share of cases whose error is at most x."""
    import altair as alt

    curve = evaluation.curves["error_cdf"].thinned(MOST_POINTS)
    rows = [{"x": x, "y": y} for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)]
    x = alt.X("x:Q", title=curve.x_label)
    y = alt.Y("y:Q", title=curve.y_label, scale=alt.Scale(domain=[0, 1]))
    line = alt.Chart(data(rows)).mark_line(interpolate="step-after", color=BLUE, strokeWidth=2, **SILENT)
    short = curve.thinned(MOST_NEAR)
    told = [
        {"x": size, "y": share, "told": f"{hundred(share)} of 100 errors are at most {size:.4g}"}
        for size, share in zip(short.x.tolist(), short.y.tolist(), strict=True)
    ]
    marks = []
    if evaluation.errors is not None:
        for share in (0.5, 0.9):
            size = evaluation.errors.below(share).value
            text, whole = f"{share:.0%} within {size:.3g}", f"{hundred(share)} of 100 errors are at most {size:.4g}"
            marks.append({"x": size, "y": share, "text": text, "told": whole})
    dots = alt.Chart(data(marks)).mark_point(color=ORANGE, filled=True, size=60, opacity=1, aria=True)
    words = (
        alt.Chart(data(marks)).mark_text(align="left", dx=8, dy=10, **SILENT).encode(x=x, y=y, text=alt.Text("text:N"))
    )
    layers = [line.encode(x=x, y=y), dots.encode(x=x, y=y, **says()), words, near(told, {"x": x, "y": y})]
    return sized(alt.layer(*layers), "How large the errors are")


def error_histogram_chart(evaluation: RegressionEvaluation) -> Chart:
    """Draw the histogram of the errors."""
    import altair as alt

    curve = evaluation.curves["error_histogram"]
    width = float(curve.x[1] - curve.x[0]) if len(curve) > 1 else 1.0
    rows = [
        {"x": x - width / 2, "end": x + width / 2, "y": y, "zero": 0,
         "told": f"errors from {x - width / 2:.4g} to {x + width / 2:.4g}: {hundred(y)} of 100 cases"}
        for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)
    ]  # fmt: skip
    x = alt.X("x:Q", title=curve.x_label, scale=alt.Scale(zero=False))
    y = alt.Y("y:Q", title=curve.y_label)
    bars = alt.Chart(data(rows)).mark_bar(color=BLUE, opacity=0.8, aria=True)
    zero = alt.Chart(data([{"x": 0}])).mark_rule(color=GREY, strokeDash=[4, 4], **SILENT).encode(x=x)
    return sized(alt.layer(bars.encode(x=x, x2=alt.X2("end:Q"), y=y, y2=alt.Y2("zero:Q"), **says()), zero), "Errors")


def residual_chart(evaluation: RegressionEvaluation) -> Chart:
    """Draw every error against its prediction; a sample of them where there are very many."""
    import altair as alt

    curve = evaluation.curves["residuals"]
    rows, sampled = _dots(curve)
    x = alt.X("x:Q", title=curve.x_label, scale=alt.Scale(zero=False))
    y = alt.Y("y:Q", title=curve.y_label)
    dots = alt.Chart(data(rows)).mark_circle(color=BLUE, opacity=0.45, size=22, aria=True).encode(x=x, y=y, **says())
    zero = alt.Chart(data([{"y": 0}])).mark_rule(color=GREY, strokeDash=[4, 4], **SILENT).encode(y=y)
    return sized(alt.layer(dots, zero), "Residuals", subtitle=_sample(sampled, len(rows), len(curve)))


def prediction_chart(evaluation: RegressionEvaluation) -> Chart:
    """Draw every prediction against its truth, with the line where both are equal."""
    import altair as alt

    curve = evaluation.curves["predicted"]
    rows, sampled = _dots(curve)
    ends = [float(min(np.min(curve.x), np.min(curve.y))), float(max(np.max(curve.x), np.max(curve.y)))]
    x = alt.X("x:Q", title=curve.x_label, scale=alt.Scale(domain=ends))
    y = alt.Y("y:Q", title=curve.y_label, scale=alt.Scale(domain=ends))
    dots = alt.Chart(data(rows)).mark_circle(color=BLUE, opacity=0.45, size=22, aria=True).encode(x=x, y=y, **says())
    line = alt.Chart(data([{"x": end, "y": end} for end in ends])).mark_line(color=GREY, strokeDash=[4, 4], **SILENT)
    return sized(
        alt.layer(line.encode(x=x, y=y), dots), "Predicted against actual",
        subtitle=_sample(sampled, len(rows), len(curve)),
    )  # fmt: skip


def _sample(sampled: bool, shown: int, all_of_them: int) -> str | None:
    return f"{shown:,} of {all_of_them:,} cases: evenly along the axis, and the extremes" if sampled else None
