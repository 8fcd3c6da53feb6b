"""Scores of cases that belong together, where the cases stay: how much of every unit lies at the atoms of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.inputs.blocks import Block
from assay.stats.arithmetic import Numbers
from assay.summaries.kept_units import KeptUnits
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores
from assay.summaries.unit_sums import UnitSums
from assay.summaries.units import Units
from assay.tasks.labels.grouped import CountByUnit, counted_by_unit, grouped_classes, moves_of_tables
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.decisions import decide
from assay.tasks.scores.grouped import table_moves
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import Scored, TabulateScores
from assay.tasks.scores.result import ScoreEvaluation
from assay.tasks.unit_sums import Drawn, unit_sums

MOST_SUMS, FEWEST_ATOMS, MOST_ATOMS = 1 << 18, 64, 1_024
"""Units times atoms that travel (2 MB a class), and how few and how many atoms that may leave."""


@dataclass(frozen=True, eq=False)
class TabulateByUnit:
    """Places the cases of every unit at the atoms of a table that is known already."""

    scoring: TabulateScores
    drawn: Drawn
    table: ScoreTable
    answers: CountByUnit | None = None

    def reduce(self, block: Block) -> UnitSums:
        """Return the weight of every unit at every atom, positive and negative."""
        places, score = self.drawn.places(block), self.scoring.score(block)
        positive, size = self.scoring.flags(block), len(self.table.score)
        cell, cells = places * size + self.table.places_of(score), self.drawn.naming.count * size
        sums = {}
        for name, rows in (("positives", positive), ("negatives", ~positive)):
            weight = None if block.weight is None else block.weight[rows]
            sums[name] = np.bincount(cell[rows], weight, cells).reshape(-1, size).astype(float)
        if self.answers is not None:
            sums |= self.answers.reduce(block).sums
        return unit_sums(self.drawn, places, block.weight, sums)


def tabulated_by_unit(plan: ScorePlan, scored: Scored, drawn: Drawn) -> TabulateByUnit | None:
    """Return what places every unit's cases, None where there are scores of several classes."""
    if not isinstance(plan.reducer, TabulateScores) or not isinstance(scored.scores, ScoreTable):
        return None
    drawn = drawn.spread(MOST_SUMS // FEWEST_ATOMS)
    few = few_atoms(scored.scores, drawn.naming.count)
    answers = plan.reducer.labels
    counting = counted_by_unit(answers, drawn) if isinstance(answers, CountLabels) else None
    return TabulateByUnit(plan.reducer, drawn if counting is None else counting.drawn, few, counting)


def unit_tables(table: ScoreTable, sums: UnitSums) -> UnitScores:
    """Return every unit's scores at the atoms of a table."""
    positives, negatives = sums.of("positives"), sums.of("negatives")
    few = table.replicates(positives.sum(axis=0), negatives.sum(axis=0))
    return UnitScores(sums.units, few, positives, negatives)


def moves_of_scores(
    plan: ScorePlan, scored: Scored, table: ScoreTable, sums: UnitSums
) -> tuple[Units, Mapping[str, Numbers]]:
    """Return how far each metric moves when one unit is left out, of scores and of the labels that they lead to."""
    by_unit, decision = unit_tables(table, sums), decide(plan, scored)
    cards = [card.in_task(plan.classes.name) for card in score_cards(plan.request.metrics, scored.scores)]
    moves = {card.name: table_moves(card, by_unit) for card in cards}
    cells = _cells(by_unit, sums, decision.threshold)
    if decision.read is None or not isinstance(decision.summary, LabelCounts) or cells is None:
        return by_unit.units, moves
    return by_unit.units, {**moves, **moves_of_tables(decision.read, decision.summary, cells)}


def parts_of_scores(
    plan: ScorePlan, scored: Scored, each: Sequence[tuple[TabulateByUnit, UnitSums, int]], evaluation: LabelEvaluation
) -> LabelEvaluation:
    """Give classes intervals over groups, and let curves and thresholds know the groups."""
    decision = decide(plan, scored)
    parts = [(unit_tables(reducer.table, sums), sums, sign) for reducer, sums, sign in each]
    tables = [(own.units, _cells(own, sums, decision.threshold), sign) for own, sums, sign in parts]
    known = [(units, cells, sign) for units, cells, sign in tables if cells is not None]
    classes = evaluation.per_class
    if known and isinstance(decision.summary, LabelCounts):
        classes = grouped_classes(evaluation, decision.summary, known)
    smallest = min((own for own, _, sign in parts if sign > 0), key=lambda own: own.units.count)
    if isinstance(evaluation, ScoreEvaluation):
        return replace(evaluation, classes=classes, thresholds=replace(evaluation.thresholds, by_unit=smallest))
    return replace(evaluation, classes=classes)


def at_atoms_of(table: ScoreTable, units: KeptUnits, count: int) -> KeptUnits:
    """Return the scores of every unit at the few atoms that so many units leave to a table."""
    if units.table is None:
        return units
    few = few_atoms(table, count)
    place = few.places_of(units.table.score)
    moved = {name: np.zeros((len(units.places), len(few.score))) for name in ("positives", "negatives")}
    for name, there in moved.items():
        np.add.at(there.T, place, units.sums[name].T)
    return replace(units, table=few, sums={**units.sums, **moved})


def few_atoms(table: ScoreTable, count: int) -> ScoreTable:
    """Return a table of as few atoms as so many units leave."""
    atoms = int(np.clip(MOST_SUMS // count, FEWEST_ATOMS, MOST_ATOMS))
    return table if len(table.score) <= atoms else table.compressed(atoms // 2 - 1)


def _cells(by_unit: UnitScores, sums: UnitSums, threshold: float | None) -> Numbers | None:
    """Return every unit's confusion table: of the labels predicted, or of the scores cut at the threshold."""
    if "cells" in sums.sums:
        return sums.of("cells")
    return None if threshold is None else by_unit.cells(threshold)
