"""Measure scores: areas, distances, probabilities, curves and thresholds, beside the labels they lead to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from assay.comparisons.one_answer import ONE_ANSWER
from assay.errors.tree import quote_all
from assay.frontdoors.curves import ClassCurves, ScoreCurves
from assay.frontdoors.judge_labels import choices_of, judge_labels
from assay.frontdoors.requests import Wanted, score_cards
from assay.frontdoors.score_notes import one_side_note, score_notes, threshold_notes
from assay.frontdoors.score_sources import ReducedScores
from assay.frontdoors.thresholds import Thresholds
from assay.inputs.tables import read_costs
from assay.intervals.score_estimates import ScoreSample, estimate_score, reason_for
from assay.intervals.several_scores import estimate_cases
from assay.metrics.cards import Card, aliases, cards
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.results.note import Note
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable

NO_THRESHOLD = "the scores are no probabilities and no threshold was given; pass threshold="


def judge_scores(reduced: ReducedScores, wanted: Wanted) -> Evaluation:
    """Measure everything that was asked for on scores, and on the labels that a threshold makes of them."""
    chosen = tuple(card.in_task(reduced.task.name) for card in score_cards(wanted.metrics, reduced.scores))
    estimates = _estimates(chosen, reduced.scores, wanted)
    if reduced.labels is not None:
        evaluation = judge_labels(reduced.labels, wanted, with_scores=True)
    else:
        evaluation = _without_labels(reduced, wanted)
    evaluation = replace(
        evaluation,
        reason=reduced.task.reason,
        estimates={**estimates, **evaluation.estimates},
        choices=choices_of(wanted, reduced.engine, reduced.scores.weighted, reduced.threshold),
        methods={**{estimates[card.name].method: reason_for(card) for card in chosen}, **evaluation.methods},
        notes=(
            *reduced.notes,
            *evaluation.notes,
            *score_notes(reduced.scores, estimates),
            *_not_applied(chosen, estimates, wanted.method),
        ),
    )
    if isinstance(reduced.scores, ScoreTable):
        return _with_thresholds(evaluation, reduced.scores, reduced, wanted)
    return replace(
        evaluation,
        curves=ClassCurves(reduced.scores, wanted.level, wanted.seed),
        build_per_class=_ClassScores(evaluation, reduced.scores, wanted.level, wanted.seed),
    )


def _estimates(chosen: tuple[Card, ...], scores: ScoreTable | ScoreCases, wanted: Wanted) -> dict[str, Estimate]:
    if isinstance(scores, ScoreTable):
        sample = ScoreSample(scores, wanted.level, wanted.seed, wanted.method)
        return {card.name: estimate_score(card, sample) for card in chosen}
    return {card.name: estimate_cases(card, scores, wanted.level, wanted.seed, wanted.method) for card in chosen}


def _not_applied(chosen: tuple[Card, ...], estimates: Mapping[str, Estimate], method: str | None) -> Iterator[Note]:
    """Name the metrics of scores for which the method asked for was not used."""
    others = [card.name for card in chosen if method is not None and estimates[card.name].method != method]
    if others:
        message = f"{method} does not fit {quote_all(others, 5)}; there the default interval was used."
        yield Note("method-not-applied", message)


def _without_labels(reduced: ReducedScores, wanted: Wanted) -> Evaluation:
    task = reduced.task
    return Evaluation(
        task=task.name,
        reason=task.reason,
        n=reduced.scores.rows,
        estimates=_without_threshold(reduced, wanted),
        choices=choices_of(wanted, reduced.engine, reduced.scores.weighted),
        positive=None if task.positive is None else task.labels[task.positive],
        aliases=aliases(),
        parts="label" if task.name == "multilabel" else "class",
        source=wanted.source,
    )


def _without_threshold(reduced: ReducedScores, wanted: Wanted) -> dict[str, Estimate]:
    """Say of metrics of labels that were asked for by name that they are undefined, and why."""
    asked = [card for card in wanted.metrics or () if card.interval is None]
    rows = reduced.scores.rows
    return {card.name: Estimate(math.nan, *card.bounds, wanted.level, "none", rows, NO_THRESHOLD) for card in asked}


def _with_thresholds(evaluation: Evaluation, table: ScoreTable, reduced: ReducedScores, wanted: Wanted) -> Evaluation:
    """Add curves, thresholds and the usual operating points of a binary score."""
    task = reduced.task
    place = task.positive or 0
    ordered = (task.labels[1 - place], task.labels[place])
    costs = None
    if wanted.costs is not None:
        matrix = read_costs(wanted.costs, 2, 1)
        costs = float(matrix[0, 1]), float(matrix[1, 0])
    thresholds = Thresholds(table, ordered, wanted.level, wanted.seed, costs, wanted.method)
    separable = bool(table.positive_total) and bool(table.negative_total)
    notes = _notes_with_threshold(evaluation, table, reduced)
    return replace(
        evaluation,
        curves=ScoreCurves(table, wanted.level, wanted.seed),
        thresholds=thresholds,
        build_points=thresholds.usual if separable else tuple,
        notes=notes,
    )


def _notes_with_threshold(evaluation: Evaluation, table: ScoreTable, reduced: ReducedScores) -> tuple[Note, ...]:
    """Add what follows from the threshold; where all scores lie on one side of it, that one thing is said."""
    one_sided = reduced.threshold is not None and any(note.code == ONE_ANSWER for note in evaluation.notes)
    if reduced.threshold is None or not one_sided:
        return (*evaluation.notes, *threshold_notes(table, reduced.threshold, reduced.labels is not None))
    undefined = [name for name, estimate in evaluation.estimates.items() if not estimate.defined]
    told = one_side_note(table, reduced.threshold, evaluation.positive, undefined)
    return tuple(told if note.code == ONE_ANSWER else note for note in evaluation.notes)


@dataclass(frozen=True)
class _ClassScores:
    """Each class's own labels metrics (where there are labels) with the areas of its score."""

    evaluation: Evaluation
    scores: ScoreCases
    level: float
    seed: int

    def __call__(self) -> Mapping[object, Estimates]:
        own = [card for card in cards() if card.reads is ScoreTable and card.interval in ("auc", "average-precision")]
        of_labels = self.evaluation.per_class
        found: dict[object, Estimates] = {}
        for label, table in zip(self.scores.labels, self.scores.tables, strict=True):
            sample = ScoreSample(table, self.level, self.seed)
            areas = {card.name: estimate_score(card, sample) for card in own}
            found[label] = {**of_labels.get(label, {}), **areas}
        return found
