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
    """Kolmogorov and Smirnov's test that two samples have one distribution; the effect is the largest distance.

    The p-value is exact given the values that were seen: the share of all ways to deal them to the two samples that
    lead to a distance at least as large. Equal values count as one place, so ties make no distance.

    Reference: Kolmogorov 1933; Smirnov 1939; Schroeer & Trenkler 1995 for ties.

    >>> ks([1, 2, 3, 4], [5, 6, 7, 8]).statistic
    1.0
    >>> round(ks([1, 1, 1, 2], [2, 2, 3, 3]).p_value, 6)
    0.142857
    """
    one, two = sample(first, "first", 1, "ks"), sample(second, "second", 1, "ks")
    steps = _Steps.of(one, two)
    distance = steps.distance
    exact = (len(one) + len(two)) * min(len(one), len(two)) <= MOST_STEPS
    ends = resampled_interval(_distance, [one, two], level)
    notes = () if exact else (ASYMPTOTIC + (TIED if steps.tied else ""),)
    return Test(
        method="Kolmogorov-Smirnov, " + ("exact" if exact else "asymptotic"),
        statistic=distance,
        df=(),
        p_value=steps.exact_p() if exact else _asymptotic_p(one, two),
        null="both samples have the same distribution",
        effect=distance,
        low=min(ends[0], distance),
        high=max(ends[1], distance),
        level=level,
        notes=(*notes, NOTE),
        more={"where": steps.where},
    )


class _Steps:
    """The pooled values in order, with how many of either sample lie at or below each distinct one."""

    def __init__(self, values: Numbers, ones: np.ndarray, twos: np.ndarray) -> None:
        self.values, self.ones, self.twos = values, ones, twos

    @classmethod
    def of(cls, one: Numbers, two: Numbers) -> _Steps:
        values = np.unique(np.concatenate([one, two]))
        return cls(values, *(np.searchsorted(np.sort(part), values, side="right") for part in (one, two)))

    @property
    def sizes(self) -> tuple[int, int]:
        return int(self.ones[-1]), int(self.twos[-1])

    @property
    def tied(self) -> bool:
        return len(self.values) < sum(self.sizes)

    @property
    def gaps(self) -> np.ndarray:
        """The distance at every distinct value, times both sizes: whole numbers, so that equal ones are equal."""
        m, n = self.sizes
        return np.asarray(np.abs(self.ones * n - self.twos * m))

    @property
    def distance(self) -> float:
        m, n = self.sizes
        return float(self.gaps.max()) / (m * n)

    @property
    def where(self) -> float:
        return float(self.values[int(self.gaps.argmax())])

    def exact_p(self) -> float:
        """Return the chance of a distance at least as large when the pooled values are dealt at random.

        The values are dealt in their order. What is held is the chance of each number that went to the smaller sample
        so far, without having reached the distance at the end of any run of equal values; what reaches it is taken out.
        """
        m, n = sorted(self.sizes)
        seen = int(self.gaps.max())
        ends = set((self.ones + self.twos).tolist())
        held = np.arange(m + 1)
        chance = np.zeros(m + 1)
        chance[0], reached = 1.0, 0.0
        for dealt in range(m + n):
            left = m + n - dealt
            taken = chance * (m - held) / left
            chance = chance * np.maximum(n - dealt + held, 0) / left
            chance[1:] += taken[:-1]
            if dealt + 1 in ends:
                far = np.abs(held * n - (dealt + 1 - held) * m) >= seen
                reached += float(chance[far].sum())
                chance[far] = 0.0
        return min(reached, 1.0)


def _asymptotic_p(one: Numbers, two: Numbers) -> float:
    from scipy import stats

    found: Any = stats.ks_2samp(one, two, method="asymp")
    return float(found.pvalue)


def _distance(parts: list[Numbers]) -> float:
    """Return the largest distance between two empirical distribution functions."""
    return _Steps.of(parts[0], parts[1]).distance
