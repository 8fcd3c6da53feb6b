"""Cells of plans: samples of the size that a plan names show what was asked for as often as it says."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from scipy import stats as theirs

import assay
from assay.gates.settling import times_as_many
from assay.results.estimate import Estimate
from honesty.cell import Cell, Measured
from honesty.rounds import rounds

RUNS = 10_000
"""An error of 0.4 points at 80%."""
SLOW_RUNS = 3_000
"""Where each run sorts scores or inverts a score test: an error of 0.7 points."""
WITHIN_A_POINT = (0.790, 0.820)
"""79.5 to 82 of STATISTICS 11 for whole numbers of cases, with a point below for formulas."""
ROUNDED_UP = (0.790, 0.860)
"""Numbers of cases that would settle a requirement are rounded up to two digits."""

Shown = Callable[[np.random.Generator, int], np.ndarray]


def _measured(shown: Shown, runs: int, rng: np.random.Generator) -> Measured:
    """Return how often the samples showed what was asked for."""
    count = rounds(runs)
    share = float(np.mean(shown(rng, count)))
    return Measured(share, math.sqrt(share * (1 - share) / count))


def pairs(rng: np.random.Generator, runs: int) -> np.ndarray:
    """McNemar's mid-p test of two models that differ by 0.05 and disagree on 20% of the cases."""
    n = assay.plan("accuracy", difference=0.05, disagreement=0.2).n
    drawn = rng.multinomial(n, [0.125, 0.075, 0.8], runs)
    found = {(b, c): assay.stats.mcnemar(int(b), int(c)).significant for b, c in np.unique(drawn[:, :2], axis=0)}
    return np.array([found[b, c] for b, c in drawn[:, :2]])


def apart(rng: np.random.Generator, runs: int) -> np.ndarray:
    """The pooled z test of 0.90 and 0.95 on cases of their own."""
    n = assay.plan("accuracy", expect=0.9, difference=0.05, paired=False).n // 2
    p, q = rng.binomial(n, 0.9, runs) / n, rng.binomial(n, 0.95, runs) / n
    mean = (p + q) / 2
    return np.abs(p - q) / np.sqrt(2 * mean * (1 - mean) / n) > theirs.norm.ppf(0.975)


def not_worse(rng: np.random.Generator, runs: int) -> np.ndarray:
    """Tango's lower limit above a loss of 0.03, for models that are alike and disagree on 10% of the cases."""
    n = assay.plan("accuracy", margin=0.03, disagreement=0.1).n
    drawn = rng.multinomial(n, [0.05, 0.05, 0.9], runs)
    found = {(b, c): assay.stats.tango(int(b), int(c), n).low > -0.03 for b, c in np.unique(drawn[:, :2], axis=0)}
    return np.array([found[b, c] for b, c in drawn[:, :2]])


def areas(rng: np.random.Generator, runs: int) -> np.ndarray:
    """Two areas of exponential scores on cases of their own, 0.80 and 0.85, by their standard errors."""
    plan = assay.plan("roc_auc", expect=0.8, difference=0.05, prevalence=0.5, paired=False)
    m = plan.parts["positive cases"] // 2
    areas_of = []
    for area in (0.8, 0.85):
        below, above = rng.exponential(1, (runs, m)), rng.exponential(area / (1 - area), (runs, m))
        ranks = theirs.rankdata(np.hstack([above, below]), axis=1)[:, :m]
        own = theirs.rankdata(above, axis=1)
        placed = (ranks - own) / m
        other = theirs.rankdata(np.hstack([below, above]), axis=1)[:, :m] - theirs.rankdata(below, axis=1)
        spread = placed.var(axis=1, ddof=1) / m + (other / m).var(axis=1, ddof=1) / m
        areas_of.append((placed.mean(axis=1), spread))
    (one, first), (two, second) = areas_of
    return np.abs(one - two) / np.sqrt(first + second) > theirs.norm.ppf(0.975)


def means(rng: np.random.Generator, runs: int) -> np.ndarray:
    """The paired t test of losses that spread by 1, correlate by 0.5 and differ by 0.2."""
    n = assay.plan("mae", sd=1, difference=0.2, correlation=0.5).n
    return np.asarray(theirs.ttest_1samp(rng.normal(0.2, 1, (runs, n)), 0, axis=1).pvalue <= 0.05)


def groups(rng: np.random.Generator, runs: int) -> np.ndarray:
    """The same in groups of 10 cases with a correlation of 0.1: t over groups."""
    plan = assay.plan("mae", sd=1, difference=0.2, correlation=0.5, group_size=10, icc=0.1)
    shared = rng.normal(0, math.sqrt(0.1), (runs, plan.groups or 0))
    own = rng.normal(0, math.sqrt(0.9 * shared.shape[1] / plan.n), shared.shape)
    return np.asarray(theirs.ttest_1samp(0.2 + shared + own, 0, axis=1).pvalue <= 0.05)


def assured(rng: np.random.Generator, runs: int) -> np.ndarray:
    """Wilson's interval of 0.9 no wider than 0.05, with 90% assurance."""
    n = assay.plan("accuracy", expect=0.9, width=0.05, assurance=0.9).n
    drawn = rng.binomial(n, 0.9, runs)
    found = {hits: assay.stats.wilson(int(hits), n).width <= 0.05 for hits in np.unique(drawn)}
    return np.array([found[hits] for hits in drawn])


def settled(rng: np.random.Generator, runs: int) -> np.ndarray:
    """A requirement of 0.8 on a share of 0.85, with the cases that would settle it."""
    truth = [1] * 200
    unclear = assay.gate(assay.evaluate([*truth, 0], [*[1] * 170, *[0] * 31]), "recall >= 0.8").requirements[0]
    n = unclear.needed or 0
    drawn = rng.binomial(n, 0.85, runs)
    found = {hits: assay.stats.wilson(int(hits), n).low >= 0.8 for hits in np.unique(drawn)}
    return np.array([found[hits] for hits in drawn])


def settled_means(rng: np.random.Generator, runs: int) -> np.ndarray:
    """A bound of 0.5 on a mean of 0.55 that 100 cases know to within 0.1, with the cases that would settle it."""
    n = math.ceil(100 * (times_as_many(Estimate(0.55, 0.45, 0.65, 0.95, "t", 100), 0.5) or 1))
    sd = 0.1 / theirs.norm.ppf(0.975) * math.sqrt(100)
    return rng.normal(0.55, sd / math.sqrt(n), runs) - theirs.norm.ppf(0.975) * sd / math.sqrt(n) >= 0.5


QUESTIONS: tuple[tuple[str, str, Shown, float, tuple[float, float], int], ...] = (
    ("P1", "paired shares, gain .05", pairs, 0.8, WITHIN_A_POINT, RUNS),
    ("P2", "shares apart, .90 and .95", apart, 0.8, WITHIN_A_POINT, RUNS),
    ("P3", "not worse by .03", not_worse, 0.8, WITHIN_A_POINT, RUNS),
    ("P4", "areas apart, .80 and .85", areas, 0.8, WITHIN_A_POINT, SLOW_RUNS),
    ("P5", "paired means, gain .2", means, 0.8, WITHIN_A_POINT, RUNS),
    ("P6", "paired means in groups of 10", groups, 0.8, WITHIN_A_POINT, RUNS),
    ("P7", "width .05 at .9, assured", assured, 0.9, (0.895, 0.930), RUNS),
    ("P8", "cases that settle recall >= .8", settled, 0.8, ROUNDED_UP, RUNS),
    ("P9", "cases that settle a mean", settled_means, 0.8, WITHIN_A_POINT, RUNS),
)
"""Every question with how often its answer should show what was asked for."""


def cells() -> Iterator[Cell]:
    """Yield the cells of plans; what they measure is a power, and `level` the one that was asked for."""
    for number, setting, shown, power, target, runs in QUESTIONS:
        yield Cell(number, "plan", setting, "plan", partial(_measured, shown, runs), target, uniform=False, level=power)
