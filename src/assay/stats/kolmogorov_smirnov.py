"""Kolmogorov and Smirnov's test of two samples, exact with ties."""

from __future__ import annotations

from typing import Any

import numpy as np

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, resampled_interval
from assay.stats.samples import sample

MOST_STEPS = 20_000_000
"""All values times those of the smaller sample: up to here the exact p is counted, in about a tenth of a second."""

ASYMPTOTIC = "p is that of the limit for many values, as the samples are too large to count every arrangement"
TIED = "; with ties it is too large"


@checked()
def ks(first: object, second: object, *, level: float = 0.95) -> Test:
    """Kolmogorov and Smirnov's test that two samples have the same distribution.

    Parameters
    ----------
    first, second : array_like
        Two samples.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the largest distance of the distribution functions, and `where` the value at which it is reached.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    mann_whitney : looks for a shift only, with more power.

    Notes
    -----
    Kolmogorov (1933); Smirnov (1939); Schroeer & Trenkler (1995) for ties. p is exact, ties included, except for very
    large samples: the share of all ways to deal the values to two samples that lead to a distance at least as large.

    Examples
    --------
    >>> ks([1, 2, 3, 4], [5, 6, 7, 8]).statistic
    1.0
    >>> round(ks([1, 1, 1, 2], [2, 2, 3, 3]).p_value, 6)
    0.142857
    """
    x, y = sample(first, "first", 1, "ks"), sample(second, "second", 1, "ks")
    steps = _Steps.of(x, y)
    distance = steps.distance
    exact = (len(x) + len(y)) * min(len(x), len(y)) <= MOST_STEPS
    low, high = resampled_interval(_distance, [x, y], level, effect=distance)
    notes = () if exact else (ASYMPTOTIC + (TIED if steps.tied else ""),)
    return Test(
        method="Kolmogorov-Smirnov, " + ("exact" if exact else "asymptotic"),
        statistic=distance,
        df=(),
        p_value=steps.exact_p() if exact else _asymptotic_p(x, y),
        null="both samples have the same distribution",
        effect=distance,
        low=low,
        high=high,
        level=level,
        notes=(*notes, NOTE),
        more={"where": steps.where},
    )


class _Steps:
    """The pooled values in order, with how many of either sample lie at or below each distinct one."""

    def __init__(self, values: Numbers, first: np.ndarray, second: np.ndarray) -> None:
        self.values, self.first, self.second = values, first, second

    @classmethod
    def of(cls, x: Numbers, y: Numbers) -> _Steps:
        values = np.unique(np.concatenate([x, y]))
        return cls(values, *(np.searchsorted(np.sort(part), values, side="right") for part in (x, y)))

    @property
    def sizes(self) -> tuple[int, int]:
        return int(self.first[-1]), int(self.second[-1])

    @property
    def tied(self) -> bool:
        return len(self.values) < sum(self.sizes)

    @property
    def gaps(self) -> np.ndarray:
        """The distance at every distinct value, times both sizes: whole numbers, so that equal ones are equal."""
        m, n = self.sizes
        return np.asarray(np.abs(self.first * n - self.second * m))

    @property
    def distance(self) -> float:
        m, n = self.sizes
        return float(self.gaps.max()) / (m * n)

    @property
    def where(self) -> float:
        return float(self.values[int(self.gaps.argmax())])

    def exact_p(self) -> float:
        """Return the chance of a distance at least as large when the pooled values are dealt at random.

        The values are dealt in their order. `chance` is that of each number of values dealt to the smaller sample so
        far, without having reached the distance at the end of any run of equal values; `reached` is the rest.
        """
        m, n = sorted(self.sizes)
        seen = int(self.gaps.max())
        ends = set((self.first + self.second).tolist())
        smaller = np.arange(m + 1)
        chance = np.zeros(m + 1)
        chance[0], reached = 1.0, 0.0
        for dealt in range(m + n):
            left = m + n - dealt
            taken = chance * (m - smaller) / left
            chance = chance * np.maximum(n - dealt + smaller, 0) / left
            chance[1:] += taken[:-1]
            if dealt + 1 in ends:
                far = np.abs(smaller * n - (dealt + 1 - smaller) * m) >= seen
                reached += float(chance[far].sum())
                chance[far] = 0.0
        return min(reached, 1.0)


def _asymptotic_p(x: Numbers, y: Numbers) -> float:
    from scipy import stats

    test: Any = stats.ks_2samp(x, y, method="asymp")
    return float(test.pvalue)


def _distance(parts: list[Numbers]) -> float:
    """Return the largest distance between two empirical distribution functions."""
    return _Steps.of(parts[0], parts[1]).distance
