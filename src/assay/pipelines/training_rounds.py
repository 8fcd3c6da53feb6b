"""Many training sets for one model: bootstrap samples of observed cases, or targets drawn from a known generator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.checks.arrays import NotNumbersError
from assay.checks.callables import numbers_from
from assay.errors import samples as sample_errors
from assay.inputs.features import row_count
from assay.pipelines.validation_inputs import read_problem
from assay.schemes.parts import Holdout
from assay.schemes.scheme import Split
from assay.stats.decomposition import Parts, squared_parts, zero_one_parts
from assay.stats.samples import check_choice
from assay.stats.streams import Stream
from assay.validation.estimators import kind_of

LOSSES = ("squared", "zero-one")

Function = Callable[[Any], object]
"""What is known of the target: its mean at X, or the probabilities of its labels there."""


@dataclass(frozen=True, eq=False)
class Rounds:
    """Where the fits learn and where they are looked at; `parts` takes predictions (fits x points) apart."""

    features: Any
    target: np.ndarray
    splits: Sequence[Split]
    learnt: Sequence[np.ndarray | None]
    loss: str
    parts: Callable[[np.ndarray], Parts]
    source: str
    known: bool


def observed_rounds(
    learner: Any, features: object, target: object, loss: str | None, test: float, rounds: int, seed: int
) -> Rounds:
    """Set a test part aside and draw a bootstrap sample of the rest for every round."""
    problem = read_problem(learner, features, target, Holdout(test), seed=seed)
    usual = "squared" if problem.task.name == "regression" else "zero-one"
    chosen = check_choice("loss", loss or usual, LOSSES)
    if problem.target.ndim != 1 or (chosen == "squared" and problem.target.dtype.kind not in "iufb"):
        what = "several columns" if problem.target.ndim != 1 else "text"
        raise sample_errors.bad_number("y", what, "One number per case, or with loss='zero-one' one label,")
    outer = problem.splits()[0]
    splits = []
    for number in range(rounds):
        rng = Stream.BOOTSTRAP_ROUNDS.run(seed, number)
        drawn = outer.train[rng.integers(0, len(outer.train), len(outer.train))]
        splits.append(Split(np.sort(drawn), outer.test, number))
    truth = problem.target[outer.test]

    def parts(predictions: np.ndarray) -> Parts:
        if chosen == "squared":
            return squared_parts(predictions.astype(float), truth.astype(float))
        known = np.unique(np.concatenate([truth, predictions.ravel()]))
        return zero_one_parts(predictions, (truth[:, None] == known[None, :]).astype(float), known, False)

    source = f"{rounds} bootstrap samples of {len(outer.train):,} cases, judged on {len(outer.test):,} others"
    return Rounds(problem.features.values, problem.target, splits, [None] * rounds, chosen, parts, source, False)


def generated_rounds(
    learner: Any,
    features: Any,
    function: Function,
    noise: object,
    labels: Sequence[object] | None,
    loss: str | None,
    rounds: int,
    seed: int,
) -> Rounds:
    """Draw the target anew at the same cases for every round, from what is known of it."""
    usual = "zero-one" if labels is not None or kind_of(learner) == "classifier" else "squared"
    chosen = check_choice("loss", loss or usual, LOSSES)
    n = row_count(features)
    try:
        known = numbers_from(function, features)
    except NotNumbersError as problem:
        raise sample_errors.bad_number(
            "function", function, f"It {problem}. A function that gives numbers"
        ) from problem
    every = np.arange(n)
    splits = [Split(every, every, number) for number in range(rounds)]
    source = f"{rounds} training sets drawn from the known generator at the same {n:,} cases"
    streams = [Stream.GENERATED_ROUNDS.run(seed, number) for number in range(rounds)]
    if chosen == "squared":
        spread = _noise(noise, n)
        if known.shape != (n,):
            raise sample_errors.bad_number("function", known.shape, f"One mean for each of the {n:,} cases")
        learnt: list[np.ndarray | None] = [known + rng.normal(0.0, 1.0, n) * spread for rng in streams]

        def squared(predictions: np.ndarray) -> Parts:
            return squared_parts(predictions.astype(float), known, spread**2)

        return Rounds(features, known, splits, learnt, chosen, squared, source, True)
    chances = np.stack([1 - known, known], axis=1) if known.ndim == 1 else known
    names = np.asarray(list(labels) if labels is not None else np.arange(chances.shape[-1]))
    if chances.shape != (n, len(names)) or (chances < 0).any() or not np.allclose(chances.sum(axis=1), 1):
        raise sample_errors.bad_number("function", chances.shape, f"Probabilities of {len(names)} labels for each case")
    edges = np.cumsum(chances, axis=1)
    drawn: list[np.ndarray | None] = [names[(rng.random((n, 1)) > edges[:, :-1]).sum(axis=1)] for rng in streams]
    order = np.argsort(names)

    def zero_one(predictions: np.ndarray) -> Parts:
        return zero_one_parts(predictions, chances[:, order], names[order], True)

    return Rounds(features, names[chances.argmax(axis=1)], splits, drawn, chosen, zero_one, source, True)


def _noise(noise: object, n: int) -> np.ndarray:
    """Return the standard deviation of the noise at every case."""
    try:
        spread = np.broadcast_to(np.asarray(0.0 if noise is None else noise, dtype=float), (n,)).copy()
    except (TypeError, ValueError) as problem:
        raise sample_errors.bad_number("noise", noise, "A standard deviation, or one for each case,") from problem
    if not (np.isfinite(spread) & (spread >= 0)).all():
        raise sample_errors.bad_number("noise", noise, "Standard deviations of at least 0")
    return spread
