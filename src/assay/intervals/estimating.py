"""One door to every interval: a card and a sample make an Estimate, whatever kind of sample it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch

from assay.intervals.method_names import NOT_ASKED, VALUES_ALONE
from assay.metrics.cards import Card
from assay.results.estimate import Estimate


def estimate(card: Card, sample: object) -> Estimate:
    """Return a metric with its interval, and with what its card says of it."""
    return described(card, estimate_from(sample, card))


def described(card: Card, made: Estimate) -> Estimate:
    """Return an estimate that carries the label, the direction, the bounds and the unit of its metric."""
    return replace(made, label=card.label, better=card.better, bounds=card.bounds, unit=card.unit)


def value_alone(value: float, card: Card, level: float, n: int, undefined: str | None = None) -> Estimate:
    """Return a metric without an interval, which nobody asked for; one without a value says why it has none."""
    if math.isnan(value):
        return Estimate(value, *card.bounds, level, VALUES_ALONE, n, undefined or card.undefined)
    return Estimate(value, math.nan, math.nan, level, VALUES_ALONE, n, NOT_ASKED)


@dataclass(frozen=True, repr=False)
class EstimatesWhenAsked(Mapping[str, Estimate]):
    """Metrics of one sample by name, each estimated the first time it is asked for."""

    cards: tuple[Card, ...]
    sample: object
    made: dict[str, Estimate] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> Estimate:
        if name not in self.made:
            card = next((card for card in self.cards if card.name == name), None)
            if card is None:
                raise KeyError(name)
            self.made[name] = estimate(card, self.sample)
        return self.made[name]

    def __contains__(self, name: object) -> bool:
        return any(card.name == name for card in self.cards)

    def __iter__(self) -> Iterator[str]:
        return (card.name for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return repr(dict(self))


@singledispatch
def estimate_from(sample: object, card: Card) -> Estimate:
    """Return a metric with its interval; every kind of sample registers how that is done."""
    raise LookupError(f"nothing says how {card.name} is estimated from a {type(sample).__name__}")
