"""What a block of labelled cases adds: cells of a confusion table, or patterns of sets of labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.inputs.blocks import Block
from assay.inputs.labels import Label, LabelColumn
from assay.inputs.profiles import Times
from assay.stats.arithmetic import Numbers
from assay.summaries.cells import cell_counts, cell_sums
from assay.summaries.joint_cells import JointCells
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets


@dataclass(frozen=True)
class CountLabels:
    """Counts cases by truth and prediction, over labels that the profile has shown."""

    labels: tuple[Label, ...]
    positive: int | None = None
    anywhere: ClassVar[bool] = True
    counted: ClassVar[bool] = True

    def reduce(self, block: Block) -> LabelCounts:
        """Return the confusion table of a block."""
        return self.count(block.labels("truth"), block.labels("prediction"), block.weight, block.times)

    def count(
        self, truth: LabelColumn, prediction: LabelColumn, weight: Numbers | None, times: Times | None = None
    ) -> LabelCounts:
        """Return the confusion table of two columns."""
        size = len(self.labels)
        cell = truth.over(self.labels) * size + prediction.over(self.labels)
        if times is not None:
            # Whole numbers below 2**53 are added without rounding, in whatever order.
            counts = cell_sums(cell, times.astype(float), size * size).reshape(size, size)
            return LabelCounts(self.labels, counts, counts, int(times.sum()), positive=self.positive)
        if weight is None:
            counts = cell_counts(cell, size * size).reshape(size, size)
            return LabelCounts(self.labels, counts, counts, len(cell), positive=self.positive)
        weights, squares = (cell_sums(cell, values, size * size).reshape(size, size) for values in (weight, weight**2))
        fourth = float((weight**4).sum())
        return LabelCounts(
            self.labels, weights, squares, len(cell), weighted=True, positive=self.positive, fourth=fourth
        )


@dataclass(frozen=True)
class CollectLabelSets:
    """Collects the distinct patterns of true and predicted labels."""

    labels: tuple[Label, ...]
    counted: ClassVar[bool] = True

    def reduce(self, block: Block) -> LabelSets:
        """Return the patterns of a block."""
        truth, prediction = (np.asarray(block.numbers(part) == 1) for part in ("truth", "prediction"))
        return LabelSets.of_rows(self.labels, truth, prediction, block.weight, block.times)


@dataclass(frozen=True)
class CountPatterns:
    """Counts how often truth and the answers of several models come together."""

    labels: tuple[Label, ...]
    positive: int | None
    models: tuple[object, ...]
    counted: ClassVar[bool] = True

    def reduce(self, block: Block) -> JointCells:
        """Return the patterns of a block."""
        answers = [block.labels("prediction", model) for model in self.models]
        columns = [column.over(self.labels) for column in (block.labels("truth"), *answers)]
        return JointCells.of(self.labels, columns, block.weight, self.positive, block.times)
