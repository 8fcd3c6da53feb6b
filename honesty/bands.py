"""Our own cells of bands: ROC, precision-recall, gain and calibration at five places, and everywhere at once."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import cast

import numpy as np
from scipy import special, stats

import assay
from assay.stats.proportion_limits import limits
from assay.stats.proportion_limits import wilson as wilson_limits
from assay.tasks.scores.result import ScoreEvaluation
from honesty.cell import Cell, Measured
from honesty.rounds import rounds
from honesty.score_shapes import WIDE, binormal
from honesty.simulation import ratios

REPLICATIONS = 450
PLACES = {
    "roc": (0.05, 0.1, 0.3, 0.5, 0.9), "pr": (0.1, 0.3, 0.5, 0.7, 0.9), "gain": (0.05, 0.1, 0.3, 0.5, 0.9),
    "calibration": (0.1, 0.3, 0.5, 0.7, 0.9),
}  # fmt: skip
DRAWS = 200


def population(kind: str, at: np.ndarray, share: float, area: float, spread: float) -> np.ndarray:
    """Return the population's curve at some places."""
    shift = float(stats.norm.ppf(area)) * math.sqrt(1 + spread**2)
    if kind == "roc":
        return np.asarray(stats.norm.sf((stats.norm.isf(at) - shift) / spread))
    if kind == "gain":
        threshold = np.linspace(12.0, -12.0, 24_001)
        found, false = stats.norm.sf((threshold - shift) / spread), stats.norm.sf(threshold)
        return np.interp(at, share * found + (1 - share) * false, found)
    alarms = stats.norm.sf(shift + spread * stats.norm.isf(at))
    return np.asarray(share * at / (share * at + (1 - share) * alarms))


def _evaluate(truth: np.ndarray, score: np.ndarray, level: float) -> ScoreEvaluation:
    return cast(ScoreEvaluation, assay.evaluate(truth, score=score, metrics="roc_auc", level=level))


def _pointwise(kind: str, n: int, share: float, area: float, spread: float, rng: np.random.Generator,
               level: float = 0.95, replications: int = REPLICATIONS) -> Measured:  # fmt: skip
    """The worst of five places; percentiles of resampled rows stand beside, each place by itself."""
    at = np.array(PLACES[kind])
    target = population(kind, at, share, area, spread)
    held, widths, rival, rival_widths = [], [], [], []
    for turn in range(replications := rounds(replications)):
        truth, score = binormal(n, share, area, spread, rng, None)
        band = _evaluate(truth, score, level).curves.band(kind, points=1001)
        low, high = (np.interp(at, band.x, end) for end in (band.low, band.high))
        held.append((low <= target) & (target <= high))
        widths.append(high - low)
        if turn < 200:
            low, high = _percentiles(kind, truth[np.argsort(-score)], at, level, rng)
            rival.append((low <= target) & (target <= high))
            rival_widths.append(float(np.mean(high - low)))
    shares = np.mean(held, axis=0)
    worst = float(shares.min())
    others = {f"at {place:g}": float(share) for place, share in zip(at, shares, strict=True)}
    others |= {"percentile, worst": float(np.mean(rival, axis=0).min())}
    error, means = math.sqrt(worst * (1 - worst) / replications), [float(np.mean(width)) for width in widths]
    return Measured(
        worst, error, float(np.mean(means)), others=others, ratios=ratios(means, {"percentile, worst": rival_widths})
    )


def _percentiles(kind: str, truth: np.ndarray, at: np.ndarray, level: float, rng: np.random.Generator
                 ) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    n, heights = len(truth), []
    for weight in rng.multinomial(n, np.full(n, 1 / n), DRAWS):
        hits, alarms = np.cumsum(weight * truth), np.cumsum(weight * ~truth)
        if not hits[-1] or not alarms[-1]:
            continue
        recall, rate = hits / hits[-1], alarms / alarms[-1]
        of_called = hits / np.maximum(hits + alarms, 1)
        x, y = {"roc": (rate, recall), "pr": (recall, of_called), "gain": ((hits + alarms) / n, recall)}[kind]
        x, y = np.append(0.0, x), np.append(1.0 if kind == "pr" else 0.0, y)
        last = np.append(np.diff(x) > 0, True)
        heights.append(np.interp(at, x[last], y[last]))
    low, high = np.quantile(heights, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high


def _calibration(n: int, slope: float, rng: np.random.Generator) -> Measured:
    """The worst of five bins of scores that are too bold by a slope, beside Wilson's limits of each bin."""
    at = np.array(PLACES["calibration"])
    held, widths, wilson, wilson_widths = [], [], [], []
    for _ in range(replications := rounds(REPLICATIONS)):
        score = rng.beta(2, 2, n)
        truth = rng.random(n) < special.expit(slope * special.logit(score))
        curve = cast(ScoreEvaluation, assay.evaluate(truth, score=score, metrics="brier")).curves["calibration"]
        nearest = [int(np.argmin(np.abs(curve.x - place))) for place in at]
        target = special.expit(slope * special.logit(curve.x[nearest]))
        size = np.full(len(at), n / len(curve.x))
        ends = [end[nearest] for end in (curve.low, curve.high) if end is not None]
        low, high = limits(wilson_limits, curve.y[nearest] * size, size, 0.95)
        held.append((ends[0] <= target) & (target <= ends[1]))
        widths.append(float(np.mean(ends[1] - ends[0])))
        wilson.append((low <= target) & (target <= high))
        wilson_widths.append(float(np.mean(high - low)))
    shares = np.mean(held, axis=0)
    worst = float(shares.min())
    others = {f"at {place:g}": float(share) for place, share in zip(at, shares, strict=True)}
    others |= {"wilson, worst": float(np.mean(wilson, axis=0).min())}
    return Measured(worst, math.sqrt(worst * (1 - worst) / replications), float(np.mean(widths)), others=others,
                    ratios=ratios(widths, {"wilson, worst": wilson_widths}))  # fmt: skip


def _everywhere(kind: str, n: int, share: float, area: float, rng: np.random.Generator,
                replications: int = REPLICATIONS) -> Measured:  # fmt: skip
    """How often no place of the population's curve lies outside; beside it stands the band of single places."""
    held: dict[str, list[bool]] = {"simultaneous": [], "pointwise": []}
    widths = []
    for _ in range(replications := rounds(replications)):
        truth, score = binormal(n, share, area, 1.0, rng, None)
        curves = _evaluate(truth, score, 0.95).curves
        for name, inside in held.items():
            band = curves.band(kind, replicates=DRAWS, points=201, kind=name)
            at = slice(1, -1)
            target = population(kind, band.x[at], share, area, 1.0)
            inside.append(bool(((band.low[at] <= target) & (target <= band.high[at])).all()))
            if name == "simultaneous":
                widths.append(float(np.mean(band.high - band.low)))
    covered = float(np.mean(held["simultaneous"]))
    others = {"pointwise": float(np.mean(held["pointwise"]))}
    return Measured(covered, math.sqrt(covered * (1 - covered) / replications), float(np.mean(widths)), others=others)


def cells() -> Iterator[Cell]:
    """Yield our own cells of bands."""
    for kind, n, share, area, spread in (
        ("roc", 60, 0.5, 0.75, 1.0),
        ("roc", 165, 0.09, 0.9, 1.0),
        ("roc", 200, 0.5, 0.9, 1.0),
        ("roc", 165, 0.91, 0.85, 1.0),
        ("roc", 600, 0.5, 0.99, 1.0),
        ("pr", 100, 0.3, 0.95, 1.0),
        ("pr", 100, 0.5, 0.75, 1.0),
        ("pr", 500, 0.05, 0.95, 1.0),
        ("pr", 1000, 0.3, 0.85, 1.5),
        ("gain", 100, 0.3, 0.75, 1.0),
        ("gain", 500, 0.05, 0.9, 1.0),
        ("gain", 200, 0.5, 0.99, 1.0),
    ):
        setting = f"n={n}, prev {share:g}, AUC {area:g}"
        measure = functools.partial(_pointwise, kind, n, share, area, spread)
        yield Cell("B3", f"{kind} band, worst of 5 places", setting, "heights and places", measure, WIDE, uniform=False)
    for n, slope in ((200, 1.0), (300, 0.4), (1000, 0.4)):
        measure = functools.partial(_calibration, n, slope)
        setting = f"n={n}, slope {slope:g}"
        yield Cell("B3", "calibration bars, worst of 5 places", setting, "by bin", measure, WIDE, uniform=False)
    for level in (0.9, 0.99):
        measure = functools.partial(_pointwise, "roc", 200, 0.5, 0.9, 1.0, level=level)
        target = (level - 0.025, 1.0)
        yield Cell("B3", "roc band, worst of 5 places", f"level {level:g}", "as at 95%", measure, target, uniform=False,
                   level=level)  # fmt: skip
    for kind, n, share, area in (("roc", 60, 0.5, 0.75), ("roc", 200, 0.5, 0.9), ("roc", 330, 0.09, 0.9),
                                 ("pr", 100, 0.3, 0.95), ("pr", 400, 0.1, 0.85)):  # fmt: skip
        measure = functools.partial(_everywhere, kind, n, share, area)
        setting = f"n={n}, prev {share:g}, AUC {area:g}"
        yield Cell("B4", f"{kind} band, everywhere", setting, "places by a higher level", measure, WIDE, uniform=False)
