"""Runs of tokens (n-grams) counted for all segments at once: every distinct run of a segment becomes a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.summaries.segments import FORMS, NgramCounts, RunShares

Whole = NDArray[np.int64]
TOGETHER = 4
"""Runs up to this length are counted together; results look at all of them."""
Item = TypeVar("Item")


@dataclass(frozen=True, eq=False)
class TokenTexts:
    """Texts as token numbers, one after the other; `owner` is the segment that each text belongs to."""

    tokens: Whole
    lengths: Whole
    owner: Whole


@dataclass(frozen=True, eq=False)
class Tokenised:
    """Candidates, and references in slots: the first references of all segments, then the second of those with two."""

    candidates: TokenTexts
    slots: tuple[TokenTexts, ...]
    segments: int
    vocabulary: int
    counted: dict[tuple[int, str], RunShares] = field(default_factory=dict)
    """Shares of runs counted on the way to others, until somebody asks for them."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Distinct runs of one length: how often each stands in the candidate and in each slot, and in which segment."""

    candidate: Whole
    slots: tuple[Whole, ...]
    owner: Whole
    segments: int

    def per_segment(self, numbers: Whole | NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the sum of one number per run over the runs of every segment."""
        return np.bincount(self.owner, numbers.astype(np.float64), self.segments).astype(np.float64)


def tokens_of(candidates: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]) -> Tokenised:
    """Number the tokens of candidates and references: (segment, token) and (segment, reference, token)."""
    filled = _slots(references)
    texts = [*candidates, *chain.from_iterable(listed for _, listed in filled)]
    flat = list(chain.from_iterable(texts))
    numbers = {token: place for place, token in enumerate(dict.fromkeys(flat))}
    tokens = np.fromiter(map(numbers.__getitem__, flat), np.int64, len(flat))
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    return _parted(tokens, lengths, len(candidates), [owners for owners, _ in filled], len(numbers))


def characters_of(candidates: Sequence[str], references: Sequence[Sequence[str]], blanks: bool = True) -> Tokenised:
    """Number the characters of candidates and references; `blanks` says that those between words count too."""
    filled = _slots(references)
    texts = [*candidates, *chain.from_iterable(listed for _, listed in filled)]
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    known, tokens = np.unique(codes, return_inverse=True)
    if not blanks:
        counted = ~np.array([chr(code).isspace() for code in known], dtype=bool)[tokens]
        text = np.repeat(np.arange(len(texts)), lengths)
        tokens, lengths = tokens[counted], np.bincount(text[counted], minlength=len(texts))
    return _parted(tokens, lengths, len(candidates), [owners for owners, _ in filled], len(known))


def clipped_counts(texts: Tokenised, orders: int) -> NgramCounts:
    """Count shared runs: a run counts at most as often as it stands in the reference that holds it most often."""
    candidate = texts.candidates.lengths
    closest = _closest_lengths(texts)
    columns: list[NDArray[np.generic]] = [candidate, closest]
    matched = [
        runs.per_segment(np.minimum(runs.candidate, np.max(runs.slots, axis=0)))
        for runs in each_order(texts, orders, shared_only=True)
    ]
    for order in range(orders):
        shared = matched[order] if order < len(matched) else np.zeros(texts.segments)
        columns += [shared, np.maximum(candidate - order, 0), np.maximum(closest - order, 0)]
    return NgramCounts(np.column_stack(columns).astype(float))


def clipped_by_slot(texts: Tokenised, orders: int) -> list[NDArray[np.float64]]:
    """Count shared runs with every reference by itself: one (segment, 3 x order) table per slot.

    Segments without a reference in a slot have nan there.
    """
    candidate = texts.candidates.lengths
    shared = [np.zeros((texts.segments, orders)) for _ in texts.slots]
    for order, runs in enumerate(each_order(texts, orders, shared_only=True)):
        for place, counts in enumerate(runs.slots):
            shared[place][:, order] = runs.per_segment(np.minimum(runs.candidate, counts))
    tables = []
    for slot, shared_runs in zip(texts.slots, shared, strict=True):
        reference = np.full(texts.segments, np.nan)
        reference[slot.owner] = slot.lengths
        steps = np.arange(orders)
        tables.append(
            np.stack(
                [
                    np.where(np.isnan(reference)[:, None], np.nan, shared_runs),
                    np.maximum(candidate[:, None] - steps, 0).astype(float),
                    np.maximum(reference[:, None] - steps, 0),
                ],
                axis=2,
            ).reshape(texts.segments, -1)
        )
    return tables


def run_shares(texts: Tokenised, order: int, form: str) -> RunShares:
    """Count runs of one length that are found on the other side: each time they stand there, once, or clipped.

    Short runs of every length are counted in one pass and in every form, and handed out one after the other.
    """
    if (order, form) not in texts.counted:
        longest = max(order, TOGETHER)
        # Where no text is as long as a run, there are none: columns are shared and all, of candidate and reference.
        nothing = RunShares(np.zeros((texts.segments, 4)))
        texts.counted.update({(n, each): nothing for n in range(1, longest + 1) for each in FORMS})
        for n, runs in enumerate(each_order(texts, longest, shared_only=False), start=1):
            if n == order or n <= TOGETHER:
                texts.counted.update({(n, each): _shares_of(runs, each) for each in FORMS})
    return texts.counted.pop((order, form))


def _shares_of(runs: Runs, form: str) -> RunShares:
    anywhere = np.max(runs.slots, axis=0)
    candidate = [runs.per_segment(part) for part in _shared(runs.candidate, anywhere, form)]
    best, highest = np.zeros((runs.segments, 2)), np.full(runs.segments, -1.0)
    for slot in runs.slots:
        shared, every = (runs.per_segment(part) for part in _shared(slot, runs.candidate, form))
        share = np.divide(shared, every, out=np.zeros(runs.segments), where=every > 0)
        better = (share > highest) & (every > 0)
        best[better] = np.column_stack([shared, every])[better]
        highest[better] = share[better]
    return RunShares(np.column_stack([*candidate, best]))


def _shared(own: Whole, other: Whole, form: str) -> tuple[Whole | NDArray[np.bool_], Whole | NDArray[np.bool_]]:
    """Return, for every run, how much of one side the other side shares, and how much there is."""
    if form == "list":
        return np.where(other > 0, own, 0), own
    if form == "set":
        return (own > 0) & (other > 0), own > 0
    return np.minimum(own, other), own


def each_order(texts: Tokenised, orders: int, shared_only: bool) -> Iterator[Runs]:
    """Yield the runs of 1, 2 ... tokens; where only shared ones matter, longer runs build on shared shorter ones."""
    parts = (texts.candidates, *texts.slots)
    tokens = np.concatenate([part.tokens for part in parts])
    lengths = np.concatenate([part.lengths for part in parts])
    ends = np.repeat(np.cumsum(lengths), lengths)
    bounds = np.cumsum([len(part.tokens) for part in parts])
    places = np.arange(len(tokens))
    numbers = np.repeat(np.concatenate([part.owner for part in parts]), lengths)
    owner = np.arange(texts.segments)
    vocabulary = max(texts.vocabulary, 1)
    for order in range(orders):
        fitting = places + order < ends[places]
        places, numbers = places[fitting], numbers[fitting]
        if not len(places):
            return
        known, numbers = np.unique(numbers * vocabulary + tokens[places + order], return_inverse=True)
        owner = owner[known // vocabulary]
        cuts = np.searchsorted(places, bounds)
        starts = np.concatenate([[0], cuts[:-1]])
        counts = [
            np.bincount(numbers[start:cut], minlength=len(known)) for start, cut in zip(starts, cuts, strict=True)
        ]
        yield Runs(counts[0], tuple(counts[1:]), owner, texts.segments)
        if shared_only:
            shared = (counts[0] > 0) & (np.max(counts[1:], axis=0) > 0)
            places, numbers = places[shared[numbers]], numbers[shared[numbers]]


def _slots(references: Sequence[Sequence[Item]]) -> list[tuple[Whole, list[Item]]]:
    """Return for each slot the segments that fill it and what they fill it with."""
    most = max(map(len, references), default=0)
    filled = []
    for slot in range(most):
        owners = [place for place, listed in enumerate(references) if len(listed) > slot]
        filled.append((np.array(owners, dtype=np.int64), [references[place][slot] for place in owners]))
    return filled


def _parted(tokens: Whole, lengths: Whole, segments: int, slots: list[Whole], vocabulary: int) -> Tokenised:
    parts, text, token = [], 0, 0
    for owner in (np.arange(segments), *slots):
        own = lengths[text : text + len(owner)]
        size = int(own.sum())
        parts.append(TokenTexts(tokens[token : token + size], own, owner))
        text, token = text + len(owner), token + size
    return Tokenised(parts[0], tuple(parts[1:]), segments, vocabulary)


def _closest_lengths(texts: Tokenised) -> Whole:
    """Return the length of the reference closest in length, the shorter of two equally close (Papineni et al. 2002)."""
    best = np.full(texts.segments, np.iinfo(np.int64).max // 4)  # farther than any text, and safe to subtract from
    for slot in texts.slots:
        now, own = best[slot.owner], texts.candidates.lengths[slot.owner]
        gap, best_gap = np.abs(slot.lengths - own), np.abs(now - own)
        closer = (gap < best_gap) | ((gap == best_gap) & (slot.lengths < now))
        best[slot.owner] = np.where(closer, slot.lengths, now)
    return best
