"""Measure scores: areas, distances, probabilities, curves and thresholds, beside the labels they lead to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace

from assay.comparisons.one_answer import ONE_ANSWER
from assay.comparisons.verdicts import plain_metric
from assay.inputs.tables import read_costs
from assay.intervals.estimating import described, estimate
from assay.intervals.score_intervals import ScoreSample
from assay.metrics.cards import Card, aliases
from assay.metrics.families import Calibration
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.summaries.class_scores import ClassScores
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.judging import OPENERS, choices_of, judge_labels, label_values
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.notes import method_not_applied
from assay.tasks.openings import headlines, openers_of
from assay.tasks.requests import Request
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.decisions import Decision, decide, sum_notes
from assay.tasks.scores.notes import one_side_note, score_notes, threshold_notes
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import Scored
from assay.tasks.scores.result import ClassScoreEvaluation, ScoreEvaluation
from assay.tasks.scores.thresholds import Thresholds

NO_THRESHOLD = "the scores are no probabilities and no threshold was given; pass threshold="


def judge_scores(plan: ScorePlan, scored: Scored) -> ScoreEvaluation | ClassScoreEvaluation:
    """Measure everything that was asked for on scores, and on the labels that they lead to."""
    request, scores, decision = plan.request, scored.scores, decide(plan, scored)
    chosen = tuple(card.in_task(plan.classes.name) for card in score_cards(request.metrics, scores))
    estimates = _estimates(chosen, scores, request)
    if decision.read is not None and decision.summary is not None:
        evaluation = judge_labels(decision.read, decision.summary, with_scores=True)
    else:
        evaluation = _without_labels(plan, scores)
    every = {**estimates, **evaluation.estimates}
    parts = {own.name: getattr(evaluation, own.name) for own in fields(evaluation)} | {
        "reason": plan.classes.reason,
        "estimates": every,
        "choices": choices_of(request, plan.engine, scores.weighted, decision.threshold),
        "methods": {**{estimates[card.name].method: card.family.why for card in chosen}, **evaluation.methods},
        "headlines": (*headlines(chosen), *evaluation.headlines),
        "openers": openers_of(OPENERS[plan.classes.name], every),
        "notes": (
            *plan.notes,
            *sum_notes(scored.off_sums, scores.rows),
            *evaluation.notes,
            *score_notes(scores, estimates),
            *_not_applied(chosen, estimates, request.method),
        ),
    }
    if not isinstance(scores, ScoreTable):
        return ClassScoreEvaluation(**parts, labels=scores.labels, tables=scores.tables)
    judged = ScoreEvaluation(**parts, thresholds=_thresholds(scores, plan))
    return replace(judged, notes=_notes_with_threshold(judged, scores, decision))


def _estimates(chosen: tuple[Card, ...], scores: ScoreTable | ClassScores, request: Request) -> dict[str, Estimate]:
    sample = _sample(scores, request)
    return {card.name: estimate(card, sample) for card in chosen}


def _sample(scores: ScoreTable | ClassScores, request: Request) -> object:
    """Return the scores of one class, or of several, as intervals read them."""
    how = request.level, request.seed, request.method
    if isinstance(scores, ScoreTable):
        return ScoreSample(scores, *how)
    from assay.intervals.class_score_intervals import ClassScoreSample

    return ClassScoreSample(scores, *how)


def score_values(plan: ScorePlan, scored: Scored) -> dict[str, float]:
    """Return the metrics of scores, and of the labels that they lead to, without their intervals."""
    scores, decision = scored.scores, decide(plan, scored)
    chosen = tuple(card.in_task(plan.classes.name) for card in score_cards(plan.request.metrics, scores))
    values = {card.name: _value(card, scores) for card in chosen}
    if decision.read is None or decision.summary is None:
        return values
    return {**values, **label_values(decision.read, decision.summary)}


def _value(card: Card, scores: ScoreTable | ClassScores) -> float:
    if isinstance(scores, ScoreTable) or not isinstance(card.family, Calibration):
        return float(card.measure(scores))
    defined = scores.exclusive and scores.probabilities
    return float(card.measure(scores.top_table)) if defined else math.nan


def _not_applied(chosen: tuple[Card, ...], estimates: Mapping[str, Estimate], method: str | None) -> Iterator[Note]:
    """Name the metrics of scores for which the method asked for was not used."""
    others = [card.label for card in chosen if method is not None and estimates[card.name].method != method]
    if method is not None and others:
        yield method_not_applied(method, others)


def _without_labels(plan: ScorePlan, scores: ScoreTable | ClassScores) -> LabelEvaluation:
    task, request = plan.classes, plan.request
    return LabelEvaluation(
        task=task.name,
        reason=task.reason,
        n=scores.rows,
        estimates=_without_threshold(scores.rows, request),
        choices=choices_of(request, plan.engine, scores.weighted),
        positive=None if task.positive is None else task.labels[task.positive],
        aliases=aliases(),
        part="label" if task.name == "multilabel" else "class",
        source=request.source_name,
    )


def _without_threshold(rows: int, request: Request) -> dict[str, Estimate]:
    """Say of metrics of labels that were asked for by name that they are undefined, and why."""
    asked = [card for card in request.metrics or () if card.of_labels]
    return {
        card.name: described(card, Estimate(math.nan, *card.bounds, request.level, "none", rows, NO_THRESHOLD))
        for card in asked
    }


def _thresholds(table: ScoreTable, plan: ScorePlan) -> Thresholds:
    """Return what any threshold of a binary score gives."""
    task, request = plan.classes, plan.request
    place = task.positive or 0
    ordered = (task.labels[1 - place], task.labels[place])
    costs = None
    if request.costs is not None:
        matrix = read_costs(request.costs, 2, 1)
        costs = float(matrix[0, 1]), float(matrix[1, 0])
    return Thresholds(table, ordered, request.level, request.seed, costs, request.method)


def _notes_with_threshold(evaluation: Evaluation, table: ScoreTable, decision: Decision) -> tuple[Note, ...]:
    """Add what follows from the threshold; where all scores lie on one side of it, that one thing is said."""
    one_sided = decision.threshold is not None and any(note.code == ONE_ANSWER for note in evaluation.notes)
    if decision.threshold is None or not one_sided:
        return (*evaluation.notes, *threshold_notes(table, decision.threshold, decision.read is not None))
    undefined = [plain_metric(own.label) for own in evaluation.estimates.values() if not own.defined]
    told = one_side_note(table, decision.threshold, evaluation.positive, undefined)
    return tuple(told if note.code == ONE_ANSWER else note for note in evaluation.notes)
