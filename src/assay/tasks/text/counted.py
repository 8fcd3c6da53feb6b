"""What was counted for one system: the summary of texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

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
    """What was counted for the metrics of one system, and what could not be (no package, long texts)."""

    pairs: Pairs
    cards: tuple[Card, ...]
    counts: Mapping[str, Segments]
    shared: Shared
    lacking: tuple[str, ...] = ()
    counter: Counter | None = None
    too_long: tuple[str, ...] = ()

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.pairs.truth if isinstance(self.pairs, Spans) else self.pairs.candidates)

    def taken(self, rows: NDArray[np.intp]) -> Counted:
        """Return what was counted in some of the segments."""
        pairs = _pairs_of(self.pairs, rows.tolist())
        counts = {name: replace(segments, rows=segments.rows[rows]) for name, segments in self.counts.items()}
        counter = Counter(pairs, self.shared) if self.counter is not None and isinstance(pairs, Texts) else None
        return replace(self, pairs=pairs, counts=counts, counter=counter)

    @property
    def usual_length(self) -> int:
        """How many words the reference in the middle has; spans and vectors count as nothing."""
        if not isinstance(self.pairs, Texts) or not self.segments:
            return 0
        return sorted(len(listed[0].split()) for listed in self.pairs.references)[self.segments // 2]


def _pairs_of(pairs: Pairs, rows: list[int]) -> Pairs:
    """Return some of the segments, with the places that they had."""
    places = tuple(pairs.places[row] for row in rows)
    if isinstance(pairs, Spans):
        truth, prediction = (tuple(side[row] for row in rows) for side in (pairs.truth, pairs.prediction))
        return replace(pairs, truth=truth, prediction=prediction, places=places, dropped=0)
    if isinstance(pairs, Texts):
        listed = tuple(pairs.references[row] for row in rows)
        return replace(
            pairs, candidates=tuple(pairs.candidates[row] for row in rows), references=listed, places=places, dropped=0
        )
    vectors = tuple(pairs.references[row] for row in rows)
    return replace(
        pairs, candidates=tuple(pairs.candidates[row] for row in rows), references=vectors, places=places, dropped=0
    )
