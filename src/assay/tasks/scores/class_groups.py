"""Scores of several classes of grouped cases, where the cases stay: what every unit adds to each metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.inputs.blocks import Block
from assay.intervals.class_influences import AVERAGES, class_influences, influences
from assay.intervals.grouped import Moves, grouped_estimate
from assay.metrics.cards import Card
from assay.metrics.families import Calibration, ClassAreas, ClassPrecisions, Loss, MeanLoss, TopShare
from assay.metrics.find import find
from assay.metrics.scores.several import checked_k, each_area, each_precision
from assay.results.evaluation import Estimates
from assay.stats.arithmetic import Numbers
from assay.summaries.class_tables import ClassTables
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores
from assay.summaries.unit_sums import UnitSums
from assay.summaries.units import Units
from assay.tasks.labels.grouped import FEWEST_BUCKETS, grouped_classes, moves_of_tables
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.class_pulls import averages_of
from assay.tasks.scores.decisions import decide
from assay.tasks.scores.grouped import table_moves
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import Scored, TabulateClasses
from assay.tasks.unit_sums import Drawn, unit_sums

MOST_SUMS, FEWEST_ATOMS, MOST_ATOMS = 1 << 18, 32, 512
"""Units times cells that travel (2 MB), and how few and how many atoms of the highest score that may leave."""

EACH = (ClassAreas(), ClassPrecisions())
"""What every class has of its own: its area and its average precision."""


@dataclass(frozen=True, eq=False)
class SumClassesByUnit:
    """Sums by unit what cases add to every metric; `top` is the table of the highest scores in few atoms."""

    reducing: TabulateClasses
    drawn: Drawn
    whole: ClassTables
    values: tuple[float, ...]
    top: ScoreTable

    def reduce(self, block: Block) -> UnitSums:
        """Return the sums of a block."""
        cases, places = self.reducing.collecting.cases(block), self.drawn.places(block)
        columns = {"pulls": self._pulls(cases), "classes": self._classes(cases)}
        if self.whole.probabilities:
            columns["losses"] = np.stack(cases.per_case_losses) * cases.case_weight
        sums = {name: np.stack([self.drawn.summed(places, row) for row in rows], axis=1)
                for name, rows in columns.items()}  # fmt: skip
        sums["ranks"] = self._counted(places, cases.places, cases.size + 1, cases.weight)
        sums["cells"] = self._cells(block, cases, places)
        best, each = cases.scores.argmax(axis=1), np.arange(cases.rows)
        right, atom = cases.truth[each, best], self.top.places_of(cases.scores[each, best])
        for name, rows in (("positives", right), ("negatives", ~right)):
            weight = None if cases.weight is None else cases.weight[rows]
            sums[name] = self._counted(places[rows], atom[rows], len(self.top.score), weight)
        return unit_sums(self.drawn, places, block.weight, sums)

    def _pulls(self, cases: ScoreCases) -> Numbers:
        room = np.zeros((len(AVERAGES), cases.rows))
        for row, (family, value) in enumerate(zip(AVERAGES, self.values, strict=True)):
            if not np.isnan(value):
                room[row] = influences(family, cases, value, self.whole)
        return room

    def _classes(self, cases: ScoreCases) -> Numbers:
        """Return what every case adds to the area and to the average precision of every class."""
        each = [each_area(self.whole), each_precision(self.whole)]
        return np.stack([
            class_influences(cases, k, self.whole.tables[k], family, float(values[k]))
            for family, values in zip(EACH, each, strict=True) for k in range(cases.size)
        ])  # fmt: skip

    def _cells(self, block: Block, cases: ScoreCases, places: np.ndarray) -> Numbers:
        size = cases.size
        if isinstance(self.reducing.labels, CountLabels):
            labels = self.reducing.labels.labels
            truth, predicted = (block.labels(part).over(labels) for part in ("truth", "prediction"))
        else:
            truth, predicted = cases.truth.argmax(axis=1), cases.scores.argmax(axis=1)
        return self._counted(places, truth * size + predicted, size * size, cases.weight).reshape(-1, size, size)

    def _counted(self, places: np.ndarray, cell: np.ndarray, cells: int, weight: Numbers | None) -> Numbers:
        table = np.bincount(places * cells + cell, weight, self.drawn.naming.count * cells)
        return table.reshape(-1, cells).astype(float)


def classes_by_unit(plan: ScorePlan, scored: Scored, drawn: Drawn) -> SumClassesByUnit | None:
    """Return what sums by unit where there are tables of exclusive classes, None elsewhere."""
    whole = scored.scores
    if not isinstance(plan.reducer, TabulateClasses) or not isinstance(whole, ClassTables) or not whole.exclusive:
        return None
    drawn = drawn.spread(max(MOST_SUMS // max(whole.size**2, FEWEST_ATOMS), FEWEST_BUCKETS))
    atoms = int(np.clip(MOST_SUMS // drawn.naming.count, FEWEST_ATOMS, MOST_ATOMS))
    top = whole.top_table if len(whole.top_table.score) <= atoms else whole.top_table.compressed(atoms // 2 - 1)
    values = averages_of(whole, score_cards(plan.request.metrics, whole))
    return SumClassesByUnit(plan.reducer, drawn, whole, values, top)


def moves_of_classes(
    plan: ScorePlan, scored: Scored, reducer: SumClassesByUnit, sums: UnitSums
) -> tuple[Units, Mapping[str, Numbers]]:
    """Return how far each metric moves when one unit is left out."""
    moves = {}
    for card in score_cards(plan.request.metrics, reducer.whole):
        own = card.in_task(plan.classes.name)
        moved = None if np.isnan(_value(own, reducer.whole)) else _moved(own, reducer, sums)
        if moved is not None:
            moves[own.name] = moved
    decision = decide(plan, scored)
    if decision.read is not None and isinstance(decision.summary, LabelCounts):
        moves |= moves_of_tables(decision.read, decision.summary, sums.of("cells"))
    return sums.units, moves


def _value(card: Card, whole: ClassTables) -> float:
    if not isinstance(card.family, Calibration):
        return float(card.measure(whole))
    return float(card.measure(whole.top_table)) if whole.probabilities else float("nan")


def _moved(card: Card, reducer: SumClassesByUnit, sums: UnitSums) -> Numbers | None:
    family = card.family
    if isinstance(family, Calibration):
        return table_moves(card, _top_by_unit(reducer.top, sums))
    if family in AVERAGES:
        return _pulled(sums.of("pulls")[:, AVERAGES.index(family)], sums.units)
    if isinstance(family, MeanLoss):
        return _of_mean(sums.of("losses")[:, 0 if family.loss is Loss.LOG else 1], sums.units)
    if isinstance(family, TopShare):
        k = checked_k(reducer.whole.size, int(str(card.parameters.get("k", 1))))
        return _of_mean(sums.of("ranks")[:, :k].sum(axis=1), sums.units)
    return None


def _pulled(own: Numbers, units: Units) -> Numbers:
    """Turn what units contribute to a metric (0 in all) into how far it moves when one of them is left out."""
    total = units.sizes.sum()
    return np.asarray(-own * total / (total - units.sizes))


def _of_mean(own: Numbers, units: Units) -> Numbers:
    """Return how far a mean moves when one unit is left out, from the sums of the units."""
    total, whole = units.sizes.sum(), own.sum()
    with np.errstate(invalid="ignore"):
        return np.asarray((whole - own) / (total - units.sizes) - whole / total)


def _top_by_unit(top: ScoreTable, sums: UnitSums) -> UnitScores:
    positives, negatives = sums.of("positives"), sums.of("negatives")
    few = top.replicates(positives.sum(axis=0), negatives.sum(axis=0))
    return UnitScores(sums.units, few, positives, negatives)


def parts_of_classes(
    plan: ScorePlan, scored: Scored, each: Sequence[tuple[SumClassesByUnit, UnitSums, int]],
    evaluation: LabelEvaluation,
) -> LabelEvaluation:  # fmt: skip
    """Give every class intervals over groups: its metrics of labels, its area and its average precision."""
    decision, classes = decide(plan, scored), evaluation.per_class
    if isinstance(decision.summary, LabelCounts):
        tables = [(sums.units, sums.of("cells"), sign) for _, sums, sign in each]
        classes = grouped_classes(evaluation, decision.summary, tables)
    size = len(classes)
    estimates: dict[object, Estimates] = {}
    for place, (label, own) in enumerate(classes.items()):
        areas = {}
        for name, made in own.items():
            if find(name).reads is ScoreTable:
                column = place + (0 if name == "roc_auc" else size)
                moves = [Moves(sums.units, _pulled(sums.of("classes")[:, column], sums.units), sign)
                         for _, sums, sign in each]  # fmt: skip
                areas[name] = grouped_estimate(made, moves)
        estimates[label] = {**own, **areas}
    return replace(evaluation, classes=estimates)
