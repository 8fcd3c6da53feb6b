"""Images and segments that belong together: a metric without each unit of them, whatever it is measured on."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

import numpy as np

from assay.intervals.detection_intervals import HALVES, ImageSample
from assay.intervals.segmentation_intervals import MaskSample
from assay.intervals.text_intervals import SegmentSample, measured
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers
from assay.summaries.units import Units


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
    return _weighed(replace(sample), _kept(units), card)


@without_units.register
def _(sample: ImageSample, card: Card, units: Units) -> Numbers:
    halves = np.ones((HALVES, len(units.codes)))
    return _weighed(replace(sample), np.concatenate([_kept(units), halves]), card)


def _weighed(sample: MaskSample | ImageSample, weights: Numbers, card: Card) -> Numbers:
    """Measure on sets of images that leave out one unit each, in the place of those drawn at random."""
    sample.__dict__["weights"] = weights.astype(np.float32)
    return np.asarray(sample.drawn(card), dtype=float)


def _kept(units: Units) -> Numbers:
    return np.asarray(units.codes[None] != np.arange(units.count)[:, None], dtype=np.float64)
