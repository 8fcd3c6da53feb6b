"""Scores of cases that belong together: tables without each unit, or what each unit adds to an average over classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assay.inputs.blocks import Block
from assay.intervals.class_influences import influences
from assay.intervals.grouped import Moves, grouped_estimate
from assay.intervals.score_resampling import measure
from assay.metrics.cards import Card
from assay.metrics.families import Calibration, ClassMean, Loss, MeanLoss, PairAreas, TopShare
from assay.metrics.find import find
from assay.metrics.scores.several import top_k_hits
from assay.results.evaluation import Estimates
from assay.stats.arithmetic import Numbers
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores
from assay.summaries.units import Units
from assay.tasks.labels.grouped import (
    bounded_units,
    grouped_classes,
    label_cells,
    label_moves,
    moves_of_tables,
    unit_cells,
)
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.decisions import Decision, decide
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import Scored, TabulateScores
from assay.tasks.scores.result import ScoreEvaluation

BINS = 15
"""As many bins of equal mass as the calibration error has."""


def score_moves(plan: ScorePlan, block: Block, units: Units) -> tuple[Units, Mapping[str, Numbers]]:
    """Return how far each metric moves when one unit is left out, of scores and of the labels that they lead to."""
    scored: Scored = plan.reducer.reduce(block)
    decision = decide(plan, scored)
    cards = [card.in_task(plan.classes.name) for card in score_cards(plan.request.metrics, scored.scores)]
    if isinstance(scored.scores, ScoreTable):
        return _of_table(plan, scored.scores, decision, cards, block, units)
    if not isinstance(scored.scores, ScoreCases):
        raise LookupError("scores of several classes were summed where their cases are")
    return _of_cases(plan, scored.scores, decision, cards, block, units)


def unit_scores(plan: ScorePlan, table: ScoreTable, block: Block, units: Units) -> UnitScores:
    """Return every unit's scores of the positive class."""
    if not isinstance(plan.reducer, TabulateScores):
        raise LookupError("there are scores of every class")
    return UnitScores.of(units, table, plan.reducer.score(block), plan.reducer.flags(block), block.weight)


def _of_table(plan: ScorePlan, table: ScoreTable, decision: Decision, cards: list[Card], block: Block, units: Units
              ) -> tuple[Units, Mapping[str, Numbers]]:  # fmt: skip
    by_unit = unit_scores(plan, table, block, units)
    moves = {card.name: table_moves(card, by_unit) for card in cards}
    if decision.read is None or not isinstance(decision.summary, LabelCounts):
        return by_unit.units, moves
    if decision.threshold is None and isinstance(plan.reducer.labels, CountLabels):
        return by_unit.units, {**moves, **label_moves(decision.read, plan.reducer.labels, block, by_unit.units)[1]}
    cells = by_unit.cells(0.0 if decision.threshold is None else decision.threshold)
    return by_unit.units, {**moves, **moves_of_tables(decision.read, decision.summary, cells)}


def table_moves(card: Card, by_unit: UnitScores) -> Numbers:
    """Return how far a metric of a table moves when one unit is left out."""
    if type(card.family) is Calibration:
        return _calibration_moves(by_unit)
    if isinstance(card.family, Calibration):
        return _one_by_one(card, by_unit)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.broadcast_to(measure(card, by_unit.without), (by_unit.units.count,))
        return np.asarray(values - float(measure(card, by_unit.table)))


def _calibration_moves(by_unit: UnitScores) -> Numbers:
    """Return how far the mean gap of the bins moves, the bins kept as all cases make them."""
    table = by_unit.table
    if not table.probabilities:
        return np.full(by_unit.units.count, np.nan)
    weight = table.weights
    middle = (np.cumsum(weight) - weight / 2) / weight.sum()
    starts = np.unique(np.searchsorted(middle, np.arange(BINS) / BINS))
    starts = starts[starts < len(middle)]
    gaps = by_unit.positives * (1 - table.score) - by_unit.negatives * table.score
    each = np.add.reduceat(gaps, starts, axis=1)
    left = np.abs(each.sum(axis=0) - each).sum(axis=1) / (weight.sum() - by_unit.units.sizes)
    return np.asarray(left - np.abs(each.sum(axis=0)).sum() / weight.sum())


def _one_by_one(card: Card, by_unit: UnitScores) -> Numbers:
    """Measure the table without each unit by itself, for formulas that read one table at a time."""
    left = zip(by_unit.without.positives, by_unit.without.negatives, strict=True)
    values = np.array([float(card.measure(by_unit.table.replicates(*weights))) for weights in left])
    return np.asarray(values - float(card.measure(by_unit.table)))


def _of_cases(plan: ScorePlan, cases: ScoreCases, decision: Decision, cards: list[Card], block: Block, units: Units
              ) -> tuple[Units, Mapping[str, Numbers]]:  # fmt: skip
    units = bounded_units(units, cases.size)
    moves = {card.name: _class_moves(card, cases, units) for card in cards}
    known = {name: own for name, own in moves.items() if own is not None}
    if decision.read is None or not isinstance(decision.summary, LabelCounts):
        return units, known
    if isinstance(plan.reducer.labels, CountLabels):
        return units, {**known, **label_moves(decision.read, plan.reducer.labels, block, units)[1]}
    truth, best = (part.argmax(axis=1).astype(np.intp) for part in (cases.truth, cases.scores))
    cells = unit_cells(units, truth, best, cases.size, cases.weight)
    return units, {**known, **moves_of_tables(decision.read, decision.summary, cells)}


def _class_moves(card: Card, cases: ScoreCases, units: Units) -> Numbers | None:
    """Return how far an average over classes, a mean or a share of cases moves; None where it is undefined."""
    family = card.family
    if isinstance(family, Calibration):
        return _top_moves(card, cases, units) if cases.exclusive and cases.probabilities else None
    value = float(card.measure(cases))
    if np.isnan(value):
        return None
    if isinstance(family, ClassMean | PairAreas):
        return units.moves_of_pulls(influences(family, cases, value))
    if isinstance(family, MeanLoss):
        return units.moves_of_mean(cases.per_case_losses[0 if family.loss is Loss.LOG else 1], cases.weight)
    if isinstance(family, TopShare):
        parameters: dict[str, Any] = dict(card.parameters)
        return units.moves_of_mean(top_k_hits(cases, **parameters).astype(float), cases.weight)
    return None


def _top_moves(card: Card, cases: ScoreCases, units: Units) -> Numbers:
    best, each = cases.scores.argmax(axis=1), np.arange(cases.rows)
    flags, score = cases.truth[each, best], cases.scores[each, best]
    by_unit = UnitScores.of(units, cases.top_table, score, flags, cases.weight)
    return table_moves(card, by_unit)


def score_parts_by_groups(
    plan: ScorePlan, block: Block, signed: Sequence[tuple[Units, int]], evaluation: LabelEvaluation
) -> LabelEvaluation:
    """Give classes intervals over groups, and let curves and thresholds know the groups."""
    scored: Scored = plan.reducer.reduce(block)
    decision, scores = decide(plan, scored), scored.scores
    tables: list[tuple[Units, Numbers, int]] = []
    if isinstance(scores, ScoreTable):
        parts = [(unit_scores(plan, scores, block, units), sign) for units, sign in signed]
        if decision.threshold is not None:
            tables = [(own.units, own.cells(decision.threshold), sign) for own, sign in parts]
    elif isinstance(scores, ScoreCases):
        parts = []
        truth, best = (part.argmax(axis=1).astype(np.intp) for part in (scores.truth, scores.scores))
        for units, sign in signed:
            few = bounded_units(units, scores.size)
            tables.append((few, unit_cells(few, truth, best, scores.size, scores.weight), sign))
    if isinstance(plan.reducer.labels, CountLabels):
        tables = [(*label_cells(plan.reducer.labels, block, units), sign) for units, sign in signed]
    classes = evaluation.per_class
    if tables and isinstance(decision.summary, LabelCounts):
        classes = grouped_classes(evaluation, decision.summary, tables)
    if isinstance(scores, ScoreCases):
        return replace(evaluation, classes=_with_areas(scores, signed, classes))
    smallest = min((own for own, sign in parts if sign > 0), key=lambda own: own.units.count)
    if isinstance(evaluation, ScoreEvaluation):
        return replace(evaluation, classes=classes, thresholds=replace(evaluation.thresholds, by_unit=smallest))
    return replace(evaluation, classes=classes)


def _with_areas(
    cases: ScoreCases, signed: Sequence[tuple[Units, int]], classes: Mapping[object, Estimates]
) -> dict[object, Estimates]:
    """Give the areas of every class's own score intervals over groups."""
    by_class: dict[object, Estimates] = {}
    for place, (label, own) in enumerate(classes.items()):
        columns = cases.tables[place], cases.scores[:, place], cases.truth[:, place], cases.weight
        parts = [(UnitScores.of(units, *columns), sign) for units, sign in signed]
        areas = {}
        for name, made in own.items():
            card = find(name)
            if card.reads is ScoreTable:
                moves = [Moves(part.units, table_moves(card, part), sign) for part, sign in parts]
                areas[name] = grouped_estimate(made, moves)
        by_class[label] = {**own, **areas}
    return by_class
