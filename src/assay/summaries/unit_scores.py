"""Scores of two classes by unit: how much of each unit lies at each of the few atoms of one table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers, left_of
from assay.summaries.score_table import ScoreTable
from assay.summaries.units import Units

MOST_CELLS = 4_000_000
"""Units times atoms (32 MB a class): scores are merged to fewer atoms before that."""

FEWEST_ATOMS, MOST_ATOMS = 128, 1_024
"""Bins of scores per unit: more where there are few units, so that their number is bounded together."""


@dataclass(frozen=True, eq=False)
class UnitScores(StoredByFields):
    """A table of few atoms with the weight that every unit has at each of them, positive and negative."""

    units: Units
    table: ScoreTable
    positives: Numbers
    negatives: Numbers

    @classmethod
    def of(
        cls, units: Units, table: ScoreTable, score: NDArray[np.floating], positive: NDArray[np.bool_],
        weight: Numbers | None,
    ) -> UnitScores:  # fmt: skip
        """Place every case at an atom; thresholds that the table was cut at stay exact."""
        units = units.spread(MOST_CELLS // FEWEST_ATOMS)
        atoms = int(np.clip(MOST_CELLS // units.count, FEWEST_ATOMS, MOST_ATOMS))
        few = table if len(table.score) <= atoms else table.compressed(atoms // 2 - 1)
        size = len(few.score)
        cell = units.codes * size + few.places_of(score)
        parts = []
        for own in (positive, ~positive):
            sums = np.bincount(cell[own], None if weight is None else weight[own], units.count * size)
            parts.append(sums.reshape(units.count, size).astype(float))
        few = few.replicates(parts[0].sum(axis=0), parts[1].sum(axis=0))
        return cls(units, few, *parts)

    @cached_property
    def without(self) -> ScoreTable:
        """The table without each unit, one replicate per unit."""
        left = (np.maximum(left_of(whole, own), 0.0) for whole, own in (
            (self.table.positives, self.positives), (self.table.negatives, self.negatives)))  # fmt: skip
        return self.table.replicates(*left)

    def resampled(self, rng: np.random.Generator, count: int) -> ScoreTable:
        """Return the tables of resampled units, one replicate per draw."""
        units = self.units.count
        positives, negatives = (np.empty((count, len(self.table.score))) for _ in range(2))
        for start in range(0, count, step := max(MOST_CELLS // units, 1)):
            rows = min(step, count - start)
            drawn = rng.integers(0, units, (rows, units)) + units * np.arange(rows)[:, None]
            times = np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units).astype(float)
            positives[start : start + rows], negatives[start : start + rows] = (
                times @ self.positives,
                times @ self.negatives,
            )
        return self.table.replicates(positives, negatives)

    def cells(self, threshold: float) -> Numbers:
        """Return every unit's confusion table at a threshold: units x truth x prediction, the positive class last."""
        called = self.table.low >= threshold
        rows = [
            np.stack([own[:, ~called].sum(axis=1), own[:, called].sum(axis=1)], axis=-1)
            for own in (self.negatives, self.positives)
        ]
        return np.stack(rows, axis=1)
