"""Dunnett's test: several samples against a control, with the law of the largest of correlated t statistics."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.bisection import edge
from assay.stats.doors import checked
from assay.stats.samples import groups

NODES, REACH = 96, 9.0
"""Nodes of the quadrature over the normal density from -9 to 9: doubling them changes no p by 1e-10."""

WIDEST = 200.0
"""Critical values lie far below: for one degree of freedom and a level of 0.99 near 64."""


@checked(control=0)
def dunnett(*samples: object, control: int = 0, level: float = 0.95) -> Test:
    """Dunnett's test of every mean against that of a control, for samples that spread equally.

    Parameters
    ----------
    *samples : array_like
        One sample each, or one table with one column per sample.
    control : int, default 0
        The place of the control among the samples.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `statistic`, `p_value` and `effect` (row mean less column mean) are tables of samples by samples; p is nan where
        neither is the control. `lows` and `highs` are limits that hold for all differences at once.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers, or there is no such control.

    See Also
    --------
    tukey_hsd : all pairs.
    bonferroni_dunn : by ranks, on the same data sets.

    Notes
    -----
    Dunnett (1955). The chance is integrated over the control's mean and the pooled spread, without random draws.

    Examples
    --------
    >>> test = dunnett([1, 2, 3], [2, 3, 4], [5, 6, 7])
    >>> round(float(test.p_value[0, 2]), 4)
    0.0049
    """
    parts = groups(samples, "dunnett")
    k = len(parts)
    if not 0 <= control < k:
        raise errors.bad_number("control", control, f"A place from 0 to {k - 1}")
    sizes = np.array([len(part) for part in parts], dtype=float)
    means = np.array([part.mean() for part in parts])
    degrees = float(sizes.sum() - k)
    within = sum(float(np.sum((part - part.mean()) ** 2)) for part in parts) / degrees
    others = np.arange(k) != control
    loads = np.sqrt(sizes[others] / (sizes[others] + sizes[control]))
    error = np.sqrt(within * (1 / sizes + 1 / sizes[control]))
    effect = means[:, None] - means[None, :]
    gap = np.abs(effect[control])
    t = np.where(error > 0, gap / np.where(error > 0, error, 1.0), np.where(gap > 0, np.inf, 0.0))
    p_values = np.array([chance_beyond(float(bound), loads, degrees) for bound in t])
    critical = edge(lambda width: chance_beyond(width, loads, degrees) > 1 - level, 0.0, WIDEST)
    statistic, p, reach = (np.full((k, k), np.nan) for _ in range(3))
    for table, values in ((statistic, t), (p, p_values), (reach, critical * error)):
        table[control], table[:, control] = values, values
    np.fill_diagonal(p, 1.0)
    np.fill_diagonal(statistic, 0.0)
    return Test(
        method="Dunnett",
        statistic=statistic,
        df=(degrees,),
        p_value=p,
        null="the mean of a sample is that of the control",
        effect=effect,
        level=level,
        notes=("the values do not vary within the samples",) if within == 0 else (),
        more={"lows": effect - reach, "highs": effect + reach, "control": control},
    )


@lru_cache(maxsize=1)
def _nodes() -> tuple[Numbers, Numbers]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights


def chance_beyond(t: float, loads: Numbers, degrees: float) -> float:
    """Return how often the largest |t| of differences to a shared control exceeds t if all means are equal.

    Given the control's mean z and the pooled spread s, the differences are independent:
    1 - E[Π Φ((λ z + t s)/√(1 - λ²)) - Φ((λ z - t s)/√(1 - λ²))].

    >>> round(chance_beyond(2.0, np.array([0.5**0.5]), 10.0), 4)
    0.0734
    """
    if math.isinf(t):
        return 0.0
    nodes, weights = _nodes()
    z = REACH * nodes
    normal = REACH * weights * np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
    low, high = (special.chdtri(degrees, tail) / degrees for tail in (1 - 1e-15, 1e-15))
    ends = np.sqrt([low, high])
    s = ends[0] + (ends[1] - ends[0]) * (nodes + 1) / 2
    log_density = (
        math.log(2) + degrees / 2 * math.log(degrees / 2) - special.gammaln(degrees / 2)
        + (degrees - 1) * np.log(s) - degrees * s**2 / 2
    )  # fmt: skip
    spread = weights * (ends[1] - ends[0]) / 2 * np.exp(log_density)
    inside = np.ones((len(s), len(z)))
    for load in loads:
        root = math.sqrt(1 - load**2)
        centre, width = load * z[None, :], t * s[:, None]
        inside *= special.ndtr((centre + width) / root) - special.ndtr((centre - width) / root)
    return float(np.clip(1 - spread @ inside @ normal, 0.0, 1.0))
