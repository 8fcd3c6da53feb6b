"""Cells 14 to 25: areas, average precision, losses of probabilities, calibration."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Iterator

import numpy as np
from scipy import special, stats

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import CONSERVATIVE, UNIFORM, Cell, Measured
from honesty.simulation import coverage

Draw = Callable[[np.random.Generator, int], np.ndarray]
WIDE = (0.925, 1.0)
BIG = 4_000_000
RESAMPLED = 150
"""Rows are resampled for the first draws alone."""


def judge(metric: str) -> Callable[[Hashable, str | None], Evaluation]:
    """Return a function that judges packed truth and scores."""

    def judged(data: Hashable, method: str | None) -> Evaluation:
        truth, score = data  # type: ignore[misc]
        return assay.evaluate(np.frombuffer(truth, bool), score=np.frombuffer(score), metrics=metric, method=method)

    return judged


def pack(truth: np.ndarray, score: np.ndarray) -> Hashable:
    """Make data hashable."""
    return truth.tobytes(), np.ascontiguousarray(score, dtype=float).tobytes()


def _normal(shift: float, spread: float = 1.0) -> Draw:
    return lambda rng, n: shift + spread * rng.standard_normal(n)


def _area(positive: Draw, truth_area: float, m: int, n: int, levels: int | None, rng: np.random.Generator) -> Measured:
    """Class sizes are fixed; scores of negatives are standard normal."""
    flags = np.arange(m + n) < m
    edges = None if levels is None else stats.norm.ppf(np.linspace(0, 1, levels + 1)[1:-1], 0.6, 1.2)

    def scores(size_m: int, size_n: int) -> np.ndarray:
        values = np.concatenate([positive(rng, size_m), rng.standard_normal(size_n)])
        return values if edges is None else np.searchsorted(edges, values).astype(float)

    if edges is not None:
        big = np.arange(BIG) < BIG // 2
        truth_area = assay.evaluate(big, score=scores(BIG // 2, BIG // 2), metrics="roc_auc")["roc_auc"].value
    return coverage(lambda: pack(flags, scores(m, n)), judge("roc_auc"), "roc_auc", truth_area, ("delong",))


def _average_precision(n: int, share: float, area: float, warning: str | None, rng: np.random.Generator) -> Measured:
    """Class counts are random; the population value comes from four million cases."""
    shift = math.sqrt(2) * stats.norm.ppf(area)

    def cases(size: int) -> tuple[np.ndarray, np.ndarray]:
        truth = rng.random(size) < share
        return truth, rng.standard_normal(size) + shift * truth

    truth, score = cases(BIG)
    value = assay.evaluate(truth, score=score, metrics="average_precision")["average_precision"].value

    others = ("percentile",) if n <= 100 else ()

    def draw() -> Hashable:
        truth, score = cases(n)
        while truth.sum() < 2:
            truth, score = cases(n)
        return pack(truth, score)

    return coverage(draw, judge("average_precision"), "average_precision", value, others, warning)


def _loss(metric: str, n: int, a: float, b: float, rng: np.random.Generator) -> Measured:
    """Probabilities are Beta(a, b) and kept: U-shaped for a sharp model."""

    def cases(size: int) -> tuple[np.ndarray, np.ndarray]:
        score = np.clip(rng.beta(a, b, size), 1e-12, 1 - 1e-12)
        return rng.random(size) < score, score

    x = special.roots_jacobi(400, b - 1, a - 1)
    p, w = (x[0] + 1) / 2, x[1] / x[1].sum()
    per = -p * np.log(p) - (1 - p) * np.log(1 - p) if metric == "log_loss" else p * (1 - p)
    truth_value = float(w @ per)
    return coverage(lambda: pack(*cases(n)), judge(metric), metric, truth_value, ("percentile",))


def _calibration(metric: str, n: int, slope: float, replications: int, rng: np.random.Generator) -> Measured:
    """Scores are Beta(2, 2), the truth follows expit(slope logit q); the target is the binned error of many cases."""

    def cases(size: int) -> tuple[np.ndarray, np.ndarray]:
        score = rng.beta(2, 2, size)
        return rng.random(size) < special.expit(slope * special.logit(score)), score

    grid = (np.arange(BIG // 4) + 0.5) / (BIG // 4)
    q = stats.beta.ppf(grid, 2, 2)
    gap = (special.expit(slope * special.logit(q)) - q).reshape(-1)
    edges = np.searchsorted(q, np.linspace(0, 1, 16)[1:-1], side="right")
    bins = np.array_split(gap, 15) if metric == "calibration_error" else np.split(gap, edges)
    truth_value = float(sum(abs(part.sum()) for part in bins) / len(gap))
    rejected, drawn = [], []

    def judged(data: Hashable, method: str | None) -> Evaluation:
        evaluation = judge(metric)(data, method)
        if len(drawn) < RESAMPLED:
            low, high = _resampled_errors(data, metric, rng)
            drawn.append(low <= truth_value <= high)
        rejected.append("not calibrated" in (evaluation[metric].note or ""))
        return evaluation

    measured = coverage(lambda: pack(*cases(n)), judged, metric, truth_value, replications=replications)
    return Measured(
        measured.coverage,
        measured.error,
        measured.width,
        measured.undefined,
        others={"percentile": float(np.mean(drawn)), "null test rejects": float(np.mean(rejected))},
    )


def _resampled_errors(data: Hashable, metric: str, rng: np.random.Generator) -> tuple[float, float]:
    """Return percentiles of the binned error of resampled rows, as it is usually computed."""
    flags, packed = data  # type: ignore[misc]
    truth, score = np.frombuffer(flags, bool), np.frombuffer(packed)
    n = len(truth)
    rank = np.argsort(np.argsort(score))
    part = rank * 15 // n if metric == "calibration_error" else np.minimum((score * 15).astype(int), 14)
    gap, rows = truth - score, rng.integers(0, n, (200, n))
    sums = np.bincount((part[rows] + 15 * np.arange(200)[:, None]).ravel(), gap[rows].ravel(), 3000)
    low, high = np.quantile(np.abs(sums.reshape(200, 15)).sum(axis=1) / n, [0.025, 0.975])
    return float(low), float(high)


def _shift(area: float, spread: float = 1.0) -> float:
    return float(stats.norm.ppf(area) * math.sqrt(1 + spread**2))


def cells() -> Iterator[Cell]:
    """Yield the cells about scores."""
    how = "logit DeLong, guarded"
    for number, area, spread, m, n, levels, target in (
        ("14", 0.7, 1.0, 30, 30, None, UNIFORM),
        ("15", 0.9, 1.0, 10, 100, None, CONSERVATIVE),
        ("16", 0.9, 2.0, 30, 300, None, (0.93, 0.97)),
        ("17", 0.99, 1.0, 100, 100, None, CONSERVATIVE),
        ("18", 0.9, 1.0, 30, 30, 5, (0.935, 0.98)),
    ):
        setting = f"AUC {area:g}, sd {spread:g}, {m}/{n}" + (f", {levels} levels" if levels else "")
        draw = _normal(_shift(area, spread), spread)
        yield Cell(number, "roc_auc", setting, how, functools.partial(_area, draw, area, m, n, levels), target)
    for area, spread, m, n in (
        (0.975, 1.0, 20, 100),
        (0.99, 1.0, 10, 100),
        (0.975, 2.0, 20, 100),
        (0.95, 2.0, 10, 100),
    ):
        measure = functools.partial(_area, _normal(_shift(area, spread), spread), area, m, n, None)
        yield Cell("15n", "roc_auc", f"AUC {area:g}, sd {spread:g}, {m}/{n}", how, measure, WIDE)
    for number, n, share, area, warning, target in (
        ("19", 100, 0.5, 0.75, None, UNIFORM),
        ("20", 500, 0.1, 0.95, None, UNIFORM),
        ("21", 500, 0.02, 0.75, "few-for-ap", (0.90, 1.0)),
    ):
        setting = f"n={n}, prev {share:g}, AUC {area:g}"
        measure = functools.partial(_average_precision, n, share, area, warning)
        yield Cell(number, "average_precision", setting, "logit, influence", measure, target, warning is not None)
    for number, metric, n, a, b in (
        ("22", "log_loss", 30, 0.4, 0.4),
        ("22", "log_loss", 100, 0.4, 0.4),
        ("23", "brier", 100, 2.0, 2.0),
    ):
        setting = f"n={n}, Beta({a:g}, {b:g}) scores"
        yield Cell(number, metric, setting, "bootstrap-t", functools.partial(_loss, metric, n, a, b))
    for number, metric, n, slope, replications, target in (
        ("24", "calibration_error", 1000, 1.0, 1000, CONSERVATIVE),
        ("25", "calibration_error", 1000, 0.4, 1000, (0.91, 0.98)),
        ("25", "calibration_error", 5000, 0.4, 400, (0.91, 0.98)),
        ("24e", "ece", 200, 1.0, 2000, CONSERVATIVE),
        ("24e", "ece", 1000, 1.0, 2000, CONSERVATIVE),
        ("25e", "ece", 1000, 0.4, 2000, (0.91, 0.98)),
    ):
        setting = f"n={n}, slope {slope:g}"
        measure = functools.partial(_calibration, metric, n, slope, replications)
        yield Cell(number, metric, setting, "inverted test", measure, target)
