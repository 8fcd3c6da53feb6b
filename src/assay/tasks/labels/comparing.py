"""Several models' labels on the same cases: each judged alone, and the cells of all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from assay.comparisons.difference import Difference
from assay.comparisons.paired_labels import LabelPairs
from assay.comparisons.paired_rows import PairedRows, compare_rows
from assay.engines.sources import Source
from assay.inputs.blocks import Block
from assay.metrics.cards import Card
from assay.results.evaluation import Evaluation
from assay.summaries.joint_labels import JointLabels
from assay.summaries.label_counts import LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets
from assay.tasks.judged import Judged, alike_blocks, compared_cards
from assay.tasks.labels.judging import judge_labels
from assay.tasks.labels.plan import plan_labels
from assay.tasks.losses import priced
from assay.tasks.requests import Request

USUAL = ("accuracy", "f1", "f1_macro", "roc_auc", "roc_auc_macro", "average_precision", "log_loss")
"""What is compared unless other metrics are named, as far as the models have it."""
QUARTER = 0.25
"""The share of the usual resamples that is drawn where each costs a whole table of patterns."""

Answers = Mapping[object, np.ndarray]


def judge_labels_together(request: Request, source: Source) -> Judged:
    """Judge every model, and count the cells of all of them together."""
    models, block = request.models, source.cases()
    plans = {model: plan_labels(own_request(request, source, model), source, model) for model in models}
    evaluations = {model: judge_labels(plan, plan.reducer.reduce(block.of(model))) for model, plan in plans.items()}
    cards = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    notes = tuple(note for note in plans[models[0]].notes if note.code == "missing-dropped")
    alike = alike_blocks(block, models)
    if plans[models[0]].classes.name == "multilabel":
        answers = {model: np.asarray(block.numbers("prediction", model) == 1) for model in models}
        sets = LabelSetPairs(block, models, answers, request)
        return Judged(models, evaluations, cards, sets.compare, alike, notes=notes, plans=plans, block=block)
    columns = {model: block.labels("prediction", model) for model in models}
    labels, positive = joint_classes(evaluations)
    codes = {model: column.over(labels) for model, column in columns.items()}
    joint = join(block, labels, positive, codes)
    pairs = LabelPairs(joint, request.level, request.seed, request.method)
    shown = resolved(cards, joint)
    return Judged(models, evaluations, shown, pairs.compare, alike, notes=notes, plans=plans, block=block)


def own_request(request: Request, source: Source, model: object) -> Request:
    """Return the request of one model: as it would be judged alone, but of two classes only if all models are."""
    alone, profile = request.alone, source.profile
    truth = profile.labels("truth")
    columns = {key[1]: column for key, column in profile.columns.items() if key[0] == "prediction"}
    known = [truth, *(profile.labels("prediction", own) for own in columns)]
    if alone.labels is not None or truth.kind == "indicator" or not columns or len({one.kind for one in known}) > 1:
        return alone
    every = {label for column in known for label in column.labels}
    if len(every) <= 2 or alone.positive is not None:
        return alone
    own = sorted_labels({*truth.labels, *(profile.labels("prediction", model).labels if model in columns else ())})
    return replace(alone, labels=list(own)) if len(own) > 2 else replace(alone, task=alone.task or "multiclass")


def joint_classes(evaluations: Mapping[object, Evaluation]) -> tuple[tuple[object, ...], int | None]:
    """Return the labels of all models, the positive one last."""
    tables = [evaluation.confusion for evaluation in evaluations.values() if evaluation.confusion is not None]
    labels = sorted_labels({label for table in tables for label in table.labels})
    positive = next(iter(evaluations.values())).positive
    if positive is None:
        return labels, None
    return (*(label for label in labels if label != positive), positive), len(labels) - 1


def join(block: Block, labels: tuple[object, ...], positive: int | None, codes: Answers) -> JointLabels:
    """Join truth and the answers of all models."""
    return JointLabels(labels, block.labels("truth").over(labels), tuple(codes.values()), block.weight, positive)


def resolved(cards: tuple[Card, ...], joint: JointLabels) -> tuple[Card, ...]:
    """Turn the user's own losses into the cost of each pair of labels."""
    shell = LabelCounts.of_counts(joint.labels, np.ones((joint.size, joint.size)), joint.positive)
    return tuple(priced(card, shell) if card.own_loss else card for card in cards)


class LabelSetPairs:
    """Pairs of models that give sets of labels: whole cases are swapped between them."""

    def __init__(self, block: Block, models: tuple[object, ...], answers: Answers, request: Request) -> None:
        self.truth = np.asarray(block.numbers("truth") == 1)
        self.weight, self.models, self.answers, self.request = block.weight, models, answers, request

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        labels = tuple(range(self.truth.shape[1]))

        def measure(truth: np.ndarray, answer: np.ndarray, weight: np.ndarray | None) -> float:
            return float(card(LabelSets.of_rows(labels, truth, answer, weight).view()))

        outputs = self.answers[self.models[first]], self.answers[self.models[second]]
        rows = PairedRows(self.truth, outputs, self.weight, measure)
        return compare_rows(rows, self.request.level, (self.request.seed, first, second), QUARTER)
