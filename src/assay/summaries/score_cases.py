"""A score a class for every case: kept case by case, because the classes' scores of one case belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries.built_tables import BuiltTables
from assay.summaries.class_columns import ClassColumn
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.losses import Losses, log_losses, spread_of
from assay.summaries.score_sums import off_one
from assay.summaries.score_table import ScoreTable

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ScoreCases(StoredByFields):
    """Cases x classes of truth and score. `exclusive` where a case has exactly one class, False for sets of labels."""

    labels: tuple[object, ...]
    truth: Flags
    scores: Numbers
    weight: Numbers | None
    exclusive: bool
    epsilon: float = float(np.finfo(float).eps)

    def merge(self, other: ScoreCases) -> ScoreCases:
        """Return all cases of both, one after the other."""
        weights = None
        if self.weight is not None or other.weight is not None:
            weights = np.concatenate([self.case_weight, other.case_weight])
        return ScoreCases(
            self.labels,
            np.concatenate([self.truth, other.truth]),
            np.concatenate([self.scores, other.scores]),
            weights,
            self.exclusive,
            max(self.epsilon, other.epsilon),
        )

    @property
    def rows(self) -> int:
        """How many cases there are."""
        return len(self.truth)

    @property
    def size(self) -> int:
        """How many classes or labels there are."""
        return len(self.labels)

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""
        return self.weight is not None

    @property
    def case_weight(self) -> Numbers:
        """The weight of each case, 1 if none was given."""
        return np.ones(self.rows) if self.weight is None else self.weight

    @property
    def total(self) -> float:
        """Weight of all cases."""
        return float(self.case_weight.sum())

    @property
    def total_squares(self) -> float:
        """Sum of the squared weights of all cases."""
        return float((self.case_weight**2).sum())

    @cached_property
    def support(self) -> Numbers:
        """Weight of the cases of each class."""
        return np.asarray(self.case_weight @ self.truth)

    @property
    def support_squares(self) -> Numbers:
        """Sum of the squared weights of the cases of each class."""
        return np.asarray((self.case_weight**2) @ self.truth)

    @cached_property
    def tables(self) -> Sequence[ScoreTable]:
        """Each class against the rest, built when it is asked for."""
        return BuiltTables(self.size, lambda k: self.table(self.truth[:, k], self.scores[:, k]))

    @cached_property
    def columns(self) -> tuple[ClassColumn, ...]:
        """The cases placed among those of each class, by its score."""
        return tuple(ClassColumn.of(self.scores[:, k], self.truth[:, k], self.weight) for k in range(self.size))

    def table(self, positive: Flags, score: Numbers, rows: Flags | None = None) -> ScoreTable:
        """Return the score table of some flags against a score, over all cases or some of them."""
        weight = self.weight
        if rows is not None:
            positive, score = positive[rows], score[rows]
            weight = None if weight is None else weight[rows]
        if weight is None:
            return ScoreTable.of_scores(score[positive], score[~positive])
        return ScoreTable.of_scores(score[positive], score[~positive], weight[positive], weight[~positive])

    @property
    def paired(self) -> bool:
        """Whether the tables of pairs of classes can be had: from the cases, always."""
        return True

    def pair(self, left: int, right: int) -> tuple[ScoreTable, ScoreTable]:
        """Return two classes told apart, over their cases alone: by the score of either."""
        rows = self.truth[:, left] | self.truth[:, right]
        first, second = (self.table(self.truth[:, k], self.scores[:, k], rows) for k in (left, right))
        return first, second

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """The place of each case's class (the best of several) among its scores, the highest first; none at the end.

        Of equal scores the later column stands higher.
        """
        order = np.argsort(self.scores, axis=1, kind="stable")[:, ::-1]
        hits = np.take_along_axis(self.truth, order, axis=1)
        return np.asarray(np.where(hits.any(axis=1), hits.argmax(axis=1), self.size))

    @property
    def ranks(self) -> Numbers:
        """Weight of the cases by the place of their class."""
        return np.bincount(self.places, self.weight, self.size + 1).astype(float)

    @cached_property
    def top_table(self) -> ScoreTable:
        """The highest score of each case, against whether it stood for the right class."""
        best = self.scores.argmax(axis=1)
        each = np.arange(self.rows)
        return self.table(self.truth[each, best], self.scores[each, best])

    @property
    def probabilities(self) -> bool:
        """Whether every score could be a probability, adding up to 1 over exclusive classes."""
        inside = bool((self.scores >= 0).all() and (self.scores <= 1).all())
        return inside and (not self.exclusive or not self.off)

    @cached_property
    def off(self) -> int:
        """How many cases have scores that do not add up to 1, rounding aside."""
        return int(np.count_nonzero(off_one(self.scores, self.epsilon)))

    @cached_property
    def per_case_losses(self) -> tuple[Numbers, Numbers]:
        """Log loss and squared error of every case; over sets of labels, the mean over the labels."""
        if self.exclusive:
            given = self.scores[self.truth]
            return log_losses(given, self.epsilon), ((self.scores - self.truth) ** 2).sum(axis=1)
        given = np.where(self.truth, self.scores, 1 - self.scores)
        return log_losses(given, self.epsilon).mean(axis=1), ((1 - given) ** 2).mean(axis=1)

    @cached_property
    def all_losses(self) -> Losses | None:
        """Sums of log losses and squared errors, None if the scores are no probabilities."""
        if not self.probabilities:
            return None
        squares = None if self.weight is None else self.weight**2
        log, squared = (spread_of(values, self.weight, squares) for values in self.per_case_losses)
        given = self.scores[self.truth] if self.exclusive else np.where(self.truth, self.scores, 1 - self.scores)
        return Losses(log, squared, int(np.count_nonzero(given < self.epsilon)))

    def answers(self, threshold: float | None) -> LabelCounts | LabelSets:
        """Return the labels that the scores lead to: the highest one's, or all that reach the threshold."""
        if not self.exclusive:
            called = self.scores >= (np.inf if threshold is None else threshold)
            return LabelSets.of_rows(self.labels, self.truth, called, self.weight)
        size = self.size
        cell = self.truth.argmax(axis=1) * size + self.scores.argmax(axis=1)
        if self.weight is None:
            counts = np.bincount(cell, minlength=size**2).reshape(size, size).astype(float)
            return LabelCounts(self.labels, counts, counts, self.rows)
        weights, squares = (
            np.bincount(cell, values, size**2).reshape(size, size).astype(float)
            for values in (self.weight, self.weight**2)
        )
        fourth = float(np.sum(self.weight**4))
        return LabelCounts(self.labels, weights, squares, self.rows, weighted=True, fourth=fourth)
