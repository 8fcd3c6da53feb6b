"""What a metric of text counts in every segment: its reduction, with the parameters that matter for counting."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from assay.engines import answers, runs
from assay.engines.edits import common_subsequences, count_edits
from assay.engines.meanings import score_meanings, score_vectors
from assay.engines.tokens import tokenise
from assay.engines.translations import edits_with_shifts
from assay.errors import metrics as metric_errors
from assay.errors import texts as errors
from assay.frontdoors.progress import progress
from assay.frontdoors.text_shared import Shared, rescaled
from assay.inputs.embeddings import Embedded
from assay.inputs.texts import Texts
from assay.metrics.cards import Card
from assay.metrics.text.ngrams import FORMS, SMOOTH, chrf
from assay.summaries.segments import NgramCounts, Segments, SegmentScores

PARTS = {"precision": 0, "recall": 1, "f": 2}
PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
LONGEST_RUN = 64
ORDERS = {"n": LONGEST_RUN, "order": LONGEST_RUN, "word_order": LONGEST_RUN}


def parameters_of(card: Card) -> dict[str, Any]:
    """Return all parameters of a metric: those given, and the usual values of the others."""
    listed = list(inspect.signature(card.function).parameters.values())[1:]
    usual = {one.name: one.default for one in listed if one.default is not inspect.Parameter.empty}
    return {**usual, **card.parameters}


def check_text_parameters(card: Card) -> None:
    """Refuse parameters that cannot be, before any work is done."""
    given = parameters_of(card)
    words = {"smooth": tuple(SMOOTH), "form": FORMS, "part": tuple(PARTS), "normalise": tuple(answers.NORMALISATIONS)}
    for name, known in words.items():
        if name in given and given[name] not in known:
            raise errors.unknown_word(card.name, name, given[name], known)
    for name in ORDERS:
        lowest = 0 if name == "word_order" else 1
        if name in given and (type(given[name]) is not int or not lowest <= given[name] <= LONGEST_RUN):
            raise errors.bad_text_number(card.name, name, given[name], f"a whole number from {lowest} to {LONGEST_RUN}")
    for name in ("beta", "smooth_value"):
        value = given.get(name)
        if value is not None and (type(value) not in (int, float) or not 0 < value < np.inf):
            raise errors.bad_text_number(card.name, name, value, "a number above 0")


@dataclass(eq=False)
class Counter:
    """Counts what metrics ask for in the texts of one system, each thing once."""

    texts: Texts
    shared: Shared
    made: dict[tuple[object, ...], Segments] = field(default_factory=dict)

    def __call__(self, card: Card) -> Segments:
        """Return what this metric counts."""
        if card.reduction is None:
            raise metric_errors.wrong_task(card.name, "texts", ["bleu", "chrf", "token_f1"])
        given = parameters_of(card)
        counted = {name: value for name, value in given.items() if name not in IN_FORMULA.get(card.reduction, ())}
        key = (card.reduction, *sorted((name, repr(value)) for name, value in counted.items()))
        if key not in self.made:
            self.made[key] = REDUCTIONS[card.reduction](self.texts, counted, self.shared)
        return self.made[key]


IN_FORMULA: Mapping[str, tuple[str, ...]] = {
    "bleu": ("smooth", "smooth_value", "effective"),
}
"""Parameters that the formula uses and counting does not."""


def _tokenised(texts: Texts, how: str, lowercase: bool, shared: Shared) -> runs.Tokenised:
    return runs.tokens_of(tokenise(texts.candidates, how, lowercase), shared.tokens(texts.references, how, lowercase))


def _bleu(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    return runs.clipped_counts(_tokenised(texts, given["tokenize"], given["lowercase"], shared), given["order"])


def _runs(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    return runs.run_shares(_tokenised(texts, given["tokenize"], given["lowercase"], shared), given["n"], given["form"])


def _chrf(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    """Count character runs, and word runs for chrF++; of several references the one with the best chrF counts."""

    def prepared(text: str) -> str:
        text = text.lower() if given["lowercase"] else text
        return text if given["whitespace"] else "".join(text.split())

    said = [prepared(text) for text in texts.candidates]
    so = [[prepared(text) for text in listed] for listed in texts.references]
    letters = runs.characters_of(said, so)
    slots = runs.clipped_by_slot(letters, given["order"])
    if given["word_order"]:
        words = runs.tokens_of(
            [_apart(text, given) for text in texts.candidates],
            [[_apart(text, given) for text in listed] for listed in texts.references],
        )
        more = runs.clipped_by_slot(words, given["word_order"])
        slots = [np.concatenate(pair, axis=1) for pair in zip(slots, more, strict=True)]
    best, highest = np.full((len(said), slots[0].shape[1] + 2), np.nan), np.full(len(said), -1.0)
    for slot, table in zip(letters.slots, slots, strict=True):
        lengths = np.full(len(said), np.nan)
        lengths[slot.owner] = slot.lengths
        table[:, 1::3] = np.where(table[:, 2::3] > 0, table[:, 1::3], 0)
        whole = np.column_stack([letters.candidates.lengths, lengths, table])
        eps = given["eps_smoothing"]
        score = np.asarray(chrf(NgramCounts(whole, whole), beta=given["beta"], eps_smoothing=eps))
        score = np.nan_to_num(score, nan=1e-16 if eps else 0.0)
        better = ~np.isnan(lengths) & (score > highest)
        best[better], highest[better] = whole[better], score[better]
    return NgramCounts(best)


def _apart(text: str, given: Mapping[str, Any]) -> list[str]:
    """Return words with a punctuation mark at one end cut off, as chrF++ does."""
    words: list[str] = []
    for word in (text.lower() if given["lowercase"] else text).split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def _ter(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    with progress("edits", len(texts.candidates)) as tick:
        return edits_with_shifts(texts.candidates, texts.references, given, tick)


def _words(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    normalise = answers.normaliser("word_error_rate", given["normalise"])
    said = [normalise(text).split() for text in texts.candidates]
    return count_edits(said, [[normalise(text).split() for text in listed] for listed in texts.references], True)


def _characters(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    normalise = answers.normaliser("character_error_rate", given["normalise"])
    said = [normalise(text).strip() for text in texts.candidates]
    return count_edits(said, [[normalise(text).strip() for text in listed] for listed in texts.references], False)


def _answered(texts: Texts, given: Mapping[str, Any], _: Shared, count: Callable[..., Segments]) -> Segments:
    return count(texts.candidates, texts.references, answers.normaliser("exact_match", given["normalise"]))


def _choices(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    return answers.choices(texts.candidates, texts.references)


def _rouge_n(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    order = given["n"]
    tables = runs.clipped_by_slot(_tokenised(texts, given["tokenize"], False, shared), order)
    return _best_f([table[:, 3 * order - 3 :] for table in tables], given["part"])


def _rouge_l(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    said = tokenise(texts.candidates, given["tokenize"])
    so = shared.tokens(texts.references, given["tokenize"], False)
    tables = []
    for slot in range(max(map(len, so))):
        own = [place for place, listed in enumerate(so) if len(listed) > slot]
        common = common_subsequences([said[place] for place in own], [so[place][slot] for place in own])
        table = np.full((len(said), 3), np.nan)
        table[own] = np.column_stack([common, [len(said[p]) for p in own], [len(so[p][slot]) for p in own]])
        tables.append(table)
    return _best_f(tables, given["part"])


def _best_f(tables: list[np.ndarray], part: str) -> SegmentScores:
    """Return precision, recall or F1 against the reference with the best F1; nothing shared is 0."""
    best = np.full((len(tables[0]), 3), -1.0)
    for shared, said, so in (table.T for table in tables):
        precision, recall = shared / np.maximum(said, 1), shared / np.maximum(so, 1)
        both = precision + recall
        f = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        row = np.column_stack([precision, recall, f])
        better = ~np.isnan(so) & (np.where(np.isnan(so), -1.0, f) > best[:, 2])
        best[better] = row[better]
    return SegmentScores.of(best[:, PARTS[part]])


def _bert(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    encoder = shared.made(given["model"], given["layer"], given["special"])
    every = len(set(texts.candidates) | {so for listed in texts.references for so in listed})
    with progress("encoding", every) as tick:
        scores = score_meanings(texts.candidates, texts.references, encoder, bool(given["idf"]), tick)
    return rescaled(scores, given["baseline"], encoder.layer)


def embedded_counts(pairs: Embedded) -> SegmentScores:
    """Score embeddings that were handed in."""
    return score_vectors(pairs.candidates, pairs.references)


REDUCTIONS: Mapping[str, Callable[[Texts, Mapping[str, Any], Shared], Segments]] = {
    "runs": _runs,
    "bleu": _bleu,
    "chrf": _chrf,
    "ter": _ter,
    "words": _words,
    "characters": _characters,
    "exact": partial(_answered, count=answers.exact_matches),
    "tokens": partial(_answered, count=answers.token_overlaps),
    "choices": _choices,
    "rouge_n": _rouge_n,
    "rouge_l": _rouge_l,
    "bert": _bert,
}
