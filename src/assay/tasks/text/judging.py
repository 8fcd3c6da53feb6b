"""Measure texts: translations, answers, summaries, transcripts, named spans, meanings; segments are the cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path

import numpy as np

from assay.counting.multiple_choice import choice_of
from assay.counting.spans import count_spans
from assay.errors import MissingPackageError
from assay.errors import encoders as encoder_errors
from assay.errors import metrics as metric_errors
from assay.inputs.embeddings import Embedded
from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs, Texts, reference_files
from assay.intervals.estimating import estimate
from assay.intervals.text_intervals import METHODS, USUAL, SegmentSample
from assay.metrics.cards import Card, aliases, cards
from assay.metrics.find import find
from assay.metrics.text.ngrams import FORMS
from assay.results.evaluation import Estimates, Evaluation
from assay.results.note import Note
from assay.results.segments import SegmentTable
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.label_counts import sorted_labels
from assay.summaries.segments import Segments
from assay.tasks.labels.judging import choices_of
from assay.tasks.requests import Request, check_parameters
from assay.tasks.text.notes import notes_of_metrics, notes_of_texts
from assay.tasks.text.reductions import Counter, check_text_parameters, embedded_counts, parameters_of
from assay.tasks.text.shared import Shared
from assay.tasks.text.signatures import Signatures

WHY = "words of one segment go together, so that whole segments are drawn again"
SHARE_WHY = "each segment is right or wrong"
OF_SPANS = ("precision", "recall", "f1", "jaccard")
OF_VECTORS = ("bert_precision", "bert_recall", "bert_f1")
CHOICES = "choices"
SIDES = ("ngram_precision", "ngram_recall")
LONGEST = 4


@dataclass(frozen=True, eq=False)
class Counted:
    """What was counted for the metrics of one system, and what could not be for want of a package."""

    pairs: Pairs
    cards: tuple[Card, ...]
    counts: Mapping[str, Segments]
    shared: Shared
    lacking: tuple[str, ...] = ()
    counter: Counter | None = None

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.pairs.truth if isinstance(self.pairs, Spans) else self.pairs.candidates)


def count_text(pairs: Pairs, request: Request, shared: Shared) -> Counted:
    """Count what the metrics asked for need; without a wish, what every metric that fits needs."""
    if request.method not in METHODS:
        why = "for texts there is percentile, beside the usual one"
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
    counter = Counter(pairs, shared)
    chosen = _chosen(request.metrics, pairs)
    counts: dict[str, Segments] = {}
    lacking = []
    for card in chosen:
        try:
            counts[card.name] = counter(card)
        except MissingPackageError:
            if request.metrics is not None and request.asked:
                raise
            lacking.append(card.name)
    held = tuple(_bounded(card) for card in chosen if card.name in counts)
    return Counted(pairs, held, counts, shared, tuple(lacking), counter)


def judge_counted(counted: Counted, request: Request) -> tuple[Evaluation, SegmentSample]:
    """Measure what was counted; the sample comes with the evaluation, for comparisons."""
    pairs = counted.pairs
    sample = SegmentSample(counted.counts, counted.segments, request.level, request.seed, request.method)
    signatures = Signatures(counted.cards, pairs, counted.shared, sample)
    evaluation = Evaluation(
        task="text",
        reason=pairs.reason,
        n=counted.segments,
        estimates={card.name: estimate(card, sample) for card in counted.cards},
        choices=choices_of(request, "in memory", False),
        notes=(
            *_lacking(counted.lacking),
            *notes_of_metrics(pairs, counted.cards, counted.counts),
            *notes_of_texts(pairs, counted.shared),
        ),
        methods={USUAL: WHY, "wilson": SHARE_WHY},
        aliases=aliases(),
        parts="label" if isinstance(pairs, Spans) else "n-grams",
        source=request.source_name or names_of_texts(request.truth, request.prediction),
        build_per_class=Parts(counted, sample),
        signatures=signatures.every(),
        build_segments=partial(segment_table, counted, sample),
    )
    return evaluation, sample


def _chosen(asked: tuple[Card, ...] | None, pairs: Texts) -> tuple[Card, ...]:
    fitting = [card for card in cards() if card.reduction is not None and not card.needs]
    if asked is None:
        told = all((choice_of(so) or "0").isalpha() for listed in pairs.references for so in listed)
        return tuple(card for card in fitting if card.reduction != CHOICES or told)
    for card in asked:
        if card.reduction is None:
            raise metric_errors.wrong_task(card.name, "texts", [one.name for one in fitting])
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


def _lacking(names: tuple[str, ...]) -> Iterator[Note]:
    if names:
        yield Note(
            "extra-missing",
            f"{', '.join(names)} were left out: they need packages that pip install 'assay[text]' installs.",
        )


@dataclass(frozen=True, eq=False)
class Parts:
    """Runs of 1 to 4 words in all three forms, or every label of spans on its own, when somebody asks."""

    counted: Counted
    sample: SegmentSample

    def __call__(self) -> Mapping[object, Estimates]:
        """Return the metrics of every part, with intervals over segments."""
        pairs = self.counted.pairs
        if isinstance(pairs, Spans):
            labels = sorted_labels(
                {span[2] for side in (pairs.truth, pairs.prediction) for one in side for span in one}
            )
            return {label: self._of_label(pairs, label) for label in labels}
        wanted = any(card.reduction == "runs" for card in self.counted.cards)
        if not isinstance(pairs, Texts) or self.counted.counter is None or not wanted:
            return {}
        return self._of_orders(self.counted.counter)

    def _of_label(self, pairs: Spans, label: object) -> Estimates:
        only = [[tuple(span for span in one if span[2] == label) for one in side] for side in
                (pairs.truth, pairs.prediction)]  # fmt: skip
        held = count_spans(*only)
        chosen = tuple(find(name) for name in OF_SPANS)
        return self._estimates(chosen, {card.name: held for card in chosen})

    def _of_orders(self, counter: Counter) -> Mapping[object, Estimates]:
        """Judge runs of every length in every form, all on the same draws made once."""
        found: dict[int, dict[str, Card]] = {}
        for n in range(1, LONGEST + 1):
            texts = {f"{side}_{form}": f"{side}(n={n}, form={form})" for side in SIDES for form in FORMS}
            found[n] = {name: find(text) for name, text in texts.items()}
        every = tuple(card for own in found.values() for card in own.values())
        estimates = self._estimates(every, {card.name: counter(card) for card in every})
        return {n: {name: estimates[card.name] for name, card in own.items()} for n, own in found.items()}

    def _estimates(self, chosen: tuple[Card, ...], counts: Mapping[str, Segments]) -> Estimates:
        sample = replace(self.sample, counts=counts)
        return {card.name: estimate(card, sample) for card in chosen}


def segment_table(counted: Counted, sample: SegmentSample) -> SegmentTable:
    """Score every segment by itself."""
    pairs = counted.pairs
    scores = {card.name: np.atleast_1d(sample.each(card)) for card in counted.cards}
    if isinstance(pairs, Texts):
        return SegmentTable(pairs.references, pairs.candidates, scores, pairs.places)
    if isinstance(pairs, Spans):
        so, said = ([_written(one) for one in side] for side in (pairs.truth, pairs.prediction))
        return SegmentTable([[one] for one in so], said, scores, pairs.places)
    return SegmentTable([[""]] * counted.segments, [""] * counted.segments, scores, pairs.places)


def _written(spans: tuple[tuple[int, int, object], ...]) -> str:
    return ", ".join(f"{label} {start}-{end}" for start, end, label in spans)


def names_of_texts(truth: object, prediction: object) -> str | None:
    """Say which file was held against which, so that nobody has to guess which one is the truth."""
    if not isinstance(prediction, str | PathLike):
        return None
    files = reference_files(truth)
    against = f" against {Path(files[0]).name}" if files else ""
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"{Path(prediction).name}{against}{more}"
