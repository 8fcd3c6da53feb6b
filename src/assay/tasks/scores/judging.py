"""Measure scores: areas, distances, probabilities, curves and thresholds, beside the labels they lead to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from assay.comparisons.one_answer import ONE_ANSWER
from assay.errors.tree import quote_all
from assay.inputs.tables import read_costs
from assay.intervals.estimating import described, estimate
from assay.intervals.score_estimates import ScoreSample
from assay.intervals.several_scores import ClassScoreSample
from assay.metrics.cards import Card, aliases, cards
from assay.metrics.families import Area, AveragePrecision
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.results.note import Note
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.judging import choices_of, judge_labels
from assay.tasks.requests import Request
from assay.tasks.scores.cards import score_cards
from assay.tasks.scores.curves import ClassCurves, ScoreCurves
from assay.tasks.scores.decisions import Decision, decide, sum_notes
from assay.tasks.scores.notes import one_side_note, score_notes, threshold_notes
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import Scored
from assay.tasks.scores.thresholds import Thresholds

NO_THRESHOLD = "the scores are no probabilities and no threshold was given; pass threshold="


def judge_scores(plan: ScorePlan, scored: Scored) -> Evaluation:
    """Measure everything that was asked for on scores, and on the labels that they lead to."""
    request, scores, decision = plan.request, scored.scores, decide(plan, scored)
    chosen = tuple(card.in_task(plan.classes.name) for card in score_cards(request.metrics, scores))
    estimates = _estimates(chosen, scores, request)
    if decision.read is not None and decision.summary is not None:
        evaluation = judge_labels(decision.read, decision.summary, with_scores=True)
    else:
        evaluation = _without_labels(plan, scores)
    evaluation = replace(
        evaluation,
        reason=plan.classes.reason,
        estimates={**estimates, **evaluation.estimates},
        choices=choices_of(request, plan.engine, scores.weighted, decision.threshold),
        methods={**{estimates[card.name].method: card.family.why for card in chosen}, **evaluation.methods},
        notes=(
            *plan.notes,
            *sum_notes(scored.off_sums, scores.rows),
            *evaluation.notes,
            *score_notes(scores, estimates),
            *_not_applied(chosen, estimates, request.method),
        ),
    )
    if isinstance(scores, ScoreTable):
        return _with_thresholds(evaluation, scores, plan, decision)
    return replace(
        evaluation,
        curves=ClassCurves(scores, request.level, request.seed),
        build_per_class=_ClassScores(evaluation, scores, request.level, request.seed),
    )


def _estimates(chosen: tuple[Card, ...], scores: ScoreTable | ScoreCases, request: Request) -> dict[str, Estimate]:
    of_scores = ScoreSample if isinstance(scores, ScoreTable) else ClassScoreSample
    sample = of_scores(scores, request.level, request.seed, request.method)  # type: ignore[arg-type]
    return {card.name: estimate(card, sample) for card in chosen}


def _not_applied(chosen: tuple[Card, ...], estimates: Mapping[str, Estimate], method: str | None) -> Iterator[Note]:
    """Name the metrics of scores for which the method asked for was not used."""
    others = [card.name for card in chosen if method is not None and estimates[card.name].method != method]
    if others:
        message = f"{method} does not fit {quote_all(others, 5)}; there the default interval was used."
        yield Note("method-not-applied", message)


def _without_labels(plan: ScorePlan, scores: ScoreTable | ScoreCases) -> Evaluation:
    task, request = plan.classes, plan.request
    return Evaluation(
        task=task.name,
        reason=task.reason,
        n=scores.rows,
        estimates=_without_threshold(scores.rows, request),
        choices=choices_of(request, plan.engine, scores.weighted),
        positive=None if task.positive is None else task.labels[task.positive],
        aliases=aliases(),
        parts="label" if task.name == "multilabel" else "class",
        source=request.source_name,
    )


def _without_threshold(rows: int, request: Request) -> dict[str, Estimate]:
    """Say of metrics of labels that were asked for by name that they are undefined, and why."""
    asked = [card for card in request.metrics or () if card.of_labels]
    return {
        card.name: described(card, Estimate(math.nan, *card.bounds, request.level, "none", rows, NO_THRESHOLD))
        for card in asked
    }


def _with_thresholds(evaluation: Evaluation, table: ScoreTable, plan: ScorePlan, decision: Decision) -> Evaluation:
    """Add curves, thresholds and the usual operating points of a binary score."""
    task, request = plan.classes, plan.request
    place = task.positive or 0
    ordered = (task.labels[1 - place], task.labels[place])
    costs = None
    if request.costs is not None:
        matrix = read_costs(request.costs, 2, 1)
        costs = float(matrix[0, 1]), float(matrix[1, 0])
    thresholds = Thresholds(table, ordered, request.level, request.seed, costs, request.method)
    separable = bool(table.positive_total) and bool(table.negative_total)
    notes = _notes_with_threshold(evaluation, table, decision)
    return replace(
        evaluation,
        curves=ScoreCurves(table, request.level, request.seed),
        thresholds=thresholds,
        build_points=thresholds.usual if separable else tuple,
        notes=notes,
    )


def _notes_with_threshold(evaluation: Evaluation, table: ScoreTable, decision: Decision) -> tuple[Note, ...]:
    """Add what follows from the threshold; where all scores lie on one side of it, that one thing is said."""
    one_sided = decision.threshold is not None and any(note.code == ONE_ANSWER for note in evaluation.notes)
    if decision.threshold is None or not one_sided:
        return (*evaluation.notes, *threshold_notes(table, decision.threshold, decision.read is not None))
    undefined = [name for name, estimate in evaluation.estimates.items() if not estimate.defined]
    told = one_side_note(table, decision.threshold, evaluation.positive, undefined)
    return tuple(told if note.code == ONE_ANSWER else note for note in evaluation.notes)


@dataclass(frozen=True)
class _ClassScores:
    """Each class's own labels metrics (where there are labels) with the areas of its score."""

    evaluation: Evaluation
    scores: ScoreCases
    level: float
    seed: int

    def __call__(self) -> Mapping[object, Estimates]:
        own = [card for card in cards() if card.reads is ScoreTable and type(card.family) in (Area, AveragePrecision)]
        of_labels = self.evaluation.per_class
        found: dict[object, Estimates] = {}
        for label, table in zip(self.scores.labels, self.scores.tables, strict=True):
            sample = ScoreSample(table, self.level, self.seed)
            areas = {card.name: estimate(card, sample) for card in own}
            found[label] = {**of_labels.get(label, {}), **areas}
        return found
