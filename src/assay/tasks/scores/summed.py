"""Scores of several models where the cases stay: judged in one pass, and what a paired test reads summed in another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.comparisons.difference import Difference, undefined
from assay.comparisons.paired_labels import LabelPairs
from assay.comparisons.summed_scores import NEEDS_CASES, SummedScorePairs
from assay.engines.protocol import merged, present
from assay.engines.sources import Source
from assay.inputs.blocks import Block
from assay.intervals import auc, average_precision
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.joint_cells import JointCells
from assay.summaries.joint_scores import PULLS, JointScores
from assay.summaries.losses import log_losses
from assay.summaries.moments import Moments, against_first
from assay.summaries.score_table import ScoreTable
from assay.tasks.judged import Judged, compared_cards
from assay.tasks.labels.comparing import USUAL, joint_classes, label_pairs, opening_notes, resolved
from assay.tasks.requests import Request
from assay.tasks.scores.judging import judge_scores
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import Scored, TabulateScores
from assay.tasks.together import ReduceTogether

TOGETHER = 2**17
"""Rows worked out at a time: some ten columns a model of them take 10 MB."""


@dataclass(frozen=True, eq=False)
class Placed:
    """What placing a case in one model's table gives: its placement, and what it adds to area and precision.

    `adds` are two rows, for area and precision: the atoms of negatives, and then those of positives.
    """

    table: ScoreTable
    of_positives: Numbers
    of_negatives: Numbers
    adds: Numbers

    @classmethod
    def of(cls, table: ScoreTable) -> Placed:
        """Work out what a case at every atom of a table contributes."""
        placed = auc.placements(table)
        total, positives, negatives = (float(part) for part in (table.total, table.positive_total,
                                                                 table.negative_total))  # fmt: skip
        of_positive, of_negative = average_precision.influences(table, float(find("average_precision").measure(table)))
        adds = [
            [(placed.of_negatives - placed.area) * (total / negatives), of_negative * (total / positives)],
            [(placed.of_positives - placed.area) * (total / positives), of_positive * (total / positives)],
        ]
        return cls(table, placed.of_positives, placed.of_negatives, np.concatenate(adds, axis=1))

    def pulls(self, score: NDArray[np.floating], flags: NDArray[np.bool_], place: NDArray[np.intp]) -> Numbers:
        """Return the four columns of a model: what every case adds to area and precision, and its losses."""
        room = np.zeros((PULLS, len(score)))
        self.adds.take(place + flags * len(self.table.low), axis=1, out=room[:2])
        if self.table.probabilities:
            given = np.where(flags, score, 1 - score)
            room[2], room[3] = log_losses(given, self.table.epsilon), (1 - given) ** 2
        return room


@dataclass(frozen=True, eq=False)
class SumTogether:
    """Sums what every case contributes to the comparison of all models, their tables being known."""

    models: tuple[object, ...]
    scoring: Mapping[object, TabulateScores]
    placed: Mapping[object, Placed]
    answering: AnswerTogether | None = None

    def reduce(self, block: Block) -> JointScores:
        """Return the sums of a block, worked out a few rows at a time."""
        parts = (slice(start, min(start + TOGETHER, block.rows)) for start in range(0, block.rows, TOGETHER))
        return present(merged(self._summed(block.take(rows)) for rows in parts))

    def _summed(self, block: Block) -> JointScores:
        own = {model: block.of(model) for model in self.models}
        flags = self.scoring[self.models[0]].flags(own[self.models[0]])
        scores = [np.asarray(self.scoring[model].score(own[model]), dtype=float) for model in self.models]
        places = [self.placed[model].table.places_of(score) for model, score in zip(self.models, scores, strict=True)]
        kept = np.ones(block.rows, dtype=bool) if block.weight is None else block.weight > 0
        positives, negatives = np.flatnonzero(flags & kept), np.flatnonzero(~flags & kept)
        each = list(zip([self.placed[model] for model in self.models], scores, places, strict=True))
        pulls = np.concatenate([placed.pulls(score, flags, place) for placed, score, place in each])
        apart = np.array([[np.count_nonzero(first != second) for second in scores] for first in scores])
        return JointScores(
            block.rows,
            _moments([placed.of_positives[place[positives]] for placed, _, place in each]),
            _moments([placed.of_negatives[place[negatives]] for placed, _, place in each]),
            Moments.of(against_first(pulls, len(self.models)), block.weight, in_place=True),
            apart,
            None if self.answering is None else self.answering.reduce(block, flags, scores),
        )


def _moments(columns: list[Numbers]) -> Moments | None:
    if not len(columns[0]):
        return None
    return Moments.of(against_first(np.stack(columns), len(columns)), in_place=True)


@dataclass(frozen=True, eq=False)
class AnswerTogether:
    """Counts the patterns of the labels that all models' scores lead to, or that were predicted beside them."""

    labels: tuple[object, ...]
    positive: int
    thresholds: tuple[float | None, ...]
    models: tuple[object, ...]

    def reduce(self, block: Block, flags: NDArray[np.bool_], scores: list[Numbers]) -> JointCells:
        """Return the patterns of a block."""
        other = next(place for place in range(len(self.labels)) if place != self.positive)
        columns = [np.where(flags, self.positive, other)]
        for model, score, threshold in zip(self.models, scores, self.thresholds, strict=True):
            if threshold is None:
                columns.append(block.labels("prediction", model).over(self.labels))
            else:
                columns.append(np.where(score >= threshold, self.positive, other))
        return JointCells.of(self.labels, columns, block.weight, self.positive)


@dataclass(frozen=True, eq=False)
class SummedPairs:
    """Pairs of models with scores, and perhaps with labels: each metric is compared on what it reads."""

    scores: SummedScorePairs
    labels: LabelPairs | None

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        if card.of_labels and self.labels is not None:
            return self.labels.compare(card, first, second)
        if card.reads is ScoreTable:
            return self.scores.compare(card, first, second)
        return undefined(self.scores.joint.rows, NEEDS_CASES)


def judge_summed_scores(request: Request, source: Source, plans: Mapping[object, ScorePlan]) -> Judged:
    """Judge models with scores on more cases than are held."""
    models = request.models
    scoring = {model: plan.reducer for model, plan in plans.items() if isinstance(plan.reducer, TabulateScores)}
    own: Mapping[object, Scored] = source.reduce(ReduceTogether(scoring)).own
    evaluations: dict[object, Evaluation] = {model: judge_scores(plan, own[model]) for model, plan in plans.items()}
    tables = {model: scored.scores for model, scored in own.items() if isinstance(scored.scores, ScoreTable)}
    answering = _answering(models, plans, evaluations)
    placed = {model: Placed.of(table) for model, table in tables.items()}
    joint = source.reduce(SumTogether(models, scoring, placed, answering))
    cards = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    labels = None
    if joint.cells is not None:
        labels = label_pairs(joint.cells, request, plans)
    cards = resolved(cards, joint.cells, request.costs)
    pairs = SummedPairs(SummedScorePairs(joint, tuple(tables.values()), request.level), labels)
    return Judged(models, evaluations, cards, pairs.compare, joint.share_apart, notes=opening_notes(plans), plans=plans,
                  summaries=own)  # fmt: skip


def _answering(
    models: tuple[object, ...], plans: Mapping[object, ScorePlan], evaluations: Mapping[object, Evaluation]
) -> AnswerTogether | None:
    """Say how labels come from the scores; None where some model's scores lead to no labels."""
    if any(evaluation.confusion is None for evaluation in evaluations.values()):
        return None
    labels, positive = joint_classes(plans.values())
    thresholds = tuple(
        None if plans[model].labels is not None else evaluations[model].choices.threshold for model in models
    )
    return AnswerTogether(labels, positive or 0, thresholds, models)
