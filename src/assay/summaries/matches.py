"""Detections after they were matched to the truth: all that detection metrics ever need to know of the images."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

RECALLS = np.linspace(0.0, 1.0, 101)
"""The recalls at which precision is read for the 101-point average precision."""
ROUNDING = 1e-9
"""How close a threshold or a recall must come to count as the same number."""

ALL = 0


@dataclass(frozen=True, eq=False)
class Matches(StoredByFields):
    """Every detection with what it hit, and every truth, by image and label.

    `hit` and `ignored` have an entry for each range of areas, each overlap threshold and each detection: whether it was
    matched to a truth that counts, and whether it is left out (matched to a truth that does not count, or of another
    size). `counted` says of every truth whether it counts in each range of areas. `rank` is a detection's place among
    those of its image and label, and `pixels` tells whether sizes are known in pixels. Summaries of different images
    are merged by putting them side by side.
    """

    images: int
    labels: tuple[object, ...]
    thresholds: Numbers
    areas: tuple[str, ...]
    image: Places
    label: Places
    score: Numbers
    rank: Places
    hit: Flags
    ignored: Flags
    truth_image: Places
    truth_label: Places
    counted: Flags
    pixels: bool = True

    @property
    def rows(self) -> int:
        """How many images there are."""
        return self.images

    def merge(self, other: Matches) -> Matches:
        """Return the summary of both sets of images together; labels must be the same."""
        if self.labels != other.labels or not np.array_equal(self.thresholds, other.thresholds):
            raise ValueError("matches of other labels or thresholds cannot be merged")
        shift = self.images

        def both(name: str, moved: int = 0) -> np.ndarray:
            return np.concatenate([getattr(self, name), getattr(other, name) + moved], axis=-1)

        def flags(name: str) -> Flags:
            return np.concatenate([getattr(self, name), getattr(other, name)], axis=-1)

        return replace(
            self,
            images=self.images + other.images,
            image=both("image", shift),
            label=both("label"),
            score=both("score"),
            rank=both("rank"),
            truth_image=both("truth_image", shift),
            truth_label=both("truth_label"),
            hit=flags("hit"),
            ignored=flags("ignored"),
            counted=flags("counted"),
        )

    def of_images(self, places: Places) -> Matches:
        """Return the summary of some images, each taken once."""
        new = np.full(self.images, -1)
        new[places] = np.arange(len(places))
        image, truth = new[self.image], new[self.truth_image]
        mine, theirs = image >= 0, truth >= 0
        return replace(
            self,
            images=len(places),
            image=image[mine],
            label=self.label[mine],
            score=self.score[mine],
            rank=self.rank[mine],
            hit=self.hit[..., mine],
            ignored=self.ignored[..., mine],
            truth_image=truth[theirs],
            truth_label=self.truth_label[theirs],
            counted=self.counted[:, theirs],
        )

    @cached_property
    def order(self) -> Places:
        """The detections by label, and from the highest score to the lowest within one; ties stay in their order."""
        return np.lexsort((-self.score, self.label))

    @cached_property
    def truths(self) -> Places:
        """How many truths count, for each range of areas and label."""
        size = len(self.labels)
        return np.stack([np.bincount(self.truth_label[kept], minlength=size) for kept in self.counted])

    def at(self, threshold: float) -> int:
        """Return the place of an overlap threshold, to rounding."""
        places = np.flatnonzero(np.abs(self.thresholds - threshold) < ROUNDING)
        if not len(places):
            raise KeyError(threshold)
        return int(places[0])

    @cached_property
    def average_precisions(self) -> Numbers:
        """The 101-point average precision of each range of areas, threshold and label; nan for labels without truth."""
        averages = np.full((len(self.areas), len(self.thresholds), len(self.labels)), np.nan)
        for area in range(len(self.areas)):
            needed = self._needed(area)
            for place in range(len(self.thresholds)):
                averages[area, place] = self._average_precision(area, place, needed)
        return averages

    def _needed(self, area: int) -> Places:
        """Return how many hits each label needs to reach each of the 101 recalls."""
        truths = self.truths[area]
        table = np.zeros((len(truths), len(RECALLS)), dtype=np.intp)
        for label, count in enumerate(truths.tolist()):
            if count:
                table[label] = np.searchsorted(np.arange(count + 1) / count, RECALLS, side="left")
        return table

    def _average_precision(self, area: int, place: int, needed: Places) -> Numbers:
        """Return the average precision of every label at one threshold, from the places of the hits alone."""
        steps = self.steps(area, place)
        truths = self.truths[area]
        ends = np.concatenate([[0], np.cumsum(np.bincount(steps.label, minlength=len(truths)))])
        envelope = reverse_maximum(steps.precision, steps.label)
        at = ends[:-1, None] + np.maximum(needed, 1) - 1
        reached = at < ends[1:, None]
        padded = np.append(envelope, 0.0)
        values = np.where(reached, padded[np.minimum(at, len(envelope))], 0.0)
        return np.where(truths > 0, values.mean(axis=1), np.nan)

    def interpolated(self, cuts: int | None) -> Numbers:
        """Return each label's average precision at IoU .50: at every recall (None), or read at `cuts` + 1 recalls.

        With `cuts` 0 it is the plain sum over the hits, without the envelope.
        """
        steps = self.steps(ALL, self.at(0.5))
        truths = self.truths[ALL]
        with np.errstate(invalid="ignore", divide="ignore"):
            recall = steps.hits / truths[steps.label]
        if cuts == 0:
            total = np.bincount(steps.label, steps.precision, minlength=len(truths))
            return np.where(truths > 0, total / np.maximum(truths, 1), np.nan)
        envelope = reverse_maximum(steps.precision, steps.label)
        reached = recall if cuts is None else np.floor(cuts * recall + ROUNDING)
        first = np.concatenate([[True], steps.label[1:] != steps.label[:-1]]) if len(recall) else np.zeros(0, bool)
        before = np.where(first, 0.0 if cuts is None else -1.0, np.concatenate([[0.0], reached[:-1]])[: len(reached)])
        total = np.bincount(steps.label, envelope * (reached - before), minlength=len(truths))
        return np.where(truths > 0, total / (1 if cuts is None else cuts + 1), np.nan)

    def steps(self, area: int, place: int) -> Steps:
        """Return the hits in order of score, label by label, with the precision reached at each."""
        order = self.order
        hit, kept = self.hit[area, place][order], ~self.ignored[area, place][order]
        label = self.label[order]
        called, hits_so_far = np.cumsum(kept), np.cumsum(hit)
        starts = np.searchsorted(label, np.arange(len(self.labels)))
        before = np.concatenate([[0], called])[starts], np.concatenate([[0], hits_so_far])[starts]
        where = np.flatnonzero(hit)
        own = label[where]
        hits = hits_so_far[where] - before[1][own]
        return Steps(own, hits / (called[where] - before[0][own]), hits, order[where])

    def recalls(self, most: int) -> Numbers:
        """Return the share of truths found by the `most` best detections of each image and label: area, IoU, label."""
        kept = self.rank < most
        size = len(self.labels)
        hits = np.stack(
            [
                np.stack([np.bincount(self.label[flags & kept], minlength=size) for flags in of_area])
                for of_area in self.hit
            ]
        )
        truths = self.truths[:, None, :]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(truths > 0, hits / truths, np.nan))


@dataclass(frozen=True, eq=False)
class Steps:
    """The hits of every label in order of score: label, precision reached, how many hits so far, which detection."""

    label: Places
    precision: Numbers
    hits: Places
    detection: Places


def reverse_maximum(values: Numbers, label: Places) -> Numbers:
    """Return the greatest of each value and those after it, within runs of equal labels (which must be sorted).

    >>> reverse_maximum(np.array([0.2, 0.5, 0.1, 0.9]), np.array([0, 0, 0, 1])).round(6).tolist()
    [0.5, 0.5, 0.1, 0.9]
    """
    if not len(values):
        return values
    lift = 2 * label.astype(values.dtype)
    lifted = values - lift
    return np.asarray(np.maximum.accumulate(lifted[..., ::-1], axis=-1)[..., ::-1] + lift)
