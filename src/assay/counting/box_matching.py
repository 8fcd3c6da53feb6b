"""Boxes to matches: overlaps of all pairs at once, then greedy matching, image by image only in thought."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assay.counting.box_pairs import overlapping
from assay.inputs.boxes import Boxes
from assay.summaries.matches import Flags, Matches, Places

Numbers = NDArray[np.float64]

THRESHOLDS = np.linspace(0.5, 0.95, 10)
"""COCO's overlaps: 0.50, 0.55 to 0.95."""
AREAS = {"all": (0.0, 1e10), "small": (0.0, 32.0**2), "medium": (32.0**2, 96.0**2), "large": (96.0**2, 1e10)}
MOST = 100
"""Overlaps, areas in pixels, and detections per image and label as COCO has them (pycocotools, `Params`)."""

LARGEST = 1 - 1e-10
"""An overlap threshold of 1 is taken as this, so that a box matches itself."""


def match(
    truth: Boxes,
    detections: Boxes,
    images: int,
    labels: tuple[object, ...],
    thresholds: Numbers = THRESHOLDS,
    areas: dict[str, tuple[float, float]] | None = None,
    most: int = MOST,
    pixels: bool = True,
) -> Matches:
    """Match detections to truths greedily by score, at every threshold and range of areas.

    Where sizes are not known in `pixels`, no truth counts in any range of areas but that of all.
    """
    ranges = areas or AREAS
    detections, rank = _best(detections, len(labels), most)
    crowd = np.zeros(len(truth), bool) if truth.crowd is None else truth.crowd
    ignore = crowd if truth.ignore is None else crowd | truth.ignore
    limits = np.array(list(ranges.values()))
    inside = (truth.area >= limits[:, :1]) & (truth.area <= limits[:, 1:])
    counted = inside & ~ignore & (pixels | (limits[:, :1] <= 0) & (limits[:, 1:] >= AREAS["all"][1]))
    pairs = _pairs(truth, detections, len(labels), crowd, float(np.min(thresholds)))
    hit, aside = _greedy(pairs, counted, crowd, np.minimum(thresholds, LARGEST), len(detections), len(truth))
    outside = (detections.area < limits[:, :1]) | (detections.area > limits[:, 1:])
    return Matches(
        images=images,
        labels=labels,
        thresholds=np.asarray(thresholds, dtype=float),
        areas=tuple(ranges),
        image=detections.image,
        label=detections.label,
        score=np.asarray(detections.score, dtype=float),
        rank=rank,
        hit=hit,
        ignored=aside | (outside[:, None, :] & ~hit & ~aside),
        truth_image=truth.image,
        truth_label=truth.label,
        counted=counted,
        pixels=pixels,
    )


def _best(detections: Boxes, labels: int, most: int) -> tuple[Boxes, Places]:
    """Sort detections by image, label and falling score; keep the best of each image and label."""
    score = np.zeros(len(detections)) if detections.score is None else detections.score
    order = np.lexsort((-score, detections.label, detections.image))
    key = detections.image[order] * labels + detections.label[order]
    begins = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if len(key) else np.zeros(0, np.intp)
    first = np.repeat(begins, np.diff(np.append(begins, len(key))))
    rank = np.arange(len(key)) - first
    kept = rank < most
    return detections.take(order[kept]), rank[kept]


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Detections and truths of one image and label that overlap enough, in the order of the detections."""

    detection: Places
    truth: Places
    overlap: Numbers
    group: Places


def _pairs(truth: Boxes, detections: Boxes, labels: int, crowd: Flags, least: float) -> _Pairs:
    sought = detections.image * labels + detections.label
    keys = truth.image * labels + truth.label, sought
    found = overlapping(truth.box, detections.box, keys, crowd, min(least, LARGEST))
    return _Pairs(*found, sought[found[0]])


def _greedy(
    pairs: _Pairs, counted: Flags, crowd: Flags, thresholds: Numbers, detections: int, truths: int
) -> tuple[Flags, Flags]:
    """Let every detection, best score first, take the free truth it overlaps most; truths that count come first.

    All images, labels, thresholds and ranges of areas take a step at once: the first detection of each image and label
    that overlaps anything, then the second, and so on.
    """
    areas, levels, size = len(counted), len(thresholds), len(pairs.detection)
    hit = np.zeros((areas * levels, detections), bool)
    aside = np.zeros_like(hit)
    if not size:
        return hit.reshape(areas, levels, -1), aside.reshape(areas, levels, -1)
    rank = np.empty(size, dtype=np.int64)
    by_overlap = np.lexsort((pairs.truth, pairs.overlap))
    rank[by_overlap] = np.arange(size)
    enough = (pairs.overlap >= thresholds[:, None])[None].repeat(areas, axis=0).reshape(areas * levels, size)
    counts = counted[:, pairs.truth].repeat(levels, axis=0)
    worth = np.where(enough, rank + size * counts, -1)
    free = np.ones((areas * levels, truths), bool)
    for rows, starts in _turns(pairs):
        offered = np.where(free[:, pairs.truth[rows]] | crowd[pairs.truth[rows]], worth[:, rows], -1)
        best = np.maximum.reduceat(offered, starts, axis=1)
        where, which = np.nonzero(best >= 0)
        taken = best[where, which]
        detection = pairs.detection[rows[starts]][which]
        counting = taken >= size
        hit[where, detection] = counting
        aside[where, detection] = ~counting
        free[where, pairs.truth[by_overlap[taken % size]]] = False
    return hit.reshape(areas, levels, -1), aside.reshape(areas, levels, -1)


def _turns(pairs: _Pairs) -> list[tuple[Places, Places]]:
    """Return the pairs of the detections that take their turn together, and where each detection's pairs begin.

    A detection's turn is its place among those of its image and label that overlap anything: others are no rivals.
    """
    begins = np.flatnonzero(np.concatenate([[True], pairs.detection[1:] != pairs.detection[:-1]]))
    lengths = np.diff(np.append(begins, len(pairs.detection)))
    group = pairs.group[begins]
    first = np.concatenate([[True], group[1:] != group[:-1]])
    turn = np.arange(len(begins)) - np.maximum.accumulate(np.where(first, np.arange(len(begins)), 0))
    order = np.argsort(turn, kind="stable")
    edges = np.searchsorted(turn[order], np.arange(int(np.max(turn)) + 2))
    turns = []
    for low, high in pairwise(edges.tolist()):
        chosen = order[low:high]
        size = lengths[chosen]
        starts = np.cumsum(size) - size
        rows = np.repeat(begins[chosen] - starts, size) + np.arange(size.sum())
        turns.append((rows, starts))
    return turns


def covered(truth: Boxes, detections: Boxes, threshold: float) -> Flags:
    """Say which detections lie in a crowd, or in another truth that does not count, whatever its label."""
    blind = [replace(part, label=np.zeros(len(part), np.intp)) for part in (truth, detections)]
    crowd = np.ones(len(truth), bool) if truth.crowd is None else truth.crowd
    flags = np.zeros(len(detections), bool)
    flags[_pairs(blind[0], blind[1], 1, crowd, threshold).detection] = True
    return flags


def pair_up(truth: Boxes, detections: Boxes, threshold: float) -> tuple[Places, Places]:
    """Match detections to truths whatever their labels; return which detections were matched, and to which truths."""
    order = np.lexsort((-np.asarray(detections.score), detections.image)) if len(detections) else np.zeros(0, np.intp)
    blind = [replace(part, label=np.zeros(len(part), np.intp)) for part in (truth, detections.take(order))]
    pairs = _pairs(blind[0], blind[1], 1, np.zeros(len(truth), bool), threshold)
    partner = np.full(len(detections), -1)
    free = np.ones(len(truth), bool)
    rank = np.empty(len(pairs.detection), dtype=np.int64)
    by_overlap = np.lexsort((pairs.truth, pairs.overlap))
    rank[by_overlap] = np.arange(len(rank))
    for rows, starts in _turns(pairs) if len(rank) else ():
        best = np.maximum.reduceat(np.where(free[pairs.truth[rows]], rank[rows], -1), starts)
        taken = best >= 0
        which = pairs.truth[by_overlap[best[taken]]]
        partner[pairs.detection[rows[starts]][taken]] = which
        free[which] = False
    matched = np.flatnonzero(partner >= 0)
    return order[matched], partner[matched]
