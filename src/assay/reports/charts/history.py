"""A metric over runs, with intervals; runs that changed beyond noise stand out."""

from __future__ import annotations

from assay.reports.charts.sentences import SILENT, says, with_interval
from assay.reports.charts.theme import BLUE, ORANGE, WRAPPED, Chart, data, distinct, sized
from assay.results.history import History


def history_chart(history: History) -> Chart:
    """Draw every run with its interval, in order; changes are vermilion diamonds."""
    import altair as alt

    names = distinct(run.name for run in history.runs)
    rows = [
        {"run": names[run.name], "value": run.estimate.value, "low": run.estimate.low, "high": run.estimate.high,
         "state": "changed" if run.changed else "as before",
         "told": f"{names[run.name]}: {with_interval(run.estimate)}{', changed beyond noise' if run.changed else ''}"}
        for run in history.runs
        if run.estimate.defined
    ]  # fmt: skip
    x = alt.X("run:N", sort=None, title=None, axis=alt.Axis(labelAngle=-45, labelExpr=WRAPPED))
    y = alt.Y("value:Q", title=history.label, scale=alt.Scale(zero=False))
    states, below = ["as before", "changed"], alt.Legend(orient="bottom")
    colour = alt.Color("state:N", scale=alt.Scale(domain=states, range=[BLUE, ORANGE]), title=None, legend=below)
    shape = alt.Shape("state:N", scale=alt.Scale(domain=states, range=["circle", "diamond"]), title=None, legend=below)
    base = alt.Chart(data(rows)).encode(x=x)
    line = base.mark_line(color=BLUE, opacity=0.4, **SILENT).encode(y=y)
    rule = base.mark_rule(strokeWidth=2, **SILENT).encode(
        y=alt.Y("low:Q", title=history.label), y2=alt.Y2("high:Q"), color=colour
    )
    point = base.mark_point(filled=True, size=80, opacity=1, aria=True).encode(y=y, color=colour, shape=shape, **says())
    return sized(
        alt.layer(line, rule, point), f"{history.label} over {len(history)} runs", max(28 * len(rows), 240), 260
    )
