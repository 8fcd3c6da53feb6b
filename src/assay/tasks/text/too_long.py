"""Texts so long that counting the edits between them would never end, or need more memory than there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from assay.inputs.texts import Texts
from assay.metrics.cards import Card

MOST_STEPS = 2 * 10**12
"""Pairs of tokens that can be gone through: 10^12, two texts of a million words, take 10 to 20 seconds."""
MOST_HELD = 5 * 10**7
"""Pairs of words of one segment that sacrebleu's TER can hold all at once, in 15 bytes each (measured)."""
IN_WORDS, IN_CHARACTERS, HELD = ("words", "rouge_l"), ("characters",), ("ter",)


def too_long(card: Card, texts: Texts) -> bool:
    """Say whether a metric cannot be had for these texts, before it is tried; a look at their lengths decides.

    >>> from assay.metrics.find import find
    >>> page = Texts(("a " * 9000,), (("b " * 9000,),), "")
    >>> too_long(find("ter"), page), too_long(find("word_error_rate"), page)
    (True, False)
    """
    if card.reduction in HELD:
        return _at_most(texts) > MOST_HELD and max(_pairs(texts, _words, MOST_HELD)) > MOST_HELD
    if card.reduction in (*IN_WORDS, *IN_CHARACTERS):
        length, each = len if card.reduction in IN_CHARACTERS else _words, MOST_STEPS / max(len(texts.candidates), 1)
        return _at_most(texts) > each and sum(_pairs(texts, length, each)) > MOST_STEPS
    return False


def _at_most(texts: Texts) -> int:
    """Return the pairs of characters that the longest texts of both sides would make, which is quickly known."""
    return max(map(len, texts.candidates), default=0) * max(map(len, chain.from_iterable(texts.references)), default=0)


def _pairs(texts: Texts, length: Callable[[str], int], many: float) -> Sequence[float]:
    """Return the pairs of tokens of every segment; as those of characters, which are more, where these are not many."""
    pairs = [len(text) * max(map(len, listed)) for text, listed in zip(texts.candidates, texts.references, strict=True)]
    return [
        count if count <= many else length(text) * max(map(length, listed))
        for count, text, listed in zip(pairs, texts.candidates, texts.references, strict=True)
    ]


def longest_words(texts: Texts) -> int:
    """Return how many words the longest text has."""
    return max(_words(text) for text in (*texts.candidates, *(max(listed, key=len) for listed in texts.references)))


def _words(text: str) -> int:
    return len(text.split())
