"""Means over several outputs, each output judged alone, of the metrics for which that differs from pooling them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from assay.metrics.cards import Card, by_name, register
from assay.metrics.regression import explained, order, relative, sizes
from assay.summaries.residual_means import ResidualMeans
from assay.summaries.residuals import Residuals

NOT_LINEAR = (
    sizes.rmse,
    sizes.error_sd,
    relative.nmae,
    relative.rae,
    relative.rse,
    explained.r2,
    explained.explained_variance,
    explained.pearson,
    explained.pearson_squared,
    explained.concordance,
    order.median_absolute_error,
    order.median_error,
    order.mad,
    order.mad_scaled,
    order.max_error,
)
"""Metrics whose mean over outputs is not their value over all outputs together."""


@dataclass(frozen=True)
class MeanOverOutputs:
    """A metric's mean over the outputs; a value, so that results can be stored and sent."""

    name: str

    def __call__(self, cases: Residuals) -> float:
        """Return the mean over the outputs of the metric of each."""
        card = by_name()[self.name]
        parts = [cases.output(place) for place in range(cases.width)]
        return float(np.mean([card.formula_itself(_read(card, part)) for part in parts]))


def _average_card(card: Card) -> Card:
    return replace(
        card,
        name=f"{card.name}_macro",
        label=f"{card.label}, macro",
        function=MeanOverOutputs(card.name),
        reads=Residuals,
        formula=f"mean over the outputs of {card.formula}",
        reading=f"{card.label} is {{value}} as the plain mean over the outputs.",
        aliases=(),
        headline=False,
        average="macro",
        averaged=card,
    )


def _read(card: Card, cases: Residuals) -> ResidualMeans | Residuals:
    return ResidualMeans.of(cases) if card.reads is ResidualMeans else cases


AVERAGES = tuple(register(_average_card(by_name()[function.__name__])) for function in NOT_LINEAR)
