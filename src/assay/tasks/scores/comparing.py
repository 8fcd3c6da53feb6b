"""Several models' scores on the same cases: each judged alone, and scores and labels of all of them side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from assay.comparisons.difference import Difference, undefined
from assay.comparisons.paired_class_scores import ClassScorePairs
from assay.comparisons.paired_labels import LabelPairs
from assay.comparisons.paired_rows import PairedRows, compare_rows
from assay.comparisons.paired_scores import ScorePairs
from assay.engines.sources import Source
from assay.inputs.batches import Part
from assay.inputs.blocks import Block
from assay.inputs.labels import LabelColumn
from assay.metrics.cards import Card
from assay.metrics.families import Calibration
from assay.results.evaluation import Evaluation
from assay.stats.ranks import canonical_order
from assay.summaries.joint_cells import JointCells
from assay.summaries.joint_labels import JointLabels
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.tasks.judged import Judged, apart_blocks, compared_cards
from assay.tasks.labels.comparing import (
    USUAL,
    LabelSetPairs,
    join,
    joint_classes,
    label_pairs,
    opening_notes,
    own_request,
    resolved,
)
from assay.tasks.labels.judging import judge_labels
from assay.tasks.labels.plan import LabelPlan, plan_labels
from assay.tasks.requests import Request
from assay.tasks.scores.judging import judge_scores
from assay.tasks.scores.plan import ScorePlan, plan_scores
from assay.tasks.scores.reducers import TabulateClasses, TabulateScores
from assay.tasks.scores.summed import judge_summed_scores
from assay.tasks.scores.summed_classes import judge_summed_classes

SLOW = 0.1
"""The share of the usual resamples that is drawn where each costs a whole evaluation."""

AnyPlan = ScorePlan | LabelPlan


def judge_scores_together(request: Request, source: Source) -> Judged:
    """Judge every model, and join what they scored and answered."""
    models = request.models
    plans: dict[object, AnyPlan] = {model: _plan(request, source, model) for model in models}
    tabulated = {model: plan for model, plan in plans.items()
                 if isinstance(plan, ScorePlan) and isinstance(plan.reducer, TabulateScores)}  # fmt: skip
    if not source.kept and len(tabulated) == len(models):
        return judge_summed_scores(request, source, tabulated)
    classes = {model: plan for model, plan in plans.items()
               if isinstance(plan, ScorePlan) and isinstance(plan.reducer, TabulateClasses)}  # fmt: skip
    if len(classes) == len(models):
        return judge_summed_classes(request, source, classes)
    block = source.cases()
    plans = {model: _held(plan) for model, plan in plans.items()}
    evaluations = {model: judge_alone(plans[model], block.of(model)) for model in models}
    cards = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    pairs = MixedPairs.of(request, models, block, plans, evaluations)
    notes = opening_notes(plans)
    cards = resolved(cards, pairs.joint, request.costs)
    apart = apart_blocks(block, models)
    return Judged(models, evaluations, cards, pairs.compare, apart, notes=notes, plans=plans, block=block)


def _plan(request: Request, source: Source, model: object) -> AnyPlan:
    alone = own_request(request, source, model)
    return plan_scores(alone, source, model) if source.has("score", model) else plan_labels(alone, source, model)


def _held(plan: AnyPlan) -> AnyPlan:
    """Return a plan that keeps the scores of every class, as the cases were gathered after all."""
    if isinstance(plan, ScorePlan) and isinstance(plan.reducer, TabulateClasses):
        return replace(plan, reducer=plan.reducer.collecting)
    return plan


def judge_alone(plan: AnyPlan, block: Block) -> Evaluation:
    """Judge one model on its own parts."""
    if isinstance(plan, LabelPlan):
        return judge_labels(plan, plan.reducer.reduce(block))
    return judge_scores(plan, plan.reducer.reduce(block))


@dataclass(frozen=True, eq=False)
class MixedPairs:
    """Pairs of models with scores, labels or both: each metric is compared on what it reads."""

    request: Request
    models: tuple[object, ...]
    block: Block
    plans: Mapping[object, AnyPlan]
    labels: LabelPairs | None
    sets: LabelSetPairs | None
    scores: ScorePairs | None
    several: ClassScorePairs | None

    @classmethod
    def of(
        cls, request: Request, models: tuple[object, ...], block: Block, plans: Mapping[object, AnyPlan],
        evaluations: Mapping[object, Evaluation],
    ) -> MixedPairs:  # fmt: skip
        """Join what all models share: labels, scores of one class, or scores of every class."""
        level, seed = request.level, request.seed
        reducers = [plan.reducer for plan in plans.values() if isinstance(plan, ScorePlan)]
        tables = [reducer for reducer in reducers if isinstance(reducer, TabulateScores)]
        scores = several = None
        if len(tables) == len(models):
            scores = _score_pairs(block, models, tables, level, seed)
        elif len(reducers) == len(models) and not tables:
            reduced = [reducer.reduce(block.of(model)).scores for reducer, model in zip(reducers, models, strict=True)]
            several = ClassScorePairs(tuple(cases for cases in reduced if isinstance(cases, ScoreCases)), level, seed)
        answers = {model: _answers(block.of(model), plans[model], evaluations[model]) for model in models}
        known = {model: answer for model, answer in answers.items() if answer is not None}
        labels = sets = None
        if len(known) == len(models) and next(iter(evaluations.values())).task == "multilabel":
            sets = LabelSetPairs(block, models, {model: np.asarray(known[model]) for model in models}, request)
        elif len(known) == len(models):
            classes, positive = joint_classes(plans.values())
            codes = {model: _codes(known[model], classes) for model in models}
            labels = label_pairs(join(block, classes, positive, codes), request, plans)
        return cls(request, models, block, plans, labels, sets, scores, several)

    @property
    def joint(self) -> JointLabels | JointCells | None:
        """The labels of all models together, None where some model has none."""
        return None if self.labels is None else self.labels.joint

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        of_scores = not card.of_labels
        if not isinstance(card.family, Calibration):
            if self.scores is not None and card.reads is ScoreTable:
                return self.scores.compare(card, first, second)
            if self.several is not None and of_scores:
                return self.several.compare(card, first, second)
        pair = [self.models[place] for place in (first, second)]
        if of_scores and any(not self.block.has("score", model) for model in pair):
            return undefined(self.block.rows, "one of the models has no scores")
        if not of_scores and self.labels is not None:
            return self.labels.compare(card, first, second)
        if not of_scores and self.sets is not None:
            return self.sets.compare(card, first, second)
        return self._by_rows(card, first, second)

    def _by_rows(self, card: Card, first: int, second: int) -> Difference:
        """Compare any metric by judging resampled and swapped cases anew: slow, and always possible."""
        pair = [self.models[place] for place in (first, second)]
        part = "score" if all(self.block.has("score", model) for model in pair) else "prediction"
        left, right = (_raw(self.block.parts[part, model]) for model in pair)
        truth = self.block.parts["truth", None]
        order = canonical_order(_raw(truth), left, right, self.block.weight)
        plan = replace(self.plans[pair[0]], request=replace(self.request.alone, metrics=(card,), method=None))

        def measure(rows: np.ndarray, output: np.ndarray, weight: np.ndarray | None) -> float:
            parts: dict[tuple[str, object], Part] = {
                ("truth", None): truth.take(rows) if isinstance(truth, LabelColumn) else truth[rows],
                (part, None): output,
            }
            return judge_alone(plan, Block(parts, weight, len(rows)))[card.name].value

        weight = None if self.block.weight is None else self.block.weight[order]
        rows = PairedRows(order, (left[order], right[order]), weight, measure, in_order=True)
        return compare_rows(rows, self.request.level, (self.request.seed, first, second), SLOW)


def _raw(part: Part) -> np.ndarray:
    return part.codes if isinstance(part, LabelColumn) else np.asarray(part)


def _score_pairs(
    block: Block, models: tuple[object, ...], reducers: list[TabulateScores], level: float, seed: int
) -> ScorePairs:
    own = [block.of(model) for model in models]
    numbers = [reducer.score(part) for reducer, part in zip(reducers, own, strict=True)]
    kept = slice(None) if block.weight is None else block.weight > 0
    epsilons = tuple(float(np.finfo(array.dtype).eps) for array in numbers)
    scores = tuple(array.astype(float)[kept] for array in numbers)
    weight = None if block.weight is None else block.weight[kept]
    return ScorePairs(reducers[0].flags(own[0])[kept], scores, weight, level, seed, epsilons)


def _answers(block: Block, plan: AnyPlan, evaluation: Evaluation) -> LabelColumn | np.ndarray | None:
    """Return a model's labels: predicted, cut at the threshold, or the class of the highest score."""
    if block.has("prediction"):
        part = block.parts["prediction", None]
        return part if isinstance(part, LabelColumn) else np.asarray(part == 1)
    if not isinstance(plan, ScorePlan) or (evaluation.confusion is None and evaluation.task != "multilabel"):
        return None
    threshold = evaluation.choices.threshold
    if evaluation.task == "multilabel":
        return None if threshold is None else np.asarray(block.numbers("score") >= threshold)
    labels = evaluation.confusion.labels if evaluation.confusion else ()
    if isinstance(plan.reducer, TabulateScores) and threshold is not None:
        codes = (plan.reducer.score(block) >= threshold).astype(np.intp)
        other = next(label for label in labels if label != evaluation.positive)
        return LabelColumn("score", "", (other, evaluation.positive), codes)
    score = block.numbers("score")
    order = getattr(plan.reducer, "order", None)
    score = score if order is None else score[:, list(order)]
    return LabelColumn("score", "", labels, np.argmax(score, axis=1))


def _codes(answer: LabelColumn | np.ndarray, labels: tuple[object, ...]) -> np.ndarray:
    if not isinstance(answer, LabelColumn):
        raise LookupError("sets of labels have no codes")
    return answer.over(labels)
