"""The working of tests of samples and of tables of scores: their formulas with the numbers of an example in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy import stats

DIGITS = 10
"""Differences that agree to so many digits are ties: 4.2 - 4.0 and 2.0 - 1.8 differ by rounding alone."""

Given = Mapping[str, object]
Numbers = NDArray[np.float64]


def numbers(value: object) -> Numbers:
    """Return the numbers of an example as an array."""
    return np.asarray(value, dtype=np.float64)


def values_of(given: Given) -> list[float]:
    """Return the arguments of an example that are all single numbers."""
    return [float(numbers(value)) for value in given.values()]


def quantile_of(given: Given) -> float:
    """Return the normal quantile of the level of an example."""
    return float(stats.norm.ppf((1 + float(numbers(given.get("level", 0.95)))) / 2))


def several(given: Given) -> list[Numbers]:
    """Return samples that were passed one by one."""
    listed = next(iter(given.values()))
    return [numbers(part) for part in listed] if isinstance(listed, tuple) else []


def _t_test(given: Given) -> str:
    gaps = numbers(given["first"]) - numbers(given["second"])
    n, mean, spread = len(gaps), gaps.mean(), gaps.std(ddof=1)
    t = mean / (spread / math.sqrt(n))
    return f"t = mean of differences / (s / √n) = {mean:.4g} / ({spread:.4g} / √{n}) = {t:.4g}"


def _naive_t(given: Given) -> str:
    gaps = numbers(given["differences"])
    n, mean, spread = len(gaps), gaps.mean(), gaps.std(ddof=1)
    return f"t = mean / (s / √k) = {mean:.4g} / ({spread:.4g} / √{n}) = {mean / (spread / math.sqrt(n)):.4g}"


def _corrected_t(given: Given) -> str:
    gaps = numbers(given["differences"])
    k, mean, variance = len(gaps), gaps.mean(), gaps.var(ddof=1)
    t = mean / math.sqrt((1 / k + 1 / (k - 1)) * variance)
    return f"t = mean / √((1/k + n₂/n₁) s²) = {mean:.4g} / √((1/{k} + 1/{k - 1}) · {variance:.4g}) = {t:.4g}"


def _variance(given: Given) -> str:
    values, null = numbers(given["values"]), float(numbers(given["variance"]))
    n, variance = len(values), values.var(ddof=1)
    return f"χ² = (n - 1) s² / σ² = {n - 1} · {variance:.4g} / {null:.4g} = {(n - 1) * variance / null:.4g}"


def _anova(given: Given) -> str:
    parts = several(given)
    k, n = len(parts), sum(map(len, parts))
    whole = np.concatenate(parts).mean()
    between = sum(len(part) * (part.mean() - whole) ** 2 for part in parts) / (k - 1)
    within = sum(((part - part.mean()) ** 2).sum() for part in parts) / (n - k)
    return f"F = mean square between / mean square within = {between:.4g} / {within:.4g} = {between / within:.4g}"


def _kruskal(given: Given) -> str:
    parts = several(given)
    n = sum(map(len, parts))
    ranks = stats.rankdata(np.concatenate(parts))
    ends = np.cumsum([len(part) for part in parts])
    sums = [own.sum() for own in np.split(ranks, ends[:-1])]
    terms = " + ".join(f"{own:g}²/{len(part)}" for own, part in zip(sums, parts, strict=True))
    total = sum(own**2 / len(part) for own, part in zip(sums, parts, strict=True))
    h = 12 / (n * (n + 1)) * total - 3 * (n + 1)
    return f"H = 12 / (n (n + 1)) Σ R²/n - 3 (n + 1) = 12 / ({n} · {n + 1}) · ({terms}) - 3 · {n + 1} = {h:.4g}"


def _mann_whitney(given: Given) -> str:
    first, second = numbers(given["first"]), numbers(given["second"])
    above = float((first[:, None] > second).sum() + (first[:, None] == second).sum() / 2)
    return f"U = pairs with first > second, and half of those alike, of {len(first)} · {len(second)} pairs = {above:g}"


def _wilcoxon(given: Given) -> str:
    gaps = numbers(given["first"]) - (numbers(given["second"]) if given.get("second") is not None else 0)
    ranks = stats.rankdata(np.round(np.abs(gaps), DIGITS))
    up, down = float(ranks[gaps > 0].sum()), float(ranks[gaps < 0].sum())
    return f"W = min(sum of positive ranks, sum of negative ranks) = min({up:g}, {down:g}) = {min(up, down):g}"


def _sign(given: Given) -> str:
    gaps = numbers(given["first"])
    up, down = int((gaps > 0).sum()), int((gaps < 0).sum())
    return f"min(positive, negative) of {up + down} that are not 0 = min({up}, {down}) = {min(up, down)}"


def _pearson(given: Given) -> str:
    x, y = numbers(given["first"]), numbers(given["second"])
    sxy, sxx, syy = (float((a * b).sum()) for a, b in (
        (x - x.mean(), y - y.mean()), (x - x.mean(), x - x.mean()), (y - y.mean(), y - y.mean())))  # fmt: skip
    return f"r = Sxy / √(Sxx Syy) = {sxy:g} / √({sxx:g} · {syy:g}) = {sxy / math.sqrt(sxx * syy):.4g}"


def _ranked(given: Given) -> tuple[int, int, Numbers]:
    table = numbers(given["table"])
    ranks = stats.rankdata(-table, axis=1)
    return len(table), table.shape[1], np.asarray(ranks.mean(axis=0))


def _friedman_statistic(given: Given) -> tuple[str, float, int, int]:
    n, k, means = _ranked(given)
    squares = " + ".join(f"{mean:.4g}²" for mean in means)
    value = 12 * n / (k * (k + 1)) * (float((means**2).sum()) - k * (k + 1) ** 2 / 4)
    told = (f"χ² = 12 N / (k (k + 1)) (Σ R² - k (k + 1)²/4) = 12 · {n} / ({k} · {k + 1}) · "
            f"({squares} - {k} · {k + 1}²/4)")  # fmt: skip
    return told, value, n, k


def _friedman(given: Given) -> str:
    told, value, _, _ = _friedman_statistic(given)
    return f"{told} = {value:.4g}"


def _iman_davenport(given: Given) -> str:
    _, chi, n, k = _friedman_statistic(given)
    f = (n - 1) * chi / (n * (k - 1) - chi)
    return f"F = (N - 1) χ² / (N (k - 1) - χ²) = {n - 1} · {chi:.4g} / ({n} · {k - 1} - {chi:.4g}) = {f:.4g}"


def _nemenyi(given: Given) -> str:
    n, k, _ = _ranked(given)
    q = float(stats.studentized_range.ppf(0.95, k, np.inf)) / math.sqrt(2)
    cd = q * math.sqrt(k * (k + 1) / (6 * n))
    return f"CD = q √(k (k + 1) / (6 N)) = {q:.4g} · √({k} · {k + 1} / (6 · {n})) = {cd:.4g}"


def _bonferroni_dunn(given: Given) -> str:
    n, k, _ = _ranked(given)
    z = float(stats.norm.ppf(1 - 0.05 / (2 * (k - 1))))
    cd = z * math.sqrt(k * (k + 1) / (6 * n))
    return f"CD = z √(k (k + 1) / (6 N)) = {z:.4g} · √({k} · {k + 1} / (6 · {n})) = {cd:.4g}"


def _page(given: Given) -> str:
    table = numbers(given["table"])
    sums = stats.rankdata(table, axis=1).sum(axis=0)
    terms = " + ".join(f"{place} · {own:g}" for place, own in enumerate(sums, 1))
    return f"L = Σ j R_j = {terms} = {sum(place * own for place, own in enumerate(sums, 1)):g}"


def _jonckheere(given: Given) -> str:
    parts = several(given)
    counts = [
        float((later[:, None] > earlier).sum() + (later[:, None] == earlier).sum() / 2)
        for place, earlier in enumerate(parts)
        for later in parts[place + 1 :]
    ]
    return f"J = Σ U of every two samples = {' + '.join(f'{own:g}' for own in counts)} = {sum(counts):g}"


def _five_by_two_t(given: Given) -> str:
    gaps = numbers(given["differences"])
    spread = float(((gaps - gaps.mean(axis=1, keepdims=True)) ** 2).sum())
    t = gaps[0, 0] / math.sqrt(spread / 5)
    return f"t = p₁₁ / √(Σ s² / 5) = {gaps[0, 0]:.4g} / √({spread:.4g} / 5) = {t:.4g}"


def _five_by_two_f(given: Given) -> str:
    gaps = numbers(given["differences"])
    squares, spread = float((gaps**2).sum()), float(((gaps - gaps.mean(axis=1, keepdims=True)) ** 2).sum())
    return f"F = Σ p² / (2 Σ s²) = {squares:.4g} / (2 · {spread:.4g}) = {squares / (2 * spread):.4g}"


def _cohens_d(given: Given) -> str:
    first, second = numbers(given["first"]), numbers(given["second"])
    spread = math.sqrt((first.var(ddof=1) * (len(first) - 1) + second.var(ddof=1) * (len(second) - 1))
                       / (len(first) + len(second) - 2))  # fmt: skip
    gap = first.mean() - second.mean()
    return f"d = (mean - mean) / s pooled = {gap:.4g} / {spread:.4g} = {gap / spread:.4g}"


def _akinshin_gamma(given: Given) -> str:
    first, second = numbers(given["first"]), numbers(given["second"])
    spreads = [1.4826 * np.median(np.abs(part - np.median(part))) for part in (first, second)]
    n, m = len(first), len(second)
    pooled = math.sqrt(((n - 1) * spreads[0] ** 2 + (m - 1) * spreads[1] ** 2) / (n + m - 2))
    gap = np.median(first) - np.median(second)
    return f"γ = (median - median) / pooled 1.4826 median |x - median| = {gap:.4g} / {pooled:.4g} = {gap / pooled:.4g}"


OF_SAMPLES: Mapping[str, Callable[[Given], str]] = {
    "t_test": _t_test, "naive_t": _naive_t, "corrected_t": _corrected_t, "variance_test": _variance, "anova": _anova,
    "kruskal_wallis": _kruskal, "mann_whitney": _mann_whitney, "wilcoxon": _wilcoxon, "sign_test": _sign,
    "correlation_test": _pearson, "friedman": _friedman, "iman_davenport": _iman_davenport, "nemenyi": _nemenyi,
    "bonferroni_dunn": _bonferroni_dunn, "page": _page, "jonckheere": _jonckheere, "five_by_two_t": _five_by_two_t,
    "five_by_two_f": _five_by_two_f, "cohens_d": _cohens_d, "akinshin_gamma": _akinshin_gamma,
}  # fmt: skip
"""Functions of samples, with how their formula is written."""
