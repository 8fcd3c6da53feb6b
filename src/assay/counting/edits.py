"""Edits between texts: words or characters put in, left out or exchanged, and the longest common subsequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.errors import texts as errors
from assay.summaries.segments import EditCounts

Pieces = Sequence[str] | str
TOO_LONG = 10**8
"""Beyond so many pairs of tokens edits are counted but not told apart."""


def count_edits(candidates: Sequence[Pieces], references: Sequence[Sequence[Pieces]], kinds: bool) -> EditCounts:
    """Count the fewest edits of every segment; of several references the one with the lowest rate counts."""
    distance = _distances().Levenshtein
    rows = np.empty((len(candidates), 5))
    for place, (said, listed) in enumerate(zip(candidates, references, strict=True)):
        so = listed[0] if len(listed) == 1 else min(listed, key=lambda one: _rate(distance.distance(one, said), one))
        if kinds and len(so) * len(said) < TOO_LONG:
            rows[place] = _told_apart(distance.editops(so, said), len(so))
        else:
            rows[place] = distance.distance(so, said), len(so), np.nan, np.nan, np.nan
    return EditCounts(rows)


def common_subsequences(candidates: Sequence[Pieces], references: Sequence[Pieces]) -> np.ndarray:
    """Return the length of the longest common subsequence of every pair."""
    similarity = _distances().LCSseq.similarity
    return np.array([similarity(said, so) for said, so in zip(candidates, references, strict=True)], dtype=float)


def _told_apart(operations: Any, length: int) -> list[int]:
    tags = [operation.tag for operation in operations]
    return [len(tags), length, *(tags.count(kind) for kind in ("replace", "delete", "insert"))]


def _rate(edits: int, reference: Pieces) -> float:
    return edits / len(reference) if len(reference) else float(edits > 0)


def _distances() -> Any:
    try:
        from rapidfuzz import distance
    except ImportError as problem:
        raise errors.text_extra("edits between texts (error rates, ROUGE-L)", "rapidfuzz") from problem
    return distance
