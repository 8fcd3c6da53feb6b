"""Intervals of detection metrics: images are drawn again, and the optimism of few images is taken into account.

The average precision of few images is higher than that of many: the envelope of a short curve rides on its luckiest
steps. Drawing images again makes this worse instead of showing it, so that percentiles of resampled values miss the
value of many images most of the time. Half-sized samples show how much it rises when images are halved; what is left to
fall is about as much again, and more where labels have few truths (1 + 5/√m times, m truths a label: measured by
simulation). That gives the centre of the interval, and resampling its width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from assay.metrics.cards import Card
from assay.metrics.vision.detection import OF_PRECISION
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Number, Numbers
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.match_draws import MatchDraws, Weights, draw_matches, image_weights, left_out
from assay.summaries.matches import ALL, Matches

DRAWS, HALVES = 200, 24
FEW_TRUTHS = 5.0
MOST = (1, 10, 100)
FEWEST = 5
SAME = 1e-9
FEWEST_TRUTHS = 5
TOO_FEW = "fewer than 5 truths a label flatter average precision by an amount that nobody can tell"
ONE_IMAGE = "one image says nothing of how others would do"
STREAM = 23


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
        """How often every image is drawn: resampled sets, then halves."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(STREAM,)))
        images = self.matches.images
        halves = np.zeros((HALVES, images), dtype=np.float32)
        for row in halves:
            row[rng.choice(images, images // 2, replace=False)] = 1
        drawn = left_out(images, DRAWS) if self.method == "jackknife" else image_weights(images, DRAWS, rng)
        return np.concatenate([drawn, halves])

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


def estimate_detection(card: Card, sample: ImageSample) -> Estimate:
    """Return a detection metric, or precision, recall and F1 over all labels, with its interval."""
    if card.reads is BinaryCounts:
        value = float(card.function(pooled(sample.counts), **card.parameters))
        return _estimate(card, sample, value, lambda: card.function(pooled(sample.drawn_counts), **card.parameters))
    value = float(card.function(sample.matches, **card.parameters))
    return _estimate(card, sample, value, lambda: card.function(sample.draws, **card.parameters))


def drawn_values(card: Card, sample: ImageSample) -> Numbers:
    """Return a metric on every resampled set of images."""
    shown = pooled(sample.drawn_counts) if card.reads is BinaryCounts else sample.draws
    return np.asarray(card.function(shown, **card.parameters))[:-HALVES]


def pooled(counts: BinaryCounts) -> BinaryCounts:
    """Return the counts of all labels together."""
    return BinaryCounts(*(np.sum(part, axis=-1) for part in (counts.tp, counts.fp, counts.fn)))


def estimate_label(name: str, place: int, sample: ImageSample) -> Estimate:
    """Return the average precision or recall of one label, with its interval."""
    read = PER_LABEL[name]
    of_precision = not name.startswith("average_recall")
    return _limits(
        float(np.asarray(read(sample.matches, place))), lambda: read(sample.draws, place), sample, of_precision,
        "the label has no truth that counts",
    )  # fmt: skip


PER_LABEL: dict[str, Callable[..., Number]] = {
    "mean_ap": lambda shown, place: np.mean(shown.average_precisions[..., ALL, :, place], axis=-1),
    "ap50": lambda shown, place: shown.average_precisions[..., ALL, shown.at(0.5), place],
    "ap75": lambda shown, place: shown.average_precisions[..., ALL, shown.at(0.75), place],
    "average_recall": lambda shown, place: np.mean(shown.recalls(100)[..., ALL, :, place], axis=-1),
}


def _estimate(card: Card, sample: ImageSample, value: float, again: Callable[[], Number]) -> Estimate:
    undefined = card.undefined.format(positive="of any label")
    return _limits(value, again, sample, card.interval == OF_PRECISION, undefined)


def _limits(
    value: float, again: Callable[[], Number], sample: ImageSample, of_precision: bool, undefined: str
) -> Estimate:
    """Return value less optimism, give or take t times the spread over resampled images; the value lies inside."""
    images = sample.matches.images
    if np.isnan(value):
        return Estimate(value, 0.0, 1.0, sample.level, "none", images, undefined)
    if images < 2:
        return Estimate(value, 0.0, 1.0, sample.level, "none", images, ONE_IMAGE)
    found = np.asarray(again())
    drawn, halves = found[:-HALVES], found[-HALVES:]
    if sample.method == "percentile":
        return percentiles(value, drawn, sample.level, images)
    spread = spread_of(drawn, sample.method)
    if spread <= SAME:
        return unvaried(value, (0.0, 1.0), sample.level, images)
    rise = optimism(value, halves, truths_per_label(sample.matches)) if of_precision else 0.0
    half = float(special.stdtrit(images - 1, (1 + sample.level) / 2)) * spread
    low, high = np.clip([value - rise - half, value - rise + half], 0.0, 1.0)
    if of_precision and truths_per_label(sample.matches) < FEWEST_TRUTHS:
        return Estimate(value, 0.0, max(float(high), value), sample.level, "images, open below", images, TOO_FEW)
    rise = min(rise, value)
    note = f"few images flatter it: about {rise:.3f} too high" if rise > max(spread / 2, 0.0005) else None
    method = "jackknife" if sample.method == "jackknife" else "images"
    method += ", less optimism" if of_precision else ""
    return Estimate(value, min(float(low), value), max(float(high), value), sample.level, method, images, note)


def unvaried(value: float, bounds: tuple[float, float], level: float, images: int) -> Estimate:
    """Leave room where all images score the same: as many others as none among so many images would still allow."""
    share = 1 - ((1 - level) / 2) ** (1 / images)
    low, high = value - share * (value - bounds[0]), value + share * (bounds[1] - value)
    note = "all images score the same; the interval is what none that differs among so many still allows"
    return Estimate(value, float(low), float(high), level, "clopper-pearson", images, note)


def spread_of(drawn: Numbers, method: str | None) -> float:
    """Return the standard error from draws of images, or from leaving images out."""
    known = drawn[np.isfinite(drawn)]
    if len(known) < 2:
        return math.inf
    factor = (len(known) - 1) / math.sqrt(len(known)) if method == "jackknife" else 1.0
    return factor * float(known.std(ddof=1))


def percentiles(value: float, drawn: Numbers, level: float, images: int) -> Estimate:
    """Return the plain percentile interval, for those who ask for it."""
    known = drawn[np.isfinite(drawn)]
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2]) if len(known) else (0.0, 1.0)
    note = "few images flatter average precision, and percentiles add to it: they rarely hold what many images give"
    return Estimate(value, min(float(low), value), max(float(high), value), level, "percentile", images, note)


def optimism(value: float, halves: Numbers, truths: float) -> float:
    """Return how much higher a metric is than it would be with many images, from its rise when images are halved."""
    known = halves[np.isfinite(halves)]
    if not len(known):
        return 0.0
    return min(max(float(known.mean()) - value, 0.0), value) * (1 + FEW_TRUTHS / math.sqrt(max(truths, 1.0)))


def truths_per_label(matches: Matches) -> float:
    """Return how many truths a label has on average, among those that have any."""
    counts = matches.truths[ALL]
    return float(counts[counts > 0].mean()) if (counts > 0).any() else 0.0
