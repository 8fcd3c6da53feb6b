"""Limits for many proportions at once: arrays of successes x and of trials n in, arrays of limits out.

Counts may be fractional (effective sample sizes). Call a formula through `limits`, which takes care of the edges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from scipy import special

from assay.stats.arithmetic import Number, Numbers
from assay.stats.bisection import HALVINGS

Limits: TypeAlias = tuple[Numbers, Numbers]
Formula: TypeAlias = Callable[[Numbers, Numbers, float], Limits]

GUARD = 10
"""Below this many successes or failures Wilson alone under-covers (84 to 91%), so it is widened."""

TINY = 1e-12
"""Stands in for the 0 that the incomplete beta function does not take; what comes of it is not used."""


def limits(formula: Formula, successes: Number, n: Number, level: float) -> Limits:
    """Apply a formula, clip to [0, 1], and answer [0, 1] where n is 0, because there nothing is known.

    Successes that rounding made more than n are n.
    """
    x, n = np.broadcast_arrays(np.asarray(successes, dtype=float), np.asarray(n, dtype=float))
    empty = ~(n > 0)
    inside = np.minimum(np.maximum(x, 0.0), n)
    low, high = formula(np.where(empty, 0.0, inside), np.where(empty, 1.0, n), level)
    low, high = (np.minimum(np.maximum(end, 0.0), 1.0) for end in (low, high))
    return np.where(empty, 0.0, low), np.where(empty, 1.0, high)


def normal_quantile(level: float) -> float:
    """Return the z that leaves (1 - level) / 2 in each tail of the normal curve."""
    return float(special.ndtri((1 + level) / 2))


def wald(x: Numbers, n: Numbers, level: float) -> Limits:
    """Textbook: p ± z sqrt(p(1 - p) / n)."""
    z, p = normal_quantile(level), x / n
    half = z * np.sqrt(p * (1 - p) / n)
    return p - half, p + half


def wilson(x: Numbers, n: Numbers, level: float) -> Limits:
    """Solve (p - x/n)² = z² p(1 - p)/n for p (Wilson 1927)."""
    z = normal_quantile(level)
    centre = (x + z**2 / 2) / (n + z**2)
    half = z / (n + z**2) * np.sqrt(x * (n - x) / n + z**2 / 4)
    return np.where(x == 0, 0.0, centre - half), np.where(x == n, 1.0, centre + half)


def wilson_corrected(x: Numbers, n: Numbers, level: float) -> Limits:
    """Wilson with continuity correction (Newcombe 1998, method 4)."""
    z, p = normal_quantile(level), x / n
    scale = 2 * (n + z**2)
    low_root = np.sqrt(np.maximum(z**2 - 2 - 1 / n + 4 * p * (n - x + 1), 0))
    high_root = np.sqrt(np.maximum(z**2 + 2 - 1 / n + 4 * p * (n - x - 1), 0))
    low = np.where(x == 0, 0.0, (2 * x + z**2 - 1 - z * low_root) / scale)
    high = np.where(x == n, 1.0, (2 * x + z**2 + 1 + z * high_root) / scale)
    return low, high


def clopper_pearson(x: Numbers, n: Numbers, level: float) -> Limits:
    """Cut (1 - level) / 2 off each binomial tail, exactly (Clopper & Pearson 1934)."""
    tail = (1 - level) / 2
    low = special.betaincinv(np.where(x == 0, 1.0, x), n - x + 1, tail)
    high = special.betaincinv(x + 1, np.where(x == n, 1.0, n - x), 1 - tail)
    return np.where(x == 0, 0.0, low), np.where(x == n, 1.0, high)


def agresti_coull(x: Numbers, n: Numbers, level: float) -> Limits:
    """Wald after adding z²/2 successes and as many failures (Agresti & Coull 1998)."""
    z = normal_quantile(level)
    return wald(x + z**2 / 2, n + z**2, level)


def jeffreys(x: Numbers, n: Numbers, level: float) -> Limits:
    """Equal-tailed limits of Beta(x + 1/2, n - x + 1/2)."""
    tail = (1 - level) / 2
    low, high = (np.asarray(special.betaincinv(x + 0.5, n - x + 0.5, area), dtype=float) for area in (tail, 1 - tail))
    return low, high


def mid_p(x: Numbers, n: Numbers, level: float) -> Limits:
    """Clopper-Pearson that counts only half the probability of the observed count (Berry & Armitage 1995)."""
    tail = (1 - level) / 2
    low = np.where(x == 0, 0.0, _proportion_at(1 - tail, x, n))
    high = np.where(x == n, 1.0, _proportion_at(tail, x, n))
    return low, high


def guarded_wilson(x: Numbers, n: Numbers, level: float) -> Limits:
    """Wilson, widened to Clopper-Pearson where fewer than 10 succeed or fail: assay's default."""
    return _guarded(clopper_pearson, x, n, level)


def mid_guarded_wilson(x: Numbers, n: Numbers, level: float) -> Limits:
    """Wilson, widened to mid-p where fewer than 10 succeed or fail: for shares of a number that is chance itself.

    Of precision and NPV every n is likely a little, which smooths what makes mid-p fall to 92% where n is fixed.
    """
    return _guarded(mid_p, x, n, level)


def _guarded(guard: Formula, x: Numbers, n: Numbers, level: float) -> Limits:
    low, high = wilson(x, n, level)
    rare = is_rare(x, n)
    if np.any(rare):
        other_low, other_high = guard(x, n, level)
        low = np.where(rare, np.minimum(low, other_low), low)
        high = np.where(rare, np.maximum(high, other_high), high)
    return low, high


def is_rare(x: Numbers, n: Numbers) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Say where so few cases succeed or fail that Wilson alone would under-cover."""
    return np.asarray(np.minimum(x, n - x) < GUARD)


def _proportion_at(probability: float, x: Numbers, n: Numbers) -> Numbers:
    """Find the p at which P(X < x) + P(X = x) / 2 equals `probability`, by bisection (the sum falls as p grows).

    Many classes of as many cases have the same few counts: each is looked up once.
    """
    every = np.stack(np.broadcast_arrays(x, n), axis=-1)
    pairs, place = np.unique(every.reshape(-1, 2), axis=0, return_inverse=True)
    return np.asarray(_bisected(probability, pairs[:, 0], pairs[:, 1])[place.ravel()].reshape(every.shape[:-1]))


def _bisected(probability: float, x: Numbers, n: Numbers) -> Numbers:
    low, high = np.zeros_like(n), np.ones_like(n)
    for _ in range(HALVINGS):
        p = (low + high) / 2
        too_low = _mid_distribution(x, n, p) > probability
        low, high = np.where(too_low, p, low), np.where(too_low, high, p)
    return (low + high) / 2


def _mid_distribution(x: Numbers, n: Numbers, p: Numbers) -> Numbers:
    below_or_at = special.betaincc(x + 1, np.maximum(n - x, TINY), p)
    below = special.betaincc(np.maximum(x, TINY), n - x + 1, p)
    return np.asarray((np.where(x == n, 1.0, below_or_at) + np.where(x == 0, 0.0, below)) / 2)
