"""learning_curve: would more data help? Training sets of growing size, all judged on the same test part."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from assay._version import __version__
from assay.counting import progress as progress_bar
from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.metrics.cards import Card
from assay.pipelines.curve_points import error_card, point, score_fits
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_inputs import read_problem
from assay.pipelines.validation_metrics import check_metrics
from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import arranged, identity
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices
from assay.results.learning import CurvePoint, LearningCurve
from assay.results.note import Note
from assay.schemes.parts import Holdout
from assay.schemes.scheme import Split, check_count
from assay.stats.checks import check_level
from assay.stats.means import mean_t
from assay.stats.power_law import FEWEST, extrapolate, fit_power_law
from assay.stats.samples import check_choice
from assay.validation.fits import Fit, Outcome
from assay.validation.running import Runner, opened

USUAL_SIZES = 8
SMALLEST = 10


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
    """Fit the model to training sets of growing size and judge each on the same test part.

    `sizes` are numbers of cases, or shares of the training part; 8 from small to all if left out. Each of `repeats`
    draws its own subsets, which grow from size to size and keep the shares of the classes. A power law through the
    means is carried on to `extrapolate_to` (twice the training part if left out).

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> curve = learning_curve(KNeighborsClassifier(3), *load_iris(return_X_y=True), sizes=[10, 30, 100], repeats=3)
    >>> curve.sizes, curve.metric, curve.fits
    ((10, 30, 100), 'error_rate', 9)
    """
    check_level(level)
    check_choice("on_error", on_error, ("raise", "skip"))
    check_count("repeats", repeats, 1, "learning curve")
    problem = read_problem(
        model, X, y, Holdout(test, stratified=strata is not None, grouped=group is not None), strata=strata,
        group=group, positive=positive, seed=seed,
    )  # fmt: skip
    classes = problem.task.name not in ("regression", "multilabel")
    if classes and group is None:
        problem = _stratified(problem, test)
    if len(problem.models) > 1:
        raise errors.one_model("learning_curve", len(problem.models))
    card = error_card(metric, problem.task)
    check_metrics(problem, (card,), level)
    judge = Judge(problem.task, (card,), level, problem.seed)
    outer = problem.splits()[0]
    wanted = _sizes(sizes, len(outer.train), len(problem.task.labels))
    beyond = _targets(extrapolate_to)
    fits = _fits(problem, outer, wanted, repeats, classes)
    whose = partial(identity, problem, problem.models, [outer], {}, f"learning curve {wanted} x {repeats}")
    with opened(checkpoint, whose) as kept, progress_bar.progress("learning curve", len(fits), progress) as advance:
        data = problem.features.values, problem.target
        runner = Runner(problem.models, *data, on_error=on_error, checkpoint=kept, advance=advance)
        outcomes = runner.run(fits)
    scores, training = (found.reshape(repeats, -1) for found in score_fits(problem, judge, fits, outcomes))
    points = tuple(
        point(size, _mean(card, scores[:, place], level), scores[:, place], training[:, place], level)
        for place, size in enumerate(wanted)
    )
    last = outcomes[-1]
    doubt = _test_doubt(judge, problem.target[outer.test], last) if last.failed is None else 0.0
    return _assemble(problem, card, points, scores, len(outer.test), beyond, doubt, level)


def _targets(sizes: object) -> list[int] | None:
    """Return the sizes to carry the law on to, as a list."""
    if sizes is None:
        return None
    listed: list[Any] = list(sizes) if isinstance(sizes, Iterable) and not isinstance(sizes, str) else [sizes]
    for size in listed:
        if isinstance(size, bool) or not isinstance(size, int | float | np.number) or not size >= 1:
            raise sample_errors.bad_number("extrapolate_to", size, "A number of training cases")
    return [int(size) for size in listed]


def _test_doubt(judge: Judge, truth: np.ndarray, outcome: Outcome) -> float:
    """Return how far the test part alone leaves the last score in doubt: half of its interval."""
    found = judge.evaluate(truth, outcome.prediction, arranged(outcome, judge), None)[judge.cards[0].name]
    half = (found.high - found.low) / 2
    return half if np.isfinite(half) else 0.0


def _stratified(problem: Problem, test: float) -> Problem:
    return replace(problem, scheme=Holdout(test, stratified=True))


def _sizes(sizes: Sequence[float] | None, most: int, classes: int) -> list[int]:
    """Return the sizes asked for, as numbers of cases, or the usual ones."""
    least = max(SMALLEST, 2 * classes)
    if sizes is not None and (isinstance(sizes, str) or not isinstance(sizes, Iterable)):
        raise sample_errors.bad_number("sizes", sizes, "A list of numbers of cases, or of shares,")
    if sizes is None:
        return sorted({int(size) for size in np.geomspace(min(least, most), most, USUAL_SIZES).round()})
    found = []
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int | float | np.number) or not size > 0:
            raise sample_errors.bad_number("sizes", size, f"Numbers of cases up to {most:,}, or shares up to 1.0,")
        count = round(float(size) * most) if isinstance(size, float) and size <= 1 else int(size)
        if not 2 <= count <= most:
            raise errors.size_out_of_reach(count, most)
        found.append(count)
    if not found:
        raise sample_errors.bad_number("sizes", sizes, "At least one size")
    return sorted(set(found))


def _fits(problem: Problem, outer: Split, sizes: list[int], repeats: int, classes: bool) -> list[Fit]:
    name = next(iter(problem.models))
    fits = []
    for repeat in range(repeats):
        rng = np.random.default_rng([problem.seed, 20, repeat])
        order = outer.train[in_shares(problem.target[outer.train] if classes else None, len(outer.train), rng)]
        fits += [
            Fit(
                key=f"{name} {repeat} {size}",
                model=name,
                where=f"{name!r} on {size:,} cases, repetition {repeat + 1}",
                split=Split(np.sort(order[:size]), outer.test, repeat, place),
                seed=(problem.seed, repeat, place),
                training=True,
            )
            for place, size in enumerate(sizes)
        ]
    return fits


def in_shares(target: np.ndarray | None, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return an order of which every beginning holds the classes in about their shares, and soon each of them."""
    if target is None:
        return rng.permutation(n)
    place = np.empty(n)
    for label in np.unique(target):
        rows = rng.permutation(np.flatnonzero(target == label))
        place[rows] = (np.arange(len(rows)) + rng.random()) / len(rows)
        place[rows[0]] = -rng.random()
    return np.argsort(place, kind="stable")


def _mean(card: Card, values: np.ndarray, level: float) -> Estimate:
    """Return the mean over training sets, with Student's t over them."""
    known = values[~np.isnan(values)]
    if len(known) < len(values) or len(known) < 2:
        mean = float(known.mean()) if len(known) == len(values) and len(known) else float("nan")
        why = "one training set has no spread" if mean == mean else "it is undefined for some training sets"
        return Estimate(mean, *card.bounds, level, "none", len(known), why)
    found = mean_t(known, level=level)
    if float(np.ptp(known)) == 0:
        none = float("nan")
        return Estimate(found.value, none, none, level, "none", len(known), "all training sets score the same")
    low, high = np.clip([found.low, found.high], *card.bounds)
    told = "over training sets, on one test part"
    return Estimate(found.value, float(low), float(high), level, "t", len(known), told)


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
    law, further = None, {}
    notes = [Note("one-test-part", "Error bars are over training sets; all are judged on the same test cases.")]
    if len(sizes) >= FEWEST and len(scores) > 1 and not np.isnan(scores).any():
        law = fit_power_law(sizes, scores.mean(axis=0), card.bounds)
        asked = np.array(targets if targets is not None else [2 * int(sizes[-1])], dtype=float)
        value, low, high = extrapolate(sizes, scores, asked, card.bounds, level, problem.seed)
        below, above = np.hypot(value - low, doubt), np.hypot(high - value, doubt)
        found = np.clip([value, value - below, value + above], *card.bounds)
        n = int(sizes[-1])
        further = {
            int(size): Estimate(
                float(value),
                float(low),
                float(high),
                level,
                "power law",
                n,
                "if the law goes on; training sets and test cases are in the interval",
            )
            for size, value, low, high in zip(asked, *found, strict=True)
        }
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
        extrapolated=further,
    )


def _flat_from(points: tuple[CurvePoint, ...], grain: float) -> int | None:
    """Return the smallest size from which every mean lies within a standard error (or one test case) of the last."""
    last = points[-1]
    flat: int | None = None
    for one in reversed(points[:-1]):
        room = max(float(np.nan_to_num(np.hypot(one.error, last.error))), grain)
        if len(one.test_values) < 2 or not abs(one.test.value - last.test.value) <= room:
            break
        flat = int(one.at)
    return flat
