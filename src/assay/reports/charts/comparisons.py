"""Charts of comparisons: models with their intervals, and the differences between them."""

from __future__ import annotations

from typing import Any

from assay.reports import numbers
from assay.reports.charts.overlaid_curves import overlaid
from assay.reports.charts.theme import BLUE, GREY, ORANGE, Chart, data, distinct
from assay.results.comparison import Comparison

MOST_METRICS, MOST_MODELS, MOST_PAIRS = 6, 40, 40
ROW = 24


def forest_chart(comparison: Comparison) -> Chart:
    """Draw every model's estimate of every metric, best on top."""
    import altair as alt

    parts = []
    names = distinct(comparison.models)
    for metric in list(comparison.values())[:MOST_METRICS]:
        rows = [
            {"model": names[model], "value": one.value, "low": one.low, "high": one.high, "shown": one.text()}
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
    return alt.vconcat(*parts).properties(title=_title("Models with their intervals", comparison))


def difference_chart(comparison: Comparison) -> Chart:
    """Draw every difference with its interval, the line of no difference and the margin that does not matter."""
    import altair as alt

    parts = []
    names = distinct(comparison.models)
    for metric in list(comparison.values())[:MOST_METRICS]:
        ranked = sorted(metric.pairs, key=lambda pair: (not pair.significant, pair.p_adjusted))
        ranked = sorted(metric.pairs, key=lambda pair: (not pair.significant, pair.p_adjusted))
        rows = [
            {"pair": f"{names[pair.a]} − {names[pair.b]}", "value": pair.difference.value, "low": pair.difference.low,
             "high": pair.difference.high, "told": "can be told apart" if pair.significant else "cannot"}
            for pair in ranked[:MOST_PAIRS]
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
    return alt.vconcat(*parts).properties(title=_title("Differences with their intervals", comparison))


def _title(words: str, comparison: Comparison) -> Any:
    """Say under the title what was left out."""
    import altair as alt

    pairs = max((len(metric.pairs) for metric in comparison.values()), default=0)
    left = [
        f"{most} of {count} {what}"
        for what, count, most in (
            ("metrics", len(comparison), MOST_METRICS),
            ("models", len(comparison.models), MOST_MODELS),
            ("pairs", pairs, MOST_PAIRS),
        )
        if count > most
    ]
    return alt.TitleParams(words, subtitle=[f"only {', '.join(left)}"]) if left else words


def several_roc_chart(comparison: Comparison) -> Chart:
    """Draw the ROC curves of all models, and where each leads."""
    return overlaid(comparison.evaluations, "roc")


def several_pr_chart(comparison: Comparison) -> Chart:
    """Draw the precision-recall curves of all models, and where each leads."""
    return overlaid(comparison.evaluations, "pr")
