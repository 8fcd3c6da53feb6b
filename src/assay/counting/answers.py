"""Answers compared after a stated normalisation: the same text, or the same words."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence

import numpy as np

from assay.counting.ngrams import Tokenised, clipped_by_slot
from assay.counting.number_marks import without_punctuation
from assay.counting.tokens import words_alone
from assay.summaries.segments import SegmentScores

ARTICLE_WORDS = ("a", "an", "the")
ARTICLES = re.compile(r"\b(a|an|the)\b")
MARKS = str.maketrans("", "", string.punctuation)


def squad(text: str) -> str:
    """Return an answer in small letters, without punctuation, articles and surplus blanks (Rajpurkar et al. 2016).

    The marks of numbers go as all others do, so that 7.5 becomes 75 and -3 becomes 3.

    >>> squad("The  Eiffel-Tower, Paris"), squad("-7.5%")
    ('eiffeltower paris', '75')
    """
    return " ".join(ARTICLES.sub(" ", text.lower().translate(MARKS)).split())


def plain(text: str) -> str:
    """Return a text in small letters, without punctuation and surplus blanks; numbers stay what they are.

    >>> plain("The price: -7.50!")
    'the price -7.50'
    """
    return " ".join(without_punctuation(text.lower()).split())


def numbers(text: str) -> str:
    """Return an answer as `squad` does, except that the marks of numbers stay.

    >>> numbers("The answer is -7.5%."), numbers("1,000 cats, a dog")
    ('answer is -7.5%', '1000 cats dog')
    """
    if words_alone(text):
        return " ".join([word for word in text.lower().split() if word not in ARTICLE_WORDS])
    return " ".join(ARTICLES.sub(" ", plain(text)).split())


NORMALISATIONS: dict[str, Callable[[str], str]] = {
    "numbers": numbers,
    "plain": plain,
    "case": str.lower,
    "none": lambda text: text,
    "squad": squad,
}


def exact_matches(candidates: Sequence[str], references: Sequence[Sequence[str]]) -> SegmentScores:
    """Say of every answer whether it is one of the references, all of them normalised."""
    same = [candidate in listed for candidate, listed in zip(candidates, references, strict=True)]
    return SegmentScores.of(np.array(same, dtype=float))


def token_overlaps(words: Tokenised) -> SegmentScores:
    """Return the F1 of the words of every answer, 2 x shared / all, against the reference that suits it best."""
    best = np.zeros(words.segments)
    for table in clipped_by_slot(words, 1):
        shared, candidate, reference = table.T
        both_empty = (candidate == 0) & (reference == 0)  # they agree
        overlap = np.divide(2 * shared, candidate + reference, out=both_empty.astype(float), where=~both_empty)
        best = np.fmax(best, overlap)
    return SegmentScores.of(best)
