"""complexity_curve: train and test score against a setting, and the simplest value that is as good as the best."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from assay._version import __version__
from assay.checks.lists import spelled
from assay.errors import arguments as argument_errors
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.intervals.fold_means import mean_over_folds
from assay.metrics.cards import Card
from assay.pipelines.curve_points import error_card, point, run_fits, score_fits
from assay.pipelines.fold_geometry import Geometry
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_inputs import read_problem
from assay.pipelines.validation_metrics import check_metrics
from assay.pipelines.validation_problem import MOST_FITS, Problem
from assay.pipelines.validation_runs import Run
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices
from assay.results.learning import ComplexityCurve, CurvePoint
from assay.results.note import Note
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.nested import Nested
from assay.schemes.scheme import Split
from assay.stats.checks import check_level
from assay.stats.doors import checked
from assay.stats.samples import check_choice
from assay.validation.estimators import check_settings
from assay.validation.fits import Fit

CHOSEN_HERE = (
    "The chosen value was chosen on these folds, so its own score flatters; a nested scheme in validate judges the "
    "whole procedure fairly."
)


@checked()
def complexity_curve(
    model: object,
    X: object,  # noqa: N803
    y: object,
    *,
    parameter: str,
    values: Iterable[object],
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
    """Score a model on training and on test cases for every value of one of its settings.

    Parameters
    ----------
    model, X, y : object, array-like, array-like
        The model and what it learns from, as validate takes them.
    parameter : str
        The setting to vary, as the model's set_params names it.
    values : list
        Its values, from one end to the other.
    scheme : str, Scheme, splitter or list
        How to split, the same for every value; not nested.
    metric : str
        What to score; the error rate, the RMSE or the Hamming loss if left out.
    simpler : {"first", "last"}
        Which end of `values` is the simpler model.
    strata, group, positive, checkpoint, on_error, allow_many_fits, progress, level, seed
        As validate takes them.

    Returns
    -------
    ComplexityCurve
        One point per value; `best` is the value with the best mean, `chosen` the simplest within one standard error.

    Raises
    ------
    InputError
        Where something cannot be used as it is, such as a setting that the model does not have.
    FitError
        Where a model fails.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> curve = complexity_curve(
    ...     DecisionTreeClassifier(random_state=0), *load_iris(return_X_y=True), parameter="max_depth", values=[1, 2, 3]
    ... )
    >>> curve.chosen, curve.fits
    (2, 30)

    See Also
    --------
    validate : a nested scheme judges the choice of a setting fairly.
    """
    check_level(level)
    check_choice("on_error", on_error, ("raise", "skip"))
    check_choice("simpler", simpler, ("first", "last"))
    listed = list(values)
    if not listed:
        raise sample_errors.bad_number("values", values, "At least one value of the parameter")
    problem = read_problem(model, X, y, scheme, strata=strata, group=group, positive=positive, seed=seed)
    _check(problem, parameter, len(listed), allow_many_fits)
    points = f"{parameter} {spelled('values', listed)}"
    card = error_card(metric, problem.task)
    check_metrics(problem, (card,), level)
    splits = problem.splits()
    fits = [fit for place, value in enumerate(listed) for fit in _fits(problem, splits, parameter, value, place)]
    outcomes = run_fits(problem, fits, splits, "complexity curve", points, checkpoint, on_error, progress)
    judge = Judge(problem.task, (card,), level, problem.seed)
    test, training = (scores.reshape(len(listed), -1) for scores in score_fits(problem, judge, fits, outcomes))
    geometry = Geometry.of(problem, Run("", splits, outcomes[: len(splits)]))
    curve = tuple(
        point(value, _mean(card, test[place], geometry, level), test[place], training[place], level)
        for place, value in enumerate(listed)
    )
    return _assemble(problem, card, curve, parameter, simpler, len(fits), level)


def _check(problem: Problem, parameter: str, count: int, allow_many_fits: bool) -> None:
    """Refuse several models, a parameter that the model does not have, and far too many fits."""
    if len(problem.models) > 1:
        raise errors.one_model("complexity_curve", len(problem.models))
    if isinstance(problem.scheme, Nested):
        raise errors.not_nested_here("complexity_curve")
    if isinstance(problem.scheme, Bootstrap) and problem.scheme.with_resubstitution:
        raise errors.out_of_bag_only(str(problem.scheme))
    if not isinstance(parameter, str):
        raise argument_errors.not_text("parameter", parameter)
    name, learner = next(iter(problem.models.items()))
    check_settings(learner, name, {parameter: None})
    total = problem.fits() * count
    if total > MOST_FITS and not allow_many_fits:
        raise errors.too_many_fits(str(problem.scheme), total, MOST_FITS)


def _fits(problem: Problem, splits: Sequence[Split], parameter: str, value: object, place: int) -> list[Fit]:
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


def _mean(card: Card, values: np.ndarray, geometry: Geometry, level: float) -> Estimate:
    mean = mean_over_folds(card, values, geometry.test_ratio, geometry.parts, level, "over the folds")
    if mean.defined and len(values) > 1 and float(np.ptp(values)) == 0:
        return replace(mean, low=math.nan, high=math.nan, method="none", note="all folds score the same")
    return mean


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
    defined = [value for value in points if value.test.defined]
    best = min(defined, key=lambda value: sign * value.test.value) if defined else None
    chosen = None
    if best is not None:
        reach = sign * best.test.value + (best.error if best.error == best.error else 0.0)
        near = [value for value in defined if sign * value.test.value <= reach]
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
