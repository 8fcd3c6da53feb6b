"""Sentences filled with a result's numbers."""

from __future__ import annotations

from assay.errors.tree import quote
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.reports import numbers
from assay.reports import regression as amounts
from assay.reports.words import card_of
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation

MOST_ANSWERS, SHORT_ANSWER = 3, 5
OPENERS = {
    "binary": ("recall", "precision", "roc_auc"),
    "multiclass": ("accuracy",),
    "multilabel": ("subset_accuracy",),
    "regression": ("mae", "median_absolute_error", "interval_coverage", "r2"),
}


def opening(evaluation: Evaluation) -> tuple[str, ...]:
    """Answer in words: what was judged, and what the model does for a hundred cases."""
    answer = " ".join(_answers(evaluation))
    return tuple(sentence for sentence in (_what(evaluation), answer) if sentence)


def reading(card: Card, estimate: Estimate, positive: object = None) -> str:
    """Return a metric's one-sentence reading, filled with the numbers."""
    if not estimate.defined:
        return f"{card.label} is undefined: {estimate.note}."
    filled = {
        "hundred": _hundred(estimate),
        "value": _value(card, estimate),
        "positive": quote(positive) if positive is not None else "positive",
        "label": card.label,
    }
    return card.reading.format(**filled)


def _value(card: Card, estimate: Estimate) -> str:
    """Write a value with its interval, an amount with the digits that suit its unit."""
    if card.of_regression:
        return f"{amounts.written(estimate)} {amounts.interval(estimate).removeprefix('no interval')}".strip()
    return f"{numbers.value(estimate)} {numbers.interval(estimate)}"


def _what(evaluation: Evaluation) -> str:
    where = f"{evaluation.source}: " if evaluation.source else ""
    cases = numbers.cases_of(evaluation.task, evaluation.n)
    mix = ""
    if evaluation.positive is not None and evaluation.confusion is not None:
        confusion = evaluation.confusion
        row = confusion.labels.index(evaluation.positive)
        totals = confusion.counts.astype(float).sum(axis=1)
        if totals.sum() > 0:
            mix = f", {numbers.percent(totals[row] / totals.sum())} {quote(evaluation.positive)}"
    if evaluation.parts == "output" and len(evaluation.per_class) > 1:
        mix = f", {len(evaluation.per_class)} outputs taken together"
    cases = cases if where else cases[0].upper() + cases[1:]
    return f"{where}{cases}{mix}. {evaluation.task.capitalize()}, because {evaluation.reason}."


OF_IMAGES: dict[str, tuple[tuple[str, str], ...]] = {
    "detection": (
        ("mean_ap", "mAP is {value} (1 is a detector that finds everything and nothing else)."),
        ("recall", "Of 100 things that are there it finds {hundred}."),
        ("precision", "Of 100 it finds, {hundred} are there."),
    ),
    "text": (
        ("bleu", "{reading}"),
        ("bert_f1", "{reading}"),
        ("recall", "Of 100 spans that are there it finds {hundred}."),
        ("precision", "Of 100 spans that it marks, {hundred} are right."),
        ("choice_accuracy", "{reading}"),
        ("exact_match", "{reading}"),
        ("token_f1", "{reading}"),
        ("word_error_rate", "{reading}"),
        ("rouge_l", "{reading}"),
        ("chrf", "{reading}"),
    ),
    "segmentation": (
        ("accuracy", "Of 100 pixels {hundred} get the right class."),
        ("jaccard_macro", "Mean IoU is {value} over the classes."),
    ),
}


def _of_images(evaluation: Evaluation) -> list[str]:
    """Say how many things, pixels or words are right."""
    told = []
    hidden = _off_topic(evaluation)
    for name, sentence in OF_IMAGES[evaluation.task]:
        key = _key(evaluation, name)
        if key is None or not evaluation.estimates[key].defined or key in hidden:
            continue
        estimate = evaluation.estimates[key]
        filled = sentence.format(
            value=_value(find(name), estimate), hundred=_hundred(estimate), reading=reading(card_of(key), estimate)
        )
        told.append(filled)
    return told[:MOST_ANSWERS]


def _off_topic(evaluation: Evaluation) -> tuple[str, ...]:
    """Name metrics that go without saying: word runs of answers, exact answers of long texts; unless asked for."""
    if evaluation.task != "text" or evaluation.choices.asked or evaluation.segments is None:
        return ()
    short = evaluation.segments.usual_length < SHORT_ANSWER
    return ("bleu", "word_error_rate") if short else ("exact_match", "token_f1")


def _key(evaluation: Evaluation, name: str) -> str | None:
    """Return the name of an estimate with whatever parameters it has."""
    known = evaluation.aliases
    found = [key for key in evaluation.estimates if known.get(key.partition("(")[0], key.partition("(")[0]) == name]
    return found[0] if found else None


def headline(evaluation: Evaluation) -> str | None:
    """Return the first sentence of the answer."""
    told = _answers(evaluation)
    return told[0] if told else None


def _answers(evaluation: Evaluation) -> list[str]:
    if evaluation.task in OF_IMAGES:
        return _of_images(evaluation)
    sentences = [
        reading(find(name), evaluation.estimates[name], evaluation.positive)
        for name in OPENERS.get(evaluation.task, ())
        if name in evaluation.estimates and evaluation.estimates[name].defined
    ]
    baseline = evaluation.baseline
    if baseline is not None and baseline.accuracy.value < 1 and "accuracy" in evaluation.estimates:
        share = numbers.percent(baseline.accuracy.value)
        sentences.append(f"Always answering {quote(baseline.label)} would be right in {share} of the cases.")
    if evaluation.errors is not None and "mae" in evaluation.estimates:
        sentences.insert(2, f"95% of the errors are below {_value(find('mae'), evaluation.errors.below(0.95))}.")
    mean, own = evaluation.baselines.get("mean", {}).get("mae"), evaluation.estimates.get("mae")
    if mean is not None and own is not None and own.defined:
        sentences.append(f"Always answering the mean would be off by {numbers.amount(mean.value, own.low, own.high)}.")
    return sentences


def _hundred(estimate: Estimate) -> str:
    """Write a share per hundred cases, with a decimal only where whole numbers would hide the interval."""
    ends = [100 * end for end in (estimate.value, estimate.low, estimate.high)]
    decimals = 0 if ends[2] - ends[1] >= 2 else min(numbers.decimals_for(estimate.low, estimate.high) - 2, 3)
    value, low, high = (f"{end:.{decimals}f}" for end in ends)
    return f"{value} [{low}, {high}]" if low != "nan" else value
