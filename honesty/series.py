"""Our own cells of cases that follow one another in time, judged by blocks that choose their own length."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
from scipy import signal

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import Cell, Measured
from honesty.rivals import Ends, beside

Cases = tuple[np.ndarray, np.ndarray]
TARGET = (0.91, 1.0)
"""Ten blocks of a series that forgets slowly are known to leave a point or two (0016); the note says when it is so."""
RUN_IN = 500
REPLICATIONS = 3000


def markov(n: int, correlation: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a stationary normal series of variance 1."""
    series = signal.lfilter([1.0], [1.0, -correlation], rng.standard_normal(n + RUN_IN))[RUN_IN:]
    return np.asarray(series * np.sqrt(1 - correlation**2))


def _judged(metric: str, blocks: str | None, cases: Cases) -> Evaluation:
    if metric == "mae":
        return assay.evaluate(cases[0], cases[1], metrics=metric, blocks=blocks)
    return assay.evaluate(cases[0] > 0, cases[1] > 0, metrics=metric, blocks=blocks)


def _series(metric: str, n: int, correlation: float, rng: np.random.Generator, replications: int = REPLICATIONS
            ) -> Measured:  # fmt: skip
    """Residuals (and for labels what is so) are a Markov chain; beside stand intervals of independent cases."""

    def draw() -> Cases:
        truth = markov(n, correlation, rng)
        return truth, truth + 0.8 * markov(n, correlation, rng)

    def independent(cases: Cases) -> Ends:
        made = _judged(metric, None, cases)[metric]
        return made.low, made.high

    value = 0.8 * float(np.sqrt(2 / np.pi)) if metric == "mae" else 1 - float(np.arctan2(0.8, 1.0)) / np.pi
    judged = functools.partial(_judged, metric, "auto")
    return beside(draw, judged, metric, value, {"cases independent": independent}, replications=replications)


def cells() -> Iterator[Cell]:
    """Yield our own cells of series."""
    for metric, n, correlation in (
        ("mae", 200, 0.5),
        ("mae", 500, 0.9),
        ("mae", 2000, 0.9),
        ("mae", 300, 0.0),
        ("accuracy", 500, 0.7),
    ):
        measure = functools.partial(_series, metric, n, correlation)
        setting = f"AR {correlation:g}, n={n}"
        yield Cell("T2", f"{metric}, blocks='auto'", setting, "jackknife over blocks", measure, TARGET, uniform=False)
