"""One metric of the scores of two classes and nothing else, as slices ask for it thousands of times."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assay.inputs.blocks import Block
from assay.intervals.estimating import estimate
from assay.intervals.score_intervals import ScoreSample
from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.judging import one_estimate
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.scores.decisions import Decided
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import TabulateScores


def one_of_scores(plan: ScorePlan, block: Block, card: Card, whole: Evaluation) -> Estimate | None:
    """Return a metric with its interval, None where there are several classes, weights, or no threshold."""
    scoring, request = plan.reducer, plan.request
    if not isinstance(scoring, TabulateScores) or card.own_loss or block.weight is not None:
        return None
    if card.reads is ScoreTable:
        flags, score = scoring.flags(block), scoring.score(block)
        table = ScoreTable.of_scores(score[flags], score[~flags], keep=scoring.keep, in_place=True)
        named = card.in_task(plan.classes.name)
        return estimate(named, ScoreSample(table, request.level, request.seed, request.method))
    if not card.of_labels or card.needs:
        return None
    if plan.labels is not None and isinstance(plan.labels.reducer, CountLabels):
        return one_estimate(card, plan.labels, plan.labels.reducer.reduce(block))
    threshold = whole.choices.threshold
    return None if threshold is None else _cut_at(plan, scoring, block, card, threshold)


def _cut_at(plan: ScorePlan, scoring: TabulateScores, block: Block, card: Card, threshold: float) -> Estimate | None:
    """Return a metric of the labels above and below a threshold; no score needs to be sorted for it."""
    place = plan.classes.positive or 0
    ordered = (plan.classes.labels[1 - place], plan.classes.labels[place])
    flags, called = scoring.flags(block), scoring.score(block) >= threshold
    hits, positive, flagged = (np.count_nonzero(part) for part in (flags & called, flags, called))
    table = [[block.rows - positive - flagged + hits, flagged - hits], [positive - hits, hits]]
    counts = np.array(table, dtype=float)
    classes = replace(plan.classes, labels=ordered, positive=1)
    read = Decided(plan.request, classes, plan.engine)
    return one_estimate(card, read, LabelCounts(ordered, counts, counts, block.rows, positive=1))
