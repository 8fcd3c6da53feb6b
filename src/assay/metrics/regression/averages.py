"""Means over several outputs, each output judged alone, of the metrics for which that differs from pooling them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.metrics.cards import Card, by_name, file
from assay.metrics.regression import explained, order, relative, sizes
from assay.summaries.error_means import ErrorMeans
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


def _average_card(card: Card) -> Card:
    def function(cases: Residuals) -> float:
        parts = [cases.output(place) for place in range(cases.width)]
        return float(np.mean([card.function(_read(card, part)) for part in parts]))

    function.__name__ = function.__qualname__ = f"{card.name}_macro"
    function.__doc__ = f"{card.label}, the plain mean over the outputs.\n\n{card.description}"
    return replace(
        card,
        name=function.__name__,
        label=f"{card.label}, macro",
        function=function,
        reads=Residuals,
        formula=f"mean over the outputs of {card.formula}",
        reading=f"{card.label} is {{value}} as the plain mean over the outputs.",
        aliases=(),
        headline=False,
        average="macro",
        averaged=card,
    )


def _read(card: Card, cases: Residuals) -> ErrorMeans | Residuals:
    return ErrorMeans.of(cases) if card.reads is ErrorMeans else cases


AVERAGES = tuple(file(_average_card(by_name()[function.__name__])) for function in NOT_LINEAR)
