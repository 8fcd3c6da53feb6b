"""What a block of scored cases adds: a table of scores or the cases themselves, and the labels that were predicted."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.engines.protocol import Summary
from assay.inputs.blocks import Block
from assay.intervals.class_influences import sums_of_squares
from assay.stats.arithmetic import Numbers
from assay.summaries.class_tables import ClassTables
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_sums import off_one
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.reducers import CollectLabelSets, CountLabels

USUAL_THRESHOLD = 0.5
"""Where a probability says that a case is rather positive than not."""


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores, reduced, and the labels that were predicted beside them (None where there were none).

    `off_sums` counts the cases whose two scores do not add up to 1.
    """

    scores: ScoreTable | ScoreCases | ClassTables
    labels: LabelCounts | LabelSets | None = None
    off_sums: int = 0

    def merge(self, other: Scored) -> Scored:
        """Return the summary of both sets of cases."""
        labels = None if self.labels is None or other.labels is None else merged_pair(self.labels, other.labels)
        return Scored(merged_pair(self.scores, other.scores), labels, self.off_sums + other.off_sums)

    def bounded(self, most: int) -> Scored:
        """Return the same with at most about so many scores, where they are in tables."""
        if isinstance(self.scores, ClassTables):
            return replace(self, scores=self.scores.bounded(most))
        if not isinstance(self.scores, ScoreTable) or len(self.scores.score) <= most:
            return self
        return replace(self, scores=self.scores.compressed(most // 4))


def merged_pair(first: Summary, second: Summary) -> Summary:
    """Merge two summaries, which are of one kind because one reducer made both."""
    return first.merge(second)


@dataclass(frozen=True)
class TabulateScores:
    """Sorts the scores of a positive class; `column` is its place where there is a column for each class.

    Where no metric reads losses, tables of bins need not sum them.
    """

    positive: object
    keep: tuple[float, ...]
    column: int | None = None
    labels: CountLabels | CollectLabelSets | None = None
    with_losses: bool = True

    def reduce(self, block: Block) -> Scored:
        """Return the score table of a block."""
        score, positive = self.score(block), self.flags(block)
        labels = None if self.labels is None else self.labels.reduce(block)
        table = ScoreTable.of_cases(score, positive, block.weight, self.keep, self.with_losses)
        return Scored(table, labels, self._off_sums(block))

    @property
    def anywhere(self) -> bool:
        """Whether it reduces rows of every kind of array where they are: one column of scores."""
        return self.column is None and not isinstance(self.labels, CollectLabelSets)

    def _off_sums(self, block: Block) -> int:
        scores = block.numbers("score")
        if scores.ndim != 2 or scores.shape[1] != 2:
            return 0
        return int(np.count_nonzero(off_one(np.asarray(scores), float(np.finfo(scores.dtype).eps))))

    def score(self, block: Block) -> NDArray[np.floating]:
        """Return the score of the positive class."""
        score = block.numbers("score")
        return score if self.column is None else np.asarray(score[:, self.column])

    def flags(self, block: Block) -> NDArray[np.bool_]:
        """Say which cases are positive."""
        return block.labels("truth").is_label(self.positive)


@dataclass(frozen=True)
class CollectScores:
    """Keeps truth and scores of every case, one column per class; `order` lines the columns up with the labels.

    `threshold` is what scores of sets of labels are cut at.
    """

    classes: tuple[object, ...]
    order: tuple[int, ...] | None = None
    exclusive: bool = True
    threshold: float | None = None
    labels: CountLabels | CollectLabelSets | None = None

    def reduce(self, block: Block) -> Scored:
        """Return the cases of a block."""
        return Scored(self.cases(block), None if self.labels is None else self.labels.reduce(block))

    def cases(self, block: Block) -> ScoreCases:
        """Return truth and scores of a block."""
        score = block.numbers("score")
        score = score if self.order is None else np.asarray(score[:, list(self.order)])
        own = self.exclusive
        truth = block.labels("truth").flags(self.classes) if own else np.asarray(block.numbers("truth") == 1)
        epsilon = float(np.finfo(score.dtype).eps)
        return ScoreCases(self.classes, truth, score.astype(float), block.weight, self.exclusive, epsilon)


@dataclass(frozen=True, eq=False)
class TabulateClasses:
    """Sorts the scores of every class into tables of bounded size, where the cases are not held."""

    collecting: CollectScores

    @property
    def labels(self) -> CountLabels | CollectLabelSets | None:
        """What counts the labels that were predicted beside the scores."""
        return self.collecting.labels

    def reduce(self, block: Block) -> Scored:
        """Return the tables of a block."""
        asked = self.collecting.threshold
        tables = ClassTables.of(self.collecting.cases(block), USUAL_THRESHOLD if asked is None else asked)
        return Scored(tables, None if self.labels is None else self.labels.reduce(block))


@dataclass(frozen=True)
class Pulls:
    """Sums of squares of what cases add to averages over classes."""

    squares: Numbers

    def merge(self, other: Pulls) -> Pulls:
        """Return the sums over both sets of cases."""
        return Pulls(self.squares + other.squares)


@dataclass(frozen=True, eq=False)
class SumPulls:
    """Sums what every case adds to averages over classes, the tables and the averages of all being known."""

    collecting: CollectScores
    whole: ClassTables
    values: tuple[float, ...]

    def reduce(self, block: Block) -> Pulls:
        """Return the sums of a block."""
        return Pulls(sums_of_squares(self.collecting.cases(block), self.values, self.whole))
