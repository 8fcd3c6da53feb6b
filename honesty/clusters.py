"""Our own cells of cases that go together strongly: a few groups of two, five and twenty, correlated by .5."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np
from scipy import stats

import assay
from honesty.cell import Cell, Measured
from honesty.rounds import rounds

REPLICATIONS = 800
WIDE = (0.925, 1.0)
LEVEL = (0.0, 0.06)
CLUSTERS = ((50, 2), (30, 5), (20, 20))
ICC = 0.5


def _measured(flags: list[bool], ignored: list[bool], widths: list[float] | None = None) -> Measured:
    share = float(np.mean(flags))
    error = math.sqrt(share * (1 - share) / len(flags))
    width = float(np.mean(widths)) if widths else math.nan
    return Measured(share, error, width, others={"groups ignored": float(np.mean(ignored))})


def _accuracy(groups: int, size: int, rng: np.random.Generator) -> Measured:
    """Right or wrong, beta-binomial within groups, four of five right."""
    a, b = 0.8 * (1 / ICC - 1), 0.2 * (1 / ICC - 1)
    group, truth = np.repeat(np.arange(groups), size), np.ones(groups * size, dtype=int)
    asked = {"labels": [0, 1], "positive": 1, "metrics": "accuracy"}
    held, ignored, widths = [], [], []
    for _ in range(rounds(REPLICATIONS)):
        right = (rng.random(len(group)) < rng.beta(a, b, groups)[group]).astype(int)
        made = assay.evaluate(truth, right, group=group, **asked)["accuracy"]
        alone = assay.evaluate(truth, right, **asked)["accuracy"]
        held.append(made.low <= 0.8 <= made.high)
        widths.append(made.high - made.low)
        ignored.append(alone.low <= 0.8 <= alone.high)
    return _measured(held, ignored, widths)


def _area(groups: int, size: int, rng: np.random.Generator) -> Measured:
    """A group is of one class, and half of the variance of its scores is its own; the area is .8."""
    shift = float(stats.norm.ppf(0.8)) * math.sqrt(2)
    group = np.repeat(np.arange(groups), size)
    held, ignored, widths = [], [], []
    for _ in range(rounds(REPLICATIONS)):
        own = rng.permutation(groups) < groups // 2
        noise = math.sqrt(ICC) * rng.standard_normal(groups)[group]
        score = shift * own[group] + noise + math.sqrt(1 - ICC) * rng.standard_normal(len(group))
        made = assay.evaluate(own[group], score=score, group=group, metrics="roc_auc")["roc_auc"]
        alone = assay.evaluate(own[group], score=score, metrics="roc_auc")["roc_auc"]
        held.append(made.low <= 0.8 <= made.high)
        widths.append(made.high - made.low)
        ignored.append(alone.low <= 0.8 <= alone.high)
    return _measured(held, ignored, widths)


def _level(groups: int, size: int, rng: np.random.Generator) -> Measured:
    """Two models that are equally good, each wrong in one of five cases, together within groups."""
    a, b = 0.2 * (1 / ICC - 1), 0.8 * (1 / ICC - 1)
    group, truth = np.repeat(np.arange(groups), size), np.ones(groups * size, dtype=int)
    rejected, ignored = [], []
    for _ in range(rounds(REPLICATIONS)):
        models = {name: (rng.random(len(group)) > rng.beta(a, b, groups)[group]).astype(int) for name in "ab"}
        for flags, given in ((rejected, group), (ignored, None)):
            compared = assay.compare(truth, prediction=models, group=given, metrics="accuracy", task="binary")
            flags.append(compared["accuracy"].pairs[0].p_value <= 0.05)
    return _measured(rejected, ignored)


def cells() -> Iterator[Cell]:
    """Yield our own cells of strong groups."""
    for groups, size in CLUSTERS:
        setting = f"{groups} groups of {size}, ICC {ICC:g}"
        for name, measure in (("accuracy", _accuracy), ("roc_auc", _area)):
            yield Cell("C2", f"{name}, strong groups", setting, "JK logit t(G_eff)",
                       functools.partial(measure, groups, size), WIDE, uniform=False)  # fmt: skip
        yield Cell("C2", "two equal models, strong groups", setting, "flips / t",
                   functools.partial(_level, groups, size), LEVEL, uniform=False, test=True)  # fmt: skip
