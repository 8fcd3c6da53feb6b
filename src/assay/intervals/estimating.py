"""One door to every interval: a card and a sample make an Estimate, whatever kind of sample it is."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from assay.metrics.cards import Card
from assay.results.estimate import Estimate


def estimate(card: Card, sample: object) -> Estimate:
    """Return a metric with its interval, and with what its card says of it."""
    return described(card, estimate_from(sample, card))


def described(card: Card, made: Estimate) -> Estimate:
    """Return an estimate that carries the label, the direction, the bounds and the unit of its metric."""
    return replace(made, label=card.label, better=card.better, bounds=card.bounds, unit=card.unit)


@singledispatch
def estimate_from(sample: object, card: Card) -> Estimate:
    """Return a metric with its interval; every kind of sample registers how that is done."""
    raise LookupError(f"nothing says how {card.name} is estimated from a {type(sample).__name__}")
