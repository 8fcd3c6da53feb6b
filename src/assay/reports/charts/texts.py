"""Scores of single segments as pictures: of one system, and of two beside each other."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import BLUE, GREY, Chart, data, name, sized
from assay.reports.texts import segment_metric
from assay.results.evaluation import Evaluation
from assay.results.segments import SegmentTable
from assay.tasks.text.result import TextComparison, TextEvaluation

MOST_DOTS = 2000
"""More dots hide one another."""


def segment_chart(evaluation: TextEvaluation) -> Chart:
    """Draw how many segments score how much by themselves."""
    import altair as alt

    metric = segment_metric(evaluation)
    if metric is None or evaluation.segments is None:
        raise LookupError("there are no segments")
    bins = evaluation.segments.histogram(metric)
    rows = [
        {"x": low, "end": high, "y": count, "zero": 0,
         "told": f"{count:,} {'segment scores' if count == 1 else 'segments score'} from {low:.3g} to {high:.3g}"}
        for low, high, count in bins
    ]  # fmt: skip
    x = alt.X("x:Q", title=f"{evaluation.estimates[metric].label} of one segment")
    bars = alt.Chart(data(rows)).mark_bar(color=BLUE, opacity=0.8, aria=True)
    y = alt.Y("y:Q", title="segments")
    return sized(bars.encode(x=x, x2=alt.X2("end:Q"), y=y, y2=alt.Y2("zero:Q"), **says()), "What single segments score")


@singledispatch
def segments_of(evaluation: Evaluation) -> SegmentTable | None:
    """Return the segments of an evaluation, where it is one of texts."""
    return None


@segments_of.register
def _(evaluation: TextEvaluation) -> SegmentTable | None:
    return evaluation.segments


def pair_chart(comparison: TextComparison) -> Chart:
    """Draw every segment's score under the first system against that under the second."""
    import altair as alt

    examples = comparison.examples[0]
    systems = [comparison.evaluations[model] for model in (examples.a, examples.b)]
    tables = [segments_of(system) for system in systems]
    left, right = (np.asarray(table.scores[examples.metric]) for table in tables if table is not None)
    known = np.flatnonzero(np.isfinite(left) & np.isfinite(right))
    kept = known[:: max(1, len(known) // MOST_DOTS)]
    rows = [
        {"x": float(right[place]), "y": float(left[place]),
         "told": f"segment {tables[0].number(int(place)) if tables[0] else 0}: {name(examples.a)} {left[place]:.3f}, "
                 f"{name(examples.b)} {right[place]:.3f}"}
        for place in kept
    ]  # fmt: skip
    ends = [0.0, max([1.0, *left[known].tolist(), *right[known].tolist()])]
    label = comparison[examples.metric].label
    x = alt.X("x:Q", title=f"{label}, {name(examples.b)}", scale=alt.Scale(domain=ends))
    y = alt.Y("y:Q", title=f"{label}, {name(examples.a)}", scale=alt.Scale(domain=ends))
    dots = alt.Chart(data(rows)).mark_circle(color=BLUE, opacity=0.35, size=24, aria=True).encode(x=x, y=y, **says())
    line = alt.Chart(data([{"x": end, "y": end} for end in ends])).mark_line(color=GREY, strokeDash=[4, 4], **SILENT)
    return sized(alt.layer(line.encode(x=x, y=y), dots), f"Segments: above the line {name(examples.a)} is ahead")
