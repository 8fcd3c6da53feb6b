"""Charts of errors: their distribution, their histogram, residuals, and predictions against the truth."""

from __future__ import annotations

from typing import Any

import numpy as np

from assay.reports.charts.robust_axes import SHORT, far_out, scale_of
from assay.reports.charts.sentences import MOST_NEAR, SILENT, hundred, near, says
from assay.reports.charts.theme import BLUE, GREY, MOST_POINTS, ORANGE, Chart, data, sized
from assay.results.curve import Curve
from assay.results.significant import significant
from assay.stats.arithmetic import Numbers
from assay.tasks.regression.result import RegressionEvaluation

MOST_DOTS, EXTREMES = 800, 40
"""More dots hide one another; the farthest are always among those drawn."""
ROBUST_BINS, HISTOGRAM_REACH = 40, 3.0
"""Bins of a histogram of which a few errors are left out, and how far it reaches: times what holds 95 of 100."""


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
        {"x": x, "y": y, "told": f"{first} {significant(x, 4)}, {second} {significant(y, 4)}"}
        for x, y in zip(curve.x[places].tolist(), curve.y[places].tolist(), strict=True)
    ]
    return rows, len(places) < len(curve)


def error_cdf_chart(evaluation: RegressionEvaluation, linear: bool = False) -> Chart:
    """Draw the share of cases whose error is at most x."""
    import altair as alt

    whole = evaluation.curves["error_cdf"]
    curve, robust = whole.thinned(MOST_POINTS), not linear and far_out(whole.x)
    rows = [{"x": x, "y": y} for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)]
    scale, axis = scale_of(np.append(whole.x, 0.0), robust)
    x = alt.X("x:Q", title=curve.x_label, scale=scale, axis=axis)
    y = alt.Y("y:Q", title=curve.y_label, scale=alt.Scale(domain=[0, 1]))
    line = alt.Chart(data(rows)).mark_line(interpolate="step-after", color=BLUE, strokeWidth=2, **SILENT)
    short = curve.thinned(MOST_NEAR)
    told = [
        {"x": size, "y": share, "told": f"{hundred(share)} of 100 errors are at most {significant(size, 4)}"}
        for size, share in zip(short.x.tolist(), short.y.tolist(), strict=True)
    ]
    marks = []
    if evaluation.errors is not None:
        for share in (0.5, 0.9):
            size = evaluation.errors.below(share).value
            told_so = f"{hundred(share)} of 100 errors are at most {significant(size, 4)}"
            marks.append({"x": size, "y": share, "text": f"{share:.0%} within {significant(size)}", "told": told_so})
    dots = alt.Chart(data(marks)).mark_point(color=ORANGE, filled=True, size=60, opacity=1, aria=True)
    words = (
        alt.Chart(data(marks)).mark_text(align="left", dx=8, dy=10, **SILENT).encode(x=x, y=y, text=alt.Text("text:N"))
    )
    layers = [line.encode(x=x, y=y), dots.encode(x=x, y=y, **says()), words, near(told, {"x": x, "y": y})]
    return sized(alt.layer(*layers), "How large the errors are", subtitle=_bent(robust))


def error_histogram_chart(evaluation: RegressionEvaluation, linear: bool = False) -> Chart:
    """Draw the histogram of the errors; a few that lie far away are counted in words."""
    import altair as alt

    curve = evaluation.curves["error_histogram"]
    x_values, shares, width, left = _bins(evaluation, linear)
    rows = [
        {"x": x - width / 2, "end": x + width / 2, "y": y, "zero": 0,
         "told": f"errors from {significant(x - width / 2)} to {significant(x + width / 2)}: {hundred(y)} of 100 cases"}
        for x, y in zip(x_values.tolist(), shares.tolist(), strict=True)
    ]  # fmt: skip
    x = alt.X("x:Q", title=curve.x_label, scale=alt.Scale(zero=False), axis=alt.Axis(labelExpr=SHORT))
    y = alt.Y("y:Q", title=curve.y_label)
    bars = alt.Chart(data(rows)).mark_bar(color=BLUE, opacity=0.8, aria=True)
    zero = alt.Chart(data([{"x": 0}])).mark_rule(color=GREY, strokeDash=[4, 4], **SILENT).encode(x=x)
    layers = alt.layer(bars.encode(x=x, x2=alt.X2("end:Q"), y=y, y2=alt.Y2("zero:Q"), **says()), zero)
    return sized(layers, "Errors", subtitle=f"{left:,} errors lie farther out" if left else None)


def _bins(evaluation: RegressionEvaluation, linear: bool) -> tuple[Numbers, Numbers, float, int]:
    """Return the middles and shares of bins, their width, and how many errors lie beyond them."""
    curve = evaluation.curves["error_histogram"]
    errors = evaluation.curves["residuals"].y if "residuals" in evaluation.curves else curve.x
    if linear or "residuals" not in evaluation.curves or not far_out(errors):
        return curve.x, curve.y, float(curve.x[1] - curve.x[0]) if len(curve) > 1 else 1.0, 0
    middle = float(np.median(errors))
    reach = HISTOGRAM_REACH * float(np.quantile(np.abs(errors - middle), 0.95))
    counts, edges = np.histogram(errors, bins=ROBUST_BINS, range=(middle - reach, middle + reach))
    middles = (edges[:-1] + edges[1:]) / 2
    return middles, counts / len(errors), float(edges[1] - edges[0]), len(errors) - int(counts.sum())


def residual_chart(evaluation: RegressionEvaluation, linear: bool = False) -> Chart:
    """Draw every error against its prediction; a sample of them where there are very many."""
    import altair as alt

    curve = evaluation.curves["residuals"]
    rows, sampled = _dots(curve)
    bent = [not linear and far_out(values) for values in (curve.x, curve.y)]
    scales = [scale_of(values, robust, zero=False) for values, robust in zip((curve.x, curve.y), bent, strict=True)]
    x = alt.X("x:Q", title=curve.x_label, scale=scales[0][0], axis=scales[0][1])
    y = alt.Y("y:Q", title=curve.y_label, scale=scales[1][0], axis=scales[1][1])
    dots = alt.Chart(data(rows)).mark_circle(color=BLUE, opacity=0.45, size=22, aria=True).encode(x=x, y=y, **says())
    zero = alt.Chart(data([{"y": 0}])).mark_rule(color=GREY, strokeDash=[4, 4], **SILENT).encode(y=y)
    words = _bent(any(bent), _sample(sampled, len(rows), len(curve)))
    return sized(alt.layer(dots, zero), "Residuals", subtitle=words)


def prediction_chart(evaluation: RegressionEvaluation, linear: bool = False) -> Chart:
    """Draw every prediction against its truth, with the line where both are equal."""
    import altair as alt

    curve = evaluation.curves["predicted"]
    rows, sampled = _dots(curve)
    both = np.concatenate([curve.x, curve.y])
    robust, ends = not linear and far_out(both), [float(both.min()), float(both.max())]
    scale, axis = scale_of(both, robust, domain=ends)
    x = alt.X("x:Q", title=curve.x_label, scale=scale, axis=axis)
    y = alt.Y("y:Q", title=curve.y_label, scale=scale, axis=axis)
    dots = alt.Chart(data(rows)).mark_circle(color=BLUE, opacity=0.45, size=22, aria=True).encode(x=x, y=y, **says())
    line = alt.Chart(data([{"x": end, "y": end} for end in ends])).mark_line(color=GREY, strokeDash=[4, 4], **SILENT)
    return sized(
        alt.layer(line.encode(x=x, y=y), dots), "Predicted against actual",
        subtitle=_bent(robust, _sample(sampled, len(rows), len(curve))),
    )  # fmt: skip


def linear_charts(evaluation: RegressionEvaluation) -> list[str]:
    """Return the charts whose usual axes are bent, and which are to be had with straight ones too."""
    values = {"error_cdf": "x", "residuals": "xy", "predicted": "xy"}
    bent = [
        name
        for name, sides in values.items()
        if name in evaluation.curves and any(far_out(getattr(evaluation.curves[name], side)) for side in sides)
    ]
    return [*bent, *(["error_histogram"] if "residuals" in bent and "error_histogram" in evaluation.curves else [])]


def _bent(robust: bool, words: str | None = None) -> str | None:
    """Say that an axis is even near 0 and logarithmic farther out."""
    said = [*(["axes: even near 0, logarithmic farther out"] if robust else []), *([words] if words else [])]
    return "; ".join(said) or None


def _sample(sampled: bool, shown: int, all_of_them: int) -> str | None:
    return f"{shown:,} of {all_of_them:,} cases: evenly along the axis, and the extremes" if sampled else None
