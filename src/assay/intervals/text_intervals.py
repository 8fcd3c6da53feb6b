"""Intervals of metrics of text: words of one segment go together, so that whole segments are drawn again.

Up to a few thousand segments are drawn in an order that only their texts decide. Methods asked for by name, and the
lines that sacrebleu prints, have the draws that sacrebleu makes from the same seed: mean and half width are its own
to the digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def drawn_sums(tables: Sequence[Numbers], seed: int) -> list[Numbers]:
    """Return, for every table, the sums of its columns over the segments of each draw; all from the same draws."""
    segments = len(tables[0])
    made: list[list[Numbers]] = [[] for _ in tables]
    for weights in segment_weights(segments, seed):
        sums = [np.zeros((len(weights), rows.shape[1])) for rows in tables]
        for start in range(0, segments, TOGETHER):
            part = slice(start, start + TOGETHER)
            counts = weights[:, part].astype(float)
            for own, rows in zip(sums, tables, strict=True):
                own += counts @ rows[part]
        for kept, own in zip(made, sums, strict=True):
            kept.append(own)
    return [np.concatenate(own) for own in made]


@dataclass(frozen=True, eq=False)
class SegmentSample:
    """What was counted in every segment, by metric; some metrics share what they count.

    `order` is one that only the texts of the segments decide: the same segments, the same draws. Metrics in `given_too`
    are also asked what sacrebleu's draws make of them.
    """

    counts: Mapping[str, Segments]
    segments: int
    level: float
    seed: int
    method: str | None = None
    order: NDArray[np.intp] | None = None
    given_too: frozenset[str] = frozenset()

    @property
    def sums(self) -> Mapping[str, Numbers]:
        """The sums of every column over the segments of each draw, by metric; all made in one pass."""
        return self._drawn[0]

    @cached_property
    def _drawn(self) -> tuple[dict[str, Numbers], dict[int, Numbers]]:
        distinct = {id(segments): segments for segments in self.counts.values()}
        given = {id(self.counts[name]): self.counts[name] for name in self.given_too if name in self.counts}
        tables = [_side_by_side(distinct)]
        if self.order is not None:
            tables[0] = tables[0][self.order]
            tables += [_side_by_side(given)] if given else []
        own, *as_given = drawn_sums(tables, self.seed)
        parts = _split(own, distinct)
        kept = _split(as_given[0], given) if as_given else {}
        return {name: parts[id(counts)] for name, counts in self.counts.items()}, kept

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
        if self.order is None:
            return self.drawn(card)
        counts, made = self.counts[card.name], self._drawn[1]
        if id(counts) not in made:
            made[id(counts)] = drawn_sums([counts.rows], self.seed)[0]
        return np.asarray(measured(card, counts.over(made[id(counts)])), dtype=float)

    def left_out(self, card: Card) -> Numbers:
        """Return a metric without each of the segments."""
        counts = self.counts[card.name]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(measured(card, counts.over(counts.rows.sum(axis=0) - counts.rows)), dtype=float)

    def each(self, card: Card) -> Numbers:
        """Return a metric on every single segment."""
        effective = {"effective": True} if card.reduction == "bleu" else {}
        return np.asarray(measured(card, self.counts[card.name].each(), **effective), dtype=float)


def _side_by_side(kinds: Mapping[int, Segments]) -> Numbers:
    return np.concatenate([segments.rows for segments in kinds.values()], axis=1)


def _split(sums: Numbers, kinds: Mapping[int, Segments]) -> dict[int, Numbers]:
    """Give every kind of counts its own columns of sums."""
    cuts = np.cumsum([segments.rows.shape[1] for segments in kinds.values()])[:-1]
    return dict(zip(kinds, np.split(sums, cuts, axis=1), strict=True))


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
