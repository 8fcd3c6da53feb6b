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
        now, drawn = (view.tables for view in (tables.pooled().view(), self.sample.view))
        left_out = [masks_without(self.sample, units).view.tables for units, _ in self.groups]
        estimates: dict[object, Estimates] = {}
        for place, label in enumerate(tables.labels):
            seen, again, *without = (
                part.table(place) for part in (now, drawn, *left_out) if isinstance(part, ClassCounts)
            )
            estimates[label] = {card.name: self._estimate(card, seen, again, without) for card in own}
        return estimates

    def _estimate(
        self, card: Card, seen: BinaryCounts, again: BinaryCounts, without: Sequence[BinaryCounts]
    ) -> Estimate:
        value = float(np.asarray(card.measure(seen)))
        made = described(card, limits(value, np.asarray(card.measure(again)), card, self.sample))
        if not without or not made.defined or made.method == "none":
            return made
        moves = [
            Moves(units, np.asarray(card.measure(part), dtype=float) - value, sign)
            for part, (units, sign) in zip(without, self.groups, strict=True)
        ]
        return grouped_estimate(made, moves)
