"""Learning and complexity curves, and bias and variance, laid out as Documents, as data and as frames."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from assay.reports import numbers
from assay.reports.document import Column, Document, Table
from assay.reports.kinds import Explained, data_of, explained_metrics, frame_of, lay_out
from assay.reports.words import card_of, plain_label
from assay.results.estimate import Estimate
from assay.results.learning import ComplexityCurve, CurvePoint, LearningCurve, ModelCurve

if TYPE_CHECKING:
    import polars as pl

WIDTH = 30


@lay_out.register
def _(curve: ModelCurve) -> Document:
    learning = isinstance(curve, LearningCurve)
    return Document(
        title="Learning curve" if learning else "Complexity curve",
        opening=_learning_words(curve) if isinstance(curve, LearningCurve) else _complexity_words(curve),
        tables=(_points(curve), *_further(curve)),
        notes=tuple(note.message for note in curve.notes),
        hints=("result.plot() draws it",),
        signature=_signature(curve),
        answers_first=True,
    )


def _learning_words(curve: LearningCurve) -> tuple[str, ...]:
    first, last = curve.points[0], curve.points[-1]
    card = card_of(curve.metric)
    told = (
        f"{plain_label(curve.model)}: {card.label} goes from {_shown(card.unit, first.test)} with {first.at:,} "
        f"training cases to {_shown(card.unit, last.test)} with {last.at:,}, on the same {curve.test_size:,} test "
        "cases."
    )
    if len(curve.points) < 2 or len(first.test_values) < 2:
        flat = "With one size, or one repeat, nothing can be said of whether it has settled."
    elif curve.flat_from is not None:
        flat = f"From {curve.flat_from:,} cases on it is flat: more changed it by less than a standard error."
    else:
        flat = f"It has not settled at {last.at:,} cases: more data may help."
    lines = [told, flat]
    for size, estimate in curve.extrapolated.items():
        lines.append(f"If its power law goes on, {size:,} cases would give {_shown(card.unit, estimate)}.")
    return tuple(lines)


def _complexity_words(curve: ModelCurve) -> tuple[str, ...]:
    if not isinstance(curve, ComplexityCurve) or curve.best is None:
        return (f"{plain_label(curve.model)}: {card_of(curve.metric).label} is undefined everywhere.",)
    card = card_of(curve.metric)
    by_value = {repr(point.at): point for point in curve.points}
    best, chosen = by_value[repr(curve.best)], by_value[repr(curve.chosen)]
    lines = [
        f"{plain_label(curve.model)}: {card.label} is best at {curve.parameter}={curve.best!r} "
        f"({_shown(card.unit, best.test)}; {curve.scheme})."
    ]
    if chosen is not best:
        lines.append(
            f"{curve.parameter}={curve.chosen!r} is simpler and within one standard error of it "
            f"({_shown(card.unit, chosen.test)}): the one-standard-error choice."
        )
    elif math.isnan(best.error):
        lines.append("With one fit a value there is no standard error to choose a simpler one by.")
    elif best is (curve.points[0] if curve.simpler == "first" else curve.points[-1]):
        lines.append("It is the simplest one as well.")
    else:
        lines.append("No simpler value comes within one standard error of it.")
    return (*lines, *_fit_words(curve, best))


def _fit_words(curve: ComplexityCurve, best: CurvePoint) -> tuple[str, ...]:
    """Say at which end the model is too simple, and at which too complex, where the curve shows it."""
    ordered = curve.points if curve.simpler == "first" else tuple(reversed(curve.points))
    sign = 1 if curve.better == "lower" else -1
    lines = []
    simplest, most = ordered[0], ordered[-1]
    worse_seen = sign * (simplest.training.value - best.training.value) > 0
    if sign * (simplest.test.value - best.test.value) > best.error and worse_seen:
        lines.append(
            f"At {simplest.at!r} it underfits: training ({_plain(curve, simplest.training.value)}) and test "
            f"({_plain(curve, simplest.test.value)}) are both worse."
        )
    gap = sign * (most.test.value - most.training.value)
    if sign * (most.test.value - best.test.value) > best.error and gap > 0:
        lines.append(
            f"At {most.at!r} it overfits: training ({_plain(curve, most.training.value)}) looks better than test "
            f"({_plain(curve, most.test.value)}), which is worse than at the best value."
        )
    return tuple(lines)


def _plain(curve: ModelCurve, value: float) -> str:
    like = next((point.test for point in curve.points if point.test.defined), curve.points[0].test)
    if card_of(curve.metric).unit:
        return numbers.measured(value, like.low, like.high)
    return numbers.number(value, numbers.decimals_for(like.low, like.high))


def _shown(unit: int, estimate: Estimate) -> str:
    if not estimate.defined:
        return "undefined"
    if math.isnan(estimate.low):
        return f"{estimate.value:.4g}"
    return f"{numbers.metric_number(unit, estimate)} {numbers.metric_interval(unit, estimate)}"


def _points(curve: ModelCurve) -> Table:
    card = card_of(curve.metric)
    head = "cases" if isinstance(curve, LearningCurve) else getattr(curve, "parameter", "value")
    columns = (
        Column(head, align="right"),
        Column("test", align="right"),
        Column(f"{numbers.percent(curve.level)} interval"),
        Column("training", align="right"),
        Column("", wrap=False),
    )
    ends = [value for point in curve.points for value in (point.test.value, point.training.value) if value == value]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    rows = []
    for point in curve.points:
        mark = _mark(curve, point)
        at = f"{point.at:,}" if isinstance(curve, LearningCurve) else plain_label(repr(point.at))
        rows.append(
            (
                f"{at}{mark}",
                numbers.metric_number(card.unit, point.test),
                numbers.metric_interval(card.unit, point.test),
                _plain(curve, point.training.value) if point.training.defined else "",
                _sketch(point, low, high),
            )
        )
    marks = "; * best, + one-standard-error choice" if isinstance(curve, ComplexityCurve) else ""
    remark = f"● test, ○ training{marks}"
    return Table(columns, tuple(rows), remark=remark)


def _mark(curve: ModelCurve, point: CurvePoint) -> str:
    if not isinstance(curve, ComplexityCurve):
        return ""
    best, chosen = (repr(point.at) == repr(one) for one in (curve.best, curve.chosen))
    return " *" if best and not chosen else " +" if chosen and not best else " *+" if best else "  "


def _sketch(point: CurvePoint, low: float, high: float) -> str:
    """Draw test and training on a line from the least to the greatest value of the curve."""
    line = ["·"] * WIDTH
    span = high - low
    for value, sign in ((point.training.value, "○"), (point.test.value, "●")):
        if value == value:
            line[round((value - low) / span * (WIDTH - 1)) if span > 0 else 0] = sign
    return "".join(line)


def _further(curve: ModelCurve) -> tuple[Table, ...]:
    """Show what the power law says of larger training sets."""
    if not isinstance(curve, LearningCurve) or not curve.extrapolated or curve.law is None:
        return ()
    card = card_of(curve.metric)
    columns = (Column("beyond", align="right"), Column("power law", align="right"), Column("interval"))
    rows = tuple(
        (f"{size:,}", numbers.metric_number(card.unit, one), numbers.metric_interval(card.unit, one))
        for size, one in curve.extrapolated.items()
    )
    limit, gain, rate = (curve.law[name] for name in ("limit", "gain", "rate"))
    remark = f"{limit:.4g} + {gain:.4g} · cases^-{rate:.3g}; the interval holds training sets and test cases"
    return (Table(columns, rows, remark=remark),)


def _signature(curve: ModelCurve) -> str:
    choices = curve.choices
    parts = [f"assay {choices.version}", f"level {choices.level:g}", f"seed {choices.seed}", f"{curve.fits:,} fits"]
    if isinstance(curve, ComplexityCurve):
        parts.insert(1, curve.scheme)
    parts.append(numbers.cases(curve.n))
    if isinstance(curve, LearningCurve) and curve.grouping is not None:
        parts.append(f"tested on {curve.grouping.told}")
    return " · ".join(parts)


@data_of.register
def _(curve: ModelCurve) -> dict[str, object]:
    data: dict[str, object] = {
        "schema": "assay.learning-curve/1" if isinstance(curve, LearningCurve) else "assay.complexity-curve/1",
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
    if isinstance(curve, LearningCurve):
        further = {str(size): one.to_dict() for size, one in curve.extrapolated.items()}
        return {**data, "test_size": curve.test_size, "flat_from": curve.flat_from, "law": curve.law,
                "extrapolated": further,
                "grouping": curve.grouping.to_dict() if curve.grouping else None}  # fmt: skip
    if isinstance(curve, ComplexityCurve):
        data |= {"parameter": curve.parameter, "scheme": curve.scheme, "best": curve.best, "chosen": curve.chosen}
    return data


@frame_of.register(ModelCurve)
def _(curve: ModelCurve) -> pl.DataFrame:
    import polars as pl

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
    return pl.DataFrame(rows, strict=False)


@explained_metrics.register
def _(curve: ModelCurve) -> Iterable[Explained]:
    last = curve.points[-1].test
    yield curve.metric, last, last.note or ""
