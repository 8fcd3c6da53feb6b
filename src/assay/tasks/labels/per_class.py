"""Every class, label or data set judged on its own, when somebody asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from assay.intervals.estimates import LabelSample, part_estimates
from assay.intervals.sample import Sample
from assay.metrics.cards import cards
from assay.results.evaluation import Estimates
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.one_vs_rest import OneVsRest, Whole


@dataclass(frozen=True)
class PerClass:
    """What is needed to judge each part later; a value, so that results can be stored and sent."""

    whole: Whole
    labels: tuple[object, ...]
    sample: LabelSample

    def __call__(self) -> Mapping[object, Estimates]:
        """Return the estimates of each part, keyed by the user's own label."""
        sample = replace(self.sample, draws=Sample(OneVsRest(self.whole), self.sample.draws.seed))
        own = [card for card in cards() if card.reads is BinaryCounts and not card.needs]
        columns = {card.name: part_estimates(card, sample) for card in own}
        return {
            label: {name: column[index] for name, column in columns.items()} for index, label in enumerate(self.labels)
        }
