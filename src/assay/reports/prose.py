"""Sentences filled with a result's numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from assay.errors.tree import quote
from assay.reports.class_tables import CLASS_METRICS, worst_words
from assay.reports.kinds import slice_words
from assay.reports.words import positive_word
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation

GUESSED = 0.5
"""The area under the ROC curve of scores that know nothing."""
Write = Callable[[Estimate], str]
"""Writes a value with its interval."""


def opening(evaluation: Evaluation) -> tuple[str, ...]:
    """Answer in words: what was judged, and what the model does for a hundred cases."""
    answer = " ".join(part for part in (*answers(evaluation), slice_words(evaluation.slices)) if part)
    return tuple(sentence for sentence in (_what(evaluation), answer) if sentence)


def headline(evaluation: Evaluation) -> str | None:
    """Return the first sentence of the answer."""
    return next(iter(answers(evaluation)), None)


@singledispatch
def answers(evaluation: Evaluation) -> list[str]:
    """Return what the numbers say, sentence by sentence."""
    sentences = [*_guessing(evaluation), *opening_sentences(evaluation, plain_value)]
    worst = worst_words(evaluation, CLASS_METRICS)
    sentences += [worst] if worst else []
    baseline = evaluation.baseline
    if baseline is not None and baseline.accuracy.value < 1 and "accuracy" in evaluation.estimates:
        share = numbers.percent(baseline.accuracy.value)
        sentences.append(f"Always answering {quote(baseline.label)} would be right in {share} of the cases.")
    return sentences


def _guessing(evaluation: Evaluation) -> list[str]:
    """Say first where the order of the scores cannot be told from chance."""
    area = evaluation.estimates.get("roc_auc")
    if area is None or not area.defined or area.method == "none" or not area.low <= GUESSED <= area.high:
        return []
    return [f"The scores cannot be told from guessing: {area.label} is {plain_value(area)}, and guessing gives 0.5."]


def opening_sentences(evaluation: Evaluation, write: Write) -> list[str]:
    """Fill the sentences that a result opens with."""
    made = evaluation.estimates
    return [
        filled(opener.sentence, made[opener.metric], write, evaluation.positive)
        for opener in evaluation.openers
        if made[opener.metric].defined
    ]


def filled(sentence: str, estimate: Estimate, write: Write, positive: object = None) -> str:
    """Return a sentence about a metric, filled with its numbers."""
    if not estimate.defined:
        return f"{estimate.label} is undefined: {estimate.note}."
    return sentence.format(
        hundred=_hundred(estimate),
        value=write(estimate),
        positive=positive_word(positive) if positive is not None else "positive",
        label=estimate.label,
    )


def plain_value(estimate: Estimate) -> str:
    """Write a value with its interval."""
    return f"{numbers.value(estimate)} {numbers.interval(estimate)}"


def value_in_unit(estimate: Estimate) -> str:
    """Write a value with its interval, in the unit of the truth."""
    return f"{numbers.in_unit(estimate)} {numbers.interval_in_unit(estimate).removeprefix('no interval')}".strip()


def _what(evaluation: Evaluation) -> str:
    where = f"{evaluation.source}: " if evaluation.source else ""
    cases = numbers.cases(evaluation.n, evaluation.unit)
    mix = ""
    if evaluation.positive is not None and evaluation.confusion is not None:
        confusion = evaluation.confusion
        row = confusion.labels.index(evaluation.positive)
        totals = confusion.counts.astype(float).sum(axis=1)
        if totals.sum() > 0:
            mix = f", {numbers.percent(totals[row] / totals.sum())} {positive_word(evaluation.positive)}"
    if evaluation.part == "output" and len(evaluation.per_class) > 1:
        mix = f", {len(evaluation.per_class)} outputs taken together"
    cases = cases if where else cases[0].upper() + cases[1:]
    return f"{where}{cases}{mix}. {evaluation.task.capitalize()}, because {evaluation.reason}."


def _hundred(estimate: Estimate) -> str:
    """Write a share per hundred cases, with a decimal only where whole numbers would hide the interval."""
    ends = [100 * end for end in (estimate.value, estimate.low, estimate.high)]
    decimals = 0 if ends[2] - ends[1] >= 2 else min(numbers.decimals_for(estimate.low, estimate.high) - 2, 3)
    value, low, high = (f"{end:.{decimals}f}" for end in ends)
    return f"{value} [{low}, {high}]" if low != "nan" else value
