"""Systems compared on the same segments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from assay.comparisons.difference import Difference
from assay.comparisons.paired_segments import compare_segments
from assay.inputs.embeddings import Embedded
from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs
from assay.metrics.cards import Card
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.segments import Examples, SegmentTable, most_different
from assay.tasks.compare_images import asked_of_each, share_apart
from assay.tasks.judged import Judged
from assay.tasks.notes import notes_of_models
from assay.tasks.requests import Request
from assay.tasks.text.counted import OF_SPANS, Counted
from assay.tasks.text.judging import OF_VECTORS, count_text, judge_counted
from assay.tasks.text.result import TextComparison, TextEvaluation
from assay.tasks.text.shared import Shared

USUAL = ("bleu", "chrf", "rouge_l", "token_f1")
METHODS = {
    "randomisation": "randomisation", "permutation": "randomisation", "bootstrap": "paired-bs",
    "paired-bs": "paired-bs", "paired-ar": "paired-ar",
}  # fmt: skip
"""Tests that can be asked for; paired-bs and paired-ar are sacrebleu's, to the digit."""
MOST_PAIRS = 3
"""A taste: examples of more pairs are not read."""


@dataclass(frozen=True, eq=False)
class Systems:
    """Systems with what was counted in every segment."""

    request: Request
    asked: Request
    counted: Mapping[object, Counted]

    def judged(self) -> Judged:
        """Judge every system and say how to compare two of them on the same segments."""
        judged = {model: judge_counted(counts, self.asked) for model, counts in self.counted.items()}
        samples = [sample for _, sample in judged.values()]
        for counts in self.counted.values():
            counts.shared.forget_tokens()

        def compare(card: Card, left: int, right: int) -> Difference:
            return compare_segments(card, samples[left], samples[right], METHODS.get(self.request.method or ""))

        evaluations = {model: evaluation for model, (evaluation, _) in judged.items()}
        pairs = [counts.pairs for counts in self.counted.values()]
        answers = [own.prediction if isinstance(own, Spans) else own.candidates for own in pairs]
        apart, notes = partial(share_apart, answers), notes_of_models(evaluations)
        cards = next(iter(self.counted.values())).cards
        return Judged(tuple(self.counted), evaluations, cards, compare, apart, notes=notes)

    def taken(self, rows: NDArray[np.intp]) -> Systems:
        """Return the same of some segments."""
        return replace(self, counted={model: counts.taken(rows) for model, counts in self.counted.items()})

    def kept(self) -> NDArray[np.bool_]:
        """Say of each segment handed over whether it had no gap."""
        return kept_segments(next(iter(self.counted.values())))


def kept_segments(counted: Counted) -> NDArray[np.bool_]:
    """Say of each segment handed over whether it had no gap."""
    kept = np.zeros(counted.segments + counted.pairs.dropped, dtype=bool)
    kept[np.array(counted.pairs.places, dtype=int) - 1] = True
    return kept


def count_systems(request: Request, pairs: Mapping[object, Pairs]) -> Systems:
    """Count what the metrics need in every segment of every system."""
    kind = next(iter(pairs.values()), None)
    usual = OF_SPANS[:3] if isinstance(kind, Spans) else OF_VECTORS if isinstance(kind, Embedded) else USUAL
    asked = asked_of_each(request, usual)
    if request.everything or (request.metrics is None and isinstance(kind, Embedded)):
        asked = replace(asked, metrics=None)
    shared = Shared()
    return Systems(request, asked, {model: count_text(own, asked, shared) for model, own in pairs.items()})


def with_examples(comparison: Comparison) -> TextComparison:
    """Add the segments on which systems differ most, by the first metric, for the first few pairs."""
    parts = {own.name: getattr(comparison, own.name) for own in fields(comparison)}
    first = next(iter(comparison.values()), None)
    examples: list[Examples] = []
    for pair in first.pairs[:MOST_PAIRS] if first is not None else ():
        tables = [_segments(comparison.evaluations[model]) for model in (pair.a, pair.b)]
        if first is not None and all(table is not None and any(table.candidates) for table in tables):
            left, right = (table for table in tables if table is not None)
            examples.append(most_different(first.name, (pair.a, pair.b), left, right))
    return TextComparison(**parts, examples=tuple(listed for listed in examples if listed.rows))


def _segments(evaluation: Evaluation) -> SegmentTable | None:
    return evaluation.segments if isinstance(evaluation, TextEvaluation) else None
