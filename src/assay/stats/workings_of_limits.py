"""The working of limits of shares, of rates and of adjusted p-values: formulas with the numbers of an example."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import optimize, stats

from assay.stats.workings_of_samples import Given, numbers, quantile_of, values_of


def _agresti_caffo(given: Given) -> str:
    x1, n1, x2, n2 = values_of(given)
    p, q, z = (x1 + 1) / (n1 + 2), (x2 + 1) / (n2 + 2), quantile_of(given)
    half = z * math.sqrt(p * (1 - p) / (n1 + 2) + q * (1 - q) / (n2 + 2))
    return (f"d ± z √(p1 (1 - p1)/n1 + p2 (1 - p2)/n2) with one success and one failure more in each: p1 = {x1 + 1:g}/"
            f"{n1 + 2:g}, p2 = {x2 + 1:g}/{n2 + 2:g}, d = {p - q:.4g} = {p - q - half:.4g} to "
            f"{p - q + half:.4g}")  # fmt: skip


def _wilson_corrected(given: Given) -> str:
    x, n = values_of(given)
    p, z = x / n, quantile_of(given)
    ends = [
        (2 * x + z**2 + side + side * z * math.sqrt(z**2 + side * 2 - 1 / n + 4 * p * (n - x - side)))
        / (2 * (n + z**2))
        for side in (-1, 1)
    ]
    return (f"(2 x ± 1 + z² ± z √(z² ± 2 - 1/n + 4 p (n - x ∓ 1))) / (2 (n + z²)) with x = {x:g}, n = {n:g}, "
            f"p = {p:.4g}, z = {z:.4g} = {ends[0]:.4g} to {ends[1]:.4g}")  # fmt: skip


def _clopper_pearson(given: Given) -> str:
    x, n = values_of(given)
    low = float(stats.beta.ppf(0.025, x, n - x + 1)) if x else 0.0
    high = float(stats.beta.ppf(0.975, x + 1, n - x))
    return (f"quantiles of Beta(x, n - x + 1) and Beta(x + 1, n - x): Beta({x:g}, {n - x + 1:g}) at "
            f"2.5% = {low:.4g} to "
            f"Beta({x + 1:g}, {n - x:g}) at 97.5% = {high:.4g}")  # fmt: skip


def _jeffreys(given: Given) -> str:
    x, n = values_of(given)
    low, high = (float(stats.beta.ppf(share, x + 0.5, n - x + 0.5)) for share in (0.025, 0.975))
    return (f"quantiles of Beta(x + 1/2, n - x + 1/2) = Beta({x + 0.5:g}, {n - x + 0.5:g}) at 2.5% and 97.5% = "
            f"{low:.4g} to {high:.4g}")  # fmt: skip


def _mid_p(given: Given) -> str:
    x, n = values_of(given)

    def tail(p: float) -> float:
        return float(stats.binom.cdf(x, n, p) - stats.binom.pmf(x, n, p) / 2 - 0.025)

    high = optimize.brentq(tail, x / n, 1 - 1e-12)
    return (f"the high end is the p with P(X < x) + P(X = x)/2 = 2.5% (the low one turns the tail round): "
            f"x = {x:g} of n = {n:g} at p = {high:.4g}")  # fmt: skip


def _binomial_test(given: Given) -> str:
    x, n = (int(float(numbers(given[name]))) for name in ("successes", "n"))
    terms = [math.comb(n, k) for k in range(x, n + 1)]
    return (f"p = Σ C(n, k) / 2ⁿ over k from {x} to {n} = ({' + '.join(map(str, terms))}) / 2^{n} = "
            f"{sum(terms) / 2**n:.4g}")  # fmt: skip


def _f_beta(given: Given) -> str:
    precision, recall = values_of(given)
    value = 2 * precision * recall / (precision + recall)
    return (f"F = (1 + β²) P R / (β² P + R), β = 1: 2 · {precision:g} · {recall:g} / ({precision:g} + {recall:g}) = "
            f"{value:.4g}")  # fmt: skip


def _bootstrap_632(given: Given) -> str:
    inside, outside = values_of(given)
    share = 1 - math.exp(-1)
    value = (1 - share) * inside + share * outside
    return (f"(1/e) resubstitution + (1 - 1/e) out of bag = {1 - share:.4g} · {inside:g} + {share:.4g} · {outside:g} = "
            f"{value:.4g}")  # fmt: skip


def _bootstrap_632_plus(given: Given) -> str:
    inside, outside, chance = values_of(given)
    share = 1 - math.exp(-1)
    capped = min(outside, chance)
    lost = min(max((capped - inside) / (chance - inside), 0.0), 1.0)
    weight = share / (1 - (1 - share) * lost)
    value = (1 - weight) * inside + weight * capped
    return (f"overfitting R = (out of bag - resubstitution) / (chance - resubstitution) = ({capped:g} - {inside:g}) / "
            f"({chance:g} - {inside:g}) = {lost:.4g}; w = {share:.4g} / (1 - {1 - share:.4g} R) = "
            f"{weight:.4g}; (1 - w) · "
            f"{inside:g} + w · {capped:g} = {value:.4g}")  # fmt: skip


def _sample_size(given: Given) -> str:
    z = quantile_of(given)
    half, p = (float(numbers(value)) for value in given.values())
    square, linear, constant = (half / z) ** 2, 2 * half**2 - p * (1 - p), half**2 * z**2 - z**2 / 4
    n = (-linear + math.sqrt(linear**2 - 4 * square * constant)) / (2 * square)
    return (f"the n with z √(p (1 - p)/n + z²/(4 n²)) / (1 + z²/n) = h (half of Wilson's interval), for z = {z:.4g}, "
            f"p = {p:g}, h = {half:g}: n = {n:.2f}, rounded up {math.ceil(n)}")  # fmt: skip


def _level_of(given: Given) -> str:
    half, x, n = values_of(given)
    p = x / n
    z = half / math.sqrt(p * (1 - p) / n)
    return (f"level = 2 Φ(h / √(p (1 - p)/n)) - 1 = 2 Φ({half:g} / √({p:.4g} · {1 - p:.4g} / {n:g})) - 1 = "
            f"2 Φ({z:.4g}) - 1 = {2 * stats.norm.cdf(z) - 1:.4g}")  # fmt: skip


def _adjust(given: Given) -> str:
    p = np.sort(numbers(given["p_values"]))
    m = len(p)
    terms = [f"{m - place} · {own:g} = {(m - place) * own:.4g}" for place, own in enumerate(p)]
    largest = float(max((m - place) * own for place, own in enumerate(p)))
    return (f"Holm: the smallest p times m, the next times m - 1 ..., none below the one before: {', '.join(terms)}; "
            f"the last is {largest:.4g}")  # fmt: skip


OF_LIMITS: Mapping[str, Callable[[Given], str]] = {
    "agresti_caffo": _agresti_caffo, "wilson_corrected": _wilson_corrected, "clopper_pearson": _clopper_pearson,
    "jeffreys": _jeffreys, "mid_p": _mid_p, "binomial_test": _binomial_test, "f_beta": _f_beta,
    "bootstrap_632": _bootstrap_632, "bootstrap_632_plus": _bootstrap_632_plus, "sample_size": _sample_size,
    "level_of": _level_of, "adjust": _adjust,
}  # fmt: skip
"""Functions of shares and p-values, with how their formula is written."""
