"""The result of judging segmentations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from assay.intervals.estimating import described
from assay.intervals.grouped import Moves, grouped_estimate
from assay.intervals.left_out_items import Signed, masks_without
from assay.intervals.segmentation_intervals import MaskSample, limits
from assay.metrics.cards import Card, cards
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.binary_counts import BinaryCounts, ClassCounts


@dataclass(frozen=True, eq=False, repr=False)
class SegmentationEvaluation(Evaluation):
    """Masks judged; `ev.per_class` judges every class against the rest, with intervals over images."""

    sample: MaskSample = field(kw_only=True)
    groups: Signed = field(default=(), kw_only=True)

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """The metrics of every class against the rest, with intervals over images."""
        own = [card for card in cards() if card.reads is BinaryCounts and not card.needs]
        tables = self.sample.tables
        now = tables.pooled().view().tables
        left_out = [masks_without(self.sample, units).view.tables for units, _ in self.groups]
        estimates: dict[object, Estimates] = {}
        for place, label in enumerate(tables.labels):
            seen, *without = (part.table(place) for part in (now, *left_out) if isinstance(part, ClassCounts))
            estimates[label] = {card.name: self._estimate(card, place, seen, without) for card in own}
        return estimates

    def _estimate(self, card: Card, place: int, seen: BinaryCounts, without: Sequence[BinaryCounts]) -> Estimate:
        value = float(np.asarray(card.measure(seen)))
        made = described(card, limits(value, lambda shown: _of_class(card, shown, place), card, self.sample))
        if not without or not made.defined or made.method == "none":
            return made
        moves = [
            Moves(units, np.asarray(card.measure(part), dtype=float) - value, sign)
            for part, (units, sign) in zip(without, self.groups, strict=True)
        ]
        return grouped_estimate(made, moves)


def _of_class(card: Card, sample: MaskSample, place: int) -> Numbers:
    """Return a metric of one class on every draw of images."""
    tables = sample.view.tables
    if not isinstance(tables, ClassCounts):
        raise LookupError("pixels have exactly one class each")
    return np.asarray(card.measure(tables.table(place)))
