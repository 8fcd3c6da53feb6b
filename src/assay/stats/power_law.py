"""Learning curves follow a power law: value = limit + gain * size^-rate; fitted, and carried further with its doubt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream

RATES = np.geomspace(0.05, 3.0, 400)
"""Rates that are tried, 1% apart: wide around the 0.07 to 0.35 of Hestness et al. (2017) and the 0.5 or 1 of theory."""

DRAWS = 400
"""A taste: the interval is rough by nature, and the fits of all draws are in memory at once."""

FEWEST = 4
"""Sizes: three parameters and one to spare."""

ANY = (-np.inf, np.inf)


@dataclass(frozen=True)
class PowerLaw:
    """value = limit + gain * size^-rate; `steady` says that the rate lies inside the range that was searched."""

    limit: float
    gain: float
    rate: float

    @property
    def steady(self) -> bool:
        """Whether the rate is more than the end of the search (the first or last of the rates, which are 1% apart)."""
        return bool(RATES[0] * 1.01 < self.rate < RATES[-1] * 0.99)

    def at(self, size: float | Numbers) -> Numbers:
        """Return the value at a size."""
        return np.asarray(self.limit + self.gain * np.asarray(size, dtype=float) ** -self.rate)


def fit_power_law(sizes: Numbers, values: Numbers, bounds: tuple[float, float] = ANY) -> PowerLaw:
    """Fit by least squares: for every rate the other two follow, and the best rate is taken.

    The limit is kept within `bounds`, where a metric has any.

    >>> law = fit_power_law(np.array([10.0, 30, 100, 300]), 0.1 + 2 * np.array([10.0, 30, 100, 300]) ** -0.5)
    >>> round(law.limit, 2), round(law.rate, 1)
    (0.1, 0.5)
    """
    limit, gain, rate = fit_many(sizes, values[None, :], bounds)
    return PowerLaw(float(limit[0]), float(gain[0]), float(rate[0]))


def fit_many(sizes: Numbers, table: Numbers, bounds: tuple[float, float]) -> tuple[Numbers, Numbers, Numbers]:
    """Fit every row of a table; all rates are tried for all rows at once."""
    basis = (sizes / sizes[0])[None, :] ** -RATES[:, None]
    middle = basis.mean(axis=1, keepdims=True)
    off = basis - middle
    spread = (off**2).sum(axis=1)
    slope = (table @ off.T) / np.where(spread > 0, spread, 1.0)
    limit = np.clip(table.mean(axis=1, keepdims=True) - slope * middle.T, *bounds)
    gain = ((table[:, None, :] - limit[:, :, None]) * basis[None]).sum(axis=2) / (basis**2).sum(axis=1)
    left = ((table[:, None, :] - limit[:, :, None] - gain[:, :, None] * basis[None]) ** 2).sum(axis=2)
    best = left.argmin(axis=1)
    rows = np.arange(len(table))
    rate = RATES[best]
    return limit[rows, best], gain[rows, best] * sizes[0] ** rate, rate


def extrapolate(
    sizes: Numbers, table: Numbers, targets: Numbers, bounds: tuple[float, float], level: float, seed: int
) -> Numbers:
    """Return value, low and high of the law at every target; `table` has one row per repeat and one column per size.

    The doubt comes from resampling the repeats and fitting again, so it knows nothing of a law that changes later on.
    """
    rng = Stream.POWER_LAW.of(seed)
    value = fit_power_law(sizes, table.mean(axis=0), bounds).at(targets)
    rows = rng.integers(0, len(table), (DRAWS, len(table)))
    limit, gain, rate = fit_many(sizes, table[rows].mean(axis=1), bounds)
    drawn = limit[:, None] + gain[:, None] * targets[None, :] ** -rate[:, None]
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.stack([value, np.minimum(low, value), np.maximum(high, value)])
