"""Texts compared by meaning: every token looks for the nearest token of the other text (Zhang et al. 2020)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from assay.counting.encoder import COUNTED, Encoder, TokenVectors
from assay.summaries.segments import SegmentScores

Numbers = NDArray[np.float64]
Table = NDArray[np.floating]
CHUNK = 1000
"""Segments encoded before their vectors may be forgotten."""


def nearest_tokens(
    candidate: Table, reference: Table, candidate_weight: Numbers, reference_weight: Numbers
) -> tuple[float, float, float]:
    """Return precision, recall and F1 of vectors of length 1; where one text has no token that counts, all are 0.

    The harmonic mean of a positive and a negative number means nothing (it is beyond all bounds); F1 is 0 there.

    >>> candidate, reference = np.array([[1.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> nearest_tokens(candidate, reference, np.ones(1), np.ones(2))
    (1.0, 0.5, 0.6666666666666666)
    """
    if not candidate_weight.any() or not reference_weight.any():
        return 0.0, 0.0, 0.0
    cosines = np.clip(candidate @ reference.T, -1.0, 1.0)
    precision = float(np.average(cosines.max(axis=1), weights=candidate_weight))
    recall = float(np.average(cosines.max(axis=0), weights=reference_weight))
    f1 = 2 * precision * recall / (precision + recall) if precision * recall > 0 else 0.0
    return precision, recall, f1


def score_vectors(candidates: Sequence[Table], references: Sequence[Sequence[Table]]) -> SegmentScores:
    """Score embeddings that were handed in, every token counting alike; of several references the best counts."""
    rows = []
    for candidate, listed in zip(candidates, references, strict=True):
        unit, ones = _unit(candidate), np.ones(len(candidate))
        rows.append(
            _best([nearest_tokens(unit, _unit(reference), ones, np.ones(len(reference))) for reference in listed])
        )
    return SegmentScores.of(np.array(rows))


def score_meanings(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    encoder: Encoder,
    idf: bool,
    tick: Callable[[int], None],
) -> SegmentScores:
    """Encode and score texts; with `idf` rare tokens of the references weigh more."""
    rarity = _rarity(references, encoder) if idf else None
    rows = []
    for start in range(0, len(candidates), CHUNK):
        part = slice(start, start + CHUNK)
        texts = [*candidates[part], *(reference for listed in references[part] for reference in listed)]
        encoded = encoder.encode(texts, tick)
        weights = {text: _weights(vectors, rarity, encoder.special) for text, vectors in encoded.items()}
        for candidate, listed in zip(candidates[part], references[part], strict=True):
            table, weight = encoded[candidate].table, weights[candidate]
            rows.append(_best([nearest_tokens(table, encoded[text].table, weight, weights[text]) for text in listed]))
    return SegmentScores.of(np.array(rows))


def _best(scores: Sequence[tuple[float, float, float]]) -> Numbers:
    return np.asarray(np.max(np.array(scores), axis=0))


def _unit(table: Table) -> Table:
    """Return vectors of length 1; their largest part is made 1 first, so that no square is too large or too small."""
    if not table.size:
        return table
    scaled = table / np.abs(table).max(axis=1, keepdims=True)
    return np.asarray(scaled / np.linalg.norm(scaled, axis=1, keepdims=True))


def _weights(vectors: TokenVectors, rarity: Mapping[int, float] | None, special: str) -> Numbers:
    weights = np.ones(len(vectors.tokens))
    if rarity is not None:
        unseen = rarity[-1]
        weights = np.array([rarity.get(int(token), unseen) for token in vectors.tokens])
    return weights if special == COUNTED else np.where(vectors.special, 0.0, weights)


def _rarity(references: Sequence[Sequence[str]], encoder: Encoder) -> dict[int, float]:
    """Return log((N + 1) / (1 + texts with the token)) over all references; -1 stands for tokens in none."""
    texts = [reference for listed in references for reference in listed]
    holding = Counter(token for numbers in encoder.token_numbers(texts) for token in set(numbers))
    size = len(texts) + 1
    return {token: math.log(size / (count + 1)) for token, count in holding.items()} | {-1: math.log(size)}
