"""Named pieces of text, given as spans or as tags of tokens (BIO and its kin)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from assay.errors import texts as errors

Span = tuple[int, int, Hashable]
TAG = re.compile(r"O|[BIESLU](-\S+)?")
UNNAMED = "span"
BEGINS, ENDS, INSIDE = "BSU", "ESUL", "IEL"


@dataclass(frozen=True, eq=False)
class Spans:
    """The true and the predicted spans of every segment; `repaired` counts tags that began a span without saying so."""

    truth: tuple[tuple[Span, ...], ...]
    prediction: tuple[tuple[Span, ...], ...]
    reason: str
    repaired: int = 0
    dropped: int = 0
    places: tuple[int, ...] = ()


def are_tags(lines: Sequence[str]) -> bool:
    """Say whether texts are tags of tokens, some of them of a label.

    >>> are_tags(["B-PER I-PER O", "O O"]), are_tags(["O what a day"])
    (True, False)
    """
    labelled = False
    for line in lines:
        for token in line.split():
            if not TAG.fullmatch(token):
                return False
            labelled |= len(token) > 1
    return labelled


def read_tags(truth: Sequence[Sequence[Any]], prediction: Sequence[Sequence[Any]]) -> Spans:
    """Read spans off tags; both sides must tag the same tokens."""
    for place, (actual, predicted) in enumerate(zip(truth, prediction, strict=True)):
        if len(actual) != len(predicted):
            raise errors.tag_counts_differ(place + 1, len(actual), len(predicted))
    repaired = 0
    sides = []
    for name, lines in (("truth", truth), ("prediction", prediction)):
        segments = []
        for place, tags in enumerate(lines):
            spans, broken = spans_of(_checked(tags, name, place + 1))
            repaired += broken
            segments.append(tuple(spans))
        sides.append(tuple(segments))
    return Spans(sides[0], sides[1], "every token carries a tag", repaired)


def spans_of(tags: Sequence[str]) -> tuple[list[Span], int]:
    """Return the spans that tags mark, and how many began without a beginning (read as one, as conlleval does).

    >>> spans_of(["B-PER", "I-PER", "O", "I-LOC"])
    ([(0, 2, 'PER'), (3, 4, 'LOC')], 1)
    """
    spans: list[Span] = []
    broken, start, label = 0, -1, ""
    for place, tag in enumerate([*tags, "O"]):
        kind, _, named = tag.partition("-")
        named = named or UNNAMED
        goes_on = start >= 0 and kind in INSIDE and named == label
        if start >= 0 and not goes_on:
            spans.append((start, place, label))
            start = -1
        if kind != "O" and not goes_on:
            broken += kind not in BEGINS
            start, label = place, named
        if start >= 0 and kind in ENDS:
            spans.append((start, place + 1, label))
            start = -1
    return spans, broken


def _checked(tags: Sequence[Any], name: str, segment: int) -> list[str]:
    for tag in tags:
        if not isinstance(tag, str) or not TAG.fullmatch(tag):
            raise errors.bad_tag(name, segment, tag)
    return list(tags)


def read_spans(truth: Sequence[Sequence[Any]], prediction: Sequence[Sequence[Any]]) -> Spans:
    """Read spans that are given as such."""
    sides = [
        tuple(tuple(_each(spans, name, place + 1)) for place, spans in enumerate(lines))
        for name, lines in (("truth", truth), ("prediction", prediction))
    ]
    return Spans(sides[0], sides[1], "spans were given")


def _each(spans: Sequence[Any], name: str, segment: int) -> Iterator[Span]:
    for span in spans:
        parts = [span.get(key) for key in ("start", "end", "label")] if isinstance(span, Mapping) else span
        if not isinstance(parts, list | tuple) or not 2 <= len(parts) <= 3:
            raise errors.bad_span(name, segment, span)
        start, end, *label = parts
        if not all(isinstance(side, Integral) and not isinstance(side, bool) for side in (start, end)) or start > end:
            raise errors.bad_span(name, segment, span)
        named = label[0] if label and label[0] is not None else UNNAMED
        if not isinstance(named, Hashable):
            raise errors.bad_span(name, segment, span)
        yield int(start), int(end), named
