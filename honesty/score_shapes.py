"""Our own cells of scores: distances, interpolated and partial areas, outliers, weights, small calibration errors."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np
from scipy import special, stats

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import Cell, Measured
from honesty.rivals import REPLICATIONS, Ends, beside

POPULATION = 4_000_000
Cases = tuple[np.ndarray, np.ndarray]
WIDE = (0.925, 1.0)
"""No interval of a 95% level may cover less than 92.5% (the issue's own bound); conservative ones are no failure."""


def binormal(n: int, share: float, area: float, spread: float, rng: np.random.Generator, levels: int | None) -> Cases:
    """Draw normal scores of two classes, cut into levels where so many are asked for."""
    shift = float(stats.norm.ppf(area)) * math.sqrt(1 + spread**2)
    truth = rng.random(n) < share
    while n < POPULATION and not 3 <= truth.sum() <= n - 3:
        truth = rng.random(n) < share
    score = np.where(truth, shift + spread * rng.standard_normal(n), rng.standard_normal(n))
    if levels is None:
        return truth, score
    edges = stats.norm.ppf(np.linspace(0, 1, levels + 1)[1:-1], shift / 2, 1.2)
    return truth, np.searchsorted(edges, score).astype(float)


def _shape(
    metric: str, n: int, share: float, area: float, spread: float, rng: np.random.Generator,
    levels: int | None = None, level: float = 0.95, replications: int = REPLICATIONS,
) -> Measured:  # fmt: skip
    """Class counts are random; the truth comes from four million cases."""

    def judged(cases: Cases, method: str | None = None) -> Evaluation:
        return assay.evaluate(cases[0], score=cases[1], metrics=metric, level=level, method=method)

    def percentile(cases: Cases) -> Ends:
        made = judged(cases, "percentile")[metric]
        return made.low, made.high

    def draw() -> Cases:
        return binormal(n, share, area, spread, rng, levels)

    value = judged(binormal(POPULATION, share, area, spread, rng, levels))[metric].value
    return beside(draw, judged, metric, value, {"percentile": percentile}, replications=replications)


def _at_rate(m: int, n: int, area: float, rate: float, rng: np.random.Generator, replications: int = REPLICATIONS
             ) -> Measured:  # fmt: skip
    """The target is the height of the population's ROC curve where the false positive rate is as asked."""
    metric = f"recall_at_specificity(specificity={1 - rate:g})"
    shift = float(stats.norm.ppf(area)) * math.sqrt(2)
    truth = np.arange(m + n) < m

    def judged(score: np.ndarray, method: str | None = None) -> Evaluation:
        return assay.evaluate(truth, score=score, metrics=metric, method=method)

    def percentile(score: np.ndarray) -> Ends:
        made = judged(score, "percentile")[metric]
        return made.low, made.high

    def draw() -> np.ndarray:
        return rng.standard_normal(m + n) + shift * truth

    value = float(stats.norm.sf(stats.norm.isf(rate) - shift))
    return beside(draw, judged, metric, value, {"percentile": percentile}, replications=replications)


def _weighted(metric: str, n: int, spread: float, rng: np.random.Generator, level: float = 0.95,
              replications: int = REPLICATIONS) -> Measured:  # fmt: skip
    """Probabilities are Beta(2, 2) and kept; weights are log-normal, and positive cases weigh more."""

    def cases(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        score = rng.beta(2, 2, size)
        truth = rng.random(size) < score
        return truth, score, rng.lognormal(0.0, spread, size) * np.where(truth, 2.0, 1.0)

    def losses(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
        given = np.where(data[0], data[1], 1 - data[1])
        return -np.log(given) if metric == "log_loss" else (1 - given) ** 2

    def student(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> Ends:
        each, weight = losses(data), data[2]
        mean, worth = float(np.average(each, weights=weight)), float(weight.sum() ** 2 / np.sum(weight**2))
        error = math.sqrt(float(np.sum((weight * (each - mean)) ** 2))) / weight.sum() * math.sqrt(worth / (worth - 1))
        half = float(stats.t.ppf((1 + level) / 2, worth - 1)) * error
        return mean - half, mean + half

    def judged(data: tuple[np.ndarray, np.ndarray, np.ndarray]) -> Evaluation:
        return assay.evaluate(data[0], score=data[1], weight=data[2], metrics=metric, level=level)

    whole = cases(POPULATION)
    value = float(np.average(losses(whole), weights=whole[2]))
    return beside(lambda: cases(n), judged, metric, value, {"t": student}, replications=replications)


def _outliers(m: int, n: int, area: float, share: float, rng: np.random.Generator, replications: int = REPLICATIONS
              ) -> Measured:  # fmt: skip
    """A share of the positive cases scores as negative ones do."""
    shift = float(stats.norm.ppf(area)) * math.sqrt(2)
    truth = np.arange(m + n) < m

    def draw() -> np.ndarray:
        like = truth & (rng.random(m + n) < share)
        return rng.standard_normal(m + n) + shift * (truth & ~like)

    def judged(score: np.ndarray, method: str | None = None) -> Evaluation:
        return assay.evaluate(truth, score=score, metrics="roc_auc", method=method)

    def delong(score: np.ndarray) -> Ends:
        made = judged(score, "delong")["roc_auc"]
        return made.low, made.high

    value = (1 - share) * area + share / 2
    return beside(draw, judged, "roc_auc", value, {"delong": delong}, replications=replications)


def _small_error(n: int, slope: float, shift: float, level: float, rng: np.random.Generator,
                 replications: int = REPLICATIONS) -> Measured:  # fmt: skip
    """Promises are nearly kept: the calibration error is small, and not 0."""
    q = stats.beta.ppf((np.arange(1_000_000) + 0.5) / 1_000_000, 2, 2)
    gaps = np.array_split(special.expit(slope * special.logit(q) + shift) - q, 15)
    value = float(sum(abs(part.sum()) for part in gaps) / len(q))

    def draw() -> Cases:
        score = rng.beta(2, 2, n)
        return rng.random(n) < special.expit(slope * special.logit(score) + shift), score

    def judged(cases: Cases) -> Evaluation:
        return assay.evaluate(cases[0], score=cases[1], metrics="calibration_error", level=level)

    def percentile(cases: Cases) -> Ends:
        order = np.argsort(cases[1])
        gap = (cases[0].astype(float) - cases[1])[order]
        part = np.arange(n) * 15 // n
        drawn = rng.integers(0, n, (200, n))
        sums = np.bincount((part[drawn] + 15 * np.arange(200)[:, None]).ravel(), gap[drawn].ravel(), 3000)
        errors = np.abs(sums.reshape(200, 15)).sum(axis=1) / n
        low, high = np.quantile(errors, [(1 - level) / 2, (1 + level) / 2])
        return float(low), float(high)

    return beside(draw, judged, "calibration_error", value, {"percentile": percentile}, replications=replications)


def _of(level: float) -> tuple[float, float]:
    """Return the target at a level: as many points below and above as for 95%."""
    return (level - 0.025, 1.0)


def cells() -> Iterator[Cell]:
    """Yield our own cells of scores."""
    yield from _shapes()
    for m, n in ((30, 30), (30, 100), (100, 100)):
        measure: Callable[[np.random.Generator], Measured] = functools.partial(_at_rate, m, n, 0.9, 0.1)
        yield Cell("S7", "recall at FPR .1", f"AUC .9, {m}/{n}", "heights and places", measure, WIDE)
    for metric, n, spread in (("brier", 200, 1.0), ("brier", 500, 1.5), ("log_loss", 200, 1.0), ("log_loss", 100, 1.2)):
        measure = functools.partial(_weighted, metric, n, spread)
        yield Cell("S8", f"{metric}, weighted", f"n={n}, log-normal weights, sd {spread:g}", "log-t", measure, WIDE)
    for m, n, area in ((60, 600, 0.95), (100, 100, 0.95), (200, 2000, 0.97)):
        measure = functools.partial(_outliers, m, n, area, 0.05)
        setting = f"AUC {area:g}, 5% like negatives, {m}/{n}"
        yield Cell("S11", "roc_auc", setting, "logit DeLong, kurtosis", measure, WIDE)
    for n, slope, shift in ((500, 0.8, 0.0), (200, 0.8, 0.0), (500, 1.0, 0.1), (1000, 0.9, 0.0)):
        measure = functools.partial(_small_error, n, slope, shift, 0.95)
        setting = f"n={n}, slope {slope:g}, shift {shift:g}"
        yield Cell("S12", "calibration_error", setting, "scaled residuals", measure, WIDE)
    for level in (0.9, 0.99):
        target = _of(level)
        for number, name, measure in (
            ("S4", "ks", functools.partial(_shape, "ks", 200, 0.3, 0.9, 1.0, level=level)),
            ("S8", "brier, weighted", functools.partial(_weighted, "brier", 200, 1.0, level=level)),
            ("S12", "calibration_error", functools.partial(_small_error, 500, 0.8, 0.0, level)),
        ):
            yield Cell(number, name, f"level {level:g}", "as at 95%", measure, target, uniform=False, level=level)


def _shapes() -> Iterator[Cell]:
    for number, metric, settings in (
        ("S4", "ks", ((60, 0.5, 0.75, 1.0, None), (200, 0.3, 0.9, 1.0, None), (2000, 0.3, 0.8, 1.0, None),
                      (100, 0.5, 0.6, 1.0, None), (200, 0.3, 0.85, 1.0, 5), (200, 0.3, 0.85, 1.0, 20))),
        ("S9e", "equal_error_rate", ((60, 0.5, 0.9, 1.0, None), (200, 0.2, 0.98, 1.0, None),
                                     (400, 0.1, 0.8, 1.5, None))),
        ("S9i", "average_precision_interpolated", ((60, 0.5, 0.75, 1.0, None), (200, 0.2, 0.98, 1.0, None),
                                                   (400, 0.1, 0.8, 1.5, None))),
        ("S9v", "average_precision_11", ((60, 0.5, 0.9, 1.0, None), (200, 0.2, 0.98, 1.0, None),
                                         (400, 0.1, 0.8, 1.5, None))),
        ("S9p", "partial_roc_auc(max_fpr=0.1)", ((60, 0.5, 0.75, 1.0, None), (60, 0.5, 0.9, 1.0, None),
                                                 (400, 0.1, 0.8, 1.5, None))),
    ):  # fmt: skip
        for n, share, area, spread, levels in settings:
            setting = f"n={n}, prev {share:g}, AUC {area:g}" + (f", {levels} levels" if levels else "")
            measure = functools.partial(_shape, metric, n, share, area, spread, levels=levels)
            yield Cell(number, metric, setting, "smoothed bootstrap, logit-t", measure, WIDE, uniform=False)
