"""Intervals of detection metrics: images are drawn again, and the optimism of few images is taken into account.

The average precision of few images is higher than that of many: the envelope of a short curve rides on its luckiest
steps. Drawing images again makes this worse instead of showing it, so that percentiles of resampled values miss the
value of many images most of the time. Half-sized samples show how much it rises when images are halved; what is left to
fall is about as much again, and more where labels have few truths (1 + 5/√m times, m truths a label: measured by
simulation). That gives the centre of the interval; leaving out each image, or drawing many again, gives its width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from assay.intervals.drawn_limits import around, without_draws
from assay.intervals.estimating import estimate_from, value_alone
from assay.intervals.method_names import VALUES_ALONE
from assay.metrics.cards import Card
from assay.metrics.families import FlatteredByFew
from assay.metrics.vision.detection import BY_SIZE, NO_PIXELS
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.match_draws import MatchDraws, Weights, draw_matches, image_weights, left_out
from assay.summaries.matches import ALL, Matches

DRAWS, HALVES = 200, 24
"""Resampled sets of images, and halves of them: each costs a whole measurement."""
FEW_TRUTHS = 5.0
"""How much faster than its halves says a metric of few truths per label rises, in units of 1 / sqrt(truths)."""
MOST = (1, 10, 100)
"""COCO's numbers of boxes per image."""
FEWEST_TRUTHS = 5
"""With fewer boxes per label, resampled images lose whole labels too often for their spread to be read."""
TOO_FEW = "with fewer than 5 truths per label, nobody can tell how much average precision is flattered"
BEWARE = "few images flatter average precision, and percentiles add to it: they rarely hold what many images give"
NO_TRUTH = "the label has no truth that counts"
UNIT = (0.0, 1.0)
CENTRED = ("images", "jackknife")
RESAMPLED = ("percentile", "bca")
LESS_OPTIMISM = {method: f"{method}, less optimism" for method in CENTRED}
"""What the methods are called once the interval is moved down by what few images flatter."""


@dataclass(frozen=True, eq=False)
class ImageSample:
    """Matches with what they would have been on other images; `threshold` cuts scores for precision and recall."""

    matches: Matches
    level: float
    seed: int
    threshold: float | None = None
    method: str | None = None

    @cached_property
    def weights(self) -> Weights:
        """How often every image is drawn: resampled sets, then halves; each half comes with the other one.

        What one half has too much of, the other has too little of, so that their mean says how much few images flatter.
        """
        rng = Stream.DETECTION_IMAGES.of(self.seed)
        images = self.matches.images
        halves = np.zeros((HALVES, images), dtype=np.float32)
        for first, second in halves.reshape(HALVES // 2, 2, images):
            shuffled = rng.permutation(images)
            first[shuffled[: images // 2]] = 1
            second[shuffled[(images + 1) // 2 :]] = 1
        drawn = left_out(images, DRAWS) if self.method == "jackknife" else image_weights(images, DRAWS, rng)
        return np.concatenate([drawn, halves])

    @cached_property
    def without(self) -> ImageSample:
        """The same matches with sets of images that leave out one each."""
        return replace(self, method="jackknife")

    @property
    def images(self) -> int:
        """How many images there are."""
        return self.matches.images

    def value(self, card: Card) -> float:
        """Return a detection metric, or one of hits and misses over all labels."""
        shown = pooled(self.counts) if card.reads is BinaryCounts else self.matches
        return float(np.asarray(card.measure(shown)))

    def every(self, card: Card) -> Numbers:
        """Return a metric on every set of images that was drawn, halves last."""
        shown = pooled(self.drawn_counts) if card.reads is BinaryCounts else self.draws
        return np.asarray(card.measure(shown))

    def drawn(self, card: Card) -> Numbers:
        """Return a metric on every resampled set of images."""
        return self.every(card)[:-HALVES]

    @cached_property
    def draws(self) -> MatchDraws:
        """Every metric's parts on the images drawn."""
        return draw_matches(self.matches, self.weights, MOST, self.matches.at(0.5), self.threshold)

    @cached_property
    def counts(self) -> BinaryCounts:
        """Hits, false alarms and misses at IoU .50 and the score threshold, by label; negatives cannot be counted."""
        matches = self.matches
        place, size = matches.at(0.5), len(matches.labels)
        kept = np.ones(len(matches.score), bool) if self.threshold is None else matches.score >= self.threshold
        hit, ignored = matches.hit[ALL, place], matches.ignored[ALL, place]
        tp = np.bincount(matches.label[kept & hit], minlength=size).astype(float)
        called = np.bincount(matches.label[kept & ~ignored], minlength=size).astype(float)
        return BinaryCounts(tp=tp, fp=called - tp, fn=matches.truths[ALL] - tp)

    @property
    def drawn_counts(self) -> BinaryCounts:
        """The same on the images drawn: draw, label."""
        draws = self.draws
        return BinaryCounts(tp=draws.found, fp=draws.called - draws.found, fn=draws.truths - draws.found)


@estimate_from.register
def _(sample: ImageSample, card: Card) -> Estimate:
    unknown = card.function in BY_SIZE and not sample.matches.pixels
    undefined = NO_PIXELS if unknown else card.undefined.format(positive="of any label")
    if sample.method == VALUES_ALONE:
        return value_alone(sample.value(card), card, sample.level, sample.images, undefined)
    flattered = isinstance(card.family, FlatteredByFew)
    return _limits(sample.value(card), lambda shown: shown.every(card), sample, flattered, undefined)


def pooled(counts: BinaryCounts) -> BinaryCounts:
    """Return the counts of all labels together."""
    return BinaryCounts(*(np.sum(part, axis=-1) for part in (counts.tp, counts.fp, counts.fn)))


@dataclass(frozen=True, eq=False)
class ImagesOfLabel:
    """One label on images, as if there were no other."""

    sample: ImageSample
    place: int

    def every(self, card: Card) -> Numbers:
        """Return a metric of the label on every set of images that was drawn, halves last."""
        return np.asarray(card.measure(OneLabel(self.sample.draws, self.place)))


@estimate_from.register
def _(of_label: ImagesOfLabel, card: Card) -> Estimate:
    sample, place = of_label.sample, of_label.place
    value = float(np.asarray(card.measure(OneLabel(sample.matches, place))))
    if sample.method == VALUES_ALONE:
        return value_alone(value, card, sample.level, sample.images, NO_TRUTH)
    flattered = isinstance(card.family, FlatteredByFew)
    return _limits(
        value, lambda shown: ImagesOfLabel(shown, place).every(card), sample, flattered,
        NO_TRUTH,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class OneLabel:
    """Matches, or draws of them, as if there were one label only: the same formulas read it."""

    shown: Matches | MatchDraws
    place: int

    @property
    def average_precisions(self) -> Numbers:
        """The average precisions of the label."""
        return self.shown.average_precisions[..., [self.place]]

    def recalls(self, most: int) -> Numbers:
        """Return the recalls of the label."""
        return self.shown.recalls(most)[..., [self.place]]

    def at(self, threshold: float) -> int:
        """Return the place of an overlap threshold."""
        return self.shown.at(threshold)


def _limits(
    value: float, again: Callable[[ImageSample], Numbers], sample: ImageSample, of_precision: bool, undefined: str
) -> Estimate:
    """Return value less optimism, give or take t times the spread over resampled images; the value lies inside.

    `again` measures the metric on every set of images that a sample draws, halves last.
    """
    alone = without_draws(value, UNIT, sample.level, sample.images, undefined)
    if alone is not None:
        return alone
    # Images drawn again say too little where few bear a label; leaving each out once costs no more (0022).
    shown = sample.without if sample.method is None and sample.images <= DRAWS else sample
    every = again(shown)
    drawn, halves = every[:-HALVES], every[-HALVES:]
    rise = optimism(value, halves, truths_per_label(sample.matches)) if of_precision else 0.0
    estimate = around(
        value - rise, value, drawn, UNIT, sample.level, sample.images, shown.method,
        left_out=lambda: again(sample.without)[:-HALVES],
    )  # fmt: skip
    if not of_precision or estimate.method not in CENTRED:
        return replace(estimate, note=BEWARE) if of_precision and estimate.method in RESAMPLED else estimate
    if truths_per_label(sample.matches) < FEWEST_TRUTHS:
        return replace(estimate, low=0.0, method="images, open below", note=TOO_FEW)
    notable = rise > max((estimate.high - estimate.low) / 8, 0.0005)
    note = f"few images flatter it: about {rise:.3f} too high" if notable else None
    return replace(estimate, method=LESS_OPTIMISM[estimate.method], note=note)


def optimism(value: float, halves: Numbers, truths: float) -> float:
    """Return how much higher a metric is than it would be with many images, from its rise when images are halved."""
    known = halves[np.isfinite(halves)]
    if not len(known):
        return 0.0
    rise = max(float(known.mean()) - value, 0.0) * (1 + FEW_TRUTHS / math.sqrt(max(truths, 1.0)))
    return min(rise, value)


def truths_per_label(matches: Matches) -> float:
    """Return how many truths a label has on average, among those that have any."""
    counts = matches.truths[ALL]
    return float(counts[counts > 0].mean()) if (counts > 0).any() else 0.0
