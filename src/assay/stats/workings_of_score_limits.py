"""The working of limits that solve a score equation: the equation with the numbers of an example at its upper end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from scipy import optimize

from assay.stats.workings_of_samples import Given, quantile_of, values_of


def _tango(given: Given) -> str:
    b, c, n = values_of(given)
    z = quantile_of(given)

    def parts(d: float) -> tuple[float, float]:
        linear, constant = (2 * n - b + c) * d - b - c, -c * d * (1 - d)
        q = (math.sqrt(linear**2 - 8 * n * constant) - linear) / (4 * n)
        return q, math.sqrt(n * (2 * q + d * (1 - d)))

    high = optimize.brentq(lambda d: (b - c - n * d) / parts(d)[1] + z, (b - c) / n, 1 - 1e-9)
    q, spread = parts(high)
    return (f"the d with (b - c - n d) / √(n (2 q + d (1 - d))) = ±z, q the most likely share of c where the "
            f"difference is d; at the high end ({b:g} - {c:g} - {n:g} d) / {spread:.4g} = {-z:.4g}, q = {q:.4g}, "
            f"d = {high:.4g}")  # fmt: skip


def _miettinen_nurminen(given: Given) -> str:
    x1, n1, x2, n2 = values_of(given)
    z, n = quantile_of(given), n1 + n2

    def parts(d: float) -> tuple[float, float]:
        def unlikely(p: float) -> float:
            q = p + d
            return -(x1 * math.log(q) + (n1 - x1) * math.log(1 - q) + x2 * math.log(p) + (n2 - x2) * math.log(1 - p))

        within = max(0.0, -d) + 1e-9, min(1.0, 1 - d) - 1e-9
        p = float(optimize.minimize_scalar(unlikely, bounds=within, method="bounded", options={"xatol": 1e-10}).x)
        return p, math.sqrt(((p + d) * (1 - p - d) / n1 + p * (1 - p) / n2) * n / (n - 1))

    gap = x1 / n1 - x2 / n2
    high = optimize.brentq(lambda d: (gap - d) / parts(d)[1] + z, gap, 1 - 1e-6)
    p, spread = parts(high)
    return (f"the d with (p1 - p2 - d) / √((r1 (1 - r1)/n1 + r2 (1 - r2)/n2) N/(N - 1)) = ±z, r1 and r2 the most "
            f"likely rates that differ by d; at the high end ({gap:.4g} - d) / {spread:.4g} = {-z:.4g}, "
            f"r1 = {p + high:.4g}, r2 = {p:.4g}, d = {high:.4g}")  # fmt: skip


OF_SCORE_LIMITS: Mapping[str, Callable[[Given], str]] = {"tango": _tango, "miettinen_nurminen": _miettinen_nurminen}
"""Limits of differences of shares, with the equation that they solve."""
