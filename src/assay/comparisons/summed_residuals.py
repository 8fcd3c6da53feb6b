"""Two regressions on the same cases, from sums alone: every metric that is a mean, or a smooth function of means."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.comparisons.difference import SAME_LOSS, Difference, undecided, undefined, z_difference
from assay.comparisons.situations import INFLUENCE, PAIRED_T
from assay.comparisons.summed_scores import NEEDS_CASES
from assay.intervals.regression_intervals import is_smooth
from assay.intervals.regression_sample import RegressionSample, slopes
from assay.metrics.cards import Card
from assay.metrics.families import Need
from assay.summaries.moments import Moments, slopes_against_first


@dataclass(frozen=True, eq=False)
class SummedRegressionPairs:
    """Pairs of models whose residuals were summed where the cases are; `moments` covers the columns of all of them."""

    moments: Moments
    samples: tuple[RegressionSample, ...]
    level: float

    def compare(self, card: Card, first: int, second: int) -> Difference:
        """Return the difference of a metric between two models, in the unit of the cases."""
        rows = self.samples[first].summary.rows
        if Need.NONZERO_TRUTH in card.requires and self.samples[first].summary.zeros:
            return undefined(rows)
        if not is_smooth(card):
            return undefined(rows, NEEDS_CASES)
        parts = [self._part(card, model) for model in (first, second)]
        value = parts[0][0] - parts[1][0]
        if np.isnan(value):
            return undefined(rows)
        error = self.moments.error(slopes_against_first(parts[0][1] - parts[1][1], len(self.samples)))
        mean = card.mean_of is not None or card.loss is not None
        if value == 0 and error == 0:
            return undecided(PAIRED_T if mean else INFLUENCE, rows, SAME_LOSS)
        if not mean:
            return z_difference(value, error, self.level, INFLUENCE, rows)
        degrees = max(self.moments.worth.effective - 1, 1.0)
        return z_difference(value, error, self.level, PAIRED_T, rows, degrees)

    def _part(self, card: Card, model: int) -> tuple[float, np.ndarray]:
        """Return a model's value, and how fast it changes with the columns of all models."""
        sample = self.samples[model]
        formula, means = sample.formula(card), sample.summary.moments.mean
        width, slope = len(means), np.zeros(len(self.moments.mean))
        slope[model * width : (model + 1) * width] = slopes(formula, means)
        return float(formula(means)), slope
