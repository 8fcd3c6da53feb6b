"""What a metric of text counts in every segment: its reduction, with the parameters that matter for counting."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from assay.counting import answers
from assay.counting.bertscore import score_meanings, score_vectors
from assay.counting.edits import count_edits
from assay.counting.multiple_choice import choices
from assay.counting.progress import progress
from assay.counting.translations import edits_with_shifts
from assay.errors import metrics as metric_errors
from assay.errors import texts as errors
from assay.inputs.embeddings import Embedded
from assay.inputs.texts import Texts
from assay.metrics.cards import Card
from assay.metrics.text.ngrams import SMOOTH
from assay.summaries.segments import FORMS, Segments, SegmentScores
from assay.tasks.text.ngram_counts import (
    PARTS,
    count_bleu,
    count_chrf,
    count_overlaps,
    count_rouge,
    count_rouge_l,
    count_runs,
)
from assay.tasks.text.shared import Shared, rescaled

LONGEST_RUN = 64
"""Far beyond the orders in use (4 and 6); counting all runs of a text takes memory in proportion to it."""
ORDERS = ("n", "order", "word_order")


def parameters_of(card: Card) -> dict[str, Any]:
    """Return all parameters of a metric: those given, and the usual values of the others."""
    listed = list(inspect.signature(card.function).parameters.values())[1:]
    usual = {
        parameter.name: parameter.default for parameter in listed if parameter.default is not inspect.Parameter.empty
    }
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
    for name, usual in parameters_of(replace(card, parameters={})).items():
        if isinstance(usual, bool) and not isinstance(given[name], bool):
            raise errors.unknown_word(card.name, name, given[name], ("True", "False"))
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


def _ter(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    with progress("edits", len(texts.candidates)) as tick:
        return edits_with_shifts(texts.candidates, texts.references, given, tick)


def _words(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    candidates, references = shared.normalised(texts, given["normalise"])
    words = [text.split() for text in candidates]
    return count_edits(words, [[text.split() for text in listed] for listed in references], True)


def _characters(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    candidates, references = shared.normalised(texts, given["normalise"])
    characters = [text.strip() for text in candidates]
    return count_edits(characters, [[text.strip() for text in listed] for listed in references], False)


def _exact(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    return answers.exact_matches(*shared.normalised(texts, given["normalise"]))


def _choices(texts: Texts, given: Mapping[str, Any], _: Shared) -> Segments:
    return choices(texts.candidates, texts.references)


def _bert(texts: Texts, given: Mapping[str, Any], shared: Shared) -> Segments:
    encoder = shared.made(given["model"], given["layer"], given["special"])
    every = len(set(texts.candidates) | {reference for listed in texts.references for reference in listed})
    with progress("encoding", every) as tick:
        scores = score_meanings(texts.candidates, texts.references, encoder, bool(given["idf"]), tick)
    return rescaled(scores, given["baseline"], encoder.layer)


def embedded_counts(pairs: Embedded) -> SegmentScores:
    """Score embeddings that were handed in."""
    return score_vectors(pairs.candidates, pairs.references)


REDUCTIONS: Mapping[str, Callable[[Texts, Mapping[str, Any], Shared], Segments]] = {
    "runs": count_runs,
    "bleu": count_bleu,
    "chrf": count_chrf,
    "ter": _ter,
    "words": _words,
    "characters": _characters,
    "exact": _exact,
    "tokens": count_overlaps,
    "choices": _choices,
    "rouge_1": partial(count_rouge, order=1),
    "rouge_2": partial(count_rouge, order=2),
    "rouge_n": count_rouge,
    "rouge_l": count_rouge_l,
    "bert": _bert,
}
