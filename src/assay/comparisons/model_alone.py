"""What a metric of labels says of one model of several, the same in every pair that the model is part of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from assay.intervals.slopes import cell_slopes
from assay.metrics.cards import Card
from assay.results.stored import StoredByFields
from assay.summaries.binary_counts import PooledClasses
from assay.summaries.label_counts import LabelCounts
from assay.summaries.view import View


@dataclass(frozen=True, eq=False)
class ModelAlone(StoredByFields):
    """One model's confusion table over the labels of all models, as one metric sees it."""

    card: Card
    table: LabelCounts
    shared: bool = False

    @cached_property
    def value(self) -> float:
        """The metric of the model."""
        return float(self.card(pooled(self.table.view(), self.shared)))

    @cached_property
    def scored(self) -> tuple[np.ndarray, np.ndarray]:
        """Which cells (truth, answer) count as a success, and which truths are counted at all.

        A share N / D whose D the truth decides has slope (success - share) / D along a cell inside D, and 0 outside.
        Inside, success and failure are 1 / D apart, no less than the largest slope; by rounding slopes differ anywhere.
        """
        table = self.table
        filled = LabelCounts.of_counts(table.labels, table.weights + 1.0, table.positive)
        slopes = cell_slopes(self.card, filled, filled.view())
        inside = np.asarray(np.ptp(slopes, axis=1) > np.max(np.abs(slopes)) / 2)
        middle = slopes.max(axis=1) + slopes.min(axis=1)
        return np.asarray(slopes > (middle / 2)[:, None]), inside


def pooled(view: View, shared: bool) -> View:
    """Show tables over the labels of all models; averages leave out classes of another one, unless all share them."""
    return view if shared else replace(view, tables=PooledClasses(*view.tables.stack()))
