"""Cells of our own: weighted cases, and cases that carry several labels at once."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator

import numpy as np

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import CONSERVATIVE, UNIFORM, Cell, Measured
from honesty.simulation import coverage

POPULATION = 4_000_000


def _weighted(metric: str, n: int, spread: float, rng: np.random.Generator) -> Measured:
    """Weights vary from case to case, and positive cases weigh three times as much on average."""

    def cases(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        truth = rng.random(size) < 0.3
        said = np.where(truth, rng.random(size) < 0.8, rng.random(size) < 0.1)
        return truth, said, rng.lognormal(0.0, spread, size) * np.where(truth, 3.0, 1.0)

    def draw() -> Hashable:
        return tuple(map(bytes, cases(n)))

    def judged(data: Hashable, method: str | None) -> Evaluation:
        truth, said, weight = data  # type: ignore[misc]
        columns = np.frombuffer(truth, bool), np.frombuffer(said, bool)
        return assay.evaluate(*columns, weight=np.frombuffer(weight), metrics=metric, method=method)

    truth, said, weight = cases(POPULATION)
    value = assay.evaluate(truth, said, weight=weight, metrics=metric)[metric].value
    return coverage(draw, judged, metric, value, ("percentile",))


def multilabel(metric: str, n: int, rng: np.random.Generator) -> Measured:
    """Five labels that a hidden quality of the case makes easy or hard together."""
    rates = np.array([0.5, 0.4, 0.3, 0.2, 0.1])

    def cases(size: int) -> tuple[np.ndarray, np.ndarray]:
        hard = rng.random((size, 1)) < 0.2
        truth = rng.random((size, 5)) < rates
        right = rng.random((size, 5)) < np.where(hard, 0.6, 0.95)
        return truth, np.where(right, truth, ~truth)

    def draw() -> Hashable:
        return tuple(map(bytes, cases(n)))

    def judged(data: Hashable, method: str | None) -> Evaluation:
        truth, said = (np.frombuffer(part, bool).reshape(-1, 5) for part in data)  # type: ignore[attr-defined]
        return assay.evaluate(truth, said, metrics=metric, method=method)

    truth, said = cases(POPULATION)
    value = assay.evaluate(truth, said, metrics=metric)[metric].value
    return coverage(draw, judged, metric, value, replications=1000)


def cells() -> Iterator[Cell]:
    """Yield the cells about weights and about sets of labels."""
    for metric, n, spread, target in (
        ("recall", 200, 0.5, UNIFORM),
        ("recall", 200, 1.0, UNIFORM),
        ("f1", 200, 0.5, UNIFORM),
        ("f1", 200, 1.0, UNIFORM),
        ("f1", 1000, 1.5, UNIFORM),
        ("mcc", 200, 1.0, UNIFORM),
    ):
        measure = functools.partial(_weighted, metric, n, spread)
        setting = f"n={n}, log-normal weights, sd {spread:g}"
        yield Cell("W", f"{metric}, weighted", setting, "effective n", measure, target)
    for metric, n, target in (
        ("f1_macro", 100, CONSERVATIVE),
        ("f1_macro", 500, UNIFORM),
        ("f1_micro", 100, UNIFORM),
        ("hamming_loss", 100, UNIFORM),
    ):
        measure = functools.partial(multilabel, metric, n)
        yield Cell("M", f"{metric}, multilabel", f"n={n}, 5 labels", "Dirichlet/logit", measure, target)
