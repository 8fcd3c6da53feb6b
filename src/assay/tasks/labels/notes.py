"""What a statistician at your shoulder would say about a set of label metrics."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from assay.comparisons.one_answer import ONE_ANSWER, only_answer
from assay.comparisons.verdicts import plain_metric
from assay.errors.numbers import GAPS, looks_like_number
from assay.errors.tree import alike_text, look_alikes, quote, quote_all
from assay.intervals.choose import fits
from assay.intervals.sample import Sample
from assay.metrics.cards import Card
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.stats.arithmetic import kish
from assay.summaries.label_counts import LabelCounts
from assay.summaries.summary import Summary
from assay.tasks.notes import method_not_applied

FEW_CASES = 30
"""The usual line between small and large samples; an interval of accuracy is 0.3 wide there."""
SMALL_CLASS = 10
"""A recall of ten cases has an interval of half the scale."""
WORDS_OF_A_SENTENCE = 3
"""Spaces of a label that is rather a sentence."""
OFTEN = 4
"""Each name of a class occurs about this often or more, however many words it has; sentences hardly repeat."""
MANY_NUMBERS, NEARLY_ALL = 20, 0.9
"""More classes than this, nearly all of them written like numbers, are hardly meant as classes."""


def label_notes(evaluation: Evaluation, chosen: Sequence[Card], sample: Sample) -> tuple[Note, ...]:
    """Return every note that applies, the gravest first."""
    summary = sample.summary
    one_answer = tuple(_one_answer(evaluation, summary))
    return (
        *_looks_like_numbers(evaluation),
        *_look_alike(evaluation),
        *_one_class(evaluation, summary),
        *_few_cases(evaluation, summary),
        *(one_answer or (*_undefined(evaluation), *_zero_cells(evaluation, sample), *_baseline(evaluation))),
        *_small_classes(evaluation, sample),
        *_too_many_cells(summary),
        *_weights(sample),
        *_looks_missing(evaluation),
        *_looks_like_text(evaluation),
        *_method_not_applied(evaluation, chosen, sample),
    )


def _one_class(evaluation: Evaluation, summary: object) -> Iterator[Note]:
    if not isinstance(summary, LabelCounts):
        return
    per_class = summary.weights.sum(axis=1)
    present = [label for label, cases in zip(summary.labels, per_class, strict=True) if cases != 0]
    if len(present) == 1:
        message = f"Every case is {quote(present[0])}. Whatever compares classes is undefined on such data."
        yield Note("one-class", message)


def _one_answer(evaluation: Evaluation, summary: object) -> Iterator[Note]:
    """Say once that a model gives one answer only, instead of everything that follows from it."""
    answer = only_answer(evaluation)
    if answer is None or not isinstance(summary, LabelCounts):
        return
    undefined = [estimate.label for estimate in evaluation.estimates.values() if not estimate.defined]
    lost = f" {_listed(undefined)} {'is' if len(undefined) == 1 else 'are'} undefined." * bool(undefined)
    accuracy = evaluation.estimates.get("accuracy")
    share = f" Its accuracy of {accuracy.value:.1%} is the share of such cases, not skill." if accuracy else ""
    yield Note(ONE_ANSWER, f"The model answers {quote(answer.label)} in every case.{lost}{share}")


def _few_cases(evaluation: Evaluation, summary: Summary) -> Iterator[Note]:
    worth = round(float(kish(float(np.nansum(summary.weights)), float(np.nansum(summary.squares)))))
    n = min(evaluation.n, worth) if summary.weighted else evaluation.n
    if n < FEW_CASES and summary.known:
        cases = "1 case says" if n == 1 else f"{n} cases say"
        if n < evaluation.n:
            cases = f"{evaluation.n} cases, worth {n} with their weights, say"
        message = f"{cases} little: read the intervals, not the values. From {FEW_CASES} cases on they begin to settle."
        yield Note("few-cases", message)


def _small_classes(evaluation: Evaluation, sample: Sample) -> Iterator[Note]:
    if evaluation.n < FEW_CASES or not sample.summary.known:
        return
    squares, weights = np.asarray(sample.squares.tables.positives), np.asarray(sample.view.tables.positives)
    cases = kish(weights, squares)
    labels = evaluation.confusion.labels if evaluation.confusion else tuple(evaluation.per_class)
    small = [(label, round(float(n))) for label, n in zip(labels, cases, strict=True) if 0 < n < SMALL_CLASS]
    if not small:
        return
    shown = ", ".join(f"{quote(label)} ({n} {'case' if n == 1 else 'cases'})" for label, n in small[:5])
    more = f" and {len(small) - 5} more" if len(small) > 5 else ""
    what = {"class": "class", "label": "label", "data set": "data set"}[evaluation.part]
    message = (
        f"Fewer than {SMALL_CLASS} cases: {shown}{more}. Whatever depends on such a {what} is driven by those few."
    )
    yield Note("small-class", message)


def _undefined(evaluation: Evaluation) -> Iterator[Note]:
    """Say once per reason which metrics have no value."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for estimate in evaluation.estimates.values():
        if not estimate.defined:
            by_reason[estimate.note or "it cannot be computed"].append(estimate.label)
    for reason, names in by_reason.items():
        verb = "is" if len(names) == 1 else "are"
        yield Note("undefined", f"{_listed(names)} {verb} undefined: {reason}.")


def _listed(labels: Sequence[str]) -> str:
    """Name metrics at the beginning of a sentence."""
    shown = [label if place == 0 else plain_metric(label) for place, label in enumerate(labels)]
    return ", ".join(shown) if len(shown) <= 6 else f"{', '.join(shown[:5])} and {len(shown) - 5} more"


def _zero_cells(evaluation: Evaluation, sample: Sample) -> Iterator[Note]:
    """Say when the model made no mistake of a kind, so that a limit rests on the prior alone."""
    if evaluation.positive is None or evaluation.n < FEW_CASES:
        return
    table = sample.view.table
    if table.positives == 0 or table.negatives == 0:
        return
    missing = [name for name, count in (("false positives", table.fp), ("false negatives", table.fn)) if count == 0]
    if missing:
        message = (
            f"There are no {' and no '.join(missing)}. That is no proof of perfection: "
            "the intervals show what could still be, and rest on few or no mistakes."
        )
        yield Note("zero-cell", message)


def _too_many_cells(summary: object) -> Iterator[Note]:
    if isinstance(summary, LabelCounts) and summary.size > 2 and summary.size**2 > summary.rows >= FEW_CASES:
        message = (
            f"{summary.size} classes make {summary.size**2:,} cells for {summary.rows:,} cases. "
            "Macro averages are unreliable with so few cases per class."
        )
        yield Note("many-cells", message)


def _baseline(evaluation: Evaluation) -> Iterator[Note]:
    """Say where the model stands beside always giving the commonest answer, unless it is clearly better."""
    baseline, accuracy = evaluation.baseline, evaluation.estimates.get("accuracy")
    if baseline is None or accuracy is None or not accuracy.defined or math.isnan(accuracy.low):
        return
    share = baseline.accuracy.value
    if accuracy.low > share or share == 1 or evaluation.n < FEW_CASES:
        return
    if accuracy.high < share:
        verdict = "is clearly worse"
    elif accuracy.value < share:
        verdict = "is lower, though not clearly"
    else:
        verdict = "is not clearly better"
    message = (
        f"Always answering {quote(baseline.label)} would be right in {share:.1%} of the cases; "
        f"an accuracy of {accuracy.value:.1%} {verdict}."
    )
    yield Note("baseline", message)


def _looks_like_numbers(evaluation: Evaluation) -> Iterator[Note]:
    """Say first when many labels are numbers that were written so that they could not be read as such."""
    labels = evaluation.confusion.labels if evaluation.confusion else ()
    texts = [label for label in labels if isinstance(label, str)]
    if len(texts) <= MANY_NUMBERS or sum(map(looks_like_number, texts)) < NEARLY_ALL * len(texts):
        return
    message = (
        f"The labels look like numbers that are written as text, such as {quote(texts[0])}, and were judged as "
        f"{len(labels):,} classes. Convert them to numbers, without signs and separators, to have a regression."
    )
    yield Note("look-like-numbers", message, leading=True)


def _look_alike(evaluation: Evaluation) -> Iterator[Note]:
    """Say when labels differ only in case, blanks or how their letters are coded."""
    for labels in look_alikes(evaluation.confusion.labels if evaluation.confusion else ()):
        yield Note("look-alike", f"{alike_text(labels)} If they are one class, write them alike first.")


def _weights(sample: Sample) -> Iterator[Note]:
    summary = sample.summary
    if not summary.weighted:
        return
    total, square = float(summary.weights.sum()), float(summary.squares.sum())
    worth = float(kish(total, square))
    message = (
        f"The cases are weighted. {summary.rows:,} of them with these weights tell as much as "
        f"{worth:,.0f} equal ones, and the intervals say so."
    )
    yield Note("weighted", message)


def _looks_like_text(evaluation: Evaluation) -> Iterator[Note]:
    """Say how sentences are judged, which nobody means as labels."""
    labels = [] if evaluation.confusion is None else evaluation.confusion.labels
    sentences = sum(isinstance(label, str) and label.count(" ") >= WORDS_OF_A_SENTENCE for label in labels)
    if len(labels) > max(SMALL_CLASS, evaluation.n / OFTEN) and sentences > len(labels) / 2:
        yield Note("looks-like-text", "Most labels are sentences; task='text' judges them as texts, word by word.")


def _looks_missing(evaluation: Evaluation) -> Iterator[Note]:
    """Say when a class looks like a gap that was written as text."""
    labels = evaluation.confusion.labels if evaluation.confusion else ()
    gaps = [label for label in labels if isinstance(label, str) and label.strip().casefold() in GAPS]
    if gaps:
        message = f"{quote_all(gaps)} was read as a class. If it stands for a missing value, make it one."
        yield Note("looks-missing", message)


def _method_not_applied(evaluation: Evaluation, chosen: Sequence[Card], sample: Sample) -> Iterator[Note]:
    asked = evaluation.choices.method
    if asked is None or not chosen:
        return
    others = [card.label for card in chosen if not fits(card, sample.summary, asked)]
    if others:
        yield method_not_applied(asked, others)
