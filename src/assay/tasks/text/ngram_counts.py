"""Shared runs of tokens and characters, counted for blocks of segments: BLEU, chrF, n-grams and ROUGE."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from assay.counting import ngrams as runs
from assay.counting.answers import token_overlaps
from assay.counting.edits import common_subsequences
from assay.counting.tokens import tokenise
from assay.inputs.texts import Texts
from assay.metrics.text.ngrams import chrf
from assay.summaries.segments import NgramCounts, Segments, SegmentScores
from assay.tasks.text.shared import Shared

PARTS = {"precision": 0, "recall": 1, "f": 2}
PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
BLOCK = 10_000
"""Segments counted at a time, so that memory does not grow with their number."""


def _joined(parts: Sequence[Segments]) -> Segments:
    return replace(parts[0], rows=np.concatenate([part.rows for part in parts]))


def _slices(segments: int) -> list[slice]:
    return [slice(start, start + BLOCK) for start in range(0, segments, BLOCK)]


def _counted(
    texts: Texts, how: str, lowercase: bool, shared: Shared, count: Callable[[runs.Tokenised], Segments]
) -> Segments:
    """Cut texts into tokens, and count block by block; what is cut once serves runs of every length."""

    def cut() -> list[runs.Tokenised]:
        candidates = tokenise(texts.candidates, how, lowercase)
        references = shared.tokens(texts.references, how, lowercase)
        return [runs.tokens_of(candidates[part], references[part]) for part in _slices(len(candidates))]

    return _joined([count(block) for block in shared.blocks(texts, (how, lowercase), cut)])


def count_bleu(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    """Count runs of words, clipped."""
    order = given["order"]
    return _counted(
        texts, given["tokenize"], given["lowercase"], shared, lambda block: runs.clipped_counts(block, order)
    )


def count_overlaps(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    """Count the words of normalised answers that are in a reference too."""
    written = shared.normalised(texts, given["normalise"])
    parts = []
    for part in _slices(len(written.candidates)):
        references = [[text.split() for text in listed] for listed in written.references[part]]
        words = runs.tokens_of([text.split() for text in written.candidates[part]], references)
        parts.append(token_overlaps(words))
    return _joined(parts)


def count_runs(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    """Count runs of n words found on the other side."""
    n, form = given["n"], given["form"]
    return _counted(texts, given["tokenize"], given["lowercase"], shared, lambda block: runs.run_shares(block, n, form))


def count_rouge(texts: Texts, given: Mapping[str, Any], shared: Shared, order: int | None = None) -> Segments:
    """Score every segment by its shared runs of n words."""
    order = given["n"] if order is None else order

    def count(block: runs.Tokenised) -> Segments:
        tables = runs.clipped_by_slot(block, order)
        return _best_f([table[:, 3 * order - 3 :] for table in tables], given["part"])

    return _counted(texts, given["tokenize"], False, shared, count)


def count_chrf(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    """Count character runs, and word runs for chrF++."""
    parts = _slices(len(texts.candidates))
    return _joined([_chrf(texts.candidates[part], texts.references[part], given) for part in parts])


def _chrf(candidates: tuple[str, ...], references: tuple[tuple[str, ...], ...], given: Mapping[str, Any]) -> Segments:
    """Count against every reference; of several the one with the best chrF counts."""
    if given["lowercase"]:
        candidates, references = _lowered(candidates), tuple(map(_lowered, references))
    letters = runs.characters_of(candidates, references, blanks=given["whitespace"])
    slots = runs.clipped_by_slot(letters, given["order"])
    if given["word_order"]:
        words = (
            [_apart(text) for text in candidates],
            [[_apart(text) for text in listed] for listed in references],
        )
        more = runs.clipped_by_slot(runs.tokens_of(*words), given["word_order"])
        slots = [np.concatenate(pair, axis=1) for pair in zip(slots, more, strict=True)]
    best, highest = np.full((len(candidates), slots[0].shape[1] + 2), np.nan), np.full(len(candidates), -1.0)
    for slot, table in zip(letters.slots, slots, strict=True):
        lengths = np.full(len(candidates), np.nan)
        lengths[slot.owner] = slot.lengths
        table[:, 1::3] = np.where(table[:, 2::3] > 0, table[:, 1::3], 0)
        whole = np.column_stack([letters.candidates.lengths, lengths, table])
        eps = given["eps_smoothing"]
        score = np.asarray(chrf(NgramCounts(whole, whole), beta=given["beta"], eps_smoothing=eps))
        score = np.nan_to_num(score, nan=1e-16 if eps else 0.0)
        better = ~np.isnan(lengths) & (score > highest)
        best[better], highest[better] = whole[better], score[better]
    return NgramCounts(best)


def _lowered(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(str.lower, texts))


def _apart(text: str) -> list[str]:
    """Return words with a punctuation mark at one end cut off, as chrF++ does."""
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def count_rouge_l(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    """Score every segment by the longest common subsequence of words."""
    candidates = tokenise(texts.candidates, given["tokenize"])
    references = shared.tokens(texts.references, given["tokenize"], False)
    tables = []
    for slot in range(max(map(len, references))):
        own = [place for place, listed in enumerate(references) if len(listed) > slot]
        common = common_subsequences([candidates[place] for place in own], [references[place][slot] for place in own])
        table = np.full((len(candidates), 3), np.nan)
        table[own] = np.column_stack(
            [common, [len(candidates[p]) for p in own], [len(references[p][slot]) for p in own]]
        )
        tables.append(table)
    return _best_f(tables, given["part"])


def _best_f(tables: list[np.ndarray], part: str) -> SegmentScores:
    """Return precision, recall or F1 against the reference with the best F1; nothing shared is 0."""
    best = np.full((len(tables[0]), 3), -1.0)
    for shared, candidate, reference in (table.T for table in tables):
        precision, recall = shared / np.maximum(candidate, 1), shared / np.maximum(reference, 1)
        both = precision + recall
        f = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        row = np.column_stack([precision, recall, f])
        better = ~np.isnan(reference) & (np.where(np.isnan(reference), -1.0, f) > best[:, 2])
        best[better] = row[better]
    return SegmentScores.of(best[:, PARTS[part]])
