"""Two models' scores for several classes on the same cases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatchmethod

import numpy as np

from assay.comparisons.difference import Difference, nothing_differs, permuted, undefined, within, z_difference
from assay.comparisons.paired_labels import discordant
from assay.comparisons.paired_rows import FEW_CASES, PairedRows, compare_rows, paired_t, swapped_p
from assay.comparisons.situations import INFLUENCE, MCNEMAR, SWAPPED
from assay.intervals.class_influences import influences
from assay.metrics.cards import Card
from assay.metrics.families import ClassMean, Family, Loss, MeanLoss, PairAreas, TopShare
from assay.metrics.scores.several import top_k_hits
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.score_cases import ScoreCases

PERMUTATIONS = 499
"""Enough to tell p = 0.05 from 0.07; each judges scores of all classes anew."""


@dataclass(frozen=True, eq=False)
class ClassScorePairs:
    """Pairs of models that score every class of the same cases."""

    cases: tuple[ScoreCases, ...]
    level: float
    seed: int

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models, by its family."""
        values = [float(card.measure(self.cases[model])) for model in (first, second)]
        if np.isnan(values[0] - values[1]):
            return undefined(self.cases[first].rows)
        return self._difference(card.family, card, (first, second), values)

    @singledispatchmethod
    def _difference(self, family: Family, card: Card, pair: tuple[int, int], values: list[float]) -> Difference:
        return compare_rows(self._rows(card, pair), self.level, (self.seed, *pair))

    @_difference.register
    def _(self, family: MeanLoss, card: Card, pair: tuple[int, int], values: list[float]) -> Difference:
        at = 0 if family.loss is Loss.LOG else 1
        first, second = (self.cases[model].per_case_losses[at] for model in pair)
        return paired_t(first - second, self.cases[0].weight, self.level)

    @_difference.register
    def _(self, family: TopShare, card: Card, pair: tuple[int, int], values: list[float]) -> Difference:
        cases = self.cases[pair[0]]
        if cases.weight is not None:
            return compare_rows(self._rows(card, pair), self.level, (self.seed, *pair))
        k = int(str(card.parameters.get("k", 1)))
        hits = [top_k_hits(self.cases[model], k) > 0 for model in pair]
        b, c = (float(np.count_nonzero(flags)) for flags in (hits[0] & ~hits[1], hits[1] & ~hits[0]))
        return discordant(b, c, float(cases.rows), values[0] - values[1], self.level, "mid-p", MCNEMAR)

    @_difference.register(ClassMean)
    @_difference.register(PairAreas)
    def _(self, family: Family, card: Card, pair: tuple[int, int], values: list[float]) -> Difference:
        left, right = (self.cases[model] for model in pair)
        moved = [influences(family, cases, own) for cases, own in zip((left, right), values, strict=True)]
        pull, n, value = moved[0] - moved[1], left.rows, values[0] - values[1]
        error = float(np.sqrt(pull @ pull * n / max(n - 1, 1)))
        if np.array_equal(left.scores, right.scores):
            return nothing_differs(INFLUENCE, n)
        if n > FEW_CASES:
            return z_difference(value, error, self.level, INFLUENCE, n)
        difference = z_difference(value, error, self.level, SWAPPED.with_interval("influence"), n)
        p = self._permutation_p(self._rows(card, pair).ordered(), value, pair)
        return permuted(value, within(difference, *card.bounds), p, self.level)

    def _permutation_p(self, rows: PairedRows, value: float, pair: tuple[int, int]) -> float:
        rng = Stream.SEVERAL_SCORE_PAIRS.of(self.seed, *pair)
        return swapped_p(rows, value, PERMUTATIONS, rng)

    def _rows(self, card: Card, pair: tuple[int, int]) -> PairedRows:
        left, right = (self.cases[model] for model in pair)

        def measure(truth: np.ndarray, scores: np.ndarray, weight: Numbers | None) -> float:
            drawn = ScoreCases(left.labels, truth, scores, weight, left.exclusive, left.epsilon)
            return float(card.measure(drawn))

        return PairedRows(left.truth, (left.scores, right.scores), left.weight, measure)
