"""The second look at scores of several classes: what every case adds to averages over them, the tables being known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.intervals.class_influences import AVERAGES, sums_of_squares
from assay.metrics.cards import Card
from assay.summaries.class_tables import ClassTables
from assay.summaries.score_cases import ScoreCases
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import USUAL_THRESHOLD, Scored, SumPulls, TabulateClasses


def summing_pulls(plan: ScorePlan, scored: Scored) -> SumPulls | None:
    """Return what sums what the intervals of averages over classes read; None where there are no such averages."""
    whole = scored.scores
    if not isinstance(whole, ClassTables) or not isinstance(plan.reducer, TabulateClasses) or whole.pulls is not None:
        return None
    values = averages_of(whole, score_cards(plan.request.metrics, whole))
    return None if np.isnan(values).all() else SumPulls(plan.reducer.collecting, whole, values)


def averages_of(whole: ClassTables, cards: tuple[Card, ...]) -> tuple[float, ...]:
    """Return the value of every average over classes; nan where it has none, or is not among these metrics."""
    values = [np.nan] * len(AVERAGES)
    for card in cards:
        if card.family in AVERAGES:
            values[AVERAGES.index(card.family)] = float(card.measure(whole))
    return tuple(values)


def threshold_of(plan: ScorePlan) -> float:
    """Return what scores of sets of labels are cut at."""
    return USUAL_THRESHOLD if plan.request.threshold is None else plan.request.threshold


def tabulated(plan: ScorePlan, cases: ScoreCases) -> ClassTables:
    """Return the tables of cases that are at hand, with what they add to averages over classes."""
    whole = ClassTables.of(cases, threshold_of(plan))
    values = averages_of(whole, score_cards(plan.request.metrics, whole))
    return replace(whole, pulls=sums_of_squares(cases, values, whole))
