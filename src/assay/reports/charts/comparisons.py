"""Charts of comparisons: models with their intervals, and the differences between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assay.comparisons.verdicts import p_text, plain_metric
from assay.reports.charts.overlaid_curves import overlaid
from assay.reports.charts.sentences import SILENT, says, with_interval
from assay.reports.charts.theme import BLUE, GREY, ORANGE, Chart, beside, data, distinct, tall, titled
from assay.results import numbers
from assay.results.comparison import Comparison, MetricComparison, Pair

MOST_METRICS, MOST_MODELS, MOST_PAIRS = 6, 40, 40
"""Tastes: what fits on a page of a chart and is read."""
TICKS = 5
"""About so many ticks of an axis of differences, few enough that the one at 0 is written."""
ROW = 24
"""Pixels that a name of 11 has with air."""


def forest_chart(comparison: Comparison) -> Chart:
    """Draw every model's estimate of every metric, best on top."""
    import altair as alt

    parts = []
    names = distinct(comparison.models)
    for metric in list(comparison.values())[:MOST_METRICS]:
        rows = [
            {"model": names[model], "value": estimate.value, "low": estimate.low, "high": estimate.high,
             "told": f"{names[model]}: {metric.label} {with_interval(estimate)}"}
            for model in metric.order[:MOST_MODELS]
            if (estimate := metric.models[model]).defined
        ]  # fmt: skip
        shown = [str(row["model"]) for row in rows]
        y = alt.Y("model:N", sort=shown, title=None)
        title = f"{metric.label}, {numbers.percent(comparison.level)} interval"
        x = alt.X("value:Q", title=title, scale=alt.Scale(zero=False))
        base = alt.Chart(data(rows)).encode(y=y)
        bars = base.mark_rule(color=BLUE, strokeWidth=2, **SILENT).encode(
            x=alt.X("low:Q", title=title), x2=alt.X2("high:Q")
        )
        dots = base.mark_point(filled=True, color=BLUE, size=60, opacity=1, aria=True).encode(x=x, **says())
        parts.append(alt.layer(bars, dots).properties(width=beside(list(names.values())), height=tall(shown, ROW)))
    return alt.vconcat(*parts).properties(title=_title("Models with their intervals", comparison))


APART, LOST, ALIKE = "told apart", "only alone, not among all pairs", "not told apart"


def difference_chart(comparison: Comparison) -> Chart:
    """Draw every difference with its intervals, the line of no difference and the margin that does not matter.

    With several pairs the thick line is the interval of a pair alone, the thin one that which holds for all at once.
    """
    import altair as alt

    names = distinct(comparison.models)
    drawn = [(metric, _pair_rows(metric, names)) for metric in list(comparison.values())[:MOST_METRICS]]
    lost = any(row["apart"] == LOST for _, rows in drawn for row in rows)
    kinds = [APART, LOST, ALIKE] if lost else [APART, ALIKE]
    parts = [_differences(metric, rows, kinds, comparison.margin) for metric, rows in drawn]
    tested = max((pair.tested for metric in comparison.values() for pair in metric.pairs), default=1)
    level = numbers.percent(comparison.level)
    words = [
        f"thick: {level} interval of the pair alone; thin: {level} for all {tested} pairs at once (Bonferroni)",
        f"colour: p adjusted over {tested} pairs (Holm)",
    ]
    title = _title("Differences with their intervals", comparison, words if tested > 1 else [])
    return alt.vconcat(*parts).properties(title=title)


def _pair_rows(metric: MetricComparison, names: dict[object, str]) -> list[dict[str, Any]]:
    """Return the pairs of a metric that can be drawn, first those that can be told apart."""
    ranked = sorted(metric.pairs, key=lambda pair: (not pair.significant, pair.p_adjusted))
    return [_pair_row(pair, names, metric) for pair in ranked[:MOST_PAIRS] if pair.difference.defined]


def _differences(
    metric: MetricComparison, rows: list[dict[str, Any]], kinds: Sequence[str], margin: float | None
) -> Chart:
    """Draw the differences in a metric; `kinds` are those of the whole chart, whose metrics share one legend."""
    import altair as alt

    shown = [str(row["pair"]) for row in rows]
    y = alt.Y("pair:N", sort=shown, title=None)
    title = f"difference in {plain_metric(metric.label)}"
    inks = {APART: BLUE, LOST: ORANGE, ALIKE: GREY}
    colour = alt.Color(
        "apart:N", scale=alt.Scale(domain=kinds, range=[inks[kind] for kind in kinds]), title="models",
        legend=alt.Legend(orient="bottom"),
    )  # fmt: skip
    base = alt.Chart(data(rows)).encode(y=y, color=colour)
    low, wide = alt.X("low:Q", title=title), alt.X("widest:Q", title=title)
    zero = alt.Chart(data([{"x": 0}])).mark_rule(color=GREY, strokeDash=[4, 4], **SILENT)
    layers = [
        *_room(margin, title),
        zero.encode(x=alt.X("x:Q", title=title, axis=alt.Axis(tickCount=TICKS))),
        base.mark_rule(strokeWidth=1, **SILENT).encode(x=wide, x2=alt.X2("farthest:Q")),
        base.mark_rule(strokeWidth=3, **SILENT).encode(x=low, x2=alt.X2("high:Q")),
        base.mark_point(filled=True, size=60, opacity=1, aria=True).encode(x=alt.X("value:Q", title=title), **says()),
    ]
    return alt.layer(*layers).properties(width=beside(shown), height=tall(shown, ROW))


def _pair_row(pair: Pair, names: dict[object, str], metric: MetricComparison) -> dict[str, Any]:
    """Return a pair as the chart draws it, with a sentence that says how p and the intervals came about."""
    difference, together = pair.difference, pair.simultaneous or pair.difference
    apart = APART if pair.significant else LOST if pair.lost_to_adjustment and pair.excludes_zero else ALIKE
    label, unit = f"{names[pair.a]} − {names[pair.b]}", metric.unit
    told = f"{label}: {numbers.metric_number(unit, difference)} {numbers.metric_interval(unit, difference)}"
    p = "no test" if pair.p_adjusted != pair.p_adjusted else p_text(pair.p_adjusted)
    if pair.tested > 1:
        told += f" alone, {numbers.metric_interval(unit, together)} among {pair.tested} pairs"
        p += f" adjusted over {pair.tested} pairs (Holm)"
    return {
        "pair": label, "value": difference.value, "low": difference.low, "high": difference.high,
        "widest": together.low, "farthest": together.high, "apart": apart, "told": f"{told}; {p}: {apart}",
    }  # fmt: skip


def _room(margin: float | None, title: str) -> list[Chart]:
    """Shade the differences that do not matter."""
    import altair as alt

    if margin is None:
        return []
    shade = alt.Chart(data([{"x": -margin, "end": margin}])).mark_rect(color=ORANGE, opacity=0.18, **SILENT)
    return [shade.encode(x=alt.X("x:Q", title=title), x2=alt.X2("end:Q"))]


def _title(words: str, comparison: Comparison, below: Sequence[str] = ()) -> Any:
    """Say under the title how to read the chart, and what was left out."""
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
    lines = [*below, *([f"only {', '.join(left)}"] if left else [])]
    return titled(words, below=lines)


def several_roc_chart(comparison: Comparison) -> Chart:
    """Draw the ROC curves of all models, and where each leads."""
    return overlaid(comparison.evaluations, "roc")


def several_pr_chart(comparison: Comparison) -> Chart:
    """Draw the precision-recall curves of all models, and where each leads."""
    return overlaid(comparison.evaluations, "pr")
