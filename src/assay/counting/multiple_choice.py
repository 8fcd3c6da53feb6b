"""Answers to multiple-choice questions: which letter or number an answer names."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from assay.errors import texts as errors
from assay.summaries.segments import SegmentScores

SAID = re.compile(
    r"(?:answer|choice|option)\b(?:\s+(?:is|should be|would be|must be))?\s*[:\-]?\s*(?:(?:option|choice)\s+)?"
    r"([(\[]?)([A-Za-z]|\d{1,2})\b([)\].]?)",
    re.IGNORECASE,
)
"""An answer stated somewhere in the text; the last statement counts."""
MARKED = re.compile(r"(?:\\boxed\{|<answer>)\s*\(?([A-Za-z]|\d{1,2})\)?\s*(?:\}|</answer>)", re.IGNORECASE)
LEADING = re.compile(
    r"[(\[{\"'$]?([A-Za-z]|\d{1,2})"
    r"(?:[)\]}\"'$]*[.。]?\s*$|[)\]:;](?!\d)|\.\s+(?=[A-Z(])|,\s+(?=[a-z])|\s+-)"
)
"""An answer that begins with the label, alone or before a mark."""
CAPITAL = re.compile(r"([B-HJ-Z])\s(?!is not|is wrong|was)")
"""A capital before a blank, except those that are words of English."""
ANOTHER = re.compile(r"\s*(?:,|/|;|\bor\b|\band\b)\s*[(\[]?(?:[A-Z]|\d{1,2})\b(?!')")
"""A second label right behind the first, so that it is not known which is meant."""
BEFORE, BEHIND = re.compile(r"(?:^|\s)[-−]$"), re.compile(r"[.,]?\d|\s?\\?%")
"""What makes a figure a number and not the name of a choice: a sign before it, decimals or a percent sign behind."""
EMPHASIS = str.maketrans("", "", "*`_")


def choice_of(answer: str) -> str | None:
    """Return the letter or number that an answer names, None if it names none that can be read.

    >>> [choice_of(answer) for answer in ("B", "(b) Paris", "2.", "**C**", "Answer: B", "B because", "A cat", "Paris")]
    ['b', 'b', '2', 'c', 'b', 'b', None, None]
    """
    text = answer.translate(EMPHASIS).strip()
    places = (MARKED.search(text), 1), (_stated(text), 2), (LEADING.match(text), 1), (CAPITAL.match(text), 1)
    for match, group in places:
        if match is not None:
            return None if ANOTHER.match(text, match.end(group)) else str(match.group(group)).lower()
    return None


def _stated(text: str) -> re.Match[str] | None:
    """Return the last place that states an answer; a small letter alone is an article unless something closes it."""
    stated = None
    for match in SAID.finditer(text):
        opened, label, closed = match.groups()
        rest = text[match.end() :].strip()
        number = label.isdigit() and (BEFORE.search(text[: match.start(2)]) or BEHIND.match(text[match.end(2) :]))
        if not number and (label.isupper() or label.isdigit() or opened or (closed or not rest)):
            stated = match
    return stated


def choices(candidates: Sequence[str], references: Sequence[Sequence[str]]) -> SegmentScores:
    """Say of every answer whether it names one of the right choices; an answer that names none is wrong."""
    right = []
    for place, (candidate, listed) in enumerate(zip(candidates, references, strict=True)):
        allowed = [choice_of(reference) for reference in listed]
        if None in allowed:
            raise errors.no_choice(place + 1, listed[allowed.index(None)])
        right.append(choice_of(candidate) in allowed)
    return SegmentScores.of(np.array(right, dtype=float))
