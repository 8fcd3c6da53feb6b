"""What a reader should know of texts before trusting numbers made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assay.counting.answers import numbers, squad
from assay.counting.multiple_choice import choice_of
from assay.counting.number_marks import changed_number
from assay.errors.tree import quote
from assay.inputs.embeddings import Embedded
from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs, Texts
from assay.metrics.cards import Card
from assay.results.note import Note
from assay.summaries.segments import NgramCounts, Segments
from assay.summaries.text_sums import TextTally
from assay.tasks.text.reductions import parameters_of
from assay.tasks.text.shared import Shared

FEW_SEGMENTS = 50
"""Measured: BLEU's interval covers 92.7% at 50 segments, and 94.5% at 200."""
TOKENISED = 0.5
"""Where most segments end with a full stop of its own, somebody cut the texts into tokens."""


def notes_of_texts(pairs: Pairs, shared: Shared) -> Iterator[Note]:
    """Yield notes on gaps, empty texts, odd tags, cut texts and few segments."""
    yield from notes_of_gaps(pairs.dropped)
    if isinstance(pairs, Spans):
        if not any(pairs.truth) and not any(pairs.prediction):
            yield Note("no-spans", "Neither side marks a single span, so that nothing can be found or missed.")
        if pairs.repaired:
            count = "1 tag goes" if pairs.repaired == 1 else f"{pairs.repaired:,} tags go"
            told = f"{count} on with a span that never began; it was taken for the beginning, as conlleval does."
            yield Note("repaired-tags", told)
    elif isinstance(pairs, Texts):
        yield from notes_of_tally(tally_of(pairs))
    else:
        yield from _of_vectors(pairs)
    if shared.shortened:
        longest = min(segments.longest for segments in shared.ready.values())
        yield Note(
            "cut-texts",
            f"{shared.shortened:,} texts are longer than {longest} tokens; the model saw their beginning.",
        )
    yield from notes_of_size(len(pairs.truth if isinstance(pairs, Spans) else pairs.candidates))


def _of_vectors(pairs: Embedded) -> Iterator[Note]:
    """Say which vectors, and which texts, could not be compared by direction."""
    if pairs.blank:
        count = "1 vector holds" if pairs.blank == 1 else f"{pairs.blank:,} vectors hold"
        rest = (
            "it has no direction and was left out" if pairs.blank == 1 else "they have no direction and were left out"
        )
        yield Note("zero-vectors", f"{count} nothing but zeros (padding?); {rest}.")
    pieces = zip(pairs.candidates, pairs.references, strict=True)
    silent = sum(not len(candidate) or not all(map(len, listed)) for candidate, listed in pieces)
    if silent:
        yield Note("empty-vectors", f"{_segments(silent)} had a text without any vector; it scores 0.")


def notes_of_long_texts(names: tuple[str, ...]) -> Iterator[Note]:
    """Name the metrics that texts are too long for."""
    if names:
        told = f"{', '.join(names)} {'was' if len(names) == 1 else 'were'} left out: every word or character would be "
        yield Note("texts-too-long", f"{told}compared with every other. Cut the texts into segments to have them.")


def notes_of_gaps(dropped: int) -> Iterator[Note]:
    """Say how many segments were left out."""
    if dropped:
        yield Note("dropped", f"{_had(dropped)} a gap and {'was' if dropped == 1 else 'were'} left out.")


def tally_of(pairs: Texts) -> TextTally:
    """Count what there is to say of texts as they are."""
    letters = [character for listed in pairs.references[:200] for character in listed[0][:200] if character.isalpha()]
    return TextTally(
        segments=len(pairs.candidates),
        silent=sum(not text.strip() for text in pairs.candidates),
        blank=sum(not any(text.strip() for text in listed) for listed in pairs.references),
        same=sum(candidate in listed for candidate, listed in zip(pairs.candidates, pairs.references, strict=True)),
        ends=sum(text.endswith(" .") for text in pairs.candidates),
        letters=len(letters),
        plain=sum(character.isascii() for character in letters),
        words=sum(len(listed[0].split()) for listed in pairs.references),
    )


def notes_of_tally(tally: TextTally) -> Iterator[Note]:
    """Yield notes on empty texts, texts that are all the same, and texts cut into words."""
    size = tally.segments
    if tally.silent:
        yield Note("empty-candidates", f"{_are(tally.silent, 'candidate')} empty, and counted as saying nothing.")
    if tally.blank:
        yield Note("empty-references", f"{_are(tally.blank, 'reference')} empty; whatever is said there is too much.")
    if size > 1 and tally.silent < size and tally.same == size:
        yield Note("all-the-same", "Every candidate is its reference, letter for letter. Was the right file given?")
    if tally.ends > TOKENISED * size and size > 1:
        yield Note("looks-tokenised", f"{tally.ends:,} candidates end in a blank and a full stop, as texts do that "
                   "were cut into tokens already; BLEU expects texts as people write them.")  # fmt: skip
    if tally.letters and tally.plain < tally.letters / 2:
        told = "Most letters are none that ROUGE's usual tokeniser keeps (a-z); ask for rouge_l(tokenize=none) and "
        yield Note("other-script", f"{told}for BLEU with a tokeniser of the language (zh, char, intl).")


def notes_of_size(size: int) -> Iterator[Note]:
    """Say that there are few segments."""
    if 1 < size < FEW_SEGMENTS:
        yield Note(
            "few-segments", f"With {size} segments the intervals are rough: segments are drawn again, not words."
        )
    if size == 1:
        yield Note(
            "one-segment",
            "One segment says nothing of how others would do: there is no interval but all that a metric can be.",
        )


def notes_of_metrics(pairs: Pairs, cards: Sequence[Card], counts: Mapping[str, Segments]) -> Iterator[Note]:
    """Yield notes on metrics that these texts do not suit."""
    for card in cards:
        ngrams = counts[card.name]
        if card.reduction == "bleu" and isinstance(ngrams, NgramCounts):
            yield from too_short(card, ngrams)
    if not isinstance(pairs, Texts):
        return
    yield from _of_numbers(pairs, cards)
    counted = {card.reduction for card in cards}
    unread = sum(choice_of(text) is None for text in pairs.candidates) if "choices" in counted else 0
    if unread:
        answers = "1 answer names" if unread == 1 else f"{unread:,} answers name"
        yield Note("unread-choices", f"{answers} no choice that can be read, and counted as wrong.")
    if "rouge_l" in counted and any("\n" in listed[0] for listed in pairs.references):
        yield Note("line-breaks", "Texts hold line breaks; ROUGE-L reads each as one sentence (it is not ROUGE-Lsum).")


def too_short(card: Card, counts: NgramCounts) -> Iterator[Note]:
    """Say that no candidate is long enough for a metric of runs."""
    if not counts.candidate[-1]:
        told = f"No candidate has {counts.orders} words in a row, so that {card.name} is 0 however good they are; ask"
        yield Note("too-short", f"{told} for bleu(order=1), bleu(effective=True), chrf or token_f1.")


def _of_numbers(pairs: Texts, cards: Sequence[Card]) -> Iterator[Note]:
    """Say where SQuAD's rule made another number of a number, and which answers are right for that reason alone."""
    named = [card.name for card in cards if parameters_of(card).get("normalise") == "squad"]
    if not named:
        return
    changed, only = [], 0
    for candidate, listed in zip(pairs.candidates, pairs.references, strict=True):
        change = next(filter(None, map(changed_number, (candidate, *listed))), None)
        if change is not None:
            changed.append(change)
            right, kept = ({rule(reference) for reference in listed} for rule in (squad, numbers))
            only += squad(candidate) in right and numbers(candidate) not in kept
    if changed:
        example = f"{quote(changed[0])}, read as {quote(squad(changed[0]))}"
        told = f"{', '.join(named)}: SQuAD's rule changed a number in {_segments(len(changed))} (such as {example})"
        alone = f"; {_answers(only)} right for that reason alone" if only else ""
        yield Note("changed-numbers", f"{told}{alone}. Without normalise=squad numbers stay what they are.")


def _segments(count: int) -> str:
    return "1 segment" if count == 1 else f"{count:,} segments"


def _answers(count: int) -> str:
    return "1 answer is" if count == 1 else f"{count:,} answers are"


def _had(count: int) -> str:
    return "1 segment had" if count == 1 else f"{count:,} segments had"


def _are(count: int, what: str) -> str:
    return f"1 {what} is" if count == 1 else f"{count:,} {what}s are"
