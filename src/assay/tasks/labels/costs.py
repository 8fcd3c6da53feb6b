"""The user's price list turned into a metric."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.errors import metrics as metric_errors
from assay.errors import tables as errors
from assay.inputs.tables import read_costs
from assay.metrics.cards import Card, cards
from assay.summaries.label_counts import LabelCounts


def with_costs(chosen: tuple[Card, ...], costs: object, summary: object) -> tuple[Card, ...]:
    """Give the cards that need costs their price list, and add them where a price list was given."""
    if costs is None:
        if any("costs" in card.needs for card in chosen):
            raise metric_errors.needs_costs()
        return chosen
    if not isinstance(summary, LabelCounts):
        raise errors.costs_need_classes()
    matrix = read_costs(costs, summary.size, summary.positive)
    bounds = (float(np.min(matrix)), float(np.max(matrix)))
    priced = [
        replace(card.with_parameters(card.name, {"costs": matrix}), label=card.label, bounds=bounds)
        for card in cards()
        if "costs" in card.needs
    ]
    names = {card.name for card in priced}
    return (*(card for card in chosen if card.name not in names), *priced)
