"""Answers compared after a stated normalisation: the same text, or the same words."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from assay.summaries.segments import SegmentScores

ARTICLES = re.compile(r"\b(a|an|the)\b")
MARKS = str.maketrans("", "", string.punctuation)


def squad(text: str) -> str:
    """Return an answer in small letters, without punctuation, articles and surplus blanks (Rajpurkar et al. 2016).

    >>> squad("The  Eiffel-Tower, Paris")
    'eiffeltower paris'
    """
    return " ".join(ARTICLES.sub(" ", text.lower().translate(MARKS)).split())


def plain(text: str) -> str:
    """Return a text in small letters, without punctuation and surplus blanks."""
    return " ".join(text.lower().translate(MARKS).split())


NORMALISATIONS: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "case": str.lower,
    "plain": plain,
    "squad": squad,
}


def exact_matches(
    candidates: Sequence[str], references: Sequence[Sequence[str]], normalise: Callable[[str], str]
) -> SegmentScores:
    """Say of every answer whether it is one of the references."""
    same = [
        normalise(said) in {normalise(so) for so in listed} for said, listed in zip(candidates, references, strict=True)
    ]
    return SegmentScores.of(np.array(same, dtype=float))


def token_overlaps(
    candidates: Sequence[str], references: Sequence[Sequence[str]], normalise: Callable[[str], str]
) -> SegmentScores:
    """Return the F1 of the words of every answer, against the reference that suits it best."""
    best = [
        max(_overlap(normalise(said).split(), normalise(so).split()) for so in listed)
        for said, listed in zip(candidates, references, strict=True)
    ]
    return SegmentScores.of(np.array(best))


def _overlap(said: list[str], so: list[str]) -> float:
    """Return 2 x shared / all words; two empty answers agree."""
    if not said or not so:
        return float(said == so)
    shared = sum((Counter(said) & Counter(so)).values())
    return 2 * shared / (len(said) + len(so))
