"""Answers compared after a stated normalisation: the same text, or the same words."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from assay.errors import texts as errors
from assay.summaries.segments import SegmentScores

ARTICLES = re.compile(r"\b(a|an|the)\b")
MARKS = str.maketrans("", "", string.punctuation)
LABEL = r"([A-Za-z]|\d{1,2})"
CHOICES = (
    re.compile(rf"[(\[]?{LABEL}(?:[)\].:,;]|\s*$|\s+-)"),
    re.compile(
        rf"(?:the\s+)?(?:(?:correct|right|final|best)\s+)?(?:answer|choice|option)(?:\s+is)?\s*:?\s*[(\[]?{LABEL}\b",
        re.I,
    ),
    re.compile(r"([B-HJ-Z])\s"),
)
"""How answers name a choice: alone or before a mark; after "the answer is"; as a capital that is no word of English."""
EMPHASIS = str.maketrans("", "", "*`_")


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


def choice_of(answer: str) -> str | None:
    """Return the letter or number that an answer names, None if it names none that can be read.

    >>> [choice_of(answer) for answer in ("B", "(b) Paris", "2.", "**C**", "Answer: B", "B because", "A cat", "Paris")]
    ['b', 'b', '2', 'c', 'b', 'b', None, None]
    """
    text = answer.translate(EMPHASIS).strip()
    for form in CHOICES:
        found = form.match(text)
        if found:
            return found.group(1).lower()
    return None


def choices(candidates: Sequence[str], references: Sequence[Sequence[str]]) -> SegmentScores:
    """Say of every answer whether it names one of the right choices; an answer that names none is wrong."""
    right = []
    for place, (candidate, listed) in enumerate(zip(candidates, references, strict=True)):
        allowed = [choice_of(so) for so in listed]
        if None in allowed:
            raise errors.no_choice(place + 1, listed[allowed.index(None)])
        right.append(choice_of(candidate) in allowed)
    return SegmentScores.of(np.array(right, dtype=float))
