"""What several metrics ask of every atom of a score table: worked out once, as each is a pass over a million atoms."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries.score_building import ScoreColumns


class ScoreAtoms(ScoreColumns, StoredByFields):
    """The columns of a score table, and the products of them that calibration and the curves share."""

    @property
    def unit(self) -> bool:
        """Whether every atom is one case that counts 1, so that what is not positive is negative."""
        return self.rows == len(self.score) and self.positives is self.positive_squares

    @cached_property
    def weights(self) -> Numbers:
        """Weight of the cases at each atom."""
        return np.ones(len(self.score)) if self.unit else self.positives + self.negatives

    @cached_property
    def squares(self) -> Numbers:
        """Sum of the squared weights of the cases at each atom."""
        shared = self.positives is self.positive_squares and self.negatives is self.negative_squares
        return self.weights if shared else self.positive_squares + self.negative_squares

    @cached_property
    def weighted_scores(self) -> Numbers:
        """Sum of the scores at each atom: how many positive cases they promise."""
        return self.score if self.unit else self.score * self.weights

    @cached_property
    def squared_residuals(self) -> Numbers:
        """Sum of the squares of outcome less score at each atom."""
        if self.unit:
            gap = self.positives - self.score
            return np.multiply(gap, gap, out=gap)
        return self.positive_squares * (1 - self.score) ** 2 + self.negative_squares * self.score**2

    @cached_property
    def promised_squares(self) -> Numbers:
        """Sum of the squares of outcome less score that each atom would have if its scores were true."""
        promised = 1 - self.score
        promised *= self.score
        return promised if self.unit else np.multiply(promised, self.squares, out=promised)

    @cached_property
    def positives_from(self) -> Numbers:
        """Positive weight at each atom's score or above: true positives if the threshold is there."""
        return np.cumsum(self.positives[..., ::-1], axis=-1)[..., ::-1]

    @cached_property
    def negatives_from(self) -> Numbers:
        """Negative weight at each atom's score or above: false positives if the threshold is there."""
        if self.unit:
            return self.weights_from - self.positives_from
        return np.cumsum(self.negatives[..., ::-1], axis=-1)[..., ::-1]

    @cached_property
    def weights_from(self) -> Numbers:
        """Weight at each atom's score or above: how many cases are called positive if the threshold is there."""
        return np.arange(self.rows, 0.0, -1.0) if self.unit else self.positives_from + self.negatives_from
