"""Cells 31 to 36, 40 to 42 and 46: tests that must hold their level, and intervals of differences."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np
from scipy import stats

import assay
from assay.stats.two_proportions import fisher_mid_p
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.rounds import rounds

ALPHA = 0.05
LEVEL = (0.0, 0.06)


def _share(flags: list[bool], **others: float) -> Measured:
    """Turn rejections (or hits) into a share with its Monte-Carlo error."""
    share = float(np.mean(flags))
    return Measured(share, math.sqrt(share * (1 - share) / len(flags)), others=others)


def _mcnemar(_: np.random.Generator) -> Measured:
    """Enumerate: the number of discordant cases is binomial, and so is its split."""
    sizes = np.arange(301)
    rejected = {method: np.zeros(301) for method in ("mid-p", "exact", "corrected")}
    for m in sizes:
        chance = stats.binom.pmf(np.arange(m + 1), m, 0.5)
        for method, found in rejected.items():
            p = np.array([assay.stats.mcnemar(b, m - b, method=method).p_value for b in range(m + 1)])
            found[m] = chance[p <= ALPHA].sum()
    worst = dict.fromkeys(rejected, 0.0)
    for n in (20, 30, 50, 100, 200, 300):
        for share in np.linspace(0.01, 0.6, 30):
            law = stats.binom.pmf(sizes[: n + 1], n, share)
            for method, found in rejected.items():
                worst[method] = max(worst[method], float(law @ found[: n + 1]))
    return Measured(worst["mid-p"], 0.0, others={name: worst[name] for name in ("exact", "corrected")})


def _tango(n: int, rng: np.random.Generator) -> Measured:
    held = []
    for _ in range(rounds(4000)):
        _, b, c, _ = rng.multinomial(n, [0.85, 0.08, 0.02, 0.05])
        low, high = assay.stats.tango(b, c, n)
        held.append(low <= 0.06 <= high)
    return _share(held)


def _delong(rng: np.random.Generator) -> Measured:
    shift = math.sqrt(2) * stats.norm.ppf(0.9)
    truth = np.arange(130) < 30
    rejected = []
    for _ in range(rounds(5000)):
        common = math.sqrt(0.9) * rng.standard_normal(130)
        one, two = (common + math.sqrt(0.1) * rng.standard_normal(130) + shift * truth for _ in range(2))
        rejected.append(assay.stats.delong_test(truth, one, two).p_value <= ALPHA)
    return _share(rejected)


def _f1_null(share: float, rng: np.random.Generator) -> Measured:
    """Both models find a positive case, and raise a false alarm, with the same chances."""
    rejected = []
    for seed in range(rounds(1500)):
        truth = rng.random(300) < share
        hit, alarm = 0.75, 0.1
        shared = rng.random(300)
        said = {}
        for name in ("a", "b"):
            mixed = np.where(rng.random(300) < 0.5, shared, rng.random(300))
            said[name] = np.where(truth, mixed < hit, mixed > 1 - alarm)
        if not truth.any():
            continue
        found = assay.compare(truth, prediction=said, metrics="f1", seed=seed)["f1"].pairs[0]
        rejected.append(found.p_value <= ALPHA)
    return _share(rejected)


def _f1_interval(rng: np.random.Generator) -> Measured:
    """Two operating points with the same F1; the interval must hold the true difference."""
    share, rates = 0.3, ((0.8, 0.1), (0.7, 0.034))
    values = [2 * share * hit / (share * hit + share * 1 + (1 - share) * alarm) for hit, alarm in rates]
    held = []
    for seed in range(rounds(1500)):
        truth = rng.random(300) < share
        said = {
            name: np.where(truth, rng.random(300) < hit, rng.random(300) < alarm)
            for name, (hit, alarm) in zip("ab", rates, strict=True)
        }
        found = assay.compare(truth, prediction=said, metrics="f1", seed=seed)["f1"].pairs[0].difference
        held.append(found.low <= values[0] - values[1] <= found.high)
    return _share(held)


def _f1_flat(n: int, rng: np.random.Generator) -> Measured:
    """Two models that hardly ever find one of few positive cases: mostly both have an F1 of 0, on different answers."""
    share, recall, alarms = 0.05, 0.02, (0.0, 0.1)
    chances = np.array(
        [
            (share if truth else 1 - share) * _chance(one, recall if truth else alarms[0])
            * _chance(two, recall if truth else alarms[1])
            for truth in (0, 1) for one in (0, 1) for two in (0, 1)
        ]
    )  # fmt: skip
    scores = [2 * share * recall / (share * recall + share + (1 - share) * alarm) for alarm in alarms]
    held = []
    for _ in range(rounds(1500)):
        drawn = np.repeat(np.arange(8), rng.multinomial(n, chances))
        answers = {"a": drawn // 2 % 2, "b": drawn % 2}
        pair = assay.compare(drawn // 4, prediction=answers, metrics="f1", task="binary")["f1"].pairs[0]
        if pair.difference.defined:
            held.append(pair.difference.low <= scores[0] - scores[1] <= pair.difference.high)
    return _share(held)


def _chance(answer: int, positive: float) -> float:
    return positive if answer else 1 - positive


def _unpaired(want: str, _: np.random.Generator) -> Measured:
    """Enumerate both counts of 100 cases each at p = 0.9."""
    n, p = 100, 0.9
    law = stats.binom.pmf(np.arange(n + 1), n, p)
    total = 0.0
    for x in range(60, n + 1):
        for y in range(60, n + 1):
            if want == "level":
                hit = assay.stats.two_proportions_z(x, n, y, n, pooled=True).p_value <= ALPHA
            else:
                low, high = assay.stats.newcombe(x, n, y, n)
                hit = low <= 0 <= high
            total += law[x] * law[y] * hit
    return Measured(float(total), 0.0)


def _ranked(n: int, shift: float, rng: np.random.Generator) -> Measured:
    """Count tables in which two equal models are told apart; with a shift, the last model is better."""
    wrong, nemenyi = [], []
    for _ in range(rounds(1500)):
        table = rng.standard_normal((n, 5)) + rng.standard_normal((n, 1))
        table[:, 4] += shift
        equal = {"model 1", "model 2", "model 3", "model 4"} | (set() if shift else {"model 5"})
        for method, found in (("wilcoxon-holm", wrong), ("nemenyi", nemenyi)):
            pairs = assay.rank(table, method=method).pairs
            found.append(any(pair.separated for pair in pairs if {pair.a, pair.b} <= equal))
    return _share(wrong, nemenyi=float(np.mean(nemenyi)))


def _floor(rng: np.random.Generator) -> Measured:
    warned = [
        any(note.code == "floor" for note in assay.rank(rng.standard_normal((8, 5))).notes) for _ in range(rounds(200))
    ]
    return Measured(float(np.mean(warned)), 0.0, warned=float(np.mean(warned)))


def _slices(method: str, rng: np.random.Generator) -> Measured:
    """Fifty slices of forty cases, all with the same accuracy, each against its complement."""
    rejected = []
    for _ in range(rounds(1500)):
        right = (rng.random((50, 40)) < 0.9).sum(axis=1)
        whole = int(right.sum())
        p = [fisher_mid_p(int(x), 40, whole - int(x), 1960) for x in right]
        rejected.append(bool((assay.stats.adjust(p, method) <= ALPHA).any()))
    return _share(rejected)


def _influence(metric: str, rng: np.random.Generator) -> Measured:
    """Models that are equally good, with more cases than are permuted."""
    rejected = []
    for _ in range(rounds(400)):
        n = 2500
        if metric == "r2":
            truth = rng.standard_normal(n)
            models = {name: truth + rng.standard_normal(n) for name in "ab"}
            found = assay.compare(truth, prediction=models, metrics=metric)
        else:
            truth = rng.random(n) < 0.1
            models = {name: rng.standard_normal(n) + 1.5 * truth for name in "ab"}
            found = assay.compare(truth, score=models, metrics=metric)
        rejected.append(found[metric].pairs[0].p_value <= ALPHA)
    return _share(rejected)


def _weighted(metric: str, n: int, rng: np.random.Generator) -> Measured:
    """Equally good models on few cases with very unequal weights."""
    rejected = []
    for seed in range(rounds(700)):
        weight = rng.exponential(size=n)
        if metric == "rmse":
            truth = rng.standard_normal(n)
            models = {name: truth + rng.standard_normal(n) for name in "ab"}
        else:
            truth = rng.random(n) < 0.5
            models = {name: np.where(rng.random(n) < 0.75, truth, ~truth) for name in "ab"}
        found = assay.compare(truth, prediction=models, weight=weight, metrics=metric, seed=seed)
        rejected.append(found[metric].pairs[0].p_value <= ALPHA)
    return _share(rejected)


def _not_worse(n: int, margin: float, rng: np.random.Generator) -> Measured:
    """The first model is worse by exactly the margin; it must not often be called not worse."""
    wrong = []
    for _ in range(rounds(700)):
        cells = rng.multinomial(n, [1 - margin, 0, margin, 0])
        models = {"a": np.repeat([1, 1, 0, 0], cells), "b": np.repeat([1, 0, 1, 0], cells)}
        found = assay.compare(np.ones(n, int), prediction=models, metrics="accuracy", margin=margin)
        wrong.append(bool(found["accuracy"].pairs[0].margin.non_inferior))
    return _share(wrong)


def cells() -> Iterator[Cell]:
    """Yield the cells about comparisons; the share printed is that of rejections unless it is said to be coverage."""
    part, holm = functools.partial, "Wilcoxon + Holm"
    rows: tuple[tuple[str, str, str, str, Callable[..., Measured], tuple[float, float]], ...] = (
        ("31", "McNemar, level", "worst of n=20..300, discordant .01-.6", "mid-p", _mcnemar, (0.0, 0.05)),
        ("32", "paired accuracy, coverage", "n=30", "Tango", part(_tango, 30), CONSERVATIVE),
        ("32", "paired accuracy, coverage", "n=100", "Tango", part(_tango, 100), CONSERVATIVE),
        ("33", "paired DeLong, level", "AUC .9, correlation .9, 30/100", "DeLong", _delong, LEVEL),
        ("34", "F1 difference, level", "n=300, prev .05", "row swap", part(_f1_null, 0.05), LEVEL),
        ("34", "F1 difference, level", "n=300, prev .3", "row swap", part(_f1_null, 0.3), LEVEL),
        ("35", "F1 difference, coverage", "n=300, two operating points", "bootstrap", _f1_interval, (0.93, 0.97)),
        ("35f", "F1 difference, coverage", "n=100, both F1 mostly 0", "combined", part(_f1_flat, 100), CONSERVATIVE),
        ("36", "unpaired accuracy, level", "n=100, p=.9", "z", part(_unpaired, "level"), LEVEL),
        ("36", "unpaired accuracy, coverage", "n=100, p=.9", "Newcombe", part(_unpaired, "held"), (0.935, 0.98)),
        ("40", "rank, any false pair", "N=20, k=5, all equal", holm, part(_ranked, 20, 0.0), (0.0, 0.055)),
        ("41", "rank, any false pair", "N=20, k=5, one better", holm, part(_ranked, 20, 3.0), LEVEL),
        ("42", "rank, floor warning", "N=8, k=5", "warning", _floor, (1.0, 1.0)),
        ("46", "50 null slices, any found", "n=2000", "Holm", part(_slices, "holm"), LEVEL),
        ("46", "50 null slices, any found", "n=2000, BH", "BH", part(_slices, "bh"), LEVEL),
        ("D1", "AP difference, level", "n=2500", "z, influence", part(_influence, "average_precision"), LEVEL),
        ("D2", "R² difference, level", "n=2500", "z, influence", part(_influence, "r2"), LEVEL),
        ("D3", "weighted accuracy, level", "n=40", "row swap", part(_weighted, "accuracy", 40), LEVEL),
        ("D4", "weighted RMSE, level", "n=15", "row swap", part(_weighted, "rmse", 15), LEVEL),
        ("D5", "not worse, level", "n=100, margin .1", "Tango", part(_not_worse, 100, 0.1), LEVEL),
    )
    for number, scenario, setting, method, measure, target in rows:
        covers, noted = "coverage" in scenario, number == "42"
        yield Cell(number, scenario, setting, method, measure, target, uniform=covers, test=not covers and not noted)
