"""Intervals of metrics of text: words of one segment go together, so that whole segments are drawn again.

The draws are those that sacrebleu makes from the same seed, so that its mean and half width can be given to the digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.intervals.drawn_limits import around, percentiles, unvaried, without_draws
from assay.intervals.estimating import estimate_from, value_alone
from assay.intervals.method_names import VALUES_ALONE
from assay.metrics.cards import Card
from assay.metrics.families import SegmentShare
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.stats.proportions import wilson
from assay.stats.streams import Stream
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.segments import Segments, SpanCounts

Counts = NDArray[np.uint32]
DRAWS = 1000
"""sacrebleu's own number."""
BLOCK = 4_000_000
"""How many weights are made at a time."""
TOGETHER = 2**14
"""Segments whose weights are multiplied at a time: their rows stay in the processor's cache."""
REMEMBERED = 5_000
"""Up to so many segments the weights take less than 20 MB, and systems that are compared share them."""
UNIT, USUAL = "segment", "segments"


def segment_weights(segments: int, seed: int) -> Iterable[Counts]:
    """Return how often every segment is drawn, in blocks of draws; those of few segments are remembered."""
    return _remembered(segments, seed) if segments <= REMEMBERED else _weights(segments, seed)


@lru_cache(maxsize=1)
def _remembered(segments: int, seed: int) -> list[Counts]:
    return list(_weights(segments, seed))


def _weights(segments: int, seed: int) -> Iterator[Counts]:
    rng = Stream.of_segments(seed)
    size = max(1, BLOCK // segments)
    for start in range(0, DRAWS, size):
        counts = np.empty((min(size, DRAWS - start), segments), dtype=np.uint32)
        for draw in counts:
            draw[:] = np.bincount(rng.choice(segments, size=segments, replace=True), minlength=segments)
        yield counts


def drawn_sums(rows: Numbers, seed: int, places: NDArray[np.intp] | None = None) -> Numbers:
    """Return the sums of every column over the segments of each draw; `places` are those of the segments in it."""
    segments = len(rows)
    parts = [slice(start, start + TOGETHER) for start in range(0, segments, TOGETHER)]
    order = np.arange(segments) if places is None else places
    return np.concatenate(
        [
            np.add.reduce([weights[:, order[part]].astype(float) @ rows[part] for part in parts])
            for weights in segment_weights(segments, seed)
        ]
    )


@dataclass(frozen=True, eq=False)
class SegmentSample:
    """What was counted in every segment, by metric; some metrics share what they count.

    `places` are those of the segments in an order that only their texts decide: the same segments, the same draws.
    """

    counts: Mapping[str, Segments]
    segments: int
    level: float
    seed: int
    method: str | None = None
    places: NDArray[np.intp] | None = None

    @cached_property
    def sums(self) -> Mapping[str, Numbers]:
        """The sums of every column over the segments of each draw, by metric; all made in one pass."""
        distinct = {id(segments): segments for segments in self.counts.values()}
        cuts = np.cumsum([segments.rows.shape[1] for segments in distinct.values()])[:-1]
        rows = np.concatenate([segments.rows for segments in distinct.values()], axis=1)
        sums = drawn_sums(rows, self.seed, self.places)
        parts = dict(zip(distinct, np.split(sums, cuts, axis=1), strict=True))
        return {name: parts[id(segments)] for name, segments in self.counts.items()}

    def value(self, card: Card) -> float:
        """Return a metric over all segments."""
        return float(np.asarray(measured(card, self.counts[card.name])))

    def drawn(self, card: Card) -> Numbers:
        """Return a metric on every resampled set of segments."""
        return np.asarray(measured(card, self.counts[card.name].over(self.sums[card.name])), dtype=float)

    def drawn_for(self, card: Card) -> Numbers:
        """Return the draws of the method: whoever asks for one by name expects the limits that sacrebleu prints."""
        return self.drawn(card) if self.method is None else self.drawn_as_given(card)

    def drawn_as_given(self, card: Card) -> Numbers:
        """Return a metric on the sets of segments that sacrebleu draws, which hang on the order of the segments."""
        counts = self.counts[card.name]
        if id(counts) not in self._as_given:
            self._as_given[id(counts)] = drawn_sums(counts.rows, self.seed)
        return np.asarray(measured(card, counts.over(self._as_given[id(counts)])), dtype=float)

    @cached_property
    def _as_given(self) -> dict[int, Numbers]:
        return {}

    def left_out(self, card: Card) -> Numbers:
        """Return a metric without each of the segments."""
        counts = self.counts[card.name]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(measured(card, counts.over(counts.rows.sum(axis=0) - counts.rows)), dtype=float)

    def each(self, card: Card) -> Numbers:
        """Return a metric on every single segment."""
        effective = {"effective": True} if card.reduction == "bleu" else {}
        return np.asarray(measured(card, self.counts[card.name].each(), **effective), dtype=float)


def measured(card: Card, counts: Segments, **more: object) -> Numbers | float:
    """Compute a metric on what was counted, as pieces of text or as it is."""
    shown = counts.counts() if isinstance(counts, SpanCounts) and card.reads is BinaryCounts else counts
    return np.asarray(card.formula_itself(shown, **{**card.parameters, **more}))


@estimate_from.register
def _(sample: SegmentSample, card: Card) -> Estimate:
    value = sample.value(card)
    undefined = card.undefined.format(positive="a span")
    estimate = without_draws(value, card.bounds, sample.level, sample.segments, undefined, UNIT)
    if estimate is not None:
        return estimate
    if sample.method == VALUES_ALONE:
        return value_alone(value, card, sample.level, sample.segments)
    if isinstance(card.family, SegmentShare) and sample.method is None:
        right = round(value * sample.segments)
        return Estimate(
            value, *wilson(right, sample.segments, level=sample.level), sample.level, "wilson", sample.segments
        )
    drawn = sample.left_out(card) if sample.method == "jackknife" else sample.drawn_for(card)
    if sample.method is None:
        drawn = value + (drawn - value) * widening(sample.segments)
    how = card.bounds, sample.level, sample.segments, sample.method, UNIT
    estimate = around(value, value, drawn, *how, left_out=lambda: sample.left_out(card))
    return (
        estimate if estimate.note is None else unvaried(value, card.bounds, sample.level, _telling(card, sample), UNIT)
    )


def _telling(card: Card, sample: SegmentSample) -> int:
    """Count the segments that say something of a metric: of precision, those with something marked."""
    return max(int(np.isfinite(sample.each(card)).sum()), 1)


def widening(segments: int) -> float:
    """Return what makes up for the spread that resampling takes from few segments."""
    return math.sqrt(segments / (segments - 1))


def centre_and_half(drawn: Numbers, level: float) -> tuple[float, float]:
    """Return the mean of the draws and half the distance of their percentiles, which is what sacrebleu prints."""
    low, high = percentiles(drawn, level)
    return float(drawn.mean()), (high - low) / 2
