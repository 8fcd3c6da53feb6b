"""Two models' errors on the same cases: t for means, permutation or influences for what is not a mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assay.comparisons.difference import Difference, permuted, z_difference
from assay.comparisons.paired_labels import PERMUTED, undefined
from assay.comparisons.paired_rows import FEW_CASES, PairedRows, compare_rows, from_influences, paired_t
from assay.intervals.error_sample import ErrorSample, slopes
from assay.intervals.moment_draws import draw_counts
from assay.metrics.cards import Card
from assay.stats import rank_correlations
from assay.stats.arithmetic import Numbers
from assay.stats.ranks import rank
from assay.summaries.error_means import COLUMNS, Centre, ErrorMeans
from assay.summaries.errors import ErrorSummary, Loss
from assay.summaries.residuals import Residuals

MEANS = {"mae": "absolute", "mse": "squared", "mean_error": "error_off", "mape": "absolute_relative", "mpe": "relative"}
"""Metrics that are the mean of one column."""

PERMUTATIONS, REPLICATES = 9999, 2000
BUDGET = 4_000_000


@dataclass(frozen=True, eq=False)
class ErrorPairs:
    """Pairs of models that predict the same amounts."""

    cases: tuple[Residuals, ...]
    losses: Mapping[str, Loss]
    level: float
    seed: int

    @cached_property
    def samples(self) -> tuple[ErrorSample, ...]:
        """Every model's cases, measured from one common centre so that columns of two models can be exchanged."""
        centre = Centre.of(self.cases[0])
        return tuple(
            ErrorSample(ErrorSummary.of(one, self.losses, centre), dict(self.losses), self.level, self.seed)
            for one in self.cases
        )

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models, in the unit of the cases."""
        one, two = self.samples[first], self.samples[second]
        weight = self.cases[0].weight
        if card.name in MEANS or card.loss is not None:
            if card.name in ("mape", "mpe") and one.summary.zeros:
                return undefined(one.summary.rows)
            at = COLUMNS.index(MEANS[card.name]) if card.loss is None else one.summary.loss_place(card.name)
            return paired_t(one.columns[at] - two.columns[at], weight, self.level)
        if card.interval in ("spearman", "kendall") and (one.summary.rows > FEW_CASES or card.interval == "kendall"):
            return self._ranks(card, first, second)
        if card.reads is ErrorMeans:
            return self._smooth(card, one, two, (first, second))
        return compare_rows(self._rows(card, first, second), self.level, (self.seed, first, second))

    def _smooth(self, card: Card, one: ErrorSample, two: ErrorSample, pair: tuple[int, int]) -> Difference:
        formula = one.formula(card)
        means = one.summary.moments.mean, two.summary.moments.mean
        values = [float(formula(mean)) for mean in means]
        value, n = values[0] - values[1], one.summary.rows
        if np.isnan(value):
            return undefined(n)
        weight = one.cases.weight
        if n > FEW_CASES or weight is not None:
            pulls = [
                slopes(formula, mean) @ (sample.columns - mean[:, None])
                for sample, mean in zip((one, two), means, strict=True)
            ]
            return from_influences(value, pulls[0] - pulls[1], weight, self.level)
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(15, *pair)))
        drawn = draw_counts(n, REPLICATES, rng) / n
        with np.errstate(invalid="ignore", divide="ignore"):
            replicates = [np.asarray(formula((drawn @ sample.columns.T).T)) for sample in (one, two)]
            error = float(np.nanstd(replicates[0] - replicates[1], ddof=1))
        found = z_difference(value, error, self.level, "row-swap permutation", PERMUTED, "bootstrap", n)
        if not error > 0:
            return found
        swapped = rng.integers(0, 2, (PERMUTATIONS, n)).astype(float)
        moved = (swapped @ (two.columns - one.columns).T / n).T
        with np.errstate(invalid="ignore", divide="ignore"):
            shift = np.asarray(formula(means[0][:, None] + moved)) - np.asarray(formula(means[1][:, None] - moved))
        p = float((1 + np.count_nonzero(np.abs(shift) >= abs(value) - 1e-12)) / (PERMUTATIONS + 1))
        return permuted(value, found, p)

    def _ranks(self, card: Card, first: int, second: int) -> Difference:
        correlate = rank_correlations.spearman if card.interval == "spearman" else rank_correlations.kendall
        cases = self.cases[0]
        found = []
        for model in (first, second):
            parts = [
                correlate(rank(cases.truth[:, place]), rank(self.cases[model].answers[:, place]), cases.weight)
                for place in range(cases.width)
            ]
            found.append((np.mean([part.value for part in parts]), np.mean([part.influence for part in parts], axis=0)))
        value = float(found[0][0] - found[1][0])
        if np.isnan(value):
            return undefined(cases.rows)
        return from_influences(value, np.asarray(found[0][1] - found[1][1]), cases.weight, self.level)

    def _rows(self, card: Card, first: int, second: int) -> PairedRows:
        cases = self.cases[0]

        def measure(truth: np.ndarray, prediction: np.ndarray, weight: Numbers | None) -> float:
            part = Residuals(truth, prediction, weight, outputs=cases.outputs, scale=cases.scale)
            return float(card.function(part, **card.parameters))

        answers = self.cases[first].answers, self.cases[second].answers
        return PairedRows(cases.truth, answers, cases.weight, measure)
