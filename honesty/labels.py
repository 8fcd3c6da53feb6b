"""Cells 6 to 13: metrics of a whole confusion table, two classes and several."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator

import numpy as np

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import CONSERVATIVE, UNIFORM, Cell, Measured
from honesty.proportions import judge
from honesty.simulation import REPLICATIONS, coverage

USUAL, GOOD = (0.8, 0.9), (0.95, 0.98)
RARE_USUAL, RARE_GOOD = (0.8, 0.98), (0.95, 0.996)


def _binary(
    metric: str,
    n: int,
    prevalence: float,
    model: tuple[float, float],
    competitors: tuple[str, ...],
    rng: np.random.Generator,
) -> Measured:
    recall, specificity = model
    negative = 1 - prevalence
    cells = np.array(
        [prevalence * recall, negative * (1 - specificity), prevalence * (1 - recall), negative * specificity]
    )
    scaled = dict(zip(("tp", "fp", "fn", "tn"), (cells * 1e12).round().tolist(), strict=True))
    truth = assay.evaluate(counts=scaled, metrics=metric)[metric].value

    def draw() -> Hashable:
        return tuple(rng.multinomial(n, cells).tolist())

    return coverage(draw, judge(metric), metric, truth, competitors)


def confusion(classes: tuple[float, ...], accuracy: float) -> np.ndarray:
    """Return cell probabilities: each class is right equally often, its mistakes spread evenly."""
    size = len(classes)
    wrong = (1 - accuracy) / (size - 1)
    return np.array(classes)[:, None] * (np.full((size, size), wrong) + np.eye(size) * (accuracy - wrong))


def several(
    metric: str, n: int, classes: tuple[float, ...], accuracy: float, warning: str | None, rng: np.random.Generator,
    level: float = 0.95, replications: int = REPLICATIONS,
) -> Measured:  # fmt: skip
    """Measure a metric over several classes, all of which are right equally often."""
    size = len(classes)
    shares = confusion(classes, accuracy)
    labels = [f"class {number}" for number in range(size)]

    def judged(table: Hashable, method: str | None) -> Evaluation:
        cells = np.array(table).reshape(size, size)
        return assay.evaluate(counts=cells, labels=labels, rows="truth", metrics=metric, method=method,
                              level=level)  # fmt: skip

    def draw() -> Hashable:
        return tuple(rng.multinomial(n, shares.ravel()).tolist())

    truth = judged(tuple((shares * 1e12).round().ravel().tolist()), None)[metric].value
    return coverage(draw, judged, metric, truth, ("percentile",), warning, replications)


THREE = (0.5, 0.36, 0.14)
FIVE = (0.45, 0.27, 0.16, 0.088, 0.032)


def cells() -> Iterator[Cell]:
    """Yield the cells about confusion tables."""
    both = ("delta", "percentile")
    for number, metric, n, prevalence, model, target in (
        ("6", "f1", 50, 0.5, GOOD, UNIFORM),
        ("7", "f1", 200, 0.1, USUAL, UNIFORM),
        ("7", "f1", 200, 0.1, GOOD, UNIFORM),
        ("8", "f2", 2000, 0.01, RARE_USUAL, UNIFORM),
        ("8", "f2", 2000, 0.01, RARE_GOOD, UNIFORM),
        ("9", "mcc", 50, 0.1, USUAL, UNIFORM),
        ("9", "mcc", 50, 0.1, GOOD, UNIFORM),
        ("10", "balanced_accuracy", 200, 0.01, RARE_USUAL, CONSERVATIVE),
        ("11", "kappa", 200, 0.1, USUAL, UNIFORM),
        ("11", "kappa", 200, 0.1, GOOD, UNIFORM),
    ):
        setting = f"n={n}, prev {prevalence:g}, sens {model[0]:g}, spec {model[1]:g}"
        measure = functools.partial(_binary, metric, n, prevalence, model, both)
        yield Cell(number, metric, setting, "Dirichlet", measure, target)
    for number, n, classes, target, warning in (
        ("12", 150, THREE, (0.93, 0.975), None),
        ("12", 500, FIVE, (0.93, 0.975), None),
        ("13", 100, FIVE, CONSERVATIVE, "small-class"),
    ):
        smallest = round(n * min(classes))
        setting = f"K={len(classes)}, n={n}, smallest class {smallest}"
        measure = functools.partial(several, "f1_macro", n, classes, 0.95, warning)
        yield Cell(number, "f1_macro", setting, "Dirichlet/logit", measure, target, needs_warning=warning is not None)
