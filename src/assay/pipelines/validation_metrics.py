"""Which metrics a validation measures: those asked for, the usual ones of the task, or every one that fits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from assay.errors import arguments as argument_errors
from assay.errors import schemes as errors
from assay.inputs.tasks import Classes
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import Run
from assay.results.out_of_fold import OutOfFold
from assay.schemes.leaving import LeavePairOut
from assay.summaries.label_counts import LabelCounts
from assay.tasks.argument_checks import EVERYTHING, parse_metrics
from assay.tasks.labels.costs import with_costs

USUAL = {
    "binary": ("accuracy", "f1", "roc_auc", "average_precision", "log_loss"),
    "multiclass": ("accuracy", "f1_macro", "roc_auc_macro", "log_loss"),
    "multilabel": ("subset_accuracy", "f1_macro", "f1_micro", "hamming_loss"),
    "regression": ("mae", "rmse", "r2"),
}
"""What each task is judged by unless the caller says otherwise."""
OF_SCORES = ("roc_auc", "roc_auc_macro", "average_precision", "log_loss")
"""The usual metrics that need scores; the last of them needs probabilities."""
CHOSEN_BY = {"regression": "mae", "multilabel": "f1_macro"}
"""The metric that settings are chosen by where the caller names none; accuracy for classes."""


def asked_cards(metrics: object, problem: Problem, costs: object = None) -> tuple[Card, ...] | None:
    """Return the metrics asked for; None leaves the choice to what the models answer, () means every one."""
    asked = parse_metrics(metrics)
    priced = with_priced(asked or (), costs, problem.task)
    if isinstance(problem.scheme, LeavePairOut):
        if priced and [card.name for card in priced] != ["roc_auc"]:
            raise errors.pairs_only_for_area([card.name for card in priced])
        return (find("roc_auc"),)
    everything = metrics == EVERYTHING or (not isinstance(metrics, str) and asked is None and metrics is not None)
    return () if everything else priced if asked else None


def with_priced(cards: tuple[Card, ...], costs: object, task: Classes) -> tuple[Card, ...]:
    """Return metrics of which those that need costs know them; where costs were given they are among the metrics."""
    if costs is None:
        return with_costs(cards, None, None)
    if task.name == "regression":
        raise argument_errors.meaningless("costs", "regression")
    size = len(task.labels)
    cells = LabelCounts.of_counts(task.labels, np.ones((size, size)), task.positive)
    return with_costs(cards, costs, None if task.name == "multilabel" else cells)


def check_metrics(problem: Problem, cards: tuple[Card, ...] | None, level: float) -> None:
    """Refuse metrics that do not fit the task before the first fit, by judging the truth against itself."""
    if cards or problem.slicing is not None:
        judge = Judge(problem.task, cards or (find(CHOSEN_BY.get(problem.task.name, "accuracy")),), level, problem.seed)
        by = None if problem.slicing is None else problem.slicing.of(problem.rows)
        judge.evaluate(problem.target, problem.target, None, problem.weight, by=by)


def choosing_card(select: str | None, cards: tuple[Card, ...] | None, task: Classes, costs: object = None) -> Card:
    """Return the metric that settings are chosen by: the one named, else the first of those asked for."""
    if select is not None:
        named = find(select)
        return with_priced((named,), costs, task)[-1] if "costs" in named.needs else named
    return cards[0] if cards else find(CHOSEN_BY.get(task.name, "accuracy"))


def usual_cards(problem: Problem, runs: Mapping[str, Run]) -> tuple[Card, ...]:
    """Return the usual metrics that at least one of the models can be judged by."""
    kinds = {outcome.score_kind for run in runs.values() for outcome in run.outcomes} - {None}
    unfit = () if "probability" in kinds else OF_SCORES[-1:] if kinds else OF_SCORES
    return tuple(find(name) for name in USUAL[problem.task.name] if name not in unfit)


def every_card(judge: Judge, predictions: Mapping[str, OutOfFold]) -> tuple[Card, ...]:
    """Return all metrics of the task that need no parameter and that at least one model can be judged by."""
    evaluations = [judge.evaluate(*part.first().judged, everything=True) for part in predictions.values()]
    return tuple(find(name) for name in max(evaluations, key=len))
