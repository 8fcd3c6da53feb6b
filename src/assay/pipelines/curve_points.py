"""Points of a curve: many fits at each size or setting, scored on test and on training cases."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from assay.counting.progress import progress as progress_bar
from assay.inputs.tasks import Classes
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import arranged, identity
from assay.results.estimate import Estimate
from assay.results.learning import CurvePoint
from assay.schemes.scheme import Split
from assay.validation.fits import Fit, Outcome
from assay.validation.running import Runner, opened

ERRORS = {"regression": "rmse", "multilabel": "hamming_loss"}


def error_card(metric: str | None, task: Classes) -> Card:
    """Return the metric of a curve: the one asked for, or the usual error of the task."""
    return find(metric) if metric is not None else find(ERRORS.get(task.name, "error_rate"))


def run_fits(
    problem: Problem,
    fits: Sequence[Fit],
    splits: Sequence[Split],
    title: str,
    points: str,
    checkpoint: str | os.PathLike[str] | None,
    on_error: str,
    progress: bool | None,
) -> list[Outcome]:
    """Run all fits of a curve; `title` and `points` tell its checkpoint from those of other curves."""
    whose = partial(identity, problem, problem.models, splits, {}, f"{title} {points}")
    with opened(checkpoint, whose) as kept, progress_bar(title, len(fits), progress) as advance:
        cases = problem.features.values, problem.target
        return Runner(problem.models, *cases, on_error=on_error, checkpoint=kept, advance=advance).run(fits)


def score_fits(
    problem: Problem, judge: Judge, fits: Sequence[Fit], outcomes: Sequence[Outcome]
) -> tuple[np.ndarray, np.ndarray]:
    """Return what every fit scores on its test cases and on its training cases; nan where it failed."""
    name = judge.cards[0].name
    test, training = np.full(len(fits), math.nan), np.full(len(fits), math.nan)
    for place, (fit, outcome) in enumerate(zip(fits, outcomes, strict=True)):
        if outcome.failed is not None:
            continue
        seen, new = problem.target[np.unique(fit.split.train)], problem.target[fit.split.test]
        test[place] = judge.values(new, outcome.prediction, arranged(outcome, judge))[name]
        if outcome.train_prediction is not None:
            score = arranged(outcome, judge, training=True)
            training[place] = judge.values(seen, outcome.train_prediction, score)[name]
    return test, training


def point(at: Any, test: Estimate, test_values: np.ndarray, training: np.ndarray, level: float) -> CurvePoint:
    """Assemble a point; the training score is a mean without an interval, as it flatters anyway."""
    known = training[~np.isnan(training)]
    mean = float(known.mean()) if len(known) else math.nan
    shown = Estimate(mean, math.nan, math.nan, level, "none", len(known))
    return CurvePoint(at, test, shown, tuple(test_values.tolist()), tuple(training.tolist()))
