"""Cells of models that hardly differ, and of shares whose denominators differ: intervals and levels of comparisons."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np

import assay
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.comparisons import LEVEL
from honesty.heavy_tails import ALARMS
from honesty.rounds import rounds
from honesty.simulation import ratios

REPLICATIONS = 800
Models = tuple[np.ndarray, dict[str, np.ndarray]]
Draw = Callable[[np.random.Generator, int], Models]
Each = Callable[[np.ndarray, np.ndarray], np.ndarray]
LARGE = 1_000_000

CONTRIBUTIONS: dict[str, Each] = {
    "mae": lambda truth, given: np.abs(truth - given),
    "brier": lambda truth, given: (truth - given) ** 2,
    "log_loss": lambda truth, given: -np.log(np.where(truth, given, 1 - given)),
}
"""What a case adds to the metrics that are means, for the percentile bootstrap beside ours."""


def _probability(rng: np.random.Generator, truth: np.ndarray) -> np.ndarray:
    """Return calibrated probabilities: logistic regression on one normal feature, 40% positive."""
    logit = 1.5 * (rng.standard_normal(len(truth)) + 1.5 * truth) - 1.125 + math.log(0.4 / 0.6)
    return 1 / (1 + np.exp(-logit))


def _spoiled_scores(share: float, how: str, rng: np.random.Generator, n: int) -> Models:
    truth = rng.random(n) < 0.4
    first = _probability(rng, truth)
    spoiled = rng.random(n) if how == "random" else 1 - first
    return truth, {"a": first, "b": np.where(rng.random(n) < share, spoiled, first)}


def _spoiled_labels(share: float, accuracy: float, rng: np.random.Generator, n: int) -> Models:
    truth = rng.random(n) < 0.3
    first = np.where(rng.random(n) < accuracy, truth, ~truth)
    return truth.astype(int), {
        "a": first.astype(int),
        "b": np.where(rng.random(n) < share, ~first, first).astype(int),
    }


def _three_classes(share: float, rng: np.random.Generator, n: int) -> Models:
    truth = rng.choice(3, n, p=[0.5, 0.36, 0.14])
    first = np.where(rng.random(n) < 0.85, truth, (truth + rng.integers(1, 3, n)) % 3)
    return truth, {"a": first, "b": np.where(rng.random(n) < share, (first + rng.integers(1, 3, n)) % 3, first)}


def _spoiled_numbers(share: float, rng: np.random.Generator, n: int) -> Models:
    truth = rng.standard_normal(n)
    first = truth + rng.standard_normal(n)
    return truth, {"a": first, "b": np.where(rng.random(n) < share, rng.standard_normal(n), first)}


def _held(draw: Draw, metric: str, n: int, replications: int, rng: np.random.Generator) -> Measured:
    """Count intervals that hold the difference of a million cases; beside them those of the paired bootstrap."""
    scored = "score" if metric in ("roc_auc", "log_loss", "brier", "average_precision") else "prediction"
    truth, models = draw(np.random.default_rng(1), LARGE)
    task = {"task": "regression"} if metric in ("mae", "rmse") else {}
    values = [assay.evaluate(truth, **{scored: given}, metrics=metric, method=None, **task)[metric].value
              for given in models.values()]  # fmt: skip
    held, widths, plain, plain_widths, kept = 0, [], 0, [], 0
    for seed in range(replications := rounds(replications)):
        truth, models = draw(rng, n)
        pair = assay.compare(truth, **{scored: models}, metrics=metric, seed=seed, **task)[metric].pairs[0]
        gap = pair.difference
        if math.isnan(gap.value):
            continue
        kept += 1
        held += gap.low <= values[0] - values[1] <= gap.high
        widths.append(gap.high - gap.low)
        if metric in CONTRIBUTIONS:
            low, high = _bootstrap(CONTRIBUTIONS[metric], truth, models, rng)
            plain += low <= values[0] - values[1] <= high
            plain_widths.append(high - low)
    share = held / kept
    error = math.sqrt(share * (1 - share) / kept)
    return Measured(share, error, float(np.mean(widths)), 1 - kept / replications,
                    others={"bootstrap": plain / kept} if metric in CONTRIBUTIONS else {},
                    ratios=ratios(widths, {"bootstrap": plain_widths}))  # fmt: skip


def _bootstrap(
    each: Each, truth: np.ndarray, models: dict[str, np.ndarray], rng: np.random.Generator
) -> tuple[float, float]:
    """Return percentiles of the difference of two means over resampled cases."""
    gaps = each(truth, models["a"]) - each(truth, models["b"])
    means = gaps[rng.integers(0, len(gaps), (500, len(gaps)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def _joint(prevalence: float, recalls: tuple[float, float], precision: float) -> np.ndarray:
    """Return the chances of (truth, first, second) of two models of one precision, their calls correlated by 0.3."""
    odds = prevalence * (1 - precision) / precision / (1 - prevalence)
    cells = np.zeros((2, 2, 2))
    for truth, share in ((1, prevalence), (0, 1 - prevalence)):
        x, y = recalls if truth else (recalls[0] * odds, recalls[1] * odds)
        both = x * y + 0.3 * (min(x, y) - x * y)
        cells[truth] = share * np.array([[1 - x - y + both, y - both], [x - both, both]])
    return cells


def _called(
    metric: str, n: int, prevalence: float, precision: float, replications: int, rng: np.random.Generator
) -> Measured:
    """One model calls three times as many cases as the other, and both are right equally often when they do."""
    cells = _joint(prevalence, (0.9, 0.3), precision).ravel()
    wrong, swapped, kept = 0, 0, 0
    for seed in range(replications := rounds(replications)):
        drawn = np.repeat(np.arange(8), rng.multinomial(n, cells))
        truth, models = drawn // 4, {"a": drawn // 2 % 2, "b": drawn % 2}
        if metric == "negative_predictive_value":
            truth, models = 1 - truth, {name: 1 - given for name, given in models.items()}
        options = {"metrics": metric, "task": "binary", "seed": seed}
        pair = assay.compare(truth, prediction=models, **options)[metric].pairs[0]
        if math.isnan(pair.p_value):
            continue
        kept += 1
        wrong += pair.p_value <= 0.05
        if seed < replications // 4:
            beside = assay.compare(truth, prediction=models, method="permutation", **options)[metric].pairs[0]
            swapped += beside.p_value <= 0.05
    share = wrong / kept
    others = {"row swap": swapped / (replications // 4)}
    return Measured(share, math.sqrt(share * (1 - share) / kept), others=others)


def _alarm(errors: str, n: int, rng: np.random.Generator) -> Measured:
    """Two models of one RMSE, one with wild errors: how often they are told apart, and how often the alarm rings."""
    wrong, rung, replications = 0, 0, rounds(REPLICATIONS)
    for seed in range(replications):
        truth = rng.standard_normal(n)
        if errors == "lognormal":
            wild = (rng.lognormal(0, 1, n) - math.exp(0.5)) / math.sqrt((math.e - 1) * math.e)
        else:
            wild = rng.standard_t(3, n) / math.sqrt(3)
        models = {"tame": truth + rng.standard_normal(n), "wild": truth + wild}
        comparison = assay.compare(truth, prediction=models, metrics="rmse", seed=seed)
        wrong += comparison["rmse"].pairs[0].p_value <= 0.05
        rung += any(note.code in ALARMS for note in comparison.notes)
    share = wrong / replications
    return Measured(share, math.sqrt(share * (1 - share) / replications), warned=rung / replications)


def _disasters(n: int, rng: np.random.Generator) -> Measured:
    """Two models of one log loss: one is a little worse everywhere, the other very wrong in 1 of 100 cases."""
    usual, disaster, share = 0.8, 0.02, 0.01
    mean = share * -math.log(disaster) + (1 - share) * -math.log(usual)
    constant = math.exp(-mean)
    wrong, rung, replications = 0, 0, rounds(REPLICATIONS)
    for _ in range(replications):
        truth = rng.random(n) < 0.5
        given = np.where(rng.random(n) < share, disaster, usual)
        steady = np.clip(constant * np.exp(0.05 * rng.standard_normal(n)), 0.01, 0.99)
        models = {"steady": np.where(truth, steady, 1 - steady), "wild": np.where(truth, given, 1 - given)}
        pair = assay.compare(truth, score=models, metrics="log_loss")["log_loss"].pairs[0]
        wrong += pair.p_value <= 0.05
        rung += any("skewed" in note for note in pair.notes)
    level = wrong / replications
    return Measured(level, math.sqrt(level * (1 - level) / replications), warned=rung / replications)


def cells() -> Iterator[Cell]:
    """Yield the cells of STATISTICS' rows on comparisons, each with its neighbours."""
    part = functools.partial
    near, flipped, tenth = (part(_spoiled_scores, share, how) for share, how in (
        (0.02, "random"), (0.02, "flipped"), (0.1, "random")))  # fmt: skip
    held: tuple[tuple[str, str, Draw, tuple[int, ...]], ...] = (
        ("N1", "roc_auc", near, (50, 200, 1000)),
        ("N1", "log_loss", near, (50, 200, 1000)),
        ("N1", "brier", near, (50, 200)),
        ("N1", "average_precision", near, (50, 200)),
        ("N2", "roc_auc", flipped, (200,)),
        ("N2", "log_loss", flipped, (200,)),
        ("N3", "roc_auc", tenth, (50, 200)),
        ("N3", "log_loss", tenth, (200,)),
        ("N4", "f1", part(_spoiled_labels, 0.02, 0.85), (50, 100, 300)),
        ("N4", "balanced_accuracy", part(_spoiled_labels, 0.02, 0.85), (100,)),
        ("N4", "mcc", part(_spoiled_labels, 0.02, 0.85), (100,)),
        ("N5", "f1", part(_spoiled_labels, 0.3, 0.85), (50, 300)),
        ("N6", "f1_macro", part(_three_classes, 0.02), (60, 300)),
        ("N6", "f1_macro", part(_three_classes, 0.2), (60,)),
        ("N7", "mae", part(_spoiled_numbers, 0.02), (50, 200)),
        ("N7", "rmse", part(_spoiled_numbers, 0.02), (50, 200)),
    )
    for number, metric, draw, sizes in held:
        spoiled = draw.args[0]  # type: ignore[attr-defined]
        for n in sizes:
            how = " flipped" if draw is flipped else ""
            setting = f"n={n}, b spoils {spoiled:.0%} of a{how}"
            measure = part(_held, draw, metric, n, REPLICATIONS)
            yield Cell(number, f"{metric} difference, coverage", setting, "default", measure, CONSERVATIVE)
    for number, metric, n, prevalence, precision in (
        ("N8", "precision", 60, 0.3, 0.7), ("N8", "precision", 300, 0.3, 0.7), ("N8", "precision", 120, 0.5, 0.9),
        ("N8", "precision", 200, 0.1, 0.5), ("N8", "negative_predictive_value", 300, 0.3, 0.7),
    ):  # fmt: skip
        setting = f"n={n}, prev {prevalence:g}, both {precision:g}"
        measure = part(_called, metric, n, prevalence, precision, 4 * REPLICATIONS)
        name = "NPV" if metric.startswith("neg") else metric
        yield Cell(number, f"equal {name}, level", setting, "score test", measure, LEVEL, uniform=False,
                   test=True)  # fmt: skip
    for errors, n in (("lognormal", 50), ("lognormal", 300), ("t3", 100)):
        setting = f"n={n}, {errors} errors beside normal"
        yield Cell("N9", "equal RMSE, told apart", setting, "row swap", part(_alarm, errors, n), (0.0, 1.0), True,
                   uniform=False, test=True)  # fmt: skip
    for n in (300, 1000):
        yield Cell("N10", "equal log loss, level", f"n={n}, 1% disasters", "paired t", part(_disasters, n), (0.0, 0.1),
                   True, uniform=False, test=True)  # fmt: skip
