"""What a mark says when it is pointed at: whole sentences, never names of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scipy import special

from assay.reports.charts.theme import Chart, data
from assay.results import numbers
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.results.threshold_text import threshold_text

MOST_NEAR = 80
"""Points of a curve that speak; between them the nearest one does."""
SILENT: dict[str, Any] = {"aria": False}
"""For marks that have nothing to say: lines, bands, and numbers that are written out already."""


def says() -> dict[str, Any]:
    """Return how a mark speaks: the sentence in the field `told`, for the pointer and for who cannot see it."""
    import altair as alt

    return {"tooltip": alt.Tooltip("told:N", title="in words"), "description": alt.Description("told:N")}


def near(rows: Iterable[dict[str, Any]], axes: dict[str, Any]) -> Chart:
    """Lay points that cannot be seen over a drawing; each says its sentence when the pointer is near."""
    import altair as alt

    return alt.Chart(data(rows)).mark_point(opacity=0, size=30, aria=True).encode(**axes, **says())


def hundred(share: float) -> str:
    """Write a share as so many of a hundred.

    >>> hundred(0.82), hundred(0.1234)
    ('82', '12.3')
    """
    return f"{100 * share:.1f}".removesuffix(".0")


def with_interval(estimate: Estimate) -> str:
    """Write a value with its interval, as tables do."""
    return f"{numbers.value(estimate)} {numbers.interval(estimate)}"


def at_threshold(threshold: float) -> str:
    """Name a threshold."""
    return "threshold above every score" if threshold == float("inf") else f"threshold {threshold_text(threshold)}"


def _of_roc(x: float, y: float) -> str:
    return f"finds {hundred(y)} of 100, raises {hundred(x)} false alarms in 100"


def _of_precision(x: float, y: float) -> str:
    return (
        "flags nothing"
        if x == 0 and y == 1
        else f"finds {hundred(x)} of 100, {hundred(1 - y)} of 100 flagged are wrong"
    )


def _of_det(x: float, y: float) -> str:
    misses, alarms = float(special.ndtr(y)), float(special.ndtr(x))
    return f"misses {hundred(misses)} of 100, raises {hundred(alarms)} false alarms in 100"


def _of_gain(x: float, y: float) -> str:
    return f"flags {hundred(x)} of 100 cases and so finds {hundred(y)} of 100"


READ: dict[str, Callable[[float, float], str]] = {
    "roc": _of_roc,
    "pr": _of_precision,
    "det": _of_det,
    "gain": _of_gain,
}


def curve_sentences(curve: Curve, series: str = "", most: int = MOST_NEAR) -> list[dict[str, Any]]:
    """Return points of a curve with what each of them means, and at which threshold where that is known."""
    short = curve.thinned(most)
    known = [None] * len(short) if short.threshold is None else short.threshold.tolist()
    rows = []
    for x, y, threshold in zip(short.x.tolist(), short.y.tolist(), known, strict=True):
        where = [part for part in (series, "" if threshold is None else at_threshold(threshold)) if part]
        if y == y:
            rows.append({"x": x, "y": y, "told": ": ".join([*filter(None, [", ".join(where)]), _meaning(curve, x, y)])})
    return rows


def _meaning(curve: Curve, x: float, y: float) -> str:
    kind = curve.name.partition(":")[0]
    return READ[kind](x, y) if kind in READ else f"{curve.y_label} is {numbers.number(y)}"
