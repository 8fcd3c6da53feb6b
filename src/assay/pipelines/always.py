"""An evaluation whose limits hold at every look at once, for whoever watches the numbers while cases arrive."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, replace

from assay.intervals.always import METHOD, NO_SEQUENCE, REASON, sequence_limits
from assay.metrics.families import CaseShare, Loss, MeanLoss
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.results.evaluation import Estimates, Evaluation
from assay.results.note import Note
from assay.tasks.labels.result import LabelEvaluation

TURNING_ON_LIMITS = ("baseline", "reversed", "best-threshold", "no-interval", "biased")
"""Notes that are made of the limits of one look."""

NEARLY = 1e-6
"""A share times its cases is a whole number, but for rounding."""


def at_every_look(evaluation: Evaluation) -> Evaluation:
    """Return an evaluation with limits that hold at every look, and without what holds at one look alone."""
    weighted = evaluation.choices.weighted
    estimates = _watched(evaluation.estimates, weighted)
    baseline = evaluation.baseline
    if baseline is not None:
        baseline = replace(baseline, accuracy=_watch("accuracy", baseline.accuracy, True))
    parts = {own.name: getattr(evaluation, own.name) for own in fields(Evaluation)} | {
        "estimates": estimates,
        "baseline": baseline,
        "methods": {METHOD: REASON},
        "notes": (*(note for note in evaluation.notes if note.code not in TURNING_ON_LIMITS), _note(estimates)),
        "origin": None,
    }
    if not isinstance(evaluation, LabelEvaluation):
        return Evaluation(**parts)
    classes = {label: _watched(own, weighted) for label, own in evaluation.per_class.items()}
    return LabelEvaluation(**parts, classes=classes)


def _watched(estimates: Estimates, weighted: bool) -> dict[str, Estimate]:
    return {name: _watch(name, made, weighted) for name, made in estimates.items()}


def _watch(name: str, made: Estimate, weighted: bool) -> Estimate:
    """Return an estimate with limits for every look, or with none where no such limits are known."""
    if not made.defined:
        return made
    width = None if weighted else _largest(name, made)
    if width is None:
        return replace(
            made, low=made.bounds[0], high=made.bounds[1], method="none", note=NO_SEQUENCE, independent=False
        )
    low, high = sequence_limits(made.value / width * made.n, made.n, made.level)
    return replace(made, low=low * width, high=high * width, method=METHOD, independent=False)


def _largest(name: str, made: Estimate) -> float | None:
    """Return the largest value that one case can have where the metric is a mean over cases, None where it is none."""
    card = find(name)
    if card.average is not None:
        return None
    if isinstance(card.family, MeanLoss):
        return made.bounds[1] if card.family.loss is Loss.SQUARED else None
    counted = abs(made.value * made.n - round(made.value * made.n)) <= NEARLY * max(made.n, 1.0)
    share = made.independent or isinstance(card.family, CaseShare)
    return 1.0 if share and counted and math.isfinite(made.n) else None


def _note(estimates: Mapping[str, Estimate]) -> Note:
    count = sum(made.method == METHOD for made in estimates.values())
    message = (
        f"Limits hold at every look at once, so one may stop whenever one likes. {count} of {len(estimates)} metrics "
        "have such limits: shares of cases, and means of losses that are bounded. Weighted cases have none, and "
        "thresholds, curves and what compares limits are left to result()."
    )
    return Note("every-look", message)
