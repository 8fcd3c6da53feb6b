"""The result of judging segmentations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from assay.intervals.estimating import described
from assay.intervals.segmentation_intervals import MaskSample, limits
from assay.metrics.cards import Card, cards
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.summaries.binary_counts import BinaryCounts, ClassCounts


@dataclass(frozen=True, eq=False, repr=False)
class SegmentationEvaluation(Evaluation):
    """Masks judged; `ev.per_class` judges every class against the rest, with intervals over images."""

    sample: MaskSample = field(kw_only=True)

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """The metrics of every class against the rest, with intervals over images."""
        own = [card for card in cards() if card.reads is BinaryCounts and not card.needs]
        tables = self.sample.tables
        now, drawn = (view.tables for view in (tables.pooled().view(), self.sample.view))
        found: dict[object, Estimates] = {}
        for place, label in enumerate(tables.labels):
            seen, again = (part.table(place) for part in (now, drawn) if isinstance(part, ClassCounts))
            found[label] = {card.name: self._estimate(card, seen, again) for card in own}
        return found

    def _estimate(self, card: Card, seen: BinaryCounts, again: BinaryCounts) -> Estimate:
        value = float(np.asarray(card.measure(seen)))
        return described(card, limits(value, np.asarray(card.measure(again)), card, self.sample))
