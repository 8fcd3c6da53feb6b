"""Edits between texts: words or characters put in, left out or exchanged, and the longest common subsequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from assay.errors import texts as errors
from assay.summaries.segments import EditCounts

Pieces = Sequence[str] | str
TOO_LONG = 10**8
"""Beyond so many pairs of tokens (a table of 100 MB) edits are counted but not by kind, near the diagonal first."""
FEW_EDITS = 1000
"""Edits looked for first, beside those that other lengths need: a band of 16 machine words."""


def count_edits(candidates: Sequence[Pieces], references: Sequence[Sequence[Pieces]], kinds: bool) -> EditCounts:
    """Count the fewest edits of every segment; of several references the one with the lowest rate counts."""
    distance = distances().Levenshtein
    rows = np.empty((len(candidates), 5))  # the columns of EditCounts
    for place, (candidate, listed) in enumerate(zip(candidates, references, strict=True)):
        reference = _nearest(candidate, listed, distance)
        if kinds and len(reference) * len(candidate) < TOO_LONG:
            rows[place] = _told_apart(distance.editops(reference, candidate), len(reference))
        else:
            edits = distance.distance(reference, candidate, score_hint=_guess(reference, candidate))
            rows[place] = edits, len(reference), np.nan, np.nan, np.nan
    return EditCounts(rows)


def common_subsequences(candidates: Sequence[Pieces], references: Sequence[Pieces]) -> np.ndarray:
    """Return the length of the longest common subsequence of every pair."""
    similarity = distances().LCSseq.similarity
    pairs = zip(candidates, references, strict=True)
    return np.array([_common(candidate, reference, similarity) for candidate, reference in pairs], dtype=float)


def _common(candidate: Pieces, reference: Pieces, similarity: Callable[..., int]) -> int:
    """Return the longest common subsequence; that of long texts near the diagonal, in a band as wide as it must be."""
    longer = max(len(candidate), len(reference))
    if len(candidate) * len(reference) < TOO_LONG:
        return similarity(candidate, reference)
    missed = _guess(candidate, reference)
    while missed < longer:
        common = similarity(candidate, reference, score_cutoff=longer - missed)
        if common:  # 0 where fewer are common than was guessed
            return common
        missed *= 2
    return similarity(candidate, reference)


def _guess(first: Pieces, second: Pieces) -> int:
    """Return a first guess at the edits of long texts; where there are more, twice as many are tried, and so on."""
    return abs(len(first) - len(second)) + FEW_EDITS


def _nearest(candidate: Pieces, listed: Sequence[Pieces], distance: Any) -> Pieces:
    """Return the reference with the lowest rate of edits."""
    if len(listed) == 1:
        return listed[0]
    return min(listed, key=lambda reference: _rate(distance.distance(reference, candidate), reference))


def _told_apart(operations: Any, length: int) -> list[int]:
    tags = [operation.tag for operation in operations]
    return [len(tags), length, *(tags.count(kind) for kind in ("replace", "delete", "insert"))]


def _rate(edits: int, reference: Pieces) -> float:
    return edits / len(reference) if len(reference) else float(edits > 0)


def distances() -> Any:
    """Return the package that counts edits."""
    try:
        from rapidfuzz import distance
    except ImportError as problem:
        raise errors.text_extra("edits between texts (error rates, ROUGE-L)", "rapidfuzz") from problem
    return distance
