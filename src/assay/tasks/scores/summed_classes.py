"""Scores of several classes by several models where the cases stay: tables in one pass, sums over pairs in another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from assay.comparisons.difference import Difference, undefined
from assay.comparisons.paired_labels import LabelPairs
from assay.comparisons.summed_class_scores import SummedClassPairs
from assay.comparisons.summed_scores import NEEDS_CASES
from assay.engines.sources import Source
from assay.inputs.blocks import Block
from assay.intervals.class_influences import AVERAGES, influences
from assay.metrics.cards import Card
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.class_tables import ClassTables
from assay.summaries.joint_cells import JointCells
from assay.summaries.joint_classes import JointClassScores
from assay.summaries.moments import Moments, against_first, slopes_against_first
from assay.summaries.score_cases import ScoreCases
from assay.tasks.judged import Judged, compared_cards
from assay.tasks.labels.comparing import USUAL, joint_classes, opening_notes, resolved
from assay.tasks.requests import Request
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.class_pulls import averages_of
from assay.tasks.scores.judging import judge_scores
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import CollectScores, Scored, TabulateClasses
from assay.tasks.together import ReduceTogether


@dataclass(frozen=True, eq=False)
class SumClassesTogether:
    """Sums what every case contributes to the comparison of all models, their tables and averages being known."""

    models: tuple[object, ...]
    collecting: Mapping[object, CollectScores]
    tables: Mapping[object, ClassTables]
    values: Mapping[object, tuple[float, ...]]
    labels: tuple[object, ...] | None = None

    def reduce(self, block: Block) -> JointClassScores:
        """Return the sums of a block."""
        cases = {model: self.collecting[model].cases(block.of(model)) for model in self.models}
        pulls = against_first(np.concatenate([self._pulls(model, cases[model]) for model in self.models]),
                              len(self.models))  # fmt: skip
        losses = None
        if all(table.probabilities for table in self.tables.values()):
            each = np.concatenate([np.stack(cases[model].per_case_losses) for model in self.models])
            losses = Moments.of(against_first(each, len(self.models)), block.weight, in_place=True)
        every = list(cases.values())
        apart = [[np.count_nonzero((left.scores != right.scores).any(axis=1)) for right in every] for left in every]
        return JointClassScores(
            block.rows, pulls @ pulls.T, losses, _places(every), np.array(apart), self._cells(block, every),
        )  # fmt: skip

    def _pulls(self, model: object, cases: ScoreCases) -> Numbers:
        """Return what every case adds to each average of a model, 0 where the average has no value."""
        room = np.zeros((len(AVERAGES), cases.rows))
        for row, (family, value) in enumerate(zip(AVERAGES, self.values[model], strict=True)):
            if not np.isnan(value):
                room[row] = influences(family, cases, value, self.tables[model])
        return room

    def _cells(self, block: Block, every: list[ScoreCases]) -> JointCells | None:
        """Return the patterns of truth and of what every model says: predicted, or the class of the highest score."""
        if self.labels is None:
            return None
        place = {label: code for code, label in enumerate(self.labels)}
        columns = [block.labels("truth").over(self.labels)]
        for model, cases in zip(self.models, every, strict=True):
            if block.has("prediction", model):
                columns.append(block.labels("prediction", model).over(self.labels))
            else:
                codes = np.array([place[label] for label in cases.labels], dtype=np.intp)
                columns.append(codes[cases.scores.argmax(axis=1)])
        return JointCells.of(self.labels, columns, block.weight)


def _places(every: list[ScoreCases]) -> np.ndarray:
    """Count cases by the place of their class with each two models."""
    size = every[0].size + 1
    cells = [[np.bincount(left.places * size + right.places, minlength=size**2) for right in every] for left in every]
    return np.array(cells).reshape(len(every), len(every), size, size)


@dataclass(frozen=True, eq=False)
class ClassPairs:
    """Pairs of models with scores of every class: each metric is compared on what it reads."""

    scores: SummedClassPairs
    labels: LabelPairs | None

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        if not card.of_labels:
            return self.scores.compare(card, first, second)
        if self.labels is not None:
            return self.labels.compare(card, first, second)
        return undefined(self.scores.joint.rows, NEEDS_CASES)


def judge_summed_classes(request: Request, source: Source, plans: Mapping[object, ScorePlan]) -> Judged:
    """Judge models with scores of every class where the cases are not held."""
    models = request.models
    reducing = ReduceTogether({model: plan.reducer for model, plan in plans.items()})
    own: Mapping[object, Scored] = source.reduce(reducing).own
    tables = {model: scored.scores for model, scored in own.items() if isinstance(scored.scores, ClassTables)}
    joint = source.reduce(_summing(models, plans, tables))
    tables = {model: replace(table, pulls=_pulls_of(joint, place, len(models)))
              for place, (model, table) in enumerate(tables.items())}  # fmt: skip
    evaluations: dict[object, Evaluation] = {
        model: judge_scores(plan, replace(own[model], scores=tables[model])) for model, plan in plans.items()
    }
    cards = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    labels = None
    if joint.cells is not None:
        labels = LabelPairs(joint.cells, request.level, request.seed, request.method)
    cards = resolved(cards, joint.cells, request.costs)
    pairs = ClassPairs(SummedClassPairs(joint, tuple(tables.values()), request.level), labels)
    return Judged(models, evaluations, cards, pairs.compare, joint.share_apart, notes=opening_notes(plans), plans=plans,
                  summaries={model: replace(own[model], scores=tables[model]) for model in models})  # fmt: skip


def _summing(
    models: tuple[object, ...], plans: Mapping[object, ScorePlan], tables: Mapping[object, ClassTables]
) -> SumClassesTogether:
    collecting = {
        model: plan.reducer.collecting for model, plan in plans.items() if isinstance(plan.reducer, TabulateClasses)
    }
    values = {
        model: averages_of(table, score_cards(plans[model].request.metrics, table)) for model, table in tables.items()
    }
    exclusive = all(table.exclusive for table in tables.values())
    labels = joint_classes(plans.values())[0] if exclusive else None
    return SumClassesTogether(models, collecting, tables, values, labels)


def _pulls_of(joint: JointClassScores, place: int, models: int) -> Numbers:
    """Return the sums of squares of one model alone, of which those of the first model were taken off."""
    squares = []
    for column in range(len(AVERAGES)):
        slopes = np.zeros(models * len(AVERAGES))
        slopes[place * len(AVERAGES) + column] = 1.0
        slopes = slopes_against_first(slopes, models)
        squares.append(slopes @ joint.pulled @ slopes)
    return np.array(squares)
