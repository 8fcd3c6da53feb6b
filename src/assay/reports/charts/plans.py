"""A plan as curves: what other numbers of cases give, and what the answer is where the guess is wrong."""

from __future__ import annotations

from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import BLUE, ORANGE, Chart, data, sized
from assay.results.plan import Plan

AXES = {"power": "power", "width": "width of the interval", "assurance": "chance that the interval is no wider"}


def power_chart(plan: Plan) -> Chart:
    """Draw power, or the width of the interval, against the number of cases."""
    import altair as alt

    title = AXES[plan.goal]
    rows = [
        {"n": n, "value": value, "told": f"{n:,} cases: {title} {value:.3g}"}
        for n, value in plan.curve
        if value == value
    ]
    x = alt.X("n:Q", title="cases", scale=alt.Scale(zero=False))
    y = alt.Y("value:Q", title=title, scale=alt.Scale(domain=[0, 1]) if plan.goal != "width" else alt.Scale(zero=True))
    base = alt.Chart(data(rows)).encode(x=x, y=y)
    line = base.mark_line(color=BLUE, strokeWidth=2, **SILENT)
    dots = base.mark_point(color=BLUE, filled=True, size=25, opacity=1, aria=True).encode(**says())
    here = alt.Chart(data([{"n": plan.n, "value": plan.wanted}]))
    across = here.mark_rule(strokeDash=[4, 3], color=ORANGE, **SILENT).encode(y=alt.Y("value:Q", title=title))
    down = here.mark_rule(strokeDash=[4, 3], color=ORANGE, **SILENT).encode(x=alt.X("n:Q", title="cases"))
    return sized(alt.layer(across, down, line, dots), f"{plan.label}: {title} by cases", 360, 260)


def unknown_chart(plan: Plan) -> Chart:
    """Draw the number of cases against what is not known."""
    import altair as alt

    rows = [
        {"value": row.value, "n": row.n, "told": f"{plan.unknown} {row.value:.3g}: {row.n:,} cases"}
        for row in plan.table
    ]
    x = alt.X("value:Q", title=plan.unknown, scale=alt.Scale(zero=False))
    y = alt.Y("n:Q", title="cases", scale=alt.Scale(zero=True))
    base = alt.Chart(data(rows)).encode(x=x, y=y)
    line = base.mark_line(color=BLUE, strokeWidth=2, **SILENT)
    dots = base.mark_point(color=BLUE, filled=True, size=25, opacity=1, aria=True).encode(**says())
    at = [{"value": plan.at, "n": plan.n, "told": f"the plan: {plan.n:,} cases"}]
    here = alt.Chart(data(at)).mark_point(color=ORANGE, filled=True, size=110, opacity=1, aria=True)
    return sized(alt.layer(line, dots, here.encode(x=x, y=y, **says())), f"Cases by {plan.unknown}", 360, 260)
