"""Which scored cases matter: the mistakes that the model was surest of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.inputs.blocks import Block
from assay.stats.arithmetic import Numbers
from assay.tasks.labels.case_loss import named_sets
from assay.tasks.scores.reducers import CollectScores, TabulateScores

NEAREST = 1e-300
"""A negative case with exactly the threshold's score is wrong, if only just."""


@dataclass(frozen=True)
class SureMistakes:
    """How far a score lies on the wrong side of the threshold."""

    reducer: TabulateScores
    threshold: float
    positive: object
    negative: object

    def losses(self, block: Block) -> Numbers:
        """Return the distance from the threshold of every case on its wrong side."""
        score, positive = np.asarray(self.reducer.score(block), dtype=np.float64), self.reducer.flags(block)
        distance = score - self.threshold
        return np.where(positive, -distance, np.where(distance >= 0, np.maximum(distance, NEAREST), -1.0))

    def kinds(self, block: Block) -> None:
        """Say that the distance decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return truth, score and what the threshold makes of it."""
        truth, score = block.labels("truth"), np.asarray(self.reducer.score(block), dtype=np.float64)
        called = score >= self.threshold
        return {
            "truth": [truth.labels[code] for code in truth.codes.tolist()],
            "prediction": [self.positive if flag else self.negative for flag in called.tolist()],
            "score": score.tolist(),
        }


@dataclass(frozen=True)
class SureWrongAnswers(SureMistakes):
    """The same where the model also answered with labels: those say what is wrong, the score how sure it was."""

    labels: tuple[object, ...] = ()

    def losses(self, block: Block) -> Numbers:
        """Return the distance from the threshold of every wrong answer, the least of all where it lies on its right."""
        truth, prediction = (block.labels(part).over(self.labels) for part in ("truth", "prediction"))
        return np.where(truth != prediction, np.maximum(super().losses(block), NEAREST), -1.0)

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return truth, score and what the model answered."""
        answers = block.labels("prediction")
        return {**super().columns(block), "prediction": [answers.labels[code] for code in answers.codes.tolist()]}


@dataclass(frozen=True)
class SureWrongClasses:
    """How much more a model gave to the class that it put first than to the true one."""

    labels: tuple[object, ...]
    order: tuple[int, ...] | None

    def _scores(self, block: Block) -> Numbers:
        scores = np.asarray(block.numbers("score"), dtype=np.float64)
        return scores if self.order is None else scores[:, list(self.order)]

    def _codes(self, block: Block) -> NDArray[np.intp]:
        return block.labels("truth").over(self.labels)

    def losses(self, block: Block) -> Numbers:
        """Return the distance between the first class and the true one; 0 where they are one."""
        scores = self._scores(block)
        return np.asarray(scores.max(axis=1) - scores[np.arange(len(scores)), self._codes(block)])

    def kinds(self, block: Block) -> None:
        """Say that the distance decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return truth and the class that was put first, with their scores."""
        scores, truth = self._scores(block), self._codes(block)
        first = scores.argmax(axis=1)
        rows = np.arange(len(scores))
        return {
            "truth": [self.labels[code] for code in truth.tolist()],
            "prediction": [self.labels[code] for code in first.tolist()],
            "score of prediction": scores[rows, first].tolist(),
            "score of truth": scores[rows, truth].tolist(),
        }


@dataclass(frozen=True)
class SureWrongSets:
    """How far the scores of wrong labels lie from the threshold, summed over the labels of a case."""

    collecting: CollectScores
    threshold: float
    answered: bool
    """Whether the model answered with labels beside its scores: those say what is wrong."""

    def losses(self, block: Block) -> Numbers:
        """Return the distances of wrong labels from the threshold; 0 where all are right."""
        scores, _, wrong = self._judged(block)
        return np.asarray(np.where(wrong, np.maximum(np.abs(scores - self.threshold), NEAREST), 0.0).sum(axis=1))

    def kinds(self, block: Block) -> None:
        """Say that the distance decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return the labels that are there and those called, how many are wrong, and the surest of the wrong ones."""
        scores, called, wrong = self._judged(block)
        distance = np.where(wrong, np.abs(scores - self.threshold), -1.0)
        surest, some = distance.argmax(axis=1).tolist(), np.asarray(wrong.any(axis=1)).tolist()
        classes = self.collecting.classes
        return {
            "truth": named_sets(classes, called ^ wrong),
            "prediction": named_sets(classes, called),
            "wrong labels": wrong.sum(axis=1).tolist(),
            "surest mistake": [classes[at] if there else None for at, there in zip(surest, some, strict=True)],
            "its score": [
                row[at] if there else None for row, at, there in zip(scores.tolist(), surest, some, strict=True)
            ],
        }

    def _judged(self, block: Block) -> tuple[Numbers, NDArray[np.bool_], NDArray[np.bool_]]:
        """Return scores, labels called, and which of them are wrongly there or wrongly not there."""
        cases = self.collecting.cases(block)
        called = np.asarray(block.numbers("prediction") == 1) if self.answered else cases.scores >= self.threshold
        return cases.scores, called, called != cases.truth
