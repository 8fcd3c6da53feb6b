"""What a result shows first: the metrics that matter most, and the sentences to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.results.evaluation import Opener


def headlines(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the metrics that matter most among those measured."""
    return tuple(card.name for card in cards if card.headline)


def openers_of(names: Iterable[str], estimates: Mapping[str, Estimate]) -> tuple[Opener, ...]:
    """Return the readings of the metrics named that have a value."""
    return tuple(Opener(name, find(name).reading) for name in names if name in estimates and estimates[name].defined)
