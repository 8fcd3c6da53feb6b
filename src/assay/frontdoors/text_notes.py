"""What a reader should know of texts before trusting numbers made of them."""

from __future__ import annotations

from collections.abc import Iterator

from assay.frontdoors.text_shared import Shared
from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs, Texts
from assay.results.note import Note

FEW_SEGMENTS = 50
TOKENISED = 0.5


def notes_of_texts(pairs: Pairs, shared: Shared) -> Iterator[Note]:
    """Yield notes on gaps, empty texts, odd tags, cut texts and few segments."""
    if pairs.dropped:
        yield Note("dropped", f"{pairs.dropped:,} segments had a gap and were left out.")
    if isinstance(pairs, Spans):
        if pairs.repaired:
            count = "1 tag goes" if pairs.repaired == 1 else f"{pairs.repaired:,} tags go"
            told = f"{count} on with a span that never began, and was read as its beginning, as conlleval does."
            yield Note("repaired-tags", told)
    elif isinstance(pairs, Texts):
        yield from _of_texts(pairs)
    if shared.shortened:
        longest = min(one.longest for one in shared.ready.values())
        yield Note(
            "cut-texts",
            f"{shared.shortened:,} texts are longer than {longest} tokens; the model saw their beginning.",
        )
    size = len(pairs.truth if isinstance(pairs, Spans) else pairs.candidates)
    if 1 < size < FEW_SEGMENTS:
        yield Note(
            "few-segments", f"With {size} segments the intervals are rough: segments are drawn again, not words."
        )
    if size == 1:
        yield Note("one-segment", "One segment says nothing of how others would do, so that there is no interval.")


def _of_texts(pairs: Texts) -> Iterator[Note]:
    said = sum(not text.strip() for text in pairs.candidates)
    if said:
        yield Note("empty-candidates", f"{said:,} candidates are empty; each counts as an answer that says nothing.")
    so = sum(not any(text.strip() for text in listed) for listed in pairs.references)
    if so:
        yield Note("empty-references", f"{so:,} references are empty; whatever a candidate says there is too much.")
    ends = sum(text.endswith(" .") for text in pairs.candidates)
    if ends > TOKENISED * len(pairs.candidates) and len(pairs.candidates) > 1:
        yield Note("looks-tokenised", f"{ends:,} candidates end in a blank and a full stop, as texts do that were cut "
                   "into tokens already; BLEU expects texts as people write them.")  # fmt: skip
    letters = [character for listed in pairs.references[:200] for character in listed[0][:200] if character.isalpha()]
    if letters and sum(character.isascii() for character in letters) < len(letters) / 2:
        told = "Most letters are none that ROUGE's usual tokeniser keeps (a-z); ask for rouge_l(tokenize=none) and "
        yield Note("other-script", f"{told}for BLEU with a tokeniser of the language (zh, char, intl).")
