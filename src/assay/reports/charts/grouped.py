"""What grouping did to the intervals, as a forest."""

from __future__ import annotations

from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import BLUE, ORANGE, Chart, data, sized
from assay.reports.grouped import both_intervals
from assay.results import numbers
from assay.results.evaluation import Evaluation

ROW = 26
"""Pixels that two intervals have with air."""
KINDS = ("groups as units", "as if independent")


def grouping_chart(evaluation: Evaluation) -> Chart:
    """Draw every metric between -1 and 1 with both of its intervals."""
    import altair as alt

    rows = []
    for made, alone, wider in both_intervals(evaluation):
        if made.bounds[0] < -1 or made.bounds[1] > 1:
            continue
        for kind, own in zip(KINDS, (made, alone), strict=True):
            told = f"{made.label}, {kind}: {numbers.value(made)} {numbers.interval(own)}"
            told += f", {wider:.1f} times as wide" if own is made else ""
            rows.append({"metric": made.label, "kind": kind, "value": made.value, "low": own.low, "high": own.high,
                         "told": told})  # fmt: skip
    if not rows:
        raise LookupError("no metric lies between -1 and 1")
    order = list(dict.fromkeys(str(row["metric"]) for row in rows))
    words = f"value, {numbers.percent(evaluation.level)} interval"
    y = alt.Y("metric:N", sort=order, title=None)
    shift = alt.YOffset("kind:N", sort=list(KINDS))
    colour = alt.Color(
        "kind:N", scale=alt.Scale(domain=list(KINDS), range=[BLUE, ORANGE]), title=None,
        legend=alt.Legend(orient="bottom"),
    )  # fmt: skip
    base = alt.Chart(data(rows)).encode(y=y, yOffset=shift, color=colour)
    bars = base.mark_rule(strokeWidth=2, **SILENT).encode(x=alt.X("low:Q", title=words), x2=alt.X2("high:Q"))
    x = alt.X("value:Q", title=words, scale=alt.Scale(zero=False))
    dots = base.mark_point(filled=True, size=50, opacity=1, aria=True).encode(x=x, **says())
    return sized(alt.layer(bars, dots), "What grouping did", 340, ROW * len(order))
