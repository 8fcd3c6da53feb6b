"""The working of tests of several samples, of repeated measures and of permutations, with the numbers of an example."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import stats

from assay.stats.workings_of_samples import Given, Numbers, numbers, several


def _mean_t(given: Given) -> str:
    values = numbers(given["values"])
    n, mean, spread = len(values), float(values.mean()), float(values.std(ddof=1))
    t = float(stats.t.ppf(0.975, n - 1))
    half = t * spread / math.sqrt(n)
    return (f"mean ± t s / √n = {mean:.4g} ± {t:.4g} · {spread:.4g} / √{n} = {mean - half:.4g} to "
            f"{mean + half:.4g}")  # fmt: skip


def _samples(given: Given) -> list[Numbers]:
    return several(given) or [numbers(value) for value in given.values()]


def _bartlett(given: Given) -> str:
    parts = _samples(given)
    degrees = [len(part) - 1 for part in parts]
    variances = [float(part.var(ddof=1)) for part in parts]
    whole = sum(degrees)
    pooled = sum(n * own for n, own in zip(degrees, variances, strict=True)) / whole
    top = whole * math.log(pooled) - sum(n * math.log(own) for n, own in zip(degrees, variances, strict=True))
    bottom = 1 + (sum(1 / n for n in degrees) - 1 / whole) / (3 * (len(parts) - 1))
    logs = " - ".join(f"{n} ln {own:.4g}" for n, own in zip(degrees, variances, strict=True))
    return (f"T = (Σ n ln s² pooled - Σ n ln s²) / C, n degrees of freedom = ({whole} ln {pooled:.4g} - {logs}) / "
            f"{bottom:.4g} = {top / bottom:.4g}")  # fmt: skip


def _mean_squares(parts: list[Numbers]) -> tuple[float, float]:
    whole = float(np.concatenate(parts).mean())
    between = sum(len(part) * (float(part.mean()) - whole) ** 2 for part in parts) / (len(parts) - 1)
    within = sum(float(((part - part.mean()) ** 2).sum()) for part in parts)
    return between, within / (sum(map(len, parts)) - len(parts))


def _levene(given: Given) -> str:
    between, within = _mean_squares([np.abs(part - np.median(part)) for part in _samples(given)])
    return (f"F of the distances to the medians = mean square between / mean square within = {between:.4g} / "
            f"{within:.4g} = {between / within:.4g}")  # fmt: skip


def _welch_anova(given: Given) -> str:
    parts = _samples(given)
    k = len(parts)
    weights = np.array([len(part) / part.var(ddof=1) for part in parts])
    means = np.array([part.mean() for part in parts])
    centre = float(weights @ means / weights.sum())
    between = float(weights @ (means - centre) ** 2) / (k - 1)
    lost = float(sum((1 - w / weights.sum()) ** 2 / (len(part) - 1) for w, part in zip(weights, parts, strict=True)))
    bottom = 1 + 2 * (k - 2) / (k**2 - 1) * lost
    told = ", ".join(f"{own:.4g}" for own in weights)
    return (f"F = Σ w (m - M)² / (k - 1) / (1 + 2 (k - 2)/(k² - 1) Σ (1 - w/W)²/(n - 1)), w = n/s²: {told}; M = "
            f"{centre:.4g}: {between:.4g} / {bottom:.4g} = {between / bottom:.4g}")  # fmt: skip


def _repeated_anova(given: Given) -> str:
    table = numbers(given["table"])
    n, k = table.shape
    between = n * float(((table.mean(axis=0) - table.mean()) ** 2).sum()) / (k - 1)
    rest = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    left = float((rest**2).sum()) / ((n - 1) * (k - 1))
    return (f"F = mean square of conditions / mean square of what cases and conditions leave = "
            f"{between:.4g} / {left:.4g} "
            f"= {between / left:.4g}")  # fmt: skip


def _quade(given: Given) -> str:
    table = numbers(given["table"])
    n, k = table.shape
    heavy = stats.rankdata(np.ptp(table, axis=1))
    weighted = heavy[:, None] * (stats.rankdata(-table, axis=1) - (k + 1) / 2)
    sums = weighted.sum(axis=0)
    whole, between = float((weighted**2).sum()), float((sums**2).sum()) / n
    squares = " + ".join(f"{abs(own):g}²" for own in sums)
    return (f"F = (N - 1) B / (A - B), ranks times the rank of their row's range, B = Σ S²/N = ({squares})/{n} = "
            f"{between:.4g}, A = {whole:.4g}: {n - 1} · {between:.4g} / {whole - between:.4g} = "
            f"{(n - 1) * between / (whole - between):.4g}")  # fmt: skip


def _siegel_tukey(given: Given) -> str:
    first, second = numbers(given["first"]), numbers(given["second"])
    rising = np.argsort(np.concatenate([first, second]))
    n = len(rising)
    places = list(range(n))
    ranks = np.empty(n)
    for rank in range(n):
        ranks[rising[places.pop(0 if (rank + 1) // 2 % 2 == 0 else -1)]] = rank + 1
    own = ranks[: len(first)]
    u = float(own.sum()) - len(first) * (len(first) + 1) / 2
    told = " + ".join(f"{rank:g}" for rank in np.sort(own))
    return (f"ranks 1, 2, 3 ... to the lowest, the two highest, the two lowest ...; U = R1 - n1 (n1 + "
            f"1)/2 = ({told}) - "
            f"{len(first)} · {len(first) + 1}/2 = {u:g}")  # fmt: skip


def _permutation(given: Given) -> str:
    gaps = numbers(given["first"]) - numbers(given["second"])
    n = len(gaps)
    signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    beyond = int(np.count_nonzero(np.abs(signs @ gaps) >= abs(gaps.sum()) - 1e-12))
    return (f"p = sign changes whose mean is as far from 0 as {gaps.mean():g}, over all = {beyond} / 2^{n} = "
            f"{beyond / 2**n:.4g}")  # fmt: skip


def _correlated_t(given: Given) -> str:
    values, rope = numbers(given["differences"]), float(numbers(given["rope"]))
    k, mean, variance = len(values), float(values.mean()), float(values.var(ddof=1))
    error = math.sqrt(variance * (1 / k + (1 / k) / (1 - 1 / k)))
    right = float(stats.t.cdf((mean - rope) / error, k - 1))
    return (f"P(first better) = T((mean - rope) / √((1/k + ρ/(1 - ρ)) s²)), ρ = 1/k, {k - 1} degrees of freedom = "
            f"T(({mean:.4g} - {rope:g}) / {error:.4g}) = {right:.4g}")  # fmt: skip


def _krippendorff(given: Given) -> str:
    rows = [row[~np.isnan(row)] for row in numbers(given["table"])]
    rows = [row for row in rows if len(row) > 1]
    together = np.concatenate(rows)
    n = len(together)
    apart = sum(float((row[:, None] != row).sum()) / (len(row) - 1) for row in rows)
    chance = float((together[:, None] != together).sum()) / (n - 1)
    return (f"α = 1 - Do / De, Do = Σ over cases of pairs of ratings that differ / (ratings - 1), De = the same of all "
            f"{n} ratings together = 1 - {apart:.4g} / {chance:.4g} = {1 - apart / chance:.4g}")  # fmt: skip


OF_SEVERAL: Mapping[str, Callable[[Given], str]] = {
    "mean_t": _mean_t, "bartlett": _bartlett, "levene": _levene, "welch_anova": _welch_anova,
    "repeated_anova": _repeated_anova, "quade": _quade, "siegel_tukey": _siegel_tukey,
    "permutation_test": _permutation, "krippendorff_alpha": _krippendorff, "bayesian_correlated_t": _correlated_t,
}  # fmt: skip
"""Functions of several samples, with how their formula is written."""
