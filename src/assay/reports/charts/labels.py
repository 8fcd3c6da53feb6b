"""The confusion table as a picture, and metrics of one model as a forest."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from assay.reports.charts.many_classes import clustered_chart
from assay.reports.charts.sentences import SILENT, says, with_interval
from assay.reports.charts.theme import (
    BLUE,
    HEAT,
    OVER,
    SWITCH,
    UNDER,
    Chart,
    beside,
    data,
    distinct,
    full_to_empty,
    inked,
    matrix,
    sized,
    tall,
)
from assay.reports.class_tables import counted_in
from assay.reports.kinds import load_kind
from assay.results import numbers
from assay.results.evaluation import Evaluation

MOST_CLASSES = 30
"""Beyond, cells are smaller than their names; there is another picture for many classes."""
NUMBERED = 15
"""Beyond, a number does not fit into its cell."""
CELL = 44
"""Pixels that a count of five digits takes."""
MOST_PARTS = 100
"""A taste: more rows are a table."""


def confusion_chart(evaluation: Evaluation, shares: str = "rows") -> Chart:
    """Draw counts of truth against prediction; the colour is the share of the row (or of the column).

    More than 30 classes are drawn as a map, in which those that are confused stand together.
    """
    import altair as alt

    confusion = evaluation.confusion
    if confusion is None:
        raise LookupError("there is no confusion table")
    load_kind(evaluation)
    counted = counted_in(evaluation)
    if len(confusion.labels) > MOST_CLASSES:
        return clustered_chart(confusion, shares, counted)
    counts, kept = confusion.counts.astype(float), range(len(confusion.labels))
    share = confusion.row_shares if shares == "rows" else confusion.column_shares
    what = "row" if shares == "rows" else "column"
    labels = list(distinct(confusion.labels).values())
    rows = [
        {
            "truth": labels[i],
            "predicted": labels[j],
            "count": float(counts[a, b]),
            "share": float(np.nan_to_num(share[a, b])),
            "shown": f"{numbers.count(counts[a, b])}" if not math.isnan(counts[a, b]) else "?",
            "part": "" if math.isnan(share[a, b]) else numbers.percent(float(share[a, b])),
            "told": _cell(labels[i], labels[j], float(counts[a, b]), _part(float(share[a, b]), what), counted),
        }
        for i, a in enumerate(kept)
        for j, b in enumerate(kept)
    ]
    size, top = matrix(labels, CELL if len(kept) > 6 else 66 if len(kept) > 3 else 96)
    x = alt.X("predicted:N", sort=labels, title="predicted", axis=top)
    y = alt.Y("truth:N", sort=labels, title="truth")
    base = alt.Chart(data(rows)).encode(x=x, y=y)
    layers: list[Any] = [base.mark_rect(color=HEAT, aria=True).encode(opacity=heat(what), **says())]
    if len(kept) <= NUMBERED:
        ink = inked(f"datum.share > {SWITCH**2}", OVER, UNDER)
        few = len(kept) <= 6
        numbered = base.mark_text(fontSize=14 if few else 12, dy=-6 if few else 0, **SILENT)
        layers.append(numbered.encode(text=alt.Text("shown:N"), color=ink))
        if few:
            layers.append(base.mark_text(fontSize=12, dy=10, **SILENT).encode(text=alt.Text("part:N"), color=ink))
    subtitle = f"colour: share of {what}"
    return sized(alt.layer(*layers), "Truth against prediction", size * len(kept), size * len(kept), subtitle)


def heat(what: str) -> Any:
    """Return how full a cell is drawn: by the root of its share, so that one in twenty differs from none."""
    import altair as alt

    legend = full_to_empty([0, 0.05, 0.2, 0.5, 1], "%")
    scale = alt.Scale(type="sqrt", domain=[0, 1], range=[0, 1])
    return alt.Opacity("share:Q", scale=scale, title=f"share of {what}", legend=legend)


def _cell(truth: str, answer: str, count: float, share: str, counted: tuple[str, str]) -> str:
    """Say what a cell holds."""
    many = "an unknown number of" if math.isnan(count) else numbers.count(count)
    return f"truth {truth}, predicted {answer}: {many} {counted[count != 1]}{share}"


def _part(share: float, what: str) -> str:
    return "" if math.isnan(share) else f", {numbers.percent(share)} of the {what}"


def metric_chart(evaluation: Evaluation) -> Chart:
    """Draw the metrics that matter, between 0 and 1, as points with their intervals."""
    import altair as alt

    rows = []
    for key in evaluation.shown:
        estimate = evaluation.estimates[key]
        if estimate.defined and estimate.bounds[0] >= -1 and estimate.bounds[1] <= 1:
            rows.append({"metric": estimate.label, "value": estimate.value, "low": estimate.low, "high": estimate.high,
                         "told": f"{estimate.label} is {with_interval(estimate)}"})  # fmt: skip
    if not rows:
        raise LookupError("no metric lies between -1 and 1")
    order = [str(row["metric"]) for row in rows]
    y = alt.Y("metric:N", sort=order, title=None)
    words = f"value, {numbers.percent(evaluation.level)} interval"
    x = alt.X("value:Q", title=words, scale=alt.Scale(zero=False))
    base = alt.Chart(data(rows)).encode(y=y)
    bars = base.mark_rule(color=BLUE, strokeWidth=2, **SILENT).encode(
        x=alt.X("low:Q", title=words), x2=alt.X2("high:Q")
    )
    dots = base.mark_point(filled=True, color=BLUE, size=60, opacity=1, aria=True).encode(x=x, **says())
    return sized(alt.layer(bars, dots), "Metrics with their intervals", beside(order), tall(order, 24))


def part_chart(evaluation: Evaluation) -> Chart:
    """Draw every label's own metric with its interval, the worst on top."""
    import altair as alt

    parts = list(evaluation.per_class.items())
    key = next(name for name in ("mean_ap", "ap50", "jaccard") if name in parts[0][1])
    metric = parts[0][1][key].label
    known = sorted(((label, own[key]) for label, own in parts if own[key].defined), key=lambda part: part[1].value)
    names = distinct(label for label, _ in known[:MOST_PARTS])
    rows = [
        {"part": names[label], "value": estimate.value, "low": estimate.low, "high": estimate.high,
         "told": f"{names[label]}: {metric} {with_interval(estimate)}"}
        for label, estimate in known[:MOST_PARTS]
    ]  # fmt: skip
    y = alt.Y("part:N", sort=list(names.values()), title=None)
    words = f"{metric}, {numbers.percent(evaluation.level)} interval"
    base = alt.Chart(data(rows)).encode(y=y)
    free = alt.Scale(zero=False)
    dots = base.mark_point(filled=True, color=BLUE, size=60, opacity=1, aria=True)
    dots = dots.encode(x=alt.X("value:Q", title=words, scale=free), **says())
    rules = base.mark_rule(color=BLUE, strokeWidth=2, **SILENT).encode(
        x=alt.X("low:Q", title=words), x2=alt.X2("high:Q")
    )
    left = len(known) - len(rows)
    subtitle = f"the {len(rows)} worst; {left} more" if left else "worst on top"
    shown = list(names.values())
    return sized(alt.layer(rules, dots), f"{metric} of every label", beside(shown), tall(shown, 18), subtitle)
