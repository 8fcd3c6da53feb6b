"""Measure texts: translations, answers, summaries, transcripts, named spans, meanings; segments are the cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from assay.counting.many_pieces import many_pieces
from assay.counting.multiple_choice import choice_of
from assay.counting.spans import count_spans
from assay.errors import MissingPackageError
from assay.errors import encoders as encoder_errors
from assay.errors import metrics as metric_errors
from assay.errors import texts as errors
from assay.inputs.embeddings import Embedded
from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs, Texts, own_order, reference_files
from assay.intervals.drawn_limits import METHODS, OFFERED
from assay.intervals.estimating import estimate
from assay.intervals.method_names import VALUES_ALONE
from assay.intervals.text_intervals import REMEMBERED, USUAL, SegmentSample
from assay.metrics.cards import Card, aliases, cards
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation, Opener
from assay.results.note import Note
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.segments import Segments
from assay.tasks.argument_checks import check_parameters
from assay.tasks.labels.judging import choices_of
from assay.tasks.openings import headlines
from assay.tasks.requests import Request
from assay.tasks.text.counted import OF_SPANS, Counted
from assay.tasks.text.notes import notes_of_long_texts, notes_of_metrics, notes_of_texts
from assay.tasks.text.parts import TextParts, counts_by_length
from assay.tasks.text.reductions import Counter, check_text_parameters, embedded_counts, parameters_of
from assay.tasks.text.result import TextEvaluation
from assay.tasks.text.shared import Shared
from assay.tasks.text.signatures import FROM_SACREBLEU, Signatures
from assay.tasks.text.too_long import longest_words, too_long

WHY = "words of one segment go together, so that whole segments are drawn again"
SHARE_WHY = "each segment is right or wrong"
OF_VECTORS = ("bert_precision", "bert_recall", "bert_f1")
CHOICES = "choices"
OPENERS = (
    ("bleu", None),
    ("bert_f1", None),
    ("recall", "Of 100 spans that are there it finds {hundred}."),
    ("precision", "Of 100 spans that it marks, {hundred} are right."),
    ("choice_accuracy", None),
    ("exact_match", None),
    ("token_f1", None),
    ("word_error_rate", None),
    ("rouge_l", None),
    ("chrf", None),
)
"""What texts open with, the first few that there are: a metric, and its sentence where its card's own does not fit."""
MOST_OPENERS = 3
"""A taste: an answer opens with at most three numbers."""
SHORT_ANSWER = 5
"""Texts of fewer words are answers rather than sentences: runs of words say little of them."""


def count_text(pairs: Pairs, request: Request, shared: Shared) -> Counted:
    """Count what the metrics asked for need; without a wish, what every metric that fits needs."""
    if request.method not in METHODS:
        why = f"for texts there are {OFFERED}"
        raise metric_errors.method_fits_nothing(str(request.method), ["bleu"], why)
    if isinstance(pairs, Spans):
        chosen = request.metrics or tuple(find(name) for name in OF_SPANS)
        _check_spans(chosen)
        spans = count_spans(pairs.truth, pairs.prediction)
        return Counted(pairs, chosen, {card.name: spans for card in chosen}, shared)
    if isinstance(pairs, Embedded):
        chosen = tuple(replace(card, needs=()) for card in request.metrics or map(find, OF_VECTORS))
        for card in chosen:
            if card.reduction != "bert":
                raise encoder_errors.only_for_embeddings(card.name)
            if card.parameters:
                raise encoder_errors.embedded_already(card.name, list(card.parameters))
        chosen = tuple(replace(card, parameters={"model": pairs.model or "handed in"}) for card in chosen)
        scored = embedded_counts(pairs)
        return Counted(pairs, chosen, {card.name: scored for card in chosen}, shared)
    return _counted(pairs, request, shared)


def _counted(pairs: Texts, request: Request, shared: Shared) -> Counted:
    """Count what metrics of texts need, but for what cannot be had."""
    counter = Counter(pairs, shared)
    chosen = _chosen(request.metrics, pairs)
    by_name = request.metrics is not None and request.asked
    beyond = tuple(card.name for card in chosen if too_long(card, pairs))
    if beyond and by_name:
        raise errors.too_long_for(beyond[0], longest_words(pairs))
    counts: dict[str, Segments] = {}
    lacking = []
    for card in chosen:
        if card.name in beyond:
            continue
        try:
            with nullcontext() if card.reduction == "bert" else many_pieces():
                counts[card.name] = counter(card)
        except MissingPackageError:
            if by_name:
                raise
            lacking.append(card.name)
    bounded = tuple(_bounded(card) for card in chosen if card.name in counts)
    return Counted(pairs, bounded, counts, shared, tuple(lacking), counter, beyond)


def judge_counted(counted: Counted, request: Request) -> tuple[Evaluation, SegmentSample]:
    """Measure what was counted; the sample comes with the evaluation, for comparisons."""
    pairs = counted.pairs
    counts = counted.counts
    if request.method != VALUES_ALONE:  # all together, so that segments are drawn once
        with many_pieces():
            counts = {**counts_by_length(counted), **counts}
    few = counted.segments <= REMEMBERED  # of more, drawing twice takes seconds, and their order hardly matters
    order = own_order(pairs) if few and isinstance(pairs, Texts) and request.method is None else None
    signed = frozenset(card.name for card in counted.cards if card.reduction in FROM_SACREBLEU)
    sample = SegmentSample(counts, counted.segments, request.level, request.seed, request.method, order, signed)
    signatures = Signatures(counted.cards, pairs, counted.shared, sample)
    estimates = {card.name: estimate(card, sample) for card in counted.cards}
    evaluation = TextEvaluation(
        task="text",
        reason=pairs.reason,
        n=counted.segments,
        estimates=estimates,
        choices=choices_of(request, "in memory", False),
        notes=(
            *notes_of_lacking(counted.lacking),
            *notes_of_long_texts(counted.too_long),
            *notes_of_metrics(pairs, counted.cards, counted.counts),
            *notes_of_texts(pairs, counted.shared),
        ),
        methods={USUAL: WHY, "wilson": SHARE_WHY},
        aliases=aliases(),
        part="label" if isinstance(pairs, Spans) else "n-grams",
        unit="segment",
        source=request.source_name or names_of_texts(request.truth, request.prediction),
        headlines=headlines(counted.cards),
        openers=openers_of_texts(counted.cards, counted.usual_length, estimates, request.asked),
        signatures=signatures.every(),
        parts=TextParts(counted, sample),
    )
    return evaluation, sample


def openers_of_texts(
    chosen: tuple[Card, ...], usual_length: float, estimates: Mapping[str, Estimate], asked: bool
) -> tuple[Opener, ...]:
    """Open with what suits the texts: runs of words go without saying of answers, exact answers of long texts."""
    known = aliases()
    hidden: tuple[str, ...] = ()
    if not asked:
        short = usual_length < SHORT_ANSWER
        hidden = ("bleu", "word_error_rate") if short else ("exact_match", "token_f1")
    by_name = {known.get(base, base): card for card in reversed(chosen) if (base := card.name.partition("(")[0])}
    fitting = [
        Opener(by_name[name].name, sentence or by_name[name].reading)
        for name, sentence in OPENERS
        if name in by_name and estimates[by_name[name].name].defined and by_name[name].name not in hidden
    ]
    return tuple(fitting[:MOST_OPENERS])


def _chosen(asked: tuple[Card, ...] | None, pairs: Texts) -> tuple[Card, ...]:
    fitting = [card for card in cards() if card.reduction is not None and not card.needs]
    if asked is None:
        alphabetic = all((choice_of(reference) or "0").isalpha() for listed in pairs.references for reference in listed)
        return tuple(card for card in fitting if card.reduction != CHOICES or alphabetic)
    for card in asked:
        if card.reduction is None:
            raise metric_errors.wrong_task(card.name, "texts", [fit.name for fit in fitting])
        if card.reduction == "bert" and "model" in card.needs:
            raise encoder_errors.model_unnamed(card.name)
        check_parameters(card)
        check_text_parameters(card)
    return asked


def usual_names() -> tuple[str, ...]:
    """Return the metrics of texts that need no parameter."""
    return tuple(
        card.name
        for card in cards()
        if card.reduction is not None and not card.needs and card.headline and card.reduction != CHOICES
    )


def _bounded(card: Card) -> Card:
    """Return a metric with the bounds it has at its parameters: a baseline moves BERTScore's lower one."""
    if card.reduction == "bert" and parameters_of(card)["baseline"] is not None:
        return replace(card, bounds=(-np.inf, 1.0))
    return card


def _check_spans(chosen: tuple[Card, ...]) -> None:
    """Refuse metrics that ask how much is rightly left unmarked, which nobody counts in a text."""
    for card in chosen:
        check_parameters(card)
        if card.reads is not BinaryCounts or np.isnan(card.measure(BinaryCounts(1, 1, 1))):
            raise metric_errors.wrong_task(card.name, "spans", list(OF_SPANS))


def notes_of_lacking(names: tuple[str, ...]) -> Iterator[Note]:
    """Name the metrics whose packages are not installed."""
    if names:
        yield Note(
            "extra-missing",
            f"{', '.join(names)} were left out: they need packages that pip install 'assay[text]' installs.",
        )


def names_of_texts(truth: object, prediction: object) -> str | None:
    """Say which file was held against which, so that nobody has to guess which one is the truth."""
    if not isinstance(prediction, str | PathLike):
        return None
    files = reference_files(truth)
    against = f" against {Path(files[0]).name}" if files else ""
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"{Path(prediction).name}{against}{more}"
