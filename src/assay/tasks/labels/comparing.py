"""Several models' labels on the same cases: each judged alone, and the cells of all of them together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from assay.comparisons.difference import Difference
from assay.comparisons.paired_labels import LabelPairs
from assay.comparisons.paired_rows import PairedRows, compare_rows
from assay.engines.sources import Source
from assay.errors import tables as table_errors
from assay.inputs.blocks import Block
from assay.inputs.tasks import Classes
from assay.metrics.cards import Card
from assay.results.note import Note
from assay.summaries.joint_cells import JointCells
from assay.summaries.joint_labels import JointLabels
from assay.summaries.label_counts import LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets
from assay.tasks.judged import Judged, apart_blocks, compared_cards
from assay.tasks.labels.costs import with_costs
from assay.tasks.labels.judging import judge_labels
from assay.tasks.labels.plan import LabelPlan, plan_labels
from assay.tasks.labels.reducers import CountPatterns
from assay.tasks.losses import priced
from assay.tasks.requests import Request
from assay.tasks.together import ReduceTogether

USUAL = ("accuracy", "f1", "f1_macro", "roc_auc", "roc_auc_macro", "average_precision", "log_loss")
"""What is compared unless other metrics are named, as far as the models have it."""
QUARTER = 0.25
"""The share of the usual resamples that is drawn where each costs a whole table of patterns."""

Answers = Mapping[object, np.ndarray]


class Planned(Protocol):
    """A plan that says which classes there are, and what was noticed on the way."""

    @property
    def classes(self) -> Classes:
        """The classes in order."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was noticed on the way."""


def judge_labels_together(request: Request, source: Source) -> Judged:
    """Judge every model, and count the cells of all of them together."""
    models = request.models
    plans = {model: plan_labels(own_request(request, source, model), source, model) for model in models}
    sets = plans[models[0]].classes.name == "multilabel"
    if not sets and not source.kept:
        return _judge_patterns(request, source, plans)
    block = source.cases()
    evaluations = {model: judge_labels(plan, plan.reducer.reduce(block.of(model))) for model, plan in plans.items()}
    cards = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    notes = opening_notes(plans)
    apart = apart_blocks(block, models, block.weight)
    if sets:
        answers = {model: np.asarray(block.numbers("prediction", model) == 1) for model in models}
        pairs = LabelSetPairs(block, models, answers, request)
        return Judged(models, evaluations, cards, pairs.compare, apart, notes=notes, plans=plans, block=block)
    columns = {model: block.labels("prediction", model) for model in models}
    labels, positive = joint_classes(plans.values())
    codes = {model: column.over(labels) for model, column in columns.items()}
    joint = join(block, labels, positive, codes)
    of_labels = label_pairs(joint, request, plans)
    shown = resolved(cards, joint, request.costs)
    return Judged(models, evaluations, shown, of_labels.compare, apart, notes=notes, plans=plans, block=block)


def _judge_patterns(request: Request, source: Source, plans: Mapping[object, LabelPlan]) -> Judged:
    """Judge models on more cases than are held: all that a paired test of labels needs is how often each pattern is."""
    models = request.models
    counting = CountPatterns(*joint_classes(plans.values()), models)
    reduced = source.reduce(ReduceTogether({model: plan.reducer for model, plan in plans.items()}, counting))
    evaluations = {model: judge_labels(plan, reduced.own[model]) for model, plan in plans.items()}
    pairs = label_pairs(reduced.joint, request, plans)
    usual = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    cards = resolved(usual, reduced.joint, request.costs)
    return Judged(models, evaluations, cards, pairs.compare, reduced.joint.share_apart, notes=opening_notes(plans),
                  plans=plans, summaries=reduced.own)  # fmt: skip


def opening_notes(plans: Mapping[object, Planned]) -> tuple[Note, ...]:
    """Return the notes that a comparison opens with: how many cases were left out."""
    first = next(iter(plans.values()))
    return tuple(note for note in first.notes if note.code == "missing-dropped")


def own_request(request: Request, source: Source, model: object) -> Request:
    """Return the request of one model: as it would be judged alone, but of two classes only if all models are."""
    alone, profile = request.alone, source.profile
    truth = profile.labels("truth")
    columns = {key[1]: column for key, column in profile.columns.items() if key[0] == "prediction"}
    known = [truth, *(profile.labels("prediction", own) for own in columns)]
    if (
        alone.labels is not None
        or truth.kind == "indicator"
        or not columns
        or len({column.kind for column in known}) > 1
    ):
        return alone
    every = {label for column in known for label in column.labels}
    if len(every) <= 2 or alone.positive is not None:
        return alone
    if isinstance(alone.costs, Sequence | np.ndarray):
        # A price for every pair of classes needs all of them.
        return replace(alone, labels=list(sorted_labels(every)))
    own = sorted_labels({*truth.labels, *(profile.labels("prediction", model).labels if model in columns else ())})
    return replace(alone, labels=list(own)) if len(own) > 2 else replace(alone, task=alone.task or "multiclass")


def joint_classes(plans: Iterable[Planned]) -> tuple[tuple[object, ...], int | None]:
    """Return the labels of all models: in the order that all have, else sorted with the positive one last."""
    classes = [plan.classes for plan in plans]
    if _shared(classes):
        return classes[0].labels, classes[0].positive
    labels = sorted_labels({label for own in classes for label in own.labels})
    if classes[0].positive is None:
        return labels, None
    positive = classes[0].labels[classes[0].positive]
    return (*(label for label in labels if label != positive), positive), len(labels) - 1


def label_pairs(joint: JointLabels | JointCells, request: Request, plans: Mapping[object, Planned]) -> LabelPairs:
    """Return the pairs of models: all over the same classes, or each over its own."""
    shared = _shared([plan.classes for plan in plans.values()])
    return LabelPairs(joint, request.level, request.seed, request.method, shared)


def _shared(classes: Sequence[Classes]) -> bool:
    """Say whether all models were judged over the same classes, in the same order."""
    return len({own.labels for own in classes}) == 1


def join(block: Block, labels: tuple[object, ...], positive: int | None, codes: Answers) -> JointLabels:
    """Join truth and the answers of all models."""
    return JointLabels(labels, block.labels("truth").over(labels), tuple(codes.values()), block.weight, positive)


def resolved(cards: tuple[Card, ...], joint: JointLabels | JointCells | None, costs: object) -> tuple[Card, ...]:
    """Turn the user's own losses into the cost of each pair of labels, and add the expected cost of a price list."""
    if joint is None:
        if costs is not None:
            raise table_errors.costs_need_labels()
        return cards
    shell = LabelCounts.of_counts(joint.labels, np.ones((joint.size, joint.size)), joint.positive)
    return with_costs(tuple(priced(card, shell) if card.own_loss else card for card in cards), costs, shell)


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
