"""Measure labels: every metric of a confusion summary, with notes, baseline and the reasons for each interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

import numpy as np

from assay._version import __version__
from assay.errors import metrics as errors
from assay.inputs.tasks import Classes
from assay.intervals.baselines import majority_baseline
from assay.intervals.choose import choose, fits, why_not
from assay.intervals.estimating import described, estimate
from assay.intervals.label_intervals import LabelSample
from assay.intervals.sample import Sample
from assay.intervals.undefined import Reasons
from assay.metrics.cards import Card, aliases
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices
from assay.results.note import Note
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.table_set import TableSet
from assay.tasks.labels.cards import choose_cards
from assay.tasks.labels.costs import with_costs
from assay.tasks.labels.notes import label_notes
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.losses import priced
from assay.tasks.openings import headlines, openers_of
from assay.tasks.requests import Request

Summarised = LabelCounts | LabelSets | TableSet

OPENERS = {
    "binary": ("recall", "precision", "roc_auc"),
    "multiclass": ("accuracy",),
    "multilabel": ("subset_accuracy",),
}
"""The metrics whose readings a result of labels or scores opens with, by its kind."""
NO_SCORES = "it needs score=; labels alone give one operating point, whose area is balanced_accuracy"


class Read(Protocol):
    """Labels as they were read: the request, the classes, what a table stands for, and what was noticed."""

    @property
    def request(self) -> Request:
        """What the caller asked."""

    @property
    def classes(self) -> Classes:
        """The classes in order."""

    @property
    def engine(self) -> str:
        """Who held the rows."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was noticed on the way."""

    @property
    def part(self) -> str:
        """What one table stands for."""


def judge_labels(read: Read, summary: Summarised, with_scores: bool = False) -> LabelEvaluation:
    """Measure everything that was asked for on labels; with scores, some metrics are measured elsewhere."""
    task, request = read.classes, read.request
    draws = Sample(summary, request.seed)
    reasons = Reasons(draws.view, task.labels, task.positive, read.part)
    sample = LabelSample(draws, request.level, request.method, reasons)
    chosen = label_cards(read, draws, summary)
    if not with_scores:
        _check_method_fits(chosen, draws, request)
    square = summary if isinstance(summary, LabelCounts) else None
    estimates = {card.name: estimate(card, sample) for card in chosen}
    evaluation = LabelEvaluation(
        task=task.name,
        reason=task.reason,
        n=summary.rows,
        estimates=estimates if with_scores else {**estimates, **_without_scores(request, summary.rows)},
        choices=choices_of(request, read.engine, summary.weighted),
        positive=None if task.positive is None else task.labels[task.positive],
        confusion=Confusion(task.labels, square.counts()) if square else None,
        baseline=majority_baseline(square, request.level) if square else None,
        methods=_methods(chosen, draws, request),
        aliases=aliases(),
        part=read.part,
        source=request.source_name,
        headlines=headlines(chosen),
        openers=openers_of(OPENERS[task.name], estimates),
        sample=sample,
    )
    return replace(evaluation, notes=(*read.notes, *label_notes(evaluation, chosen, draws)))


def one_estimate(card: Card, read: Read, summary: LabelCounts) -> Estimate | None:
    """Return one metric of a table with its interval, None where the table cannot answer it."""
    draws = Sample(summary, read.request.seed)
    if not card.can_read(draws.view):
        return None
    reasons = Reasons(draws.view, read.classes.labels, read.classes.positive, read.part)
    return estimate(card, LabelSample(draws, read.request.level, read.request.method, reasons))


def label_cards(read: Read, draws: Sample, summary: Summarised) -> tuple[Card, ...]:
    """Return the metrics of labels to measure."""
    task, request = read.classes, read.request
    of_labels = None if request.metrics is None else _of_labels(request.metrics, summary, task.name)
    chosen = () if of_labels == () else choose_cards(of_labels, draws, task.name)
    return with_costs(chosen, request.costs, summary)


def label_values(read: Read, summary: Summarised) -> dict[str, float]:
    """Return the metrics of labels without their intervals."""
    draws = Sample(summary, read.request.seed)
    return {card.name: float(np.asarray(card(draws.view))) for card in label_cards(read, draws, summary)}


def _of_labels(asked: tuple[Card, ...], summary: Summarised, task: str) -> tuple[Card, ...]:
    """Return the metrics of labels among those asked for; the user's own loss becomes a matrix of costs."""
    chosen = []
    for card in asked:
        if card.own_loss:
            if not isinstance(summary, LabelCounts):
                raise errors.wrong_task(card.name, f"a {task} task", [])
            chosen.append(priced(card, summary))
        elif card.of_labels:
            chosen.append(card)
        elif not card.of_scores:
            raise errors.wrong_task(card.name, f"a {task} task", [])
    return tuple(chosen)


def choices_of(request: Request, engine: str, weighted: bool, threshold: float | None = None) -> Choices:
    """Collect the choices that made the numbers."""
    return Choices(
        level=request.level,
        seed=request.seed,
        engine=engine,
        method=request.method,
        version=__version__,
        threshold=threshold,
        asked=request.asked,
        weighted=weighted,
        missing=request.missing,
    )


def _without_scores(request: Request, rows: int) -> dict[str, Estimate]:
    """Say of metrics of scores, where only labels were given, that they are undefined and why."""
    asked = [card for card in request.metrics or () if card.of_scores]
    return {
        card.name: described(card, Estimate(float("nan"), *card.bounds, request.level, "none", rows, NO_SCORES))
        for card in asked
    }


def _methods(chosen: tuple[Card, ...], sample: Sample, request: Request) -> Mapping[str, str]:
    """Collect why each kind of interval was chosen."""
    made = [choose(card, sample.summary, request.method) for card in chosen]
    return {choice.method: choice.reason for choice in made}


def _check_method_fits(chosen: tuple[Card, ...], sample: Sample, request: Request) -> None:
    """Refuse a method that fits none of the metrics named; where it fits some, a note names the others."""
    if request.method is not None and not any(fits(card, sample.summary, request.method) for card in chosen):
        raise errors.method_fits_nothing(request.method, [card.name for card in chosen], why_not(request.method))
