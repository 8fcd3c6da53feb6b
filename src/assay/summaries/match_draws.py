"""What detection metrics would have been on other images: images are drawn again, detections are not matched again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.summaries.matches import ALL, Matches, Places

BLOCK = 112
"""Draws at once: few, as each needs running sums over all detections. A taste."""
POINTS = 100
"""COCO reads precision at 101 recalls: 0, 0.01, ... 1."""
HALF = 1e-9
"""How close to .50 a threshold is .50, to rounding."""
LIFT = np.float32(1.0)
"""No precision exceeds it, so that labels lifted by their numbers do not mix."""
OLD_POINTS: tuple[int | None, ...] = (None, 10, 0)
"""Other readings at IoU .50: every recall, the 11 of Pascal VOC 2007, and every hit without envelope."""
Weights = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MatchDraws:
    """What Matches shows, with the draws on a leading axis, so that the same formulas read it.

    `found`, `called` and `truths` are what a score threshold gives at IoU .50: draw, label.
    """

    matches: Matches
    weights: Weights
    average_precisions: Numbers
    at_half: dict[int | None, Numbers]
    at_most: dict[int, Numbers]
    found: Numbers
    called: Numbers
    truths: Numbers

    def at(self, threshold: float) -> int:
        """Return the place of an overlap threshold."""
        return self.matches.at(threshold)

    def recalls(self, most: int) -> Numbers:
        """Return recalls of at most so many detections: draw, area, IoU, label."""
        if most not in self.at_most:
            truths = _truths(self.matches, self.weights)
            self.at_most[most] = _recalls(self.matches, self.weights, truths, most)
        return self.at_most[most]

    def interpolated(self, cuts: int | None) -> Numbers:
        """Return average precisions at IoU .50, read at every recall or at `cuts` + 1 of them: draw, label."""
        return self.at_half[cuts]


def image_weights(images: int, draws: int, rng: np.random.Generator) -> Weights:
    """Draw how often every image is in each of the resampled sets; single precision counts exactly up to 16 million."""
    rows = [np.bincount(rng.integers(0, images, images), minlength=images) for _ in range(draws)]
    return np.asarray(rows, dtype=np.float32).reshape(draws, images)


def left_out(images: int, most: int) -> Weights:
    """Leave every image out in turn, or groups of neighbours where there are more images than `most`."""
    groups = np.arange(images) * min(images, most) // images
    return np.asarray(groups[None, :] != np.arange(int(np.max(groups)) + 1)[:, None], dtype=np.float32)


def draw_matches(
    matches: Matches, weights: Weights, most: tuple[int, ...], place: int, threshold: float | None
) -> MatchDraws:
    """Weigh images and read every metric off again."""
    blocks = [_average_precisions(matches, weights[start : start + BLOCK]) for start in range(0, len(weights), BLOCK)]
    precisions = np.concatenate([block[0] for block in blocks])
    halves = {cuts: np.concatenate([block[1][cuts] for block in blocks]) for cuts in OLD_POINTS}
    truths = _truths(matches, weights)
    recalls = {count: _recalls(matches, weights, truths, count) for count in most}
    kept = np.ones(len(matches.score), bool) if threshold is None else matches.score >= threshold
    hit, ignored = matches.hit[0, place], matches.ignored[0, place]
    return MatchDraws(
        matches=matches,
        weights=weights,
        average_precisions=precisions,
        at_half=halves,
        at_most=recalls,
        found=_by_label(matches, weights, matches.image, matches.label, kept & hit),
        called=_by_label(matches, weights, matches.image, matches.label, kept & ~ignored),
        truths=truths[:, 0],
    )


def _truths(matches: Matches, weights: Weights) -> Numbers:
    """Return the weight of the truths that count: draw, area, label."""
    columns = matches.truth_image, matches.truth_label
    return np.stack([_by_label(matches, weights, *columns, kept) for kept in matches.counted], axis=1)


def _by_label(matches: Matches, weights: Weights, image: Places, label: Places, kept: np.ndarray) -> Numbers:
    """Return the weight of the things kept, for every draw and label."""
    size = len(matches.labels)
    table = np.bincount(image[kept] * size + label[kept], minlength=matches.images * size).astype(np.float32)
    return np.asarray(weights @ table.reshape(matches.images, size))


def _recalls(matches: Matches, weights: Weights, truths: Numbers, most: int) -> Numbers:
    early = matches.rank < most
    hits = np.stack(
        [
            np.stack([_by_label(matches, weights, matches.image, matches.label, flags & early) for flags in of_area], 1)
            for of_area in matches.hit
        ],
        axis=1,
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(truths[:, :, None, :] > 0, hits / truths[:, :, None, :], np.nan)


def _average_precisions(matches: Matches, weights: Weights) -> tuple[Numbers, dict[int | None, Numbers]]:
    """Return the average precisions of some draws, from the weights of the hits and of the calls before them.

    Inside, draws are on the last axis: running sums over detections then go over all draws at once.
    """
    order = matches.order
    label = matches.label[order]
    begins = np.searchsorted(label, np.arange(len(matches.labels)))
    of_detection = np.ascontiguousarray(weights.T)[matches.image[order]]
    shape = len(matches.areas), len(matches.thresholds), len(matches.labels)
    averages = np.full((len(weights), *shape), np.nan)
    old = {cuts: np.full((len(weights), shape[2]), np.nan) for cuts in OLD_POINTS}
    for area in range(len(matches.areas)):
        truths = _by_label(matches, weights, matches.truth_image, matches.truth_label, matches.counted[area]).T
        kept = ~matches.ignored[area][:, order]
        usual = np.flatnonzero(kept[0])
        called = np.cumsum(of_detection[usual], axis=0)
        for place in range(len(matches.thresholds)):
            hits = np.flatnonzero(matches.hit[area, place][order])
            calls = _Calls(called, usual, *_changes(of_detection, kept[place], kept[0]))
            base = calls.until(hits + 1) - calls.until(begins)[label[hits]]
            rise = _Rise.of(of_detection[hits], base, label[hits], truths)
            averages[:, area, place] = rise.read(POINTS).T
            if area == ALL and abs(matches.thresholds[place] - 0.5) < HALF:
                old = {cuts: rise.read(cuts).T for cuts in OLD_POINTS}
    return averages, old


@dataclass(frozen=True, eq=False)
class _Calls:
    """Running weights of the detections kept at the first threshold, and of those that others keep or leave out."""

    running: Weights
    kept: Places
    changes: Weights
    changed: Places

    def until(self, places: Places) -> Weights:
        """Return the weight of the calls before given places, for every draw."""
        before = _before(self.running, np.searchsorted(self.kept, places))
        if len(self.changed):
            before += _before(self.changes, np.searchsorted(self.changed, places))
        return before


def _before(running: Weights, count: Places) -> Weights:
    """Return running sums before the first `count` entries."""
    if not len(running):
        return np.zeros((len(count), running.shape[1]), dtype=np.float32)
    sums = running[np.maximum(count - 1, 0)]
    sums[count == 0] = 0
    return sums


def _changes(of_detection: Weights, kept: np.ndarray, usual: np.ndarray) -> tuple[Weights, Places]:
    other = np.flatnonzero(kept != usual)
    sign = np.where(kept[other], 1, -1).astype(np.float32)
    return np.cumsum(of_detection[other] * sign[:, None], axis=0), other


@dataclass(frozen=True, eq=False)
class _Rise:
    """How precision and recall rise hit by hit, for every draw (last axis)."""

    envelope: Weights
    precision: Weights
    recall: Weights
    first: Places
    filled: Places
    truths: Numbers

    @classmethod
    def of(cls, weight: Weights, called: Weights, own: Places, truths: Numbers) -> _Rise:
        """Read it off the weights of the hits and what was called until each of them."""
        starts = np.searchsorted(own, np.arange(len(truths)))
        filled = np.flatnonzero(np.diff(np.append(starts, len(own))))
        total = np.cumsum(weight, axis=0)
        count = total - _before(total, starts)[own]
        with np.errstate(invalid="ignore", divide="ignore"):
            precision = count / called
            recall = count * (np.float32(1) / truths.astype(np.float32))[own]
        precision[called <= 0] = 0
        return cls(_envelope(precision, own), precision, recall, starts[filled], filled, truths)

    def read(self, cuts: int | None) -> Numbers:
        """Return the average precision of every label and draw, read at every recall or at `cuts` + 1 of them."""
        result = np.where(self.truths > 0, 0.0, np.nan)
        if not len(self.filled):
            return result
        smooth = cuts is None or cuts == 0
        # In single precision a recall that lies on a cut may fall short of it by rounding.
        reached = self.recall if smooth else np.floor((cuts or 0) * self.recall + np.float32(1e-4))
        steps = np.diff(reached, axis=0, prepend=np.zeros((1, reached.shape[1]), dtype=np.float32))
        steps[self.first] = reached[self.first] + (0 if smooth else 1)
        height = self.precision if cuts == 0 else self.envelope
        sums = np.add.reduceat(height * steps, self.first, axis=0) / (1 if smooth else (cuts or 0) + 1)
        result[self.filled] = np.where(self.truths[self.filled] > 0, sums, np.nan)
        return result


def _envelope(precision: Weights, own: Places) -> Weights:
    """Return the greatest of each precision and those after it within a label, for every draw."""
    lift = (LIFT * own.astype(np.float32))[:, None]
    return np.asarray(np.maximum.accumulate((precision - lift)[::-1], axis=0)[::-1] + lift)
