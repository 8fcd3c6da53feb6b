"""The confusion table as a step function of the threshold: it changes at a score and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable

HUNDREDTHS = np.arange(1, 100) / 100
"""Thresholds that people type."""


@dataclass(frozen=True, eq=False)
class Steps:
    """Scores in rising order, with the weight of the positive and negative cases from each of them on.

    A threshold calls the cases from `place(threshold)` on; the place after the last one calls nothing. `whole` says
    that every score is a step of its own, so that any threshold at all can be looked up.
    """

    score: Numbers
    tp: Numbers
    fp: Numbers
    whole: bool

    def __len__(self) -> int:
        return len(self.score)

    def place(self, threshold: float | Numbers) -> NDArray[np.intp]:
        """Return the first step whose score is at least the threshold."""
        return np.asarray(np.searchsorted(self.score, threshold, side="left"))

    def threshold(self, place: int) -> float:
        """Return the highest threshold that calls the cases from a place on; infinite where that is none."""
        return float(self.score[place]) if place < len(self) else float("inf")

    def thinned(self, most: int, keep: NDArray[np.intp]) -> Steps:
        """Return at most `most` of the steps, even along the ROC curve; those at the places in `keep` stay."""
        if len(self) <= most:
            return self
        places = self.spread(most, keep)
        places = places[places < len(self)]
        return Steps(self.score[places], self.tp[places], self.fp[places], False)

    def spread(self, most: int, keep: NDArray[np.intp]) -> NDArray[np.intp]:
        """Choose at most `most` places, even along the ROC curve; both ends and those in `keep` are among them."""
        if len(self) < most:
            return np.arange(len(self) + 1)
        kept = np.unique(np.concatenate([[0, len(self)], keep]))
        length = (self.tp[0] - self.tp) + (self.fp[0] - self.fp)
        even = np.searchsorted(length, np.linspace(0, length[-1], max(most - len(kept), 2)))
        return np.unique(np.concatenate([np.minimum(even, len(self) - 1), kept]))


def steps_of(table: ScoreTable) -> Steps:
    """Return the steps of a score; where scores were put into bins, only those at which the counts are exact."""
    if table.exact:
        return Steps(table.low, table.positives_from, table.negatives_from, True)
    starts = _certain(table)
    return Steps(table.low[starts], table.positives_from[starts], table.negatives_from[starts], False)


def _certain(table: ScoreTable) -> NDArray[np.intp]:
    """Find the bins whose lowest score parts the cases: all below it lie in earlier bins, no other in later ones."""
    below = np.concatenate([[-np.inf], np.maximum.accumulate(table.high)[:-1]])
    above = np.minimum.accumulate(table.low[::-1])[::-1]
    return np.flatnonzero((below < table.low) & (above >= table.low))
