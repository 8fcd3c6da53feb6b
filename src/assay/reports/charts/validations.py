"""Charts of validations: folds, learning and complexity curves, bias and variance stacked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from assay.reports.charts.sentences import SILENT, says, with_interval
from assay.reports.charts.theme import (
    BLUE,
    GREY,
    ORANGE,
    SHORT,
    Chart,
    beside,
    data,
    distinct,
    name,
    sized,
    tall,
    titled,
)
from assay.reports.words import card_of
from assay.results.bias_variance import Decomposition
from assay.results.learning import ComplexityCurve, LearningCurve, ModelCurve
from assay.results.validation import Validation

TEST, TRAINING = BLUE, ORANGE
PARTS = {"noise": GREY, "bias": BLUE, "variance": ORANGE}


@singledispatch
def axis_title(curve: ModelCurve) -> str:
    """Return what a curve is drawn against."""
    return ""


@axis_title.register
def _(curve: LearningCurve) -> str:
    return "training cases"


@axis_title.register
def _(curve: ComplexityCurve) -> str:
    return name(curve.parameter)


@singledispatch
def spread_out(curve: ModelCurve, numbers: Sequence[float]) -> bool:
    """Say whether the numbers of the axis stand on a scale of logarithms: where they cover much."""
    return 0 < 50 * min(numbers) < max(numbers)


@spread_out.register
def _(curve: LearningCurve, numbers: Sequence[float]) -> bool:
    return True


@singledispatch
def extra_layers(curve: ModelCurve, x: Any, numeric: bool) -> list[Any]:
    """Draw what only curves of one kind have."""
    return []


@extra_layers.register
def _(curve: LearningCurve, x: Any, numeric: bool) -> list[Any]:
    return _beyond(curve, x) if curve.extrapolated else []


@extra_layers.register
def _(curve: ComplexityCurve, x: Any, numeric: bool) -> list[Any]:
    import altair as alt

    if curve.chosen is None:
        return []
    chosen = alt.Chart(data([{"at": curve.chosen if numeric else str(curve.chosen)}]))
    return [chosen.mark_rule(strokeDash=[4, 4], color=GREY, **SILENT).encode(x=x)]


def curve_chart(curve: ModelCurve) -> Chart:
    """Draw test and training scores with the interval of the test score as a band."""
    import altair as alt

    label, title = card_of(curve.metric).label, axis_title(curve)
    rows = [_row(place, point) for place, point in enumerate(curve.points)]
    numeric = all(isinstance(row["at"], int | float) for row in rows)
    x = _across(curve, title, rows if numeric else [])
    rows = rows if numeric else [{**row, "at": str(row["at"])} for row in rows]
    long = [
        {"at": row["at"], "value": row[part], "cases": part, "told": _point_words(title, row, part, label)}
        for row in rows
        for part in ("test", "training")
        if row[part] is not None
    ]
    colour = alt.Color(
        "cases:N",
        scale=alt.Scale(domain=["test", "training"], range=[TEST, TRAINING]),
        title="scored on",
        legend=alt.Legend(orient="bottom"),
    )
    y = alt.Y("value:Q", title=label, scale=alt.Scale(zero=False))
    base = alt.Chart(data(long)).encode(x=x, y=y, color=colour)
    band = alt.Chart(data(row for row in rows if row["low"] is not None))
    band = band.mark_area(opacity=0.18, color=TEST, **SILENT).encode(x=x, y=alt.Y("low:Q"), y2=alt.Y2("high:Q"))
    points = base.mark_point(filled=True, size=50, opacity=1, aria=True).encode(**says())
    layers: list[Any] = [band, base.mark_line(strokeWidth=2, **SILENT), points, *extra_layers(curve, x, numeric)]
    return alt.layer(*layers).properties(
        width=360, height=280, title=titled(f"{name(curve.model)}, {curve.fits:,} fits", 360)
    )


def _across(curve: ModelCurve, title: str, rows: Sequence[dict[str, Any]]) -> Any:
    """Return the axis of sizes or of settings: numbers where all of them are, else names in their order."""
    import altair as alt

    if not rows:
        return alt.X("at:O", title=title, sort=None)
    wide = spread_out(curve, [row["at"] for row in rows])
    return alt.X("at:Q", title=title, scale=alt.Scale(type="log", nice=False) if wide else alt.Scale(zero=False))


def _point_words(title: str, row: dict[str, Any], part: str, label: str) -> str:
    """Say what was scored at one point."""
    limits = f" [{row['low']:.3f}, {row['high']:.3f}]" if part == "test" and row["low"] is not None else ""
    return f"{title} {row['at']}: {label} {row[part]:.3f}{limits} on the {part} cases"


def _row(place: int, point: Any) -> dict[str, Any]:
    at = point.at if isinstance(point.at, int | float) and not isinstance(point.at, bool) else str(point.at)
    test = point.test
    values = {"test": test.value, "training": point.training.value, "low": test.low, "high": test.high}
    return {"at": at, "place": place, **{key: value if value == value else None for key, value in values.items()}}


def _beyond(curve: LearningCurve, x: Any) -> list[Any]:
    import altair as alt

    rows = [
        {"at": size, "value": estimate.value, "low": estimate.low, "high": estimate.high,
         "told": f"training cases {size}, extrapolated: {with_interval(estimate)}"}
        for size, estimate in curve.extrapolated.items()
    ]  # fmt: skip
    base = alt.Chart(data(rows))
    return [
        base.mark_rule(strokeDash=[3, 3], color=TEST, **SILENT).encode(x=x, y=alt.Y("low:Q"), y2=alt.Y2("high:Q")),
        base.mark_point(size=60, color=TEST, shape="diamond", aria=True).encode(x=x, y=alt.Y("value:Q"), **says()),
    ]


def decomposition_chart(decomposition: Decomposition) -> Chart:
    """Stack bias, variance and noise, against the setting where there is one."""
    import altair as alt

    title = f"{decomposition.loss} loss" if decomposition.loss == "squared" else "0-1 loss"
    rows = [
        {
            "at": name(at_value.at if decomposition.parameter else decomposition.model),
            "part": part,
            "value": getattr(at_value, part),
            "order": order,
            "told": f"{_setting(decomposition, at_value.at)}: {part} {getattr(at_value, part):.4g} of the {title}",
        }
        for at_value in decomposition.parts
        for order, part in enumerate(("noise", "bias", "variance"))
        if getattr(at_value, part) == getattr(at_value, part)
    ]
    used = [part for part in PARTS if any(row["part"] == part for row in rows)]
    colour = alt.Color("part:N", scale=alt.Scale(domain=used, range=[PARTS[part] for part in used]), title=None)
    width = min(max(60 * len(decomposition.parts), 200), 360)
    return (
        alt.Chart(data(rows))
        .mark_bar(aria=True)
        .encode(
            **says(),
            x=alt.X(
                "at:O",
                title=name(decomposition.parameter) if decomposition.parameter else None,
                sort=None,
                axis=alt.Axis(labelAngle=0) if _short(row["at"] for row in rows) else alt.Axis(),
            ),
            y=alt.Y("value:Q", title=title),
            color=colour,
            order=alt.Order("order:Q"),
        )
        .properties(
            width=width,
            height=300,
            title=titled(f"{name(decomposition.model)}, {decomposition.rounds} rounds", width),
        )
    )


def _short(names: Iterable[object]) -> bool:
    """Say whether names stand side by side without being tilted."""
    return all(len(str(text)) <= SHORT for text in names)


def _setting(decomposition: Decomposition, at: object) -> str:
    """Name the setting of a bar, or the model where nothing was set."""
    return f"{name(decomposition.parameter)} {name(at)}" if decomposition.parameter else name(decomposition.model)


def fold_chart(validation: Validation) -> Chart:
    """Draw every fold as a point, and the mean with its interval beside them."""
    import altair as alt

    metric = next(iter(validation.only))
    names = distinct(validation.models)
    rows = [
        {"model": names[model], "value": value, "told": f"{names[model]}, fold {place + 1}: {value:.4g}"}
        for model, judged in validation.models.items()
        for place, value in enumerate(judged[metric].folds)
        if value == value
    ]
    means = [
        {"model": names[model], "value": mean.value, "low": mean.low, "high": mean.high,
         "told": f"{names[model]}: mean {with_interval(mean)}"}
        for model, judged in validation.models.items()
        if (mean := judged[metric].mean).defined
    ]  # fmt: skip
    y = alt.Y("model:N", title=None, sort=None)
    x = alt.X("value:Q", title=card_of(metric).label, scale=alt.Scale(zero=False))
    dots = alt.Chart(data(rows)).mark_circle(size=40, opacity=0.35, color=TEST, yOffset=8, aria=True)
    rule = alt.Chart(data(means)).mark_rule(strokeWidth=2, color=TEST, yOffset=-6, **SILENT)
    point = alt.Chart(data(means)).mark_point(filled=True, size=80, color=TEST, opacity=1, yOffset=-6, aria=True)
    dots, point = (marks.encode(x=x, y=y, **says()) for marks in (dots, point))
    rule = rule.encode(x=alt.X("low:Q"), x2=alt.X2("high:Q"), y=y)
    shown = list(names.values())
    told = "points are folds, the line is the interval of the mean"
    return sized(alt.layer(dots, rule, point), validation.scheme, beside(shown), tall(shown, 44), told)
