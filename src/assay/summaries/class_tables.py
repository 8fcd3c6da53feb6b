"""Scores of several classes in bounded memory: each class against the rest, each pair of classes, and places counted.

The classes' scores of one case belong together, so what a case adds to an average over classes can only be summed in
a second pass, when the tables are known; `pulls` holds those sums.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.losses import Losses
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable

MOST_ATOMS = 2**18
"""All tables together hold at most about so many scores (3 to 6 MB), half of them for pairs of classes."""

FEWEST_ATOMS = 64
"""A table may hold at least so many, however many tables there are."""

MOST_PAIRED = 16
"""Of more classes the 240 tables of their pairs would be too coarse to be of use."""


@dataclass(frozen=True, eq=False)
class ClassTables(StoredByFields):
    """Tables of every class, of every pair of them (none where they are too many), and of the highest score.

    `ranks` is the weight of the cases by the place of their class among the scores, `off` counts cases whose scores do
    not add up to 1, `inside` says that all of them lie in [0, 1], `decided` are the labels that they lead to. `pulls`
    are sums of squares of what each case adds to averages over classes (None until they are summed).
    """

    labels: tuple[object, ...]
    tables: tuple[ScoreTable, ...]
    pairs: tuple[ScoreTable, ...]
    top_table: ScoreTable
    ranks: Numbers
    decided: LabelCounts | LabelSets
    exclusive: bool
    rows: int
    off: int
    inside: bool
    epsilon: float
    all_losses: Losses | None
    pulls: Numbers | None = None

    @classmethod
    def of(cls, cases: ScoreCases, threshold: float) -> ClassTables:
        """Return the tables of some cases; of sets of labels, those that reach the threshold are called."""
        pairs: tuple[ScoreTable, ...] = ()
        if cases.exclusive and cases.size <= MOST_PAIRED:
            pairs = tuple(own for left, right in combinations(range(cases.size), 2) for own in cases.pair(left, right))
        inside = bool((cases.scores >= 0).all() and (cases.scores <= 1).all())
        whole = cls(
            cases.labels, tuple(cases.tables), pairs, cases.top_table, cases.ranks, cases.answers(threshold),
            cases.exclusive, cases.rows, cases.off, inside, cases.epsilon, cases.all_losses,
        )  # fmt: skip
        return whole.bounded(MOST_ATOMS)

    def merge(self, other: ClassTables) -> ClassTables:
        """Return the tables of both sets of cases; what cases add to averages must be summed again."""
        losses = None
        if self.all_losses is not None and other.all_losses is not None:
            losses = self.all_losses.merge(other.all_losses)
        return replace(
            self,
            tables=_merged(self.tables, other.tables),
            pairs=_merged(self.pairs, other.pairs),
            top_table=self.top_table.merge(other.top_table),
            ranks=self.ranks + other.ranks,
            decided=_both(self.decided, other.decided),
            rows=self.rows + other.rows,
            off=self.off + other.off,
            inside=self.inside and other.inside,
            epsilon=max(self.epsilon, other.epsilon),
            all_losses=losses,
            pulls=None,
        ).bounded(MOST_ATOMS)

    def bounded(self, most: int) -> ClassTables:
        """Return the same with at most about so many scores in all tables together."""
        own = most // 2 // (self.size + 1)
        return replace(
            self,
            tables=tuple(_cut(table, own) for table in self.tables),
            pairs=tuple(_cut(table, most // 2 // len(self.pairs)) for table in self.pairs),
            top_table=_cut(self.top_table, own),
        )

    @property
    def size(self) -> int:
        """How many classes or labels there are."""
        return len(self.labels)

    @property
    def exact(self) -> bool:
        """Whether no table was cut into bins."""
        return all(table.exact for table in (*self.tables, *self.pairs, self.top_table))

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""
        return self.tables[0].weighted

    @property
    def total(self) -> float:
        """Weight of all cases."""
        return float(self.tables[0].total)

    @property
    def total_squares(self) -> float:
        """Sum of the squared weights of all cases."""
        return float(self.tables[0].positive_squares.sum() + self.tables[0].negative_squares.sum())

    @cached_property
    def support(self) -> Numbers:
        """Weight of the cases of each class."""
        return np.array([float(table.positive_total) for table in self.tables])

    @cached_property
    def support_squares(self) -> Numbers:
        """Sum of the squared weights of the cases of each class."""
        return np.array([float(table.positive_squares.sum()) for table in self.tables])

    @property
    def paired(self) -> bool:
        """Whether there are tables of pairs of classes."""
        return bool(self.pairs)

    def pair(self, left: int, right: int) -> tuple[ScoreTable, ScoreTable]:
        """Return two classes told apart, over their cases alone: by the score of either."""
        place = list(combinations(range(self.size), 2)).index((left, right))
        return self.pairs[2 * place], self.pairs[2 * place + 1]

    @property
    def probabilities(self) -> bool:
        """Whether every score could be a probability, adding up to 1 over exclusive classes."""
        return self.inside and (not self.exclusive or not self.off)

    def answers(self, threshold: float | None) -> LabelCounts | LabelSets:
        """Return the labels that the scores lead to; the threshold is the one that was known when they were summed."""
        return self.decided


def _merged(first: Iterable[ScoreTable], second: Iterable[ScoreTable]) -> tuple[ScoreTable, ...]:
    return tuple(left.merge(right) for left, right in zip(first, second, strict=True))


def _both(first: LabelCounts | LabelSets, second: LabelCounts | LabelSets) -> LabelCounts | LabelSets:
    if isinstance(first, LabelCounts) and isinstance(second, LabelCounts):
        return first.merge(second)
    if isinstance(first, LabelSets) and isinstance(second, LabelSets):
        return first.merge(second)
    raise TypeError("one reducer gives labels of one kind")


def _cut(table: ScoreTable, most: int) -> ScoreTable:
    """Cut a table that holds too many scores into half as many bins."""
    most = max(most, FEWEST_ATOMS)
    return table if len(table.score) <= most else table.compressed(most // 4)
