"""complexity_curve: train and test score against a setting, and the simplest value that is as good as the best."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from assay._version import __version__
from assay.counting import progress as progress_bar
from assay.errors import estimators as model_errors
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.intervals.fold_means import mean_over_folds
from assay.metrics.cards import Card
from assay.pipelines.curve_points import error_card, point, score_fits
from assay.pipelines.fold_geometry import Geometry
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_inputs import read_problem
from assay.pipelines.validation_metrics import check_metrics
from assay.pipelines.validation_problem import MOST_FITS, Problem
from assay.pipelines.validation_runs import Run, identity
from assay.results.evaluation import Choices
from assay.results.learning import ComplexityCurve, CurvePoint
from assay.results.note import Note
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.nested import Nested
from assay.schemes.scheme import Split
from assay.stats.checks import check_level
from assay.stats.samples import check_choice
from assay.validation.fits import Fit
from assay.validation.running import Runner, opened

CHOSEN_HERE = (
    "The chosen value was chosen on these folds, so its own score flatters; a nested scheme in validate judges the "
    "whole procedure fairly."
)


def complexity_curve(
    model: object,
    X: object,  # noqa: N803
    y: object,
    *,
    parameter: str,
    values: Sequence[Any],
    scheme: object = None,
    metric: str | None = None,
    simpler: str = "first",
    strata: object = None,
    group: object = None,
    positive: object = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "raise",
    allow_many_fits: bool = False,
    progress: bool | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> ComplexityCurve:
    """Fit the model with every value of a setting on the same parts; score training and test cases.

    `values` go from one end to the other; `simpler` says which end is the simpler model, "first" or "last". `best` is
    the value with the best mean, `chosen` the simplest one within one standard error of it.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> curve = complexity_curve(
    ...     DecisionTreeClassifier(random_state=0), *load_iris(return_X_y=True), parameter="max_depth", values=[1, 2, 3]
    ... )
    >>> curve.chosen, curve.fits
    (2, 30)
    """
    check_level(level)
    check_choice("on_error", on_error, ("raise", "skip"))
    check_choice("simpler", simpler, ("first", "last"))
    listed = list(values) if isinstance(values, Iterable) and not isinstance(values, str) else []
    if not listed:
        raise sample_errors.bad_number("values", values, "At least one value of the parameter")
    problem = read_problem(model, X, y, scheme, strata=strata, group=group, positive=positive, seed=seed)
    _check(problem, parameter, len(listed), allow_many_fits)
    card = error_card(metric, problem.task)
    check_metrics(problem, (card,), level)
    judge = Judge(problem.task, (card,), level, problem.seed)
    splits = problem.splits()
    fits = [fit for place, value in enumerate(listed) for fit in _fits(problem, splits, parameter, value, place)]
    whose = partial(identity, problem, problem.models, splits, {}, f"complexity curve {parameter} {listed!r}")
    with opened(checkpoint, whose) as kept, progress_bar.progress("complexity curve", len(fits), progress) as advance:
        data = problem.features.values, problem.target
        runner = Runner(problem.models, *data, on_error=on_error, checkpoint=kept, advance=advance)
        outcomes = runner.run(fits)
    scores, training = (found.reshape(len(listed), -1) for found in score_fits(problem, judge, fits, outcomes))
    geometry = Geometry.of(problem, Run("", splits, outcomes[: len(splits)]))
    points = tuple(
        point(value, _mean(card, scores[place], geometry, level), scores[place], training[place], level)
        for place, value in enumerate(listed)
    )
    return _assemble(problem, card, points, parameter, simpler, len(fits), level)


def _check(problem: Problem, parameter: str, count: int, allow_many_fits: bool) -> None:
    """Refuse several models, a parameter that the model does not have, and far too many fits."""
    name, learner = next(iter(problem.models.items()))
    if len(problem.models) > 1:
        raise errors.one_model("complexity_curve", len(problem.models))
    if isinstance(problem.scheme, Nested):
        raise errors.not_nested_here("complexity_curve")
    if isinstance(problem.scheme, Bootstrap) and problem.scheme.with_resubstitution:
        raise errors.out_of_bag_only(str(problem.scheme))
    if not hasattr(learner, "set_params"):
        raise model_errors.no_settings(name, {parameter: None})
    known = learner.get_params()
    if parameter not in known:
        raise model_errors.unknown_setting(name, parameter, list(known))
    total = problem.fits() * count
    if total > MOST_FITS and not allow_many_fits:
        raise errors.too_many_fits(str(problem.scheme), total, MOST_FITS)


def _fits(problem: Problem, splits: Sequence[Split], parameter: str, value: Any, place: int) -> list[Fit]:
    name = next(iter(problem.models))
    return [
        Fit(
            key=f"{name} {place} {number}",
            model=name,
            where=f"{name!r}, fold {number + 1} of {len(splits)} ({parameter}={value!r})",
            split=split,
            seed=(problem.seed, number),
            parameters={parameter: value},
            training=True,
        )
        for number, split in enumerate(splits)
    ]


def _mean(card: Card, values: np.ndarray, geometry: Geometry, level: float) -> Any:
    found = mean_over_folds(card, values, geometry.test_ratio, geometry.parts, level, "over the folds")
    if found.defined and len(values) > 1 and float(np.ptp(values)) == 0:
        return replace(found, low=math.nan, high=math.nan, method="none", note="all folds score the same")
    return found


def _assemble(
    problem: Problem,
    card: Card,
    points: tuple[CurvePoint, ...],
    parameter: str,
    simpler: str,
    fits: int,
    level: float,
) -> ComplexityCurve:
    sign = 1 if card.better == "lower" else -1
    defined = [one for one in points if one.test.defined]
    best = min(defined, key=lambda one: sign * one.test.value) if defined else None
    chosen = None
    if best is not None:
        reach = sign * best.test.value + (best.error if best.error == best.error else 0.0)
        near = [one for one in defined if sign * one.test.value <= reach]
        chosen = near[0] if simpler == "first" else near[-1]
    return ComplexityCurve(
        model=next(iter(problem.models)),
        metric=card.name,
        label=card.label,
        better=card.better,
        points=points,
        n=problem.n,
        fits=fits,
        choices=Choices(level, problem.seed, "in memory", None, __version__),
        notes=(Note("chosen-here", CHOSEN_HERE),),
        parameter=parameter,
        scheme=str(problem.scheme),
        best=None if best is None else best.at,
        chosen=None if chosen is None else chosen.at,
        simpler=simpler,
    )
