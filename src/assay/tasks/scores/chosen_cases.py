"""How cases are listed that have scores: beyond which threshold a score is a mistake."""

from __future__ import annotations

from assay.engines.worst_rows import CaseLoss
from assay.results.evaluation import Evaluation
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.scores.case_loss import SureMistakes, SureWrongAnswers, SureWrongClasses, SureWrongSets
from assay.tasks.scores.class_pulls import threshold_of
from assay.tasks.scores.plan import ScorePlan
from assay.tasks.scores.reducers import TabulateClasses, TabulateScores


def score_loss(plan: ScorePlan, evaluation: Evaluation) -> CaseLoss | None:
    """Return the loss of cases with scores; None where no threshold is known, as all cases are of one class."""
    if not isinstance(plan.reducer, TabulateScores):
        several = plan.reducer.collecting if isinstance(plan.reducer, TabulateClasses) else plan.reducer
        if several.exclusive:
            return SureWrongClasses(several.classes, several.order)
        return SureWrongSets(several, threshold_of(plan), several.labels is not None)
    threshold = evaluation.choices.threshold
    if threshold is None:
        threshold = next((point.threshold for point in evaluation.operating_points), None)
    if threshold is None:
        return None
    negative = next((label for label in plan.classes.labels if label != plan.reducer.positive), "not positive")
    told = plan.reducer, threshold, plan.reducer.positive, negative
    if isinstance(plan.reducer.labels, CountLabels):
        return SureWrongAnswers(*told, plan.reducer.labels.labels)
    return SureMistakes(*told)
