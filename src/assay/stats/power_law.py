"""Learning curves follow a power law: value = limit + gain * size^-rate; fitted, and carried further with its doubt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.stats.arithmetic import Numbers

RATES = np.geomspace(0.05, 3.0, 120)
DRAWS = 400
FEWEST = 4


@dataclass(frozen=True)
class PowerLaw:
    """value = limit + gain * size^-rate; `steady` says that the rate lies inside the range that was searched."""

    limit: float
    gain: float
    rate: float

    @property
    def steady(self) -> bool:
        """Whether the rate is more than the end of the search."""
        return bool(RATES[0] * 1.01 < self.rate < RATES[-1] * 0.99)

    def at(self, size: float | Numbers) -> Numbers:
        """Return the value at a size."""
        return np.asarray(self.limit + self.gain * np.asarray(size, dtype=float) ** -self.rate)


def fit_power_law(sizes: Numbers, values: Numbers, weights: Numbers | None = None) -> PowerLaw:
    """Fit by least squares: for every rate the other two follow, and the best rate is taken.

    >>> law = fit_power_law(np.array([10.0, 30, 100, 300]), 0.1 + 2 * np.array([10.0, 30, 100, 300]) ** -0.5)
    >>> round(law.limit, 2), round(law.rate, 2)
    (0.1, 0.5)
    """
    held = np.ones(len(sizes)) if weights is None else np.sqrt(weights)
    found = [(_fixed_rate(sizes, values, held, rate), rate) for rate in RATES]
    place = int(np.argmin([one[0][0] for one in found]))
    fine = np.linspace(RATES[max(place - 1, 0)], RATES[min(place + 1, len(RATES) - 1)], 60)
    refined = [(_fixed_rate(sizes, values, held, rate), rate) for rate in fine]
    (_, limit, gain), rate = min(refined, key=lambda one: one[0][0])
    return PowerLaw(float(limit), float(gain), float(rate))


def _fixed_rate(sizes: Numbers, values: Numbers, held: Numbers, rate: float) -> tuple[float, float, float]:
    design = np.stack([np.ones(len(sizes)), (sizes / sizes[0]) ** -rate], axis=1)
    (limit, gain), *_ = np.linalg.lstsq(design * held[:, None], values * held, rcond=None)
    left = float(np.sum((held * (design @ np.array([limit, gain]) - values)) ** 2))
    return left, float(limit), float(gain * sizes[0] ** rate)


def extrapolate(sizes: Numbers, table: Numbers, targets: Numbers, level: float, seed: int) -> Numbers:
    """Return value, low and high of the law at every target; `table` has a row a repeat and a column a size.

    The doubt comes from resampling the repeats and fitting again, so it knows nothing of a law that changes later on.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(19,)))
    value = fit_power_law(sizes, table.mean(axis=0)).at(targets)
    rows = rng.integers(0, len(table), (DRAWS, len(table)))
    drawn = np.array([fit_power_law(sizes, table[one].mean(axis=0)).at(targets) for one in rows])
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.stack([value, np.minimum(low, value), np.maximum(high, value)])
