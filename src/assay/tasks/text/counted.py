"""What was counted for one system: the summary of texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs, Texts
from assay.metrics.cards import Card
from assay.summaries.segments import Segments
from assay.tasks.text.reductions import Counter
from assay.tasks.text.shared import Shared

OF_SPANS = ("precision", "recall", "f1", "jaccard")
"""What spans are judged by."""


@dataclass(frozen=True, eq=False)
class Counted:
    """What was counted for the metrics of one system, and what could not be for want of a package."""

    pairs: Pairs
    cards: tuple[Card, ...]
    counts: Mapping[str, Segments]
    shared: Shared
    lacking: tuple[str, ...] = ()
    counter: Counter | None = None

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.pairs.truth if isinstance(self.pairs, Spans) else self.pairs.candidates)

    @property
    def usual_length(self) -> int:
        """How many words the reference in the middle has; spans and vectors count as nothing."""
        if not isinstance(self.pairs, Texts) or not self.segments:
            return 0
        return sorted(len(listed[0].split()) for listed in self.pairs.references)[self.segments // 2]
