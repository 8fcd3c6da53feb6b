"""Images and segments that belong together: a metric without each unit of them, whatever it is measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch

import numpy as np

from assay.intervals.detection_intervals import HALVES, ImageSample
from assay.intervals.grouped import Moves, grouped_estimate
from assay.intervals.segmentation_intervals import MaskSample
from assay.intervals.text_intervals import SegmentSample, measured
from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.summaries.units import Units

Signed = Sequence[tuple[Units, int]]
"""The units of each grouping with its sign."""


@singledispatch
def without_units(sample: object, card: Card, units: Units) -> Numbers:
    """Return a metric without each unit; every kind of sample registers how that is done."""
    raise LookupError(f"nothing says how units are left out of a {type(sample).__name__}")


@without_units.register
def _(sample: SegmentSample, card: Card, units: Units) -> Numbers:
    counts = sample.counts[card.name]
    sums = np.stack([units.sums(column) for column in counts.rows.T], axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(measured(card, counts.over(counts.rows.sum(axis=0) - sums)), dtype=float)


@without_units.register
def _(sample: MaskSample, card: Card, units: Units) -> Numbers:
    return np.asarray(masks_without(sample, units).drawn(card), dtype=float)


@without_units.register
def _(sample: ImageSample, card: Card, units: Units) -> Numbers:
    return np.asarray(images_without(sample, units).drawn(card), dtype=float)


def masks_without(sample: MaskSample, units: Units) -> MaskSample:
    """Return the masks with sets of images that leave out one unit each, in the place of those drawn at random."""
    left_out = replace(sample)
    left_out.__dict__["weights"] = _kept(units).astype(np.float32)
    return left_out


def images_without(sample: ImageSample, units: Units) -> ImageSample:
    """Return the matches with sets of images that leave out one unit each, in the place of those drawn at random."""
    left_out = replace(sample)
    halves = np.ones((HALVES, len(units.codes)))
    left_out.__dict__["weights"] = np.concatenate([_kept(units), halves]).astype(np.float32)
    return left_out


def over_groups(made: Estimate, sample: object, card: Card, groups: Signed) -> Estimate:
    """Return an estimate of images or segments with the interval that their groups give, as it is without groups."""
    if not groups or not made.defined or made.method == "none":
        return made
    moves = [Moves(units, without_units(sample, card, units) - made.value, sign) for units, sign in groups]
    return grouped_estimate(made, moves)


def _kept(units: Units) -> Numbers:
    return np.asarray(units.codes[None] != np.arange(units.count)[:, None], dtype=np.float64)
