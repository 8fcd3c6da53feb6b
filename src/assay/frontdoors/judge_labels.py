"""Measure labels: every metric of a confusion summary, with notes, baseline and the reasons for each interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assay._version import __version__
from assay.errors import metrics as errors
from assay.frontdoors.costs import with_costs
from assay.frontdoors.label_notes import label_notes
from assay.frontdoors.label_sources import Reduced
from assay.frontdoors.losses import USER, priced
from assay.frontdoors.per_class import PerClass
from assay.frontdoors.requests import Wanted, choose_cards
from assay.intervals.baselines import majority_baseline
from assay.intervals.choose import choose, fits, why_not
from assay.intervals.estimates import Asked, estimate
from assay.intervals.sample import Sample
from assay.intervals.undefined import Reasons
from assay.metrics.cards import Card, aliases
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices, Evaluation
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.table_set import TableSet

Summarised = LabelCounts | LabelSets | TableSet

NO_SCORES = "it needs score=; labels alone give one operating point, whose area is balanced_accuracy"


def judge_labels(reduced: Reduced, wanted: Wanted, with_scores: bool = False) -> Evaluation:
    """Measure everything that was asked for on labels; with scores, some metrics are measured elsewhere."""
    summary, task = reduced.summary, reduced.task
    sample = Sample(summary, wanted.seed)
    reasons = Reasons(sample.view, task.labels, task.positive, reduced.part)
    asked = Asked(wanted.level, wanted.method, reasons.why)
    of_labels = None if wanted.metrics is None else _of_labels(wanted.metrics, summary, task.name)
    chosen = () if of_labels == () else choose_cards(of_labels, sample, task.name)
    chosen = with_costs(chosen, wanted.costs, summary)
    if not with_scores:
        _check_method_fits(chosen, sample, wanted)
    square = summary if isinstance(summary, LabelCounts) else None
    estimates = {card.name: estimate(card, sample, asked) for card in chosen}
    evaluation = Evaluation(
        task=task.name,
        reason=task.reason,
        n=summary.rows,
        estimates=estimates if with_scores else {**estimates, **_without_scores(wanted, summary.rows)},
        choices=choices_of(wanted, reduced.engine, summary.weighted),
        positive=None if task.positive is None else task.labels[task.positive],
        confusion=Confusion(task.labels, square.counts()) if square else None,
        baseline=majority_baseline(square, wanted.level) if square else None,
        methods=_methods(chosen, sample, wanted),
        aliases=aliases(),
        parts=reduced.part,
        source=wanted.source,
        build_per_class=PerClass(summary, task.labels, wanted.seed, asked),
    )
    return replace(evaluation, notes=(*reduced.notes, *label_notes(evaluation, chosen, sample)))


def _of_labels(asked: tuple[Card, ...], summary: Summarised, task: str) -> tuple[Card, ...]:
    """Return the metrics of labels among those asked for; the user's own loss becomes a matrix of costs."""
    found = []
    for card in asked:
        if card.interval == USER:
            if not isinstance(summary, LabelCounts):
                raise errors.wrong_task(card.name, f"a {task} task", [])
            found.append(priced(card, summary))
        elif card.of_amounts:
            raise errors.wrong_task(card.name, f"a {task} task", [])
        elif card.interval is None:
            found.append(card)
    return tuple(found)


def choices_of(wanted: Wanted, engine: str, weighted: bool, threshold: float | None = None) -> Choices:
    """Collect the choices that made the numbers."""
    return Choices(
        level=wanted.level,
        seed=wanted.seed,
        engine=engine,
        method=wanted.method,
        version=__version__,
        threshold=threshold,
        asked=wanted.asked,
        weighted=weighted,
        missing=wanted.missing,
    )


def _without_scores(wanted: Wanted, rows: int) -> dict[str, Estimate]:
    """Say of metrics of scores, where only labels were given, that they are undefined and why."""
    asked = [card for card in wanted.metrics or () if card.interval not in (None, USER)]
    return {card.name: Estimate(float("nan"), *card.bounds, wanted.level, "none", rows, NO_SCORES) for card in asked}


def _methods(chosen: tuple[Card, ...], sample: Sample, wanted: Wanted) -> Mapping[str, str]:
    """Collect why each kind of interval was chosen."""
    made = [choose(card, sample.summary, wanted.method) for card in chosen]
    return {choice.method: choice.reason for choice in made}


def _check_method_fits(chosen: tuple[Card, ...], sample: Sample, wanted: Wanted) -> None:
    """Refuse a method that fits none of the metrics named; where it fits some, a note names the others."""
    if wanted.method is not None and not any(fits(card, sample.summary, wanted.method) for card in chosen):
        raise errors.method_fits_nothing(wanted.method, [card.name for card in chosen], why_not(wanted.method))
