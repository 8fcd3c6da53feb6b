"""Charts of results, as altair draws them: one small function a chart, over results and never over rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from assay.errors import metrics as errors
from assay.reports.validation_charts import curve_chart, decomposition_chart, fold_chart
from assay.results.bias_variance import Decomposition
from assay.results.learning import ComplexityCurve, LearningCurve
from assay.results.ranking import Ranking
from assay.results.validation import Validation

if TYPE_CHECKING:
    import altair as alt

INK, QUIET = "#1b4965", "#8a8a8a"
ROW_HEIGHT = 24


def critical_difference_chart(ranking: Ranking) -> alt.LayerChart | alt.FacetChart:
    """Draw mean ranks as points, best on the left, and a bar under every group of models not told apart."""
    import altair as alt

    inline: Any = alt.Data
    order = [str(model) for model in ranking.order]
    groups = [group for group in ranking.groups if len(group) > 1]
    blanks = [" " * (place + 1) for place in range(len(groups))]
    rows = alt.Y("model:N", sort=[*order, *blanks], scale=alt.Scale(domain=[*order, *blanks]), title=None)
    across = alt.X("rank:Q", title="mean rank", scale=alt.Scale(domain=[1, len(order)]), axis=alt.Axis(orient="top"))
    points = [
        {"model": str(model), "rank": rank, "shown": f"{rank:.2f}"} for model, rank in ranking.average_ranks.items()
    ]
    base = alt.Chart(inline(values=points)).encode(y=rows, x=across)
    layers: list[Any] = [
        base.mark_circle(size=90, color=INK, opacity=1).encode(tooltip=["model:N", "shown:N"]),
        base.mark_text(align="left", dx=9, color=QUIET).encode(text="shown:N"),
    ]
    if groups:
        bars = [
            {
                "model": blank,
                "rank": min(ranking.average_ranks[model] for model in group),
                "end": max(ranking.average_ranks[model] for model in group),
            }
            for blank, group in zip(blanks, groups, strict=True)
        ]
        drawn = alt.Chart(inline(values=bars)).mark_rule(strokeWidth=5, color=INK, strokeCap="round")
        layers.append(drawn.encode(y=rows, x=across, x2="end:Q"))
    title = f"{ranking.n} data sets, {ranking.method}; bars join models that cannot be told apart"
    return alt.layer(*layers).properties(width=480, height=ROW_HEIGHT * (len(order) + len(groups)), title=title)


CHARTS: dict[type, dict[str, Callable[[Any], Any]]] = {
    Ranking: {"critical-difference": critical_difference_chart},
    Validation: {"folds": fold_chart},
    LearningCurve: {"learning": curve_chart},
    ComplexityCurve: {"complexity": curve_chart},
    Decomposition: {"bias-variance": decomposition_chart},
}
"""The charts of every kind of result, the usual one first."""


def chart_of(result: object, name: str | None) -> Any:
    """Return a chart of a result by its name, the usual one without."""
    charts = CHARTS[type(result)]
    known = next(iter(charts)) if name is None else str(name).casefold().replace("_", "-")
    if known not in charts:
        raise errors.unknown_chart(name, list(charts))
    return charts[known](result)
