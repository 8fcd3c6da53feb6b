"""Slices as a forest: every slice's estimate with its interval, the worst on top, all cases as a line."""

from __future__ import annotations

from assay.reports.charts.sentences import SILENT, says, with_interval
from assay.reports.charts.theme import BLUE, Chart, beside, data, tall, titled
from assay.results import numbers
from assay.results.evaluation import Evaluation
from assay.results.slices import Slices

MOST_SLICES = 100
"""A taste: more rows are a table."""
ROW = 22
"""Pixels that a name of 11 has with air."""


def slice_chart(slices: Slices, evaluation: Evaluation) -> Chart:
    """Draw the metric that stands first, slice by slice, and the value of all cases."""
    import altair as alt

    metric = slices.shown[0]
    whole = evaluation[metric]
    rows = [
        {"slice": slices.text(key), "value": made.value, "low": made.low, "high": made.high,
         "told": f"{slices.text(key)} ({slices.sizes[key]:,} cases): {whole.label} {with_interval(made)}"}
        for key, made in slices.worst_first(metric)[:MOST_SLICES]
        if made.defined
    ]  # fmt: skip
    title = f"{whole.label}, {numbers.percent(evaluation.level)} interval"
    shown = [str(row["slice"]) for row in rows]
    y = alt.Y("slice:N", sort=shown, title=None)
    base = alt.Chart(data(rows)).encode(y=y)
    bars = base.mark_rule(color=BLUE, strokeWidth=2, **SILENT).encode(
        x=alt.X("low:Q", title=title), x2=alt.X2("high:Q")
    )
    x = alt.X("value:Q", title=title, scale=alt.Scale(zero=False))
    dots = base.mark_point(filled=True, color=BLUE, size=60, opacity=1, aria=True).encode(x=x, **says())
    line = alt.Chart(data([{"value": whole.value}])).mark_rule(strokeDash=[4, 3], **SILENT).encode(x=alt.X("value:Q"))
    order = "lowest" if whole.better == "neither" else "worst"
    left = len(slices) - len(rows)
    more = f"; {left} more in the table" if left > 0 else ""
    words = titled(f"{whole.label} by {' and '.join(slices.names)}", below=[f"{order} first; dashed: all cases{more}"])
    return alt.layer(line, bars, dots).properties(width=beside(shown), height=tall(shown, ROW), title=words)
