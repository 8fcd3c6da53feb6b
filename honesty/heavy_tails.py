"""Our own cells of regressions with wild errors: one model, ranks beside it, and the difference of two."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np
from scipy import stats

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import Cell, Measured
from honesty.regression import ERRORS, SIGNAL
from honesty.rivals import REPLICATIONS, Ends, beside
from honesty.rounds import rounds

WIDE = (0.925, 1.0)
KNOWN = (0.0, 1.0)
"""No interval is known to cover here; the alarm must ring."""

POPULATION = 4_000_000
MOST_RESAMPLED = 1000
"""With more cases the rival, who resamples rows, costs ten times as much as all else."""

ALARMS = ("tail-alarm", "skew-alarm", "tails-unseen")
Cases = tuple[np.ndarray, ...]
Draw = Callable[[np.random.Generator, int], Cases]


def _plain(errors: str, rng: np.random.Generator, n: int) -> Cases:
    """A normal signal of variance 4 plus an error of variance 1; the model knows the signal."""
    signal = SIGNAL * rng.standard_normal(n)
    return signal + ERRORS[errors](rng, n), signal


def _growing(rng: np.random.Generator, n: int) -> Cases:
    """Errors whose size grows with the square of what is predicted, so that relative errors are log-normal."""
    truth = rng.lognormal(0.0, 1.0, n)
    return truth, truth + 0.2 * truth**2 * rng.standard_normal(n)


def _near_one(rng: np.random.Generator, n: int) -> Cases:
    """A correlation of 0.999."""
    truth = rng.standard_normal(n)
    return truth, truth + rng.standard_normal(n) * math.sqrt(1 / 0.999**2 - 1)


def _weighted(metric: str, n: int, spread: float, rng: np.random.Generator) -> Measured:
    """Log-normal weights beside normal errors; rows resampled with their weights stand beside."""

    def judged(cases: Cases, method: str | None = None) -> Evaluation:
        return assay.evaluate(cases[0], cases[1], weight=cases[2], task="regression", metrics=metric, method=method)

    def rival(cases: Cases) -> Ends:
        made = judged(cases, "percentile")[metric]
        return made.low, made.high

    def draw() -> Cases:
        return *_plain("normal", rng, n), rng.lognormal(0.0, spread, n)

    value = math.sqrt(2 / math.pi) if metric == "mae" else float(stats.norm.ppf(0.75))
    rivals = {"percentile": rival} if metric == "mae" else {}
    return beside(draw, judged, metric, value, rivals)


def value_of(metric: str, draw: Draw) -> float:
    """Return what the metric is in the population."""
    correlation = SIGNAL / math.sqrt(SIGNAL**2 + 1)
    explained = SIGNAL**2 / (SIGNAL**2 + 1)
    known = {"rmse": 1.0, "r2": explained, "pearson": correlation, "concordance": 2 * SIGNAL**2 / (2 * SIGNAL**2 + 1)}
    if metric in known:
        return known[metric]
    if draw is _near_one:
        return 6 / math.pi * math.asin(0.999 / 2)
    truth, prediction = draw(np.random.default_rng(1), POPULATION)
    if metric == "spearman":
        return float(stats.spearmanr(truth, prediction).statistic)
    size = np.abs(truth - prediction)
    return float(np.mean(size / np.abs(truth) if metric == "mape" else size))


def _covered(metric: str, draw: Draw, n: int, rng: np.random.Generator, replications: int = REPLICATIONS) -> Measured:
    """Rows resampled stand beside."""

    def judged(cases: Cases, method: str | None = None) -> Evaluation:
        return assay.evaluate(cases[0], cases[1], task="regression", metrics=metric, method=method)

    def rival(cases: Cases) -> Ends:
        if metric == "spearman":
            return fisher(cases)
        made = judged(cases, "percentile")[metric]
        return made.low, made.high

    value, name = value_of(metric, draw), "Fisher z" if metric == "spearman" else "percentile"
    rivals = {name: rival} if n <= MOST_RESAMPLED else {}
    return beside(lambda: draw(rng, n), judged, metric, value, rivals, ALARMS, replications)


def fisher(cases: Cases) -> Ends:
    """Return limits of a rank correlation by Fisher's z with the variance of Bonett and Wright (2000)."""
    r = float(stats.spearmanr(*cases).statistic)
    half = float(stats.norm.ppf(0.975)) * math.sqrt((1 + r**2 / 2) / (len(cases[0]) - 3))
    return math.tanh(math.atanh(min(r, 1 - 1e-15)) - half), math.tanh(math.atanh(min(r, 1 - 1e-15)) + half)


def _apart(errors: str, n: int, rng: np.random.Generator) -> Measured:
    """Two models of one RMSE, their errors drawn apart: the interval must hold a difference of 0."""
    held, widths, rung = [], [], []
    for seed in range(rounds(REPLICATIONS)):
        truth = rng.standard_normal(n)
        models = {name: truth + ERRORS[errors](rng, n) for name in "ab"}
        comparison = assay.compare(truth, prediction=models, metrics="rmse", seed=seed)
        gap = comparison["rmse"].pairs[0].difference
        held.append(gap.low <= 0 <= gap.high)
        widths.append(gap.high - gap.low)
        rung.append(any(note.code in ALARMS for note in comparison.notes))
    share = float(np.mean(held))
    error = math.sqrt(share * (1 - share) / len(held))
    return Measured(share, error, float(np.mean(widths)), warned=float(np.mean(rung)))


def _ranked(n: int, wild: float, rng: np.random.Generator) -> Measured:
    """Rank four models of one mean on n data sets; one of them fails badly on a few, by lognormal amounts."""
    wrong, rung = [], []
    for _ in range(rounds(REPLICATIONS)):
        table = 0.5 * rng.standard_normal((n, 4)) + rng.standard_normal((n, 1))
        table[:, 0] -= wild * (rng.lognormal(0.0, 1.0, n) - math.exp(0.5))
        ranking = assay.rank(table)
        wrong.append(any(pair.separated for pair in ranking.pairs))
        rung.append(any(note.code == "skewed-differences" for note in ranking.notes))
    share = float(np.mean(wrong))
    return Measured(share, math.sqrt(share * (1 - share) / len(wrong)), warned=float(np.mean(rung)))


def cells() -> Iterator[Cell]:
    """Yield our own cells of wild errors; those without a target are known to fail, and must say so."""
    settings: tuple[tuple[str, str, int], ...] = (
        ("rmse", "t3", 30), ("rmse", "t3", 100), ("rmse", "t3", 6000), ("rmse", "lognormal", 30),
        ("rmse", "lognormal", 6000), ("r2", "t3", 100), ("r2", "lognormal", 100), ("r2", "lognormal", 6000),
        ("concordance", "t3", 30), ("concordance", "lognormal", 100), ("concordance", "t3", 6000),
        ("pearson", "t3", 30), ("pearson", "lognormal", 100), ("pearson", "t3", 6000),
        ("mae", "lognormal", 30), ("mae", "lognormal", 100),
    )  # fmt: skip
    for metric, errors, n in settings:
        measure = functools.partial(_covered, metric, functools.partial(_plain, errors), n)
        yield Cell("R6", metric, f"{errors} errors, n={n}", "default", measure, KNOWN, True, uniform=False)
    for metric, n, spread in (
        ("mae", 60, 1.0),
        ("mae", 200, 1.5),
        ("mae", 1000, 1.5),
        ("median_absolute_error", 200, 1.0),
    ):
        measure = functools.partial(_weighted, metric, n, spread)
        setting = f"n={n}, log-normal weights, sd {spread:g}"
        yield Cell("W6", f"{metric}, weighted", setting, "t between degrees", measure, WIDE, uniform=False)
    for n in (50, 200, 1000):
        measure = functools.partial(_covered, "mape", _growing, n)
        yield Cell("R6", "mape", f"errors grow, n={n}", "default", measure, WIDE, uniform=False)
    for name, draw, n in (
        ("lognormal errors", functools.partial(_plain, "lognormal"), 100),
        ("lognormal errors", functools.partial(_plain, "lognormal"), 30),
        ("lognormal errors", functools.partial(_plain, "lognormal"), 400),
        ("r near .999", _near_one, 20),
        ("r near .999", _near_one, 60),
    ):
        measure = functools.partial(_covered, "spearman", draw, n, replications=3000)
        yield Cell("R6s", "spearman", f"{name}, n={n}", "default", measure, WIDE, uniform=False)
    for errors, n in (("t3", 30), ("t3", 100), ("lognormal", 30), ("Laplace", 30), ("lognormal", 100)):
        measure = functools.partial(_apart, errors, n)
        setting = f"both {errors} errors, n={n}"
        told = errors != "Laplace"
        yield Cell(
            "R16", "rmse difference, coverage", setting, "degrees by kurtosis", measure, WIDE, told, uniform=False
        )
    for n, wild in ((50, 1.0), (100, 1.0), (20, 0.0)):
        setting = f"N={n}, k=4, {'one skewed' if wild else 'none skewed'}"
        measure = functools.partial(_ranked, n, wild)
        yield Cell("R16", "rank, any false pair", setting, "Wilcoxon + Holm", measure, (0.0, 0.06), uniform=False,
                   test=True)  # fmt: skip
