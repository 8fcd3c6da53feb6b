"""Our own cells of other levels: one of every family at 90% and at 99%."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np

import assay
from honesty.cell import Cell, Measured
from honesty.rare_classes import masks
from honesty.rounds import rounds

REPLICATIONS = 2500
LEVELS = (0.90, 0.99)
LARGE = 300_000
"""So many cases know the population's value thirty times as exactly as the few of a sample do."""

Columns = dict[str, object]
Draw = Callable[[np.random.Generator, int], Columns]


def _labels(rng: np.random.Generator, n: int) -> Columns:
    truth = rng.random(n) < 0.3
    return {"truth": truth, "prediction": np.where(truth, rng.random(n) < 0.8, rng.random(n) < 0.1)}


def _classes(rng: np.random.Generator, n: int) -> Columns:
    truth = rng.choice(3, n, p=[0.5, 0.36, 0.14])
    return {"truth": truth, "prediction": np.where(rng.random(n) < 0.8, truth, (truth + rng.integers(1, 3, n)) % 3)}


def _scores(rng: np.random.Generator, n: int) -> Columns:
    truth = rng.random(n) < 0.3
    return {"truth": truth, "score": rng.standard_normal(n) + 1.3 * truth}


def _probabilities(rng: np.random.Generator, n: int) -> Columns:
    score = rng.beta(2, 2, n)
    return {"truth": rng.random(n) < score, "score": score}


def _numbers(rng: np.random.Generator, n: int) -> Columns:
    signal = 2 * rng.standard_normal(n)
    return {"truth": signal + rng.standard_normal(n), "prediction": signal, "task": "regression"}


def _texts(rng: np.random.Generator, n: int) -> Columns:
    words = np.array([f"w{place}" for place in range(60)])
    texts = words[rng.integers(0, 60, (n, 10))]
    wrong = rng.random(texts.shape) < rng.beta(1.0, 3.0, n)[:, None]
    said = np.where(wrong, words[rng.integers(0, 60, texts.shape)], texts)
    return {"truth": [" ".join(row) for row in texts], "prediction": [" ".join(row) for row in said], "task": "text"}


def _images(rng: np.random.Generator, n: int) -> Columns:
    truth, drawn = masks(n, 0.9, rng)
    return {"truth": truth, "prediction": drawn, "task": "segmentation"}


def _groups(rng: np.random.Generator, n: int) -> Columns:
    group = np.repeat(np.arange(n), 5)
    right = rng.random(5 * n) < rng.beta(4.0, 1.0, n)[group]
    return {"truth": np.ones(5 * n, int), "prediction": right.astype(int), "group": group, "labels": [0, 1],
            "positive": 1}  # fmt: skip


@functools.cache
def _value(metric: str, draw: Draw, large: int) -> float:
    return assay.evaluate(**draw(np.random.default_rng(1), large), metrics=metric)[metric].value  # type: ignore[arg-type]


def _one(metric: str, draw: Draw, n: int, large: int, level: float, rng: np.random.Generator) -> Measured:
    value, held, widths = _value(metric, draw, large), [], []
    for _ in range(rounds(REPLICATIONS)):
        made = assay.evaluate(**draw(rng, n), metrics=metric, level=level)[metric]  # type: ignore[arg-type]
        held.append(made.low <= value <= made.high)
        widths.append(made.high - made.low)
    return _shared(held, widths)


def _two(metric: str, n: int, level: float, rng: np.random.Generator) -> Measured:
    """Two equally good models: the interval must hold a difference of 0."""
    held, widths = [], []
    for seed in range(rounds(REPLICATIONS)):
        if metric == "rmse":
            truth: np.ndarray = rng.standard_normal(n)
            models = {name: truth + rng.standard_normal(n) for name in "ab"}
        else:
            truth = (rng.random(n) < 0.4).astype(int)
            models = {name: np.where(rng.random(n) < 0.8, truth, 1 - truth) for name in "ab"}
        compared = assay.compare(truth, prediction=models, metrics=metric, level=level, seed=seed)
        gap = compared[metric].pairs[0].difference
        held.append(gap.low <= 0 <= gap.high)
        widths.append(gap.high - gap.low)
    return _shared(held, widths)


def _shared(held: list[bool], widths: list[float]) -> Measured:
    share = float(np.mean(held))
    return Measured(share, math.sqrt(share * (1 - share) / len(held)), float(np.mean(widths)))


def cells() -> Iterator[Cell]:
    """Yield our own cells of other levels."""
    rows: tuple[tuple[str, Draw, int, int], ...] = (
        ("recall", _labels, 200, LARGE),
        ("f1", _labels, 200, LARGE),
        ("f1_macro", _classes, 200, LARGE),
        ("roc_auc", _scores, 150, LARGE),
        ("average_precision", _scores, 200, LARGE),
        ("log_loss", _probabilities, 150, LARGE),
        ("recall_at_specificity(specificity=0.9)", _scores, 200, LARGE),
        ("rmse", _numbers, 100, LARGE),
        ("pearson", _numbers, 100, LARGE),
        ("median_absolute_error", _numbers, 100, LARGE),
        ("spearman", _numbers, 100, LARGE),
        ("kendall", _numbers, 100, LARGE),
        ("accuracy", _groups, 60, LARGE // 5),
        ("mean_iou", _images, 60, 10_000),
        ("token_f1", _texts, 100, 20_000),
    )
    for level in LEVELS:
        target = (level - 0.025, 1.0)
        for metric, draw, n, large in rows:
            what = {_groups: "groups", _images: "images", _texts: "segments"}.get(draw, "cases")
            measure = functools.partial(_one, metric, draw, n, large, level)
            yield Cell("Q", metric, f"{n} {what}, level {level:g}", "as at 95%", measure, target, uniform=False,
                       level=level)  # fmt: skip
        for metric, n in (("accuracy", 150), ("f1", 150), ("rmse", 100)):
            measure = functools.partial(_two, metric, n, level)
            yield Cell("Q", f"{metric} difference, coverage", f"n={n}, level {level:g}", "as at 95%", measure, target,
                       uniform=False, level=level)  # fmt: skip
