"""Two models' scores for several classes on the same cases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.comparisons.difference import Difference, nothing_differs, permuted, undefined, within, z_difference
from assay.comparisons.paired_labels import MCNEMAR, PERMUTED, SWAPPED, discordant
from assay.comparisons.paired_rows import FEW_CASES, INFLUENCE, PairedRows, compare_rows, paired_t, swapped_p
from assay.intervals.several_scores import influences
from assay.metrics.cards import Card
from assay.metrics.scores.several import top_k_hits
from assay.stats.arithmetic import Numbers
from assay.summaries.score_cases import ScoreCases

PERMUTATIONS = 499


@dataclass(frozen=True, eq=False)
class SeveralScorePairs:
    """Pairs of models that score every class of the same cases."""

    cases: tuple[ScoreCases, ...]
    level: float
    seed: int

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models."""
        one, two = self.cases[first], self.cases[second]
        kind, _, average = str(card.interval).partition(" ")
        values = [float(card.measure(cases)) for cases in (one, two)]
        value = values[0] - values[1]
        if np.isnan(value):
            return undefined(one.rows)
        if kind in ("log", "squared"):
            at = 0 if kind == "log" else 1
            return paired_t(one.per_case_losses[at] - two.per_case_losses[at], one.weight, self.level)
        if kind == "share" and one.weight is None:
            return self._share(card, one, two, value)
        if kind in ("areas", "precisions", "pairs"):
            moved = [influences(cases, kind, average, own) for cases, own in zip((one, two), values, strict=True)]
            pull, n = moved[0] - moved[1], one.rows
            error = float(np.sqrt(pull @ pull * n / max(n - 1, 1)))
            if np.array_equal(one.scores, two.scores):
                return nothing_differs("z, influence", INFLUENCE, "influence", n)
            if n > FEW_CASES:
                return z_difference(value, error, self.level, "z, influence", INFLUENCE, "influence", n)
            found = z_difference(value, error, self.level, SWAPPED, PERMUTED, "influence", n)
            p = self._permutation_p(self._rows(card, one, two).ordered(), value, (first, second))
            return permuted(value, within(found, *card.bounds), p, self.level)
        return compare_rows(self._rows(card, one, two), self.level, (self.seed, first, second))

    def _share(self, card: Card, one: ScoreCases, two: ScoreCases, value: float) -> Difference:
        k = int(str(card.parameters.get("k", 1)))
        hits = [top_k_hits(cases, k) > 0 for cases in (one, two)]
        b, c = (float(np.count_nonzero(flags)) for flags in (hits[0] & ~hits[1], hits[1] & ~hits[0]))
        return discordant(b, c, float(one.rows), value, self.level, "mid-p", MCNEMAR)

    def _permutation_p(self, rows: PairedRows, value: float, pair: tuple[int, int]) -> float:
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(16, *pair)))
        return swapped_p(rows, value, PERMUTATIONS, rng)

    def _rows(self, card: Card, one: ScoreCases, two: ScoreCases) -> PairedRows:
        def measure(truth: np.ndarray, scores: np.ndarray, weight: Numbers | None) -> float:
            drawn = ScoreCases(one.labels, truth, scores, weight, one.exclusive, one.epsilon)
            return float(card.measure(drawn))

        return PairedRows(one.truth, (one.scores, two.scores), one.weight, measure)
