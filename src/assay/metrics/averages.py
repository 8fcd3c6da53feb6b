"""Averages of one formula over several tables: the classes of a problem, the labels of a case, or data sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from assay.metrics.cards import Card, by_name, register
from assay.stats.arithmetic import Number, over_classes, plain, ratio
from assay.summaries.binary_counts import BinaryCounts, PooledClasses, Tables

Formula = Callable[[BinaryCounts], Number]
Function = TypeVar("Function", bound=Callable[..., Number])


def macro(formula: Formula, tables: Tables, needs_cases: bool = True) -> Number:
    """Mean of the formula over the tables, each counting the same.

    A table without positive cases makes the mean undefined, unless `needs_cases` is off: the count form of an F score
    is 0 for a class that no case has and the model answers. It is never left out silently.
    """
    each = np.asarray(formula(tables))
    if needs_cases:
        each = np.where(np.asarray(tables.positives) == 0, np.nan, each)
    if not isinstance(tables, PooledClasses):
        return plain(over_classes(each) / each.shape[-1])
    here = np.asarray(tables.union) > 0
    return ratio(np.sum(np.where(here, each, 0.0), axis=-1), np.sum(here, axis=-1))


def weighted(formula: Formula, tables: Tables, needs_cases: bool = True) -> Number:
    """Mean of the formula over the tables, each counting by its positive cases."""
    share = ratio(tables.positives, np.sum(tables.positives, axis=-1, keepdims=True))
    each = np.where(np.asarray(tables.positives) == 0, 0.0, formula(tables))
    return plain(np.sum(share * each, axis=-1))


def micro(formula: Formula, tables: Tables, needs_cases: bool = True) -> Number:
    """Return the formula on the sum of all tables: every case counts the same."""
    return formula(tables.pooled())


AVERAGES: dict[str, tuple[Callable[[Formula, Tables, bool], Number], str]] = {
    "macro": (macro, "the plain mean over the {parts}"),
    "micro": (micro, "all {parts} thrown into one table"),
    "weighted": (weighted, "the mean over the {parts}, each counted by its cases"),
}


def averaged(function: Function) -> Function:
    """File the macro, micro and weighted averages of a metric beside it."""
    card = by_name()[function.__name__]
    for average in AVERAGES:
        register(_average_card(card, average))
    return function


def _average_card(card: Card, average: str) -> Card:
    mean, words = AVERAGES[average]

    def function(tables: Tables, **parameters: object) -> Number:
        return mean(lambda counts: card.formula_itself(counts, **parameters), tables, card.needs_cases)

    name = f"{card.name}_{average}"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{card.label}, {words.format(parts='classes, labels or data sets')}.\n\n{card.description}"
    return replace(
        card,
        name=name,
        label=f"{card.label}, {average}",
        function=function,
        reads=Tables,
        formula=f"{average} average of {card.formula}",
        reading=f"{card.label} is {{value}} as {words.format(parts='classes, labels or data sets')}.",
        aliases=card.macro_aliases if average == "macro" else (),
        share_of=None,
        rising_with=None,
        headline=card.headline and average == "macro",
        average=average,
        averaged=card,
    )
