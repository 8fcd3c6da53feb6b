"""What exactly is judged of predicted numbers: the outputs, the metrics, and how the cases are kept for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from assay.engines.sources import Source
from assay.errors import arguments as argument_errors
from assay.errors import metrics as metric_errors
from assay.errors import values as errors
from assay.metrics.cards import Card, cards
from assay.metrics.families import Need
from assay.results.note import Note
from assay.summaries.regression import Loss
from assay.summaries.residuals import safe_unit
from assay.tasks.argument_checks import check_parameters
from assay.tasks.labels.plan import dropped_notes
from assay.tasks.regression.reducers import PARTS, KeepResiduals, SumResiduals, centre_at
from assay.tasks.requests import Request

OF_RANGES = {"pinball_lower": -1, "pinball_upper": 1}
"""Which end of a predicted range a pinball loss is about."""


@dataclass(frozen=True, eq=False)
class RegressionPlan:
    """Numbers to judge, with the metrics and the losses that they sum."""

    request: Request
    reason: str
    outputs: tuple[object, ...]
    chosen: tuple[Card, ...]
    losses: Mapping[str, Loss]
    reducer: KeepResiduals | SumResiduals
    engine: str
    notes: tuple[Note, ...]


def plan_regression(request: Request, source: Source, reason: str, model: object = None) -> RegressionPlan:
    """Decide from the profile which outputs there are, in which unit they are held, and whether cases are kept."""
    profile = source.profile
    parts = [part for part in PARTS if source.has(part, _owner(part, model))]
    if request.coverage is not None and "lower" not in parts:
        raise argument_errors.coverage_without_ranges()
    width = profile.numbers("truth").width
    for part in parts:
        other = profile.numbers(part, _owner(part, model))
        if other.width != width:
            raise errors.widths_differ(profile.numbers("truth").name, width, other.name, other.width)
    outputs = tuple(request.labels or source.role("truth").names or range(width))
    if len(outputs) != width:
        raise errors.output_names(len(outputs), width)
    chosen = choose_cards(request, "prediction" in parts, "lower" in parts)
    losses = {card.name: card_loss(card) for card in chosen if card.loss is not None and _possible(card, *_has(parts))}
    profiles = [profile.numbers("truth"), *(profile.numbers(part, _owner(part, model)) for part in parts)]
    scale = safe_unit(max(part.size for part in profiles))
    keep = KeepResiduals(outputs, scale)
    zeros = profile.numbers("weight").zeros if profile.weighted else 0
    notes = (*dropped_notes(profile.dropped), *_weightless_notes(zeros))
    reducer: KeepResiduals | SumResiduals = keep
    if not source.table.keeps(profile.complete) and width == 1:
        middle = centre_at(profiles[0].mean, profiles[1].mean, scale) if "prediction" in parts else None
        reducer = SumResiduals(keep, middle, losses)
    return RegressionPlan(request, reason, outputs, chosen, losses, reducer, source.engine, notes)


def _weightless_notes(count: int) -> tuple[Note, ...]:
    if not count:
        return ()
    what = "1 case has weight 0 and counts" if count == 1 else f"{count:,} cases have weight 0 and count"
    return (Note("weightless", f"{what} for nothing."),)


def _owner(part: str, model: object) -> object:
    return model if part == "prediction" else None


def _has(parts: list[str]) -> tuple[bool, bool]:
    return "prediction" in parts, "lower" in parts


def choose_cards(request: Request, predicted: bool, ranged: bool) -> tuple[Card, ...]:
    """Return the cards asked for, or every one that these columns can answer."""
    if request.metrics is None:
        every = [_promised(card, request.coverage) for card in cards() if card.of_regression]
        return tuple(card for card in every if not card.needs and _possible(card, predicted, ranged))
    for card in request.metrics:
        if not card.of_regression:
            raise metric_errors.wrong_task(card.name, "a regression", ["mae", "rmse", "r2"])
    asked = tuple(_promised(card, request.coverage) for card in request.metrics)
    for card in asked:
        check_parameters(card)
    return asked


def _promised(card: Card, coverage: float | None) -> Card:
    """Judge predicted ranges by what they promise, where that was said and the metric does not say it itself."""
    if coverage is None or Need.RANGES not in card.requires or not card.needs:
        return card
    if "coverage" in card.needs:
        return replace(card.with_parameters(card.name, {"coverage": coverage}), label=card.label)
    quantile = (1 + OF_RANGES[card.name] * coverage) / 2
    label = f"{card.label}, {100 * quantile:.4g}%"
    return replace(card.with_parameters(card.name, {"quantile": quantile}), label=label)


def _possible(card: Card, predicted: bool, ranged: bool) -> bool:
    return ranged if Need.RANGES in card.requires else predicted


def card_loss(card: Card) -> Loss:
    """Return what every case loses by a metric, its parameters set."""
    if card.loss is None:
        raise LookupError(f"{card.name} is no mean of losses")
    return partial(card.loss, **({} if card.own_loss else card.parameters))
