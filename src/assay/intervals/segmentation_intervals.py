"""Intervals of metrics over pixels: pixels of one image go together, so that whole images are drawn again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from assay.intervals.drawn_limits import around, without_draws
from assay.intervals.estimating import estimate_from, value_alone
from assay.intervals.method_names import VALUES_ALONE
from assay.metrics.cards import Card
from assay.metrics.vision.detection import average
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Number, Numbers
from assay.stats.streams import Stream
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.image_tables import ImageTables
from assay.summaries.match_draws import image_weights, left_out
from assay.summaries.view import View

FEW_IMAGES = 100
"""With fewer, each is left out once: where few images show a class, drawing images again says too little (0022)."""

DRAWS = 1000
"""A quantile of 2.5% is off by 0.5 points of probability."""


@dataclass(frozen=True, eq=False)
class MaskSample:
    """Tables of images, and the same images drawn again."""

    tables: ImageTables
    level: float
    seed: int
    method: str | None = None

    @cached_property
    def without(self) -> MaskSample:
        """The same tables with sets of images that leave out one each."""
        return replace(self, method="jackknife")

    @property
    def images(self) -> int:
        """How many images there are."""
        return self.tables.images

    @cached_property
    def weights(self) -> np.ndarray:
        """How often every image is drawn."""
        rng = Stream.SEGMENTATION_IMAGES.of(self.seed)
        return left_out(self.images, DRAWS) if self.method == "jackknife" else image_weights(self.images, DRAWS, rng)

    @cached_property
    def view(self) -> View:
        """The tables of the images drawn, as metrics of labels read them."""
        return self.tables.weighed(self.weights)

    def value(self, card: Card) -> float:
        """Return a metric over all pixels, or a mean over images."""
        if card.reads is ImageTables:
            return float(np.asarray(card.measure(self.tables)))
        return float(np.asarray(measured(card, self.tables.pooled().view())))

    def drawn(self, card: Card) -> Numbers:
        """Return a metric on every draw of images."""
        if card.reads is ImageTables:
            return np.asarray(card.measure(replace(self.tables, weights=self.weights)))
        return np.asarray(measured(card, self.view), dtype=float)


def measured(card: Card, view: View) -> Number:
    """Return a metric; plain means over classes leave out those for which it is undefined, as mean IoU always does."""
    if card.average != "macro" or card.averaged is None:
        return card(view)
    each = np.asarray(card.averaged.function(BinaryCounts(*view.tables.stack()), **card.parameters))
    return average(each, (-1,))


@estimate_from.register
def _(sample: MaskSample, card: Card) -> Estimate:
    if sample.method == VALUES_ALONE:
        undefined = card.undefined.format(positive="of any class")
        return value_alone(sample.value(card), card, sample.level, sample.images, undefined)
    return limits(sample.value(card), lambda shown: shown.drawn(card), card, sample)


def limits(value: float, drawn: Callable[[MaskSample], Numbers], card: Card, sample: MaskSample) -> Estimate:
    """Return a value with its interval over images; `drawn` measures it on every draw of a sample."""
    undefined = card.undefined.format(positive="of any class")
    alone = without_draws(value, card.bounds, sample.level, sample.images, undefined)
    few = sample.method is None and sample.images < FEW_IMAGES
    shown = sample.without if few else sample
    how = card.bounds, sample.level, sample.images, shown.method
    return alone or around(value, value, drawn(shown), *how, left_out=lambda: drawn(sample.without))
