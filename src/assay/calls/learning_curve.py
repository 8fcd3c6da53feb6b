"""learning_curve: would more data help? Training sets of growing size, all judged on the same test part."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay._version import __version__
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.metrics.cards import Card
from assay.pipelines.curve_groups import CurveGroups
from assay.pipelines.curve_points import error_card, point, run_fits, score_fits
from assay.pipelines.fold_judge import Judge
from assay.pipelines.training_sizes import growing_fits, read_sizes, read_targets
from assay.pipelines.validation_groups import OF_ONE_MODEL, refuse_one_group
from assay.pipelines.validation_inputs import read_problem
from assay.pipelines.validation_metrics import check_metrics
from assay.pipelines.validation_problem import MOST_FITS, Problem
from assay.pipelines.validation_runs import arranged
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices, Evaluation
from assay.results.learning import CurvePoint, LearningCurve
from assay.results.note import Note
from assay.schemes.parts import Holdout
from assay.schemes.scheme import Split, check_count
from assay.stats.checks import check_level
from assay.stats.doors import checked
from assay.stats.means import mean_t
from assay.stats.power_law import FEWEST, extrapolate, fit_power_law
from assay.stats.samples import check_choice
from assay.validation.fits import Outcome


@checked()
def learning_curve(
    model: object,
    X: object,  # noqa: N803
    y: object,
    *,
    sizes: Sequence[float] | None = None,
    repeats: int = 10,
    test: float = 1 / 3,
    metric: str | None = None,
    extrapolate_to: Sequence[int] | None = None,
    strata: object = None,
    group: object = None,
    positive: object = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: str = "raise",
    progress: bool | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> LearningCurve:
    """Score a model on one test part after training it on more and more cases: would more data help?

    Parameters
    ----------
    model, X, y : object, array-like, array-like
        The model and what it learns from, as validate takes them.
    sizes : list of int or float
        Numbers of training cases, or shares of the training part; 8 from small to all if left out.
    repeats : int
        How many times the subsets are drawn anew. They grow from size to size and keep the shares of the classes.
    test : float
        The share of all cases that is set aside for testing.
    metric : str
        What to score; the error rate, the RMSE or the Hamming loss if left out.
    extrapolate_to : list of int
        Sizes to which a power law through the means is carried on; twice the training part if left out.
    strata, group, positive, checkpoint, on_error, progress, level, seed
        As validate takes them.

    Returns
    -------
    LearningCurve
        One point per size with an interval over training sets (with `group`, over the groups of the test part too), the
        power law, and what it says of larger sizes.

    Raises
    ------
    InputError
        Where something cannot be used as it is, such as a size beyond the training part.
    FitError
        Where a model fails.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> curve = learning_curve(KNeighborsClassifier(3), *load_iris(return_X_y=True), sizes=[10, 30, 100], repeats=3)
    >>> curve.sizes, curve.metric, curve.fits
    ((10, 30, 100), 'error_rate', 9)

    See Also
    --------
    complexity_curve : the same against a setting of the model.
    """
    check_level(level)
    check_choice("on_error", on_error, ("raise", "skip"))
    check_count("repeats", repeats, 1, "learning curve")
    holdout = Holdout(test, stratified=strata is not None, grouped=group is not None)
    problem = read_problem(model, X, y, holdout, strata=strata, group=group, positive=positive, seed=seed)
    classes = problem.task.name not in ("regression", "multilabel")
    if classes and group is None:
        problem = replace(problem, scheme=Holdout(test, stratified=True))
    if len(problem.models) > 1:
        raise errors.one_model("learning_curve", len(problem.models))
    card = error_card(metric, problem.task)
    check_metrics(problem, (card,), level)
    outer = problem.splits()[0]
    refuse_one_group(problem, [outer])
    wanted = read_sizes(sizes, len(outer.train), len(problem.task.labels))
    if repeats * len(wanted) > MOST_FITS:
        raise sample_errors.bad_number("repeats", repeats, f"At most {MOST_FITS // len(wanted):,}")
    beyond = read_targets(extrapolate_to)
    fits = growing_fits(problem, outer, wanted, repeats, classes)
    points = f"{wanted} x {repeats}"
    outcomes = run_fits(problem, fits, [outer], "learning curve", points, checkpoint, on_error, progress)
    judge = Judge(problem.task, (card,), level, problem.seed)
    scores, training = (values.reshape(repeats, -1) for values in score_fits(problem, judge, fits, outcomes))
    groups = CurveGroups.of(problem, judge, outer)

    def mean(place: int) -> Estimate:
        estimate = _mean(card, scores[:, place], level)
        own = outcomes[place :: len(wanted)]
        return estimate if groups is None else groups.band(card, estimate, scores[:, place], own)

    curve = tuple(
        point(size, mean(place), scores[:, place], training[:, place], level) for place, size in enumerate(wanted)
    )
    last = outcomes[-1]
    judged = None if last.failed is not None else _judged(judge, problem, outer, last)
    doubt = 0.0 if judged is None else _doubt(judged[card.name])
    result = _assemble(problem, card, curve, scores, len(outer.test), beyond, doubt, level)
    return result if problem.group is None else _with_groups(result, groups, judged)


def _judged(judge: Judge, problem: Problem, outer: Split, outcome: Outcome) -> Evaluation:
    """Judge the last fit on the test part; cases of one group are one unit."""
    group = None if problem.group is None else {problem.group_name: problem.group[outer.test]}
    return judge.evaluate(problem.target[outer.test], outcome.prediction, arranged(outcome, judge), None, group=group)


def _with_groups(curve: LearningCurve, groups: CurveGroups | None, judged: Evaluation | None) -> LearningCurve:
    """Say of a curve what groups did to it."""
    told = () if judged is None else tuple(note for note in judged.notes if note.code in OF_ONE_MODEL)
    notes = curve.notes if groups is None else (groups.note(), *curve.notes[1:])
    return replace(curve, notes=(*notes, *told), grouping=None if judged is None else judged.grouping)


def _doubt(score: Estimate) -> float:
    """Return how far the test part alone leaves the last score in doubt: half of its interval."""
    half = (score.high - score.low) / 2
    return half if np.isfinite(half) else 0.0


def _mean(card: Card, values: np.ndarray, level: float) -> Estimate:
    """Return the mean over training sets, with Student's t over them."""
    known = values[~np.isnan(values)]
    if len(known) < len(values) or len(known) < 2:
        mean = float(known.mean()) if len(known) == len(values) and len(known) else float("nan")
        why = "one training set has no spread" if mean == mean else "it is undefined for some training sets"
        return Estimate(mean, *card.bounds, level, "none", len(known), why)
    estimate = mean_t(known, level=level)
    if float(np.ptp(known)) == 0:
        none = float("nan")
        return Estimate(estimate.value, none, none, level, "none", len(known), "all training sets score the same")
    low, high = np.clip([estimate.low, estimate.high], *card.bounds)
    note = "over training sets, on one test part"
    return Estimate(estimate.value, float(low), float(high), level, "t", len(known), note)


def _assemble(
    problem: Problem,
    card: Card,
    points: tuple[CurvePoint, ...],
    scores: np.ndarray,
    test_size: int,
    targets: list[int] | None,
    doubt: float,
    level: float,
) -> LearningCurve:
    sizes = np.array([point.at for point in points], dtype=float)
    law, beyond = None, {}
    notes = [Note("one-test-part", "Error bars are over training sets; all are judged on the same test cases.")]
    if len(sizes) >= FEWEST and len(scores) > 1 and not np.isnan(scores).any():
        law = fit_power_law(sizes, scores.mean(axis=0), card.bounds)
        larger = targets if targets is not None else [2 * int(sizes[-1])]
        beyond = _extrapolated(card, sizes, scores, larger, doubt, level, problem.seed)
        if not law.steady:
            notes.append(Note("no-law", "The means do not bend like a power law, so what lies beyond is a guess."))
    elif targets is not None:
        raise errors.too_few_sizes(len(sizes), FEWEST)
    return LearningCurve(
        model=next(iter(problem.models)),
        metric=card.name,
        label=card.label,
        better=card.better,
        points=points,
        n=problem.n,
        fits=scores.size,
        choices=Choices(level, problem.seed, "in memory", None, __version__),
        notes=tuple(notes),
        test_size=test_size,
        flat_from=_flat_from(points, 1 / test_size if card.bounds == (0, 1) else 0.0),
        law=None if law is None else {"limit": law.limit, "gain": law.gain, "rate": law.rate},
        extrapolated=beyond,
    )


def _extrapolated(
    card: Card, sizes: np.ndarray, scores: np.ndarray, targets: list[int], doubt: float, level: float, seed: int
) -> dict[int, Estimate]:
    """Carry the power law on to larger sizes; the doubt of the test part is added to that of the training sets."""
    value, low, high = extrapolate(sizes, scores, np.array(targets, dtype=float), card.bounds, level, seed)
    ends = [value, value - np.hypot(value - low, doubt), value + np.hypot(high - value, doubt)]
    clipped = np.clip(ends, *card.bounds).T.tolist()
    note = "if the law goes on; training sets and test cases are in the interval"
    return {
        size: Estimate(mean, below, above, level, "power law", int(sizes[-1]), note)
        for size, (mean, below, above) in zip(targets, clipped, strict=True)
    }


def _flat_from(points: tuple[CurvePoint, ...], grain: float) -> int | None:
    """Return the smallest size from which every mean lies within a standard error (or one test case) of the last."""
    last = points[-1]
    flat: int | None = None
    for earlier in reversed(points[:-1]):
        room = max(float(np.nan_to_num(np.hypot(earlier.error, last.error))), grain)
        if len(earlier.test_values) < 2 or not abs(earlier.test.value - last.test.value) <= room:
            break
        flat = earlier.size
    return flat
