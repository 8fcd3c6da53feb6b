"""Intervals of metrics of text whose segments were summed where they are: from how each sum varies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.intervals.drawn_limits import unvaried, without_draws
from assay.intervals.estimating import estimate_from
from assay.intervals.text_intervals import UNIT, measured
from assay.metrics.cards import Card
from assay.metrics.families import SegmentShare
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.stats.proportions import wilson
from assay.summaries.text_sums import SegmentTotals

METHOD = "influence over segments"
WHY = "segments stay where they are: what each adds to the sums that the metric reads"

STEP = 1e-3
"""Sums are moved by this share of their standard error, so that the slope is that where they really lie."""


@dataclass(frozen=True, eq=False)
class SummedTexts:
    """The sums over all segments, by metric."""

    counts: Mapping[str, SegmentTotals]
    segments: int
    level: float
    seed: int

    def value(self, card: Card) -> float:
        """Return a metric over all segments."""
        return float(np.asarray(measured(card, self.counts[card.name].shown())))

    def slopes(self, card: Card) -> Numbers:
        """Return how fast a metric moves along the mean of every column, from small steps to both sides."""
        totals = self.counts[card.name]
        spread = np.sqrt(np.maximum(np.diag(totals.moments.around), 0.0))
        moving = np.flatnonzero(spread > 0)  # what is not counted is nan
        steps = np.zeros((len(moving), len(spread)))
        steps[np.arange(len(moving)), moving] = STEP * spread[moving]
        ends = [np.asarray(measured(card, totals.shown(totals.sums + sign * steps)), dtype=float) for sign in (1, -1)]
        slopes = np.zeros(len(spread))
        slopes[moving] = (ends[0] - ends[1]) / (2 * STEP * spread[moving]) * self.segments
        return slopes


@estimate_from.register
def _(sample: SummedTexts, card: Card) -> Estimate:
    value, n, level = sample.value(card), sample.segments, sample.level
    ready = without_draws(value, card.bounds, level, n, card.undefined, UNIT)
    if ready is not None:
        return ready
    if isinstance(card.family, SegmentShare):
        return Estimate(value, *wilson(round(value * n), n, level=level), level, "wilson", n)
    error = sample.counts[card.name].moments.error(sample.slopes(card))
    if not error > 0:
        return unvaried(value, card.bounds, level, n, UNIT)
    half = float(special.stdtrit(n - 1, (1 + level) / 2)) * error
    low, high = np.clip([value - half, value + half], *card.bounds)
    return Estimate(value, float(low), float(high), level, METHOD, n)
