"""Texts judged from sums: the numbers of texts that stay where they are."""

from __future__ import annotations

from collections.abc import Iterator

from assay.inputs.texts import Texts
from assay.intervals.estimating import estimate
from assay.intervals.summed_texts import METHOD, WHY, SummedTexts
from assay.metrics.cards import Card, aliases
from assay.metrics.find import find
from assay.results.note import Note
from assay.summaries.segments import NgramCounts
from assay.summaries.text_sums import SegmentTotals, TextSums
from assay.tasks.labels.judging import choices_of
from assay.tasks.openings import headlines
from assay.tasks.requests import Request
from assay.tasks.text.counted import Counted
from assay.tasks.text.judging import SHARE_WHY, notes_of_lacking, openers_of_texts
from assay.tasks.text.notes import notes_of_gaps, notes_of_size, notes_of_tally, tally_of, too_short
from assay.tasks.text.result import TextEvaluation
from assay.tasks.text.shared import Shared
from assay.tasks.text.signatures import Signatures


def sums_of(counted: Counted, pairs: Texts) -> TextSums:
    """Return the sums of what was counted; what a model read is left out, as its scores follow from the texts alone."""
    encoded = {card.name for card in counted.cards if card.reduction == "bert"}
    totals = {name: SegmentTotals.of(counts) for name, counts in counted.counts.items() if name not in encoded}
    lacking, references = {*counted.lacking, *counted.too_long, *encoded}, set(map(len, pairs.references))
    return TextSums(totals, tally_of(pairs), {}, pairs.dropped, tuple(sorted(lacking)), tuple(sorted(references)))


def judge_text_sums(sums: TextSums, request: Request, engine: str) -> TextEvaluation:
    """Measure what was summed; single segments, and intervals from drawing them again, are not to be had."""
    chosen = tuple(card for card in request.metrics or map(find, sums.totals) if card.name in sums.totals)
    sample = SummedTexts(sums.totals, sums.tally.segments, request.level, request.seed)
    estimates = {card.name: estimate(card, sample) for card in chosen}
    told = Texts((), tuple(("",) * count for count in sums.references), "task= says so")
    return TextEvaluation(
        task="text",
        reason=told.reason,
        n=sample.segments,
        estimates=estimates,
        choices=choices_of(request, engine, False),
        notes=tuple(_notes(sums, chosen)),
        methods={METHOD: WHY, "wilson": SHARE_WHY},
        aliases=aliases(),
        part="n-grams",
        unit="segment",
        source=request.source_name,
        headlines=headlines(chosen),
        openers=openers_of_texts(chosen, sums.tally.words / sample.segments, estimates, request.asked),
        signatures=Signatures(chosen, told, Shared(), sample, drawn=False).every(),
    )


def _notes(sums: TextSums, chosen: tuple[Card, ...]) -> Iterator[Note]:
    encoded = tuple(name for name in sums.lacking if find(name).reduction == "bert")
    if encoded:
        told = f"{', '.join(encoded)} left out: they read the texts themselves with a model, and these stay where they"
        yield Note("left-out", f"{told} are.")
    yield from notes_of_lacking(tuple(name for name in sums.lacking if name not in encoded))
    for card in chosen:
        shown = sums.totals[card.name].shown()
        if card.reduction == "bleu" and isinstance(shown, NgramCounts):
            yield from too_short(card, shown)
    yield from notes_of_gaps(sums.dropped)
    yield from notes_of_tally(sums.tally)
    yield from notes_of_size(sums.tally.segments)
