"""Scores of several classes or labels as metrics read them, whether the cases are at hand or were summed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from assay.stats.arithmetic import Numbers
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.losses import Losses
from assay.summaries.score_table import ScoreTable


class ClassScores(Protocol):
    """Scores of every class: each against the rest, every pair of classes, and the places of the classes' scores."""

    @property
    def labels(self) -> tuple[object, ...]:
        """The classes or labels in order."""

    @property
    def rows(self) -> int:
        """How many cases there are."""

    @property
    def size(self) -> int:
        """How many classes or labels there are."""

    @property
    def exclusive(self) -> bool:
        """Whether a case has exactly one class."""

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""

    @property
    def epsilon(self) -> float:
        """What probabilities are clipped at for the logarithm."""

    @property
    def total(self) -> float:
        """Weight of all cases."""

    @property
    def total_squares(self) -> float:
        """Sum of the squared weights of all cases."""

    @property
    def support(self) -> Numbers:
        """Weight of the cases of each class."""

    @property
    def support_squares(self) -> Numbers:
        """Sum of the squared weights of the cases of each class."""

    @property
    def tables(self) -> Sequence[ScoreTable]:
        """Each class against the rest."""

    @property
    def top_table(self) -> ScoreTable:
        """The highest score of each case, against whether it stood for the right class."""

    @property
    def paired(self) -> bool:
        """Whether the tables of pairs of classes can be had."""

    def pair(self, left: int, right: int) -> tuple[ScoreTable, ScoreTable]:
        """Return two classes told apart, over their cases alone: by the score of either."""

    @property
    def ranks(self) -> Numbers:
        """Weight of the cases by the place of their class among the scores, the highest first; none at the end."""

    @property
    def probabilities(self) -> bool:
        """Whether every score could be a probability, adding up to 1 over exclusive classes."""

    @property
    def off(self) -> int:
        """How many cases have scores that do not add up to 1."""

    @property
    def all_losses(self) -> Losses | None:
        """Sums of log losses and squared errors, None if the scores are no probabilities."""

    def answers(self, threshold: float | None) -> LabelCounts | LabelSets:
        """Return the labels that the scores lead to: the highest one's, or all that reach the threshold."""
