"""Complexity curves laid out as Documents and as data: which setting is best, and which is simple enough."""

from __future__ import annotations

import math

from assay.comparisons.verdicts import plain_metric
from assay.reports.document import Document
from assay.reports.kinds import data_of, lay_out
from assay.reports.learning import curve_data, curve_signature, plain_number, points_table, with_interval
from assay.reports.words import card_of, plain_label
from assay.results.learning import ComplexityCurve, CurvePoint


@lay_out.register
def _(curve: ComplexityCurve) -> Document:
    places = [f"{plain_label(repr(point.at))}{_mark(curve, point)}" for point in curve.points]
    return Document(
        title="Complexity curve",
        opening=_words(curve),
        tables=(points_table(curve, curve.parameter, places, "; * best, + one-standard-error choice"),),
        notes=tuple(note.message for note in curve.notes),
        hints=("result.plot() draws it",),
        signature=curve_signature(curve, (curve.scheme,)),
        answers_first=True,
    )


def _words(curve: ComplexityCurve) -> tuple[str, ...]:
    if curve.best is None:
        return (f"{plain_label(curve.model)}: {card_of(curve.metric).label} is undefined everywhere.",)
    card = card_of(curve.metric)
    by_value = {repr(point.at): point for point in curve.points}
    best, chosen = by_value[repr(curve.best)], by_value[repr(curve.chosen)]
    lines = [
        f"{plain_label(curve.model)}: {plain_metric(card.label)} is best at {curve.parameter}={curve.best!r} "
        f"({with_interval(card.unit, best.test)}; {curve.scheme})."
    ]
    if chosen is not best:
        lines.append(
            f"{curve.parameter}={curve.chosen!r} is simpler and within one standard error of it "
            f"({with_interval(card.unit, chosen.test)}): the one-standard-error choice."
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
            f"At {simplest.at!r} it underfits: training ({plain_number(curve, simplest.training.value)}) and test "
            f"({plain_number(curve, simplest.test.value)}) are both worse."
        )
    gap = sign * (most.test.value - most.training.value)
    if sign * (most.test.value - best.test.value) > best.error and gap > 0:
        lines.append(
            f"At {most.at!r} it overfits: training ({plain_number(curve, most.training.value)}) looks better than test "
            f"({plain_number(curve, most.test.value)}), which is worse than at the best value."
        )
    return tuple(lines)


def _mark(curve: ComplexityCurve, point: CurvePoint) -> str:
    best, chosen = (repr(point.at) == repr(value) for value in (curve.best, curve.chosen))
    return " *" if best and not chosen else " +" if chosen and not best else " *+" if best else "  "


@data_of.register
def _(curve: ComplexityCurve) -> dict[str, object]:
    more = {"parameter": curve.parameter, "scheme": curve.scheme, "best": curve.best, "chosen": curve.chosen}
    return {**curve_data(curve, "assay.complexity-curve/1"), **more}
