"""Measure the predictions of a fit: values alone for every fold, with intervals for all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assay.inputs.tasks import Classes
from assay.intervals.class_score_intervals import ClassScoreSample
from assay.intervals.estimating import estimate_from
from assay.intervals.regression_intervals import regression_value
from assay.intervals.regression_sample import RegressionSample
from assay.intervals.score_intervals import ScoreSample, score_value
from assay.metrics.cards import Card
from assay.metrics.families import Calibration
from assay.pipelines.judging import judge
from assay.results.evaluation import Evaluation
from assay.summaries.label_counts import LabelCounts
from assay.summaries.regression import RegressionSummary
from assay.summaries.residuals import Residuals
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.task import LabelTask
from assay.tasks.losses import priced
from assay.tasks.regression.task import RegressionTask
from assay.tasks.requests import Request
from assay.tasks.scores.task import ScoreTask

Column = np.ndarray
Groups = Mapping[str, Column]
"""The group of every case, under the name of the grouping."""


@dataclass(frozen=True, eq=False)
class Judge:
    """A task and the metrics to measure."""

    task: Classes
    cards: tuple[Card, ...]
    level: float
    seed: int
    costs: object = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(card.in_task(self.task.name) for card in self.cards))

    @cached_property
    def regression(self) -> bool:
        """Whether numbers are judged rather than labels."""
        return self.task.name == "regression"

    @cached_property
    def positive(self) -> object:
        """The positive label of a binary task."""
        return None if self.task.positive is None else self.task.labels[self.task.positive]

    def request(
        self, truth: object, prediction: object, score: object, weight: Column | None, cards: tuple[Card, ...] | None,
        several: bool = False, group: Groups | None = None, by: object = None,
    ) -> Request:  # fmt: skip
        """Return the request to judge predictions by some metrics, None for all that fit."""
        labels = None if self.regression or self.task.name == "multilabel" else list(self.task.labels)
        return Request(
            frozenset({"score"} if score is not None else ()), truth, prediction, score, task=self.task.name,
            positive=None if labels is None else self.positive, labels=labels, metrics=cards,
            asked=cards is not None, weight=weight, group=group, level=self.level, seed=self.seed,
            several=several, by=by, costs=self.costs if cards is None else None,
        )  # fmt: skip

    def scores(self, score: Column | None) -> Column | dict[object, Column] | None:
        """Return scores as evaluate takes them: a column, or one for each class."""
        if score is None or score.ndim == 1 or self.task.name == "multilabel":
            return score
        return {label: score[:, place] for place, label in enumerate(self.task.labels)}

    def values(
        self, truth: Column, prediction: Column, score: Column | None, weight: Column | None = None
    ) -> dict[str, float]:
        """Return every metric's value; nan where it is undefined, or where no case counts."""
        nothing = {card.name: float("nan") for card in self.cards}
        if not len(truth) or (weight is not None and not weight.any()):
            return nothing
        if self.regression:
            return self._of_numbers(truth, prediction, weight)
        values = self._of_labels(truth, prediction, weight)
        if score is not None and any(self._of_score(card) for card in self.cards):
            values |= self._of_scores(truth, score, weight)
        return {**nothing, **values}

    def _of_score(self, card: Card) -> bool:
        return not (card.of_labels or card.own_loss)

    def _of_labels(self, truth: Column, prediction: Column, weight: Column | None) -> dict[str, float]:
        asked = tuple(card for card in self.cards if not self._of_score(card))
        if not asked:
            return {}
        request, task = self.request(truth, prediction, None, weight, asked), LabelTask()
        source = task.open(request)
        summary = task.plan(request, source, None).reducer.reduce(source.cases())
        view = summary.view()
        if isinstance(summary, LabelCounts):
            asked = tuple(priced(card, summary) if card.own_loss else card for card in asked)
        return {card.name: float(np.asarray(card(view)).real) for card in asked if card.can_read(view)}

    def _of_scores(self, truth: Column, score: Column, weight: Column | None) -> dict[str, float]:
        asked = tuple(card for card in self.cards if self._of_score(card))
        request, task = self.request(truth, None, self.scores(score), weight, asked), ScoreTask()
        source = task.open(request)
        scores = task.plan(request, source, None).reducer.reduce(source.cases()).scores
        if isinstance(scores, ScoreTable):
            sample = ScoreSample(scores, self.level, self.seed)
            return {card.name: score_value(card, sample) for card in asked if card.reads is ScoreTable}
        return {
            card.name: estimate_from(ClassScoreSample(scores, self.level, self.seed), card).value
            if isinstance(card.family, Calibration)
            else float(card.measure(scores))
            for card in asked
        }

    def _of_numbers(self, truth: Column, prediction: Column, weight: Column | None) -> dict[str, float]:
        request, task = self.request(truth, prediction, None, weight, self.cards), RegressionTask()
        source = task.open(request)
        plan = task.plan(request, source, None)
        reduced = plan.reducer.reduce(source.cases())
        summary = RegressionSummary.of(reduced, plan.losses) if isinstance(reduced, Residuals) else reduced
        sample = RegressionSample(summary, self.level, self.seed, None)
        return {card.name: regression_value(card, sample) for card in self.cards}

    def evaluate(
        self, truth: Column, prediction: Column, score: Column | None, weight: Column | None, everything: bool = False,
        group: Groups | None = None, by: object = None,
    ) -> Evaluation:  # fmt: skip
        """Judge predictions by the usual road: the metrics asked for with their intervals, or all of them."""
        scores = None if self.regression else self.scores(score)
        cards = None if everything else self.cards
        return judge(self.request(truth, prediction, scores, weight, cards, group=group, by=by))
