"""What texts are made of: runs of words, labels of spans, single segments, each judged by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from assay.counting.spans import count_spans
from assay.inputs.spans import Spans
from assay.inputs.texts import Texts
from assay.intervals.estimating import estimate
from assay.intervals.left_out_items import Signed, over_groups
from assay.intervals.text_intervals import SegmentSample
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.evaluation import Estimates
from assay.results.segments import SegmentTable
from assay.summaries.label_counts import sorted_labels
from assay.summaries.segments import FORMS, Segments
from assay.tasks.text.counted import OF_SPANS, Counted

SIDES = ("ngram_precision", "ngram_recall")
LONGEST = 4
"""Runs of more words are as rare in texts as whole sentences (Papineni et al. 2002 stop here)."""


def has_runs(counted: Counted) -> bool:
    """Say whether runs of words were asked about."""
    return counted.counter is not None and any(card.reduction == "runs" for card in counted.cards)


def cards_by_length() -> dict[int, dict[str, Card]]:
    """Return the metrics of runs of 1 to 4 words, in all three forms."""
    named = {f"{side}_{form}": (side, form) for side in SIDES for form in FORMS}
    return {
        n: {name: find(f"{side}(n={n}, form={form})") for name, (side, form) in named.items()}
        for n in range(1, LONGEST + 1)
    }


def counts_by_length(counted: Counted) -> Mapping[str, Segments]:
    """Count runs of 1 to 4 words in all forms, by the names of their metrics; none where nobody asked about runs."""
    if counted.counter is None or not has_runs(counted):
        return {}
    return {card.name: counted.counter(card) for own in cards_by_length().values() for card in own.values()}


@dataclass(frozen=True, eq=False)
class TextParts:
    """What texts are made of, looked at when somebody asks: runs of words, labels of spans, single segments."""

    counted: Counted
    sample: SegmentSample
    groups: Signed = ()

    def per_class(self) -> Mapping[object, Estimates]:
        """Return runs of 1 to 4 words in all three forms, or every label of spans, with intervals over segments."""
        pairs = self.counted.pairs
        if isinstance(pairs, Spans):
            labels = sorted_labels(
                {span[2] for side in (pairs.truth, pairs.prediction) for spans in side for span in spans}
            )
            return {label: self._of_label(pairs, label) for label in labels}
        return self._of_orders() if has_runs(self.counted) else {}

    def _of_label(self, pairs: Spans, label: object) -> Estimates:
        only = [[tuple(span for span in spans if span[2] == label) for spans in side] for side in
                (pairs.truth, pairs.prediction)]  # fmt: skip
        counts = count_spans(*only)
        chosen = tuple(find(name) for name in OF_SPANS)
        return self._estimates(chosen, {card.name: counts for card in chosen})

    def _of_orders(self) -> Mapping[object, Estimates]:
        """Judge runs of every length in every form, all on the same draws made once."""
        by_length = cards_by_length()
        every = tuple(card for own in by_length.values() for card in own.values())
        estimates = self._estimates(every, counts_by_length(self.counted))
        return {n: {name: estimates[card.name] for name, card in own.items()} for n, own in by_length.items()}

    def _estimates(self, chosen: tuple[Card, ...], counts: Mapping[str, Segments]) -> Estimates:
        drawn = all(self.sample.counts.get(name) is own for name, own in counts.items())
        sample = self.sample if drawn else replace(self.sample, counts=counts)
        return {card.name: over_groups(estimate(card, sample), sample, card, self.groups) for card in chosen}

    def segments(self) -> SegmentTable:
        """Score every segment by itself."""
        pairs, count = self.counted.pairs, self.counted.segments
        scores = {card.name: np.atleast_1d(self.sample.each(card)) for card in self.counted.cards}
        if isinstance(pairs, Texts):
            return SegmentTable(pairs.references, pairs.candidates, scores, pairs.places)
        if isinstance(pairs, Spans):
            truth, marked = ([_written(spans) for spans in side] for side in (pairs.truth, pairs.prediction))
            return SegmentTable([[spans] for spans in truth], marked, scores, pairs.places)
        return SegmentTable([[""]] * count, [""] * count, scores, pairs.places)


def _written(spans: tuple[tuple[int, int, object], ...]) -> str:
    return ", ".join(f"{label} {start}-{end}" for start, end, label in spans)
