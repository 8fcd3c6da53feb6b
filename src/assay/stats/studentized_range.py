"""The studentised range: the law of the largest difference among several means."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from assay.stats.arithmetic import Numbers
from assay.stats.bisection import edge

NODES, REACH = 200, 9.0
"""Nodes of the quadrature over the normal density from -9 to 9, beyond which lies a share of 2e-19."""

WIDEST = 20.0
"""The range of 1,000 standard normals exceeds even 15 with a chance of only 1e-20."""


def studentized(statistic: Numbers, k: int, df: float) -> Numbers:
    """Return the chance of a studentized range at least as large; the infinite case by quadrature over the normal."""
    if math.isfinite(df):
        from scipy import stats

        return np.asarray(stats.studentized_range.sf(statistic, k, df))
    return 1 - range_chance(statistic, k)


@lru_cache(maxsize=1)
def _quadrature() -> tuple[Numbers, Numbers]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights


def range_chance(width: Numbers, k: int) -> Numbers:
    """Return P(range of k standard normals <= width) = k ∫ φ(x) (Φ(x + width) - Φ(x))^(k-1) dx.

    >>> round(float(range_chance(np.array(2.7277 * 2**0.5), 5)), 4)
    0.95
    """
    nodes, weights = _quadrature()
    x = REACH * nodes
    density = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    inner = special.ndtr(x + np.asarray(width)[..., None]) - special.ndtr(x)
    return np.asarray(np.clip(k * np.sum(REACH * weights * density * inner ** (k - 1), axis=-1), 0.0, 1.0))


def range_quantile(k: int, level: float) -> float:
    """Return the quantile of the range of k standard normals, by bisection."""
    return edge(lambda width: float(range_chance(np.array(width), k)) < level, 0.0, WIDEST)
