"""Charts of comparisons: models with their intervals, and the differences between them."""

from __future__ import annotations

from typing import Any

from assay.reports import numbers
from assay.reports.charts.scores import overlaid
from assay.reports.charts.theme import BLUE, GREY, ORANGE, Chart, data, name
from assay.results.comparison import Comparison

MOST_MODELS, MOST_PAIRS = 40, 40
ROW = 24


def forest_chart(comparison: Comparison) -> Chart:
    """Draw every model's estimate of every metric, best on top."""
    import altair as alt

    parts = []
    for metric in list(comparison.values())[:6]:
        rows = [
            {"model": name(model), "value": one.value, "low": one.low, "high": one.high, "shown": one.text()}
            for model in metric.order[:MOST_MODELS]
            if (one := metric.models[model]).defined
        ]
        y = alt.Y("model:N", sort=[str(row["model"]) for row in rows], title=None)
        title = f"{metric.label}, {numbers.percent(comparison.level)} interval"
        x = alt.X("value:Q", title=title, scale=alt.Scale(zero=False))
        base = alt.Chart(data(rows)).encode(y=y)
        bars = base.mark_rule(color=BLUE, strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q")
        dots = base.mark_point(filled=True, color=BLUE, size=60, opacity=1).encode(x=x, tooltip=["model:N", "shown:N"])
        parts.append(alt.layer(bars, dots).properties(width=340, height=ROW * max(len(rows), 1)))
    return alt.vconcat(*parts).properties(title="Models with their intervals")


def difference_chart(comparison: Comparison) -> Chart:
    """Draw every difference with its interval, the line of no difference and the margin that does not matter."""
    import altair as alt

    parts = []
    for metric in list(comparison.values())[:6]:
        rows = [
            {"pair": f"{name(pair.a)} − {name(pair.b)}", "value": pair.difference.value, "low": pair.difference.low,
             "high": pair.difference.high, "told": "can be told apart" if pair.significant else "cannot"}
            for pair in metric.pairs[:MOST_PAIRS]
            if pair.difference.defined
        ]  # fmt: skip
        y = alt.Y("pair:N", sort=[str(row["pair"]) for row in rows], title=None)
        title = f"difference in {metric.label}"
        x = alt.X("value:Q", title=title)
        colour = alt.Color(
            "told:N",
            scale=alt.Scale(domain=["can be told apart", "cannot"], range=[BLUE, GREY]),
            title="models",
            legend=alt.Legend(orient="bottom"),
        )
        base = alt.Chart(data(rows)).encode(y=y, color=colour)
        layers: list[Any] = []
        if comparison.margin is not None:
            room = [{"x": -comparison.margin, "end": comparison.margin}]
            layers.append(
                alt.Chart(data(room))
                .mark_rect(color=ORANGE, opacity=0.18)
                .encode(x=alt.X("x:Q", title=title), x2="end:Q")
            )
        layers += [
            alt.Chart(data([{"x": 0}])).mark_rule(color=GREY, strokeDash=[4, 4]).encode(x=alt.X("x:Q", title=title)),
            base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q"),
            base.mark_point(filled=True, size=60, opacity=1).encode(x=x),
        ]
        parts.append(alt.layer(*layers).properties(width=340, height=ROW * max(len(rows), 1)))
    return alt.vconcat(*parts).properties(title="Differences with their intervals")


def several_roc_chart(comparison: Comparison) -> Chart:
    """Draw the ROC curves of all models, and where each leads."""
    return overlaid(comparison.evaluations, "roc")


def several_pr_chart(comparison: Comparison) -> Chart:
    """Draw the precision-recall curves of all models, and where each leads."""
    return overlaid(comparison.evaluations, "pr")
