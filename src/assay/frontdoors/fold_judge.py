"""Measure the predictions of a fit: values alone for every fold, with intervals for all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from assay.frontdoors.compared_models import asked_for
from assay.frontdoors.evaluate import evaluate
from assay.frontdoors.label_sources import reduce_rows
from assay.frontdoors.losses import USER, priced
from assay.frontdoors.score_sources import reduce_scores
from assay.frontdoors.value_sources import reduce_values
from assay.inputs.sources import Handed
from assay.inputs.tasks import Task
from assay.inputs.values import HandedValues
from assay.intervals.calibration import CALIBRATIONS
from assay.intervals.error_estimates import error_value
from assay.intervals.error_sample import ErrorSample
from assay.intervals.score_estimates import ScoreSample, score_value
from assay.intervals.several_scores import estimate_cases
from assay.metrics.cards import Card
from assay.results.evaluation import Evaluation
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_table import ScoreTable


@dataclass(frozen=True, eq=False)
class Judge:
    """A task and the metrics to measure."""

    task: Task
    cards: tuple[Card, ...]
    level: float
    seed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(card.in_task(self.task.name) for card in self.cards))

    @cached_property
    def amounts(self) -> bool:
        """Whether amounts are judged rather than labels."""
        return self.task.name == "regression"

    @cached_property
    def positive(self) -> object:
        """The positive label of a binary task."""
        return None if self.task.positive is None else self.task.labels[self.task.positive]

    def scores(self, score: np.ndarray | None) -> Any:
        """Return scores as evaluate takes them: a column, or one for each class."""
        if score is None or score.ndim == 1 or self.task.name == "multilabel":
            return score
        return {label: score[:, place] for place, label in enumerate(self.task.labels)}

    def values(self, truth: np.ndarray, prediction: np.ndarray, score: np.ndarray | None) -> dict[str, float]:
        """Return every metric's value; nan where it is undefined."""
        nothing = {card.name: float("nan") for card in self.cards}
        if not len(truth):
            return nothing
        if self.amounts:
            return self._of_amounts(truth, prediction)
        labels = None if self.task.name == "multilabel" else list(self.task.labels)
        handed = Handed(truth, prediction, None, None, "error", labels, self.task.name)
        found = self._of_labels(handed)
        if score is not None and any(self._of_score(card) for card in self.cards):
            found |= self._of_scores(handed, score)
        return {**nothing, **found}

    def _of_score(self, card: Card) -> bool:
        return card.interval not in (None, USER)

    def _of_labels(self, handed: Handed) -> dict[str, float]:
        asked = [card for card in self.cards if not self._of_score(card)]
        if not asked:
            return {}
        summary = reduce_rows(handed, self.task.name, self.positive).summary
        view = summary.view()
        if isinstance(summary, LabelCounts):
            asked = [priced(card, summary) if card.interval == USER else card for card in asked]
        return {card.name: float(np.asarray(card(view)).real) for card in asked if card.can_read(view)}

    def _of_scores(self, handed: Handed, score: np.ndarray) -> dict[str, float]:
        reduced = reduce_scores(handed, self.scores(score), self.task.name, self.positive, None)
        asked = [card for card in self.cards if self._of_score(card)]
        if isinstance(reduced.scores, ScoreTable):
            sample = ScoreSample(reduced.scores, self.level, self.seed)
            return {card.name: score_value(card, sample) for card in asked if card.reads is ScoreTable}
        cases = reduced.scores
        return {
            card.name: estimate_cases(card, cases, self.level, self.seed).value
            if card.interval in CALIBRATIONS
            else float(card.measure(cases))
            for card in asked
        }

    def _of_amounts(self, truth: np.ndarray, prediction: np.ndarray) -> dict[str, float]:
        handed = Handed(truth, prediction, None, None, "error", None, "regression")
        losses = {card.name: card.loss for card in self.cards if card.loss is not None}
        bound = {
            name: (lambda *rows, loss=loss, given=given: loss(*rows, **given))
            for (name, loss), given in zip(losses.items(), self._given(losses), strict=True)
        }
        reduced = reduce_values(HandedValues(handed, None, None), bound, "")
        sample = ErrorSample(reduced.summary, self.level, self.seed, None)
        return {card.name: error_value(card, sample) for card in self.cards}

    def _given(self, losses: dict[str, Any]) -> list[Any]:
        by_name = {card.name: card for card in self.cards}
        return [{} if by_name[name].interval == USER else by_name[name].parameters for name in losses]

    def evaluate(
        self, truth: np.ndarray, prediction: np.ndarray, score: np.ndarray | None, everything: bool = False
    ) -> Evaluation:
        """Judge predictions by the usual road: the metrics asked for with their intervals, or all of them."""
        names: Any = None if everything else [asked_for(card) for card in self.cards]
        options: dict[str, Any] = {"level": self.level, "seed": self.seed, "metrics": names, "task": self.task.name}
        if self.amounts:
            return evaluate(truth, prediction, **options)
        if self.task.name != "multilabel":
            options |= {"labels": list(self.task.labels), "positive": self.positive}
        return evaluate(truth, prediction, score=self.scores(score), **options)
