"""Pairs of boxes that overlap enough, found without looking at every pair where there are very many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from assay.inputs.box_geometry import Flags, Places, overlaps, pairs_of_keys, partners
from assay.stats.arithmetic import Numbers

Found = tuple[Places, Places, Numbers]

MOST_PAIRS = 2**20
"""Pairs whose overlap is measured at a time: about 200 MB of corners and overlaps."""


def overlapping(truth: Numbers, detections: Numbers, keys: tuple[Places, Places], crowd: Flags, least: float) -> Found:
    """Return the pairs with the same key that overlap by at least so much: detection, truth, and overlap.

    Boxes are (x, y, width, height); the keys are those of truths and of detections. Pairs come in the order of the
    detections, and of the truths within each.
    """

    def measured(detection: Places, partner: Places) -> Found:
        overlap = overlaps(detections[detection], truth[partner], crowd[partner])
        kept = overlap >= least
        return detection[kept], partner[kept], overlap[kept]

    if least <= 0 or pairs_of_keys(*keys) <= MOST_PAIRS:
        return measured(*partners(*keys))
    nothing = np.zeros(0, np.intp)
    parts = [measured(nothing, nothing), *(measured(*pairs) for pairs in _near(truth, detections, *keys))]
    detection, partner, overlap = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((partner, detection))
    return detection[order], partner[order], overlap[order]


def _near(truth: Numbers, detections: Numbers, keys: Places, sought: Places) -> Iterator[tuple[Places, Places]]:
    """Yield blocks of pairs with the same key whose widths overlap, truths of about the same width together.

    The truths of one key, sorted by their left edges, that a detection may meet begin between its own left edge less
    the widest truth, and its right edge.
    """
    octaves = np.frexp(truth[:, 2])[1]
    for octave in np.unique(octaves):
        own = np.flatnonzero(octaves == octave)
        own = own[np.lexsort((truth[own, 0], keys[own]))]
        reach = np.nextafter(detections[:, 0] - truth[own, 2].max(), -np.inf)
        start = _places(keys[own], truth[own, 0], sought, reach)
        stop = _places(keys[own], truth[own, 0], sought, detections[:, 0] + detections[:, 2])
        counts = np.maximum(stop - start, 0)
        for rows in _blocks(counts):
            size = counts[rows]
            inner = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
            yield np.repeat(rows, size), own[np.repeat(start[rows], size) + inner]


def _places(keys: Places, edges: Numbers, sought: Places, edge: Numbers) -> Places:
    """Return how many of the sorted (key, edge) come before each that is sought."""
    given = np.concatenate([np.ones(len(keys), np.intp), np.zeros(len(sought), np.intp)])
    order = np.lexsort((given, np.concatenate([edges, edge]), np.concatenate([keys, sought])))
    before = np.empty(len(order), np.intp)
    before[order] = np.cumsum(given[order])
    return before[len(keys) :]


def _blocks(counts: Places) -> Iterator[Places]:
    """Yield the rows that have pairs, so many at a time as make a block, one at least."""
    rows = np.flatnonzero(counts)
    block = np.cumsum(counts[rows]) // MOST_PAIRS
    cuts = np.flatnonzero(np.diff(block)) + 1
    for low, high in pairwise([0, *cuts.tolist(), len(rows)]):
        yield rows[low:high]
