"""Every class, label or data set judged on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.intervals.label_intervals import LabelSample, part_estimates
from assay.intervals.sample import Sample
from assay.metrics.cards import cards
from assay.results.evaluation import Estimates
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.one_vs_rest import OneVsRest, Whole


def per_class_estimates(whole: LabelSample, names: Sequence[str] | None = None) -> Mapping[object, Estimates]:
    """Return the estimates of each part, keyed by the user's own label; of some metrics where these are named."""
    summary = whole.draws.summary
    if not isinstance(summary, Whole):
        raise LookupError("each part of this summary is judged already")
    sample = replace(whole, draws=Sample(OneVsRest(summary), whole.draws.seed))
    own = [
        card
        for card in cards()
        if card.reads is BinaryCounts and not card.needs and (names is None or card.name in names)
    ]
    columns = {card.name: part_estimates(card, sample) for card in own}
    return {
        label: {name: column[place] for name, column in columns.items()}
        for place, label in enumerate(whole.reasons.labels)
    }
