"""The labels that scores lead to: predicted beside them, cut at a threshold, or the class of the highest score."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.inputs.tasks import Classes
from assay.results.note import Note
from assay.summaries.class_scores import ClassScores
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.judging import Read
from assay.tasks.requests import Request
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import USUAL_THRESHOLD, Scored
from assay.tasks.scores.thresholds import counts_at


@dataclass(frozen=True, eq=False)
class Decided:
    """Labels that scores lead to, as judges of labels read them."""

    request: Request
    classes: Classes
    engine: str
    notes: tuple[Note, ...] = ()
    part: str = "class"


@dataclass(frozen=True, eq=False)
class Decision:
    """Labels with how they are read (both None where no threshold makes labels of the scores), and the threshold."""

    read: Read | None
    summary: LabelCounts | LabelSets | None
    threshold: float | None = None


def decide(plan: ScorePlan, scored: Scored) -> Decision:
    """Return the labels that scores lead to."""
    if plan.labels is not None and scored.labels is not None:
        return Decision(plan.labels, scored.labels)
    scores = scored.scores
    if isinstance(scores, ScoreTable):
        return _cut(plan, scores)
    if plan.classes.name == "multilabel":
        return _cut_sets(plan, scores)
    return Decision(Decided(plan.request, plan.classes, plan.engine), scores.answers(None))


def _cut(plan: ScorePlan, table: ScoreTable) -> Decision:
    """Cut one score at the threshold; none where the scores are no probabilities and no threshold was given."""
    asked = plan.request.threshold
    if asked is None and not table.probabilities:
        return Decision(None, None)
    used = USUAL_THRESHOLD if asked is None else asked
    place = plan.classes.positive or 0
    ordered = (plan.classes.labels[1 - place], plan.classes.labels[place])
    classes = replace(plan.classes, labels=ordered, positive=1)
    return Decision(Decided(plan.request, classes, plan.engine), counts_at(table, used, ordered), used)


def _cut_sets(plan: ScorePlan, cases: ClassScores) -> Decision:
    asked = plan.request.threshold
    used = asked if asked is not None else (USUAL_THRESHOLD if cases.probabilities else None)
    if used is None:
        return Decision(None, None)
    read = Decided(plan.request, plan.classes, plan.engine, part="label")
    return Decision(read, cases.answers(used), used)


def sum_notes(off_sums: int, rows: int) -> tuple[Note, ...]:
    """Say how many cases have two scores that do not add up to 1."""
    if not off_sums:
        return ()
    message = (
        f"{off_sums:,} of {rows:,} cases have two scores that do not add up to 1. Only the positive class's column "
        "was judged, as it is."
    )
    return (Note("sums", message),)
