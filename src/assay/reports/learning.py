"""Learning curves laid out as Documents, as data and as frames, and what curves of a setting share with them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from assay.comparisons.verdicts import plain_metric
from assay.reports.document import Column, Document, Table
from assay.reports.kinds import Explained, data_of, explained_metrics, frame_of, lay_out
from assay.reports.words import card_of, plain_label
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.frames import frame_of_rows
from assay.results.learning import CurvePoint, LearningCurve, ModelCurve

if TYPE_CHECKING:
    import polars as pl

WIDTH = 30
"""Columns left for the line beside numbers in 80."""


@lay_out.register
def _(curve: LearningCurve) -> Document:
    sizes = [f"{point.at:,}" for point in curve.points]
    told = () if curve.grouping is None else (f"tested on {curve.grouping.told}",)
    return Document(
        title="Learning curve",
        opening=_learning_words(curve),
        tables=(points_table(curve, "cases", sizes), *_further(curve)),
        notes=tuple(note.message for note in curve.notes),
        hints=("result.plot() draws it",),
        signature=curve_signature(curve, (), told),
        answers_first=True,
    )


def _learning_words(curve: LearningCurve) -> tuple[str, ...]:
    first, last = curve.points[0], curve.points[-1]
    card = card_of(curve.metric)
    told = (
        f"{plain_label(curve.model)}: {plain_metric(card.label)} goes from {with_interval(card.unit, first.test)} with "
        f"{first.at:,} training cases to {_like(curve, last.test)} with {last.at:,}, on the same {curve.test_size:,} "
        "test cases."
    )
    if len(curve.points) < 2 or len(first.test_values) < 2:
        flat = "With one size, or one repeat, nothing can be said of whether it has settled."
    elif curve.flat_from is not None:
        flat = f"From {curve.flat_from:,} cases on it is flat: more changed it by less than a standard error."
    else:
        flat = f"It has not settled at {last.at:,} cases: more data may help."
    lines = [told, flat]
    for size, estimate in curve.extrapolated.items():
        lines.append(f"If its power law goes on, {size:,} cases would give {with_interval(card.unit, estimate)}.")
    return tuple(lines)


def _like(curve: ModelCurve, estimate: Estimate) -> str:
    """Write a score with its interval; one without has the digits of the others."""
    if estimate.defined and math.isnan(estimate.low):
        return plain_number(curve, estimate.value)
    return with_interval(card_of(curve.metric).unit, estimate)


def plain_number(curve: ModelCurve, value: float) -> str:
    """Write a score with the digits that the curve's intervals support."""
    like = next((point.test for point in curve.points if point.test.defined), curve.points[0].test)
    return numbers.beside(card_of(curve.metric).unit, value, like.low, like.high)


def with_interval(unit: int, estimate: Estimate) -> str:
    """Write a score with its interval, where it has them."""
    if not estimate.defined:
        return "undefined"
    if math.isnan(estimate.low):
        return f"{estimate.value:.4g}"
    return f"{numbers.metric_number(unit, estimate)} {numbers.metric_interval(unit, estimate)}"


def points_table(curve: ModelCurve, heading: str, places: Sequence[str], marks: str = "") -> Table:
    """Show test and training scores at every point of a curve; `places` names the points."""
    card = card_of(curve.metric)
    columns = (
        Column(heading, align="right"),
        Column("test", align="right"),
        Column(f"{numbers.percent(curve.level)} interval"),
        Column("training", align="right"),
        Column("", wrap=False),
    )
    ends = [value for point in curve.points for value in (point.test.value, point.training.value) if value == value]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    rows = tuple(
        (
            place,
            numbers.metric_number(card.unit, point.test),
            numbers.metric_interval(card.unit, point.test),
            plain_number(curve, point.training.value) if point.training.defined else "",
            _sketch(point, low, high),
        )
        for place, point in zip(places, curve.points, strict=True)
    )
    return Table(columns, rows, remark=f"● test, ○ training{marks}")


def _sketch(point: CurvePoint, low: float, high: float) -> str:
    """Draw test and training on a line from the least to the greatest value of the curve."""
    line = ["·"] * WIDTH
    span = high - low
    for value, sign in ((point.training.value, "○"), (point.test.value, "●")):
        if value == value:
            line[round((value - low) / span * (WIDTH - 1)) if span > 0 else 0] = sign
    return "".join(line)


def _further(curve: LearningCurve) -> tuple[Table, ...]:
    """Show what the power law says of larger training sets."""
    if not curve.extrapolated or curve.law is None:
        return ()
    card = card_of(curve.metric)
    columns = (Column("beyond", align="right"), Column("power law", align="right"), Column("interval"))
    rows = tuple(
        (f"{size:,}", numbers.metric_number(card.unit, estimate), numbers.metric_interval(card.unit, estimate))
        for size, estimate in curve.extrapolated.items()
    )
    limit, gain, rate = (curve.law[name] for name in ("limit", "gain", "rate"))
    remark = f"{limit:.4g} + {gain:.4g} · cases^-{rate:.3g}; the interval allows for training sets and test cases"
    return (Table(columns, rows, remark=remark),)


def curve_signature(curve: ModelCurve, first: tuple[str, ...] = (), last: tuple[str, ...] = ()) -> str:
    """Return the choices that made a curve on one line; `first` and `last` are what only its kind knows."""
    choices = curve.choices
    parts = (f"level {choices.level:g}", f"seed {choices.seed}", f"{curve.fits:,} fits")
    return " · ".join((f"assay {choices.version}", *first, *parts, numbers.cases(curve.n), *last))


@data_of.register
def _(curve: LearningCurve) -> dict[str, object]:
    further = {str(size): estimate.to_dict() for size, estimate in curve.extrapolated.items()}
    return {**curve_data(curve, "assay.learning-curve/1"), "test_size": curve.test_size, "flat_from": curve.flat_from,
            "law": curve.law, "extrapolated": further,
            "grouping": curve.grouping.to_dict() if curve.grouping else None}  # fmt: skip


def curve_data(curve: ModelCurve, schema: str) -> dict[str, object]:
    """Return what all curves of a model have, as plain values."""
    return {
        "schema": schema,
        "assay": curve.choices.version,
        "model": curve.model,
        "metric": curve.metric,
        "n": curve.n,
        "fits": curve.fits,
        "level": curve.level,
        "seed": curve.choices.seed,
        "points": [point.to_dict() for point in curve.points],
        "notes": [note.to_dict() for note in curve.notes],
    }


@frame_of.register(ModelCurve)
def _(curve: ModelCurve) -> pl.DataFrame:
    rows = [
        {
            "at": point.at if isinstance(point.at, int | float) and not isinstance(point.at, bool) else str(point.at),
            "test": point.test.value,
            "low": point.test.low,
            "high": point.test.high,
            "standard_error": point.error,
            "training": point.training.value,
        }
        for point in curve.points
    ]
    return frame_of_rows(rows, strict=False)


@explained_metrics.register
def _(curve: ModelCurve) -> Iterable[Explained]:
    last = curve.points[-1].test
    yield curve.metric, last, last.note or ""
